package ledger

import (
	"io"
	"os"
	"sync/atomic"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// fence is a file system that can be closed for writing once and for all. When
// the fate of a write is unknown, the worst that Pebble's background work could
// do is to go on as if it had happened: to drop a log whose manifest entry was
// never written, say. Behind a raised fence not one byte changes any more, so
// what a reopen recovers from is exactly what was there (L2).
type fence struct {
	vfs.FS
	cause *atomic.Pointer[failure]
}

// failure is the first error that poisoned a ledger.
type failure struct{ err error }

func (f fence) check() error {
	if c := f.cause.Load(); c != nil {
		return c.err
	}
	return nil
}

func (f fence) wrap(file vfs.File, err error) (vfs.File, error) {
	if err != nil {
		return nil, err
	}
	return fencedFile{file, f}, nil
}

// Create implements [vfs.FS].
func (f fence) Create(name string, c vfs.DiskWriteCategory) (vfs.File, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	return f.wrap(f.FS.Create(name, c))
}

// Link implements [vfs.FS].
func (f fence) Link(oldname, newname string) error {
	if err := f.check(); err != nil {
		return err
	}
	return f.FS.Link(oldname, newname)
}

// OpenReadWrite implements [vfs.FS].
func (f fence) OpenReadWrite(name string, c vfs.DiskWriteCategory, opts ...vfs.OpenOption) (vfs.File, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	return f.wrap(f.FS.OpenReadWrite(name, c, opts...))
}

// OpenDir implements [vfs.FS].
func (f fence) OpenDir(name string) (vfs.File, error) { return f.wrap(f.FS.OpenDir(name)) }

// Remove implements [vfs.FS].
func (f fence) Remove(name string) error {
	if err := f.check(); err != nil {
		return err
	}
	return f.FS.Remove(name)
}

// RemoveAll implements [vfs.FS].
func (f fence) RemoveAll(name string) error {
	if err := f.check(); err != nil {
		return err
	}
	return f.FS.RemoveAll(name)
}

// Rename implements [vfs.FS].
func (f fence) Rename(oldname, newname string) error {
	if err := f.check(); err != nil {
		return err
	}
	return f.FS.Rename(oldname, newname)
}

// ReuseForWrite implements [vfs.FS].
func (f fence) ReuseForWrite(oldname, newname string, c vfs.DiskWriteCategory) (vfs.File, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	return f.wrap(f.FS.ReuseForWrite(oldname, newname, c))
}

// MkdirAll implements [vfs.FS].
func (f fence) MkdirAll(dir string, perm os.FileMode) error {
	if err := f.check(); err != nil {
		return err
	}
	return f.FS.MkdirAll(dir, perm)
}

// Lock implements [vfs.FS].
func (f fence) Lock(name string) (io.Closer, error) { return f.FS.Lock(name) }

// Unwrap implements [vfs.FS].
func (f fence) Unwrap() vfs.FS { return f.FS }

type fencedFile struct {
	vfs.File
	fence fence
}

// Write implements [io.Writer].
func (f fencedFile) Write(p []byte) (int, error) {
	if err := f.fence.check(); err != nil {
		return 0, err
	}
	return f.File.Write(p)
}

// WriteAt implements [io.WriterAt].
func (f fencedFile) WriteAt(p []byte, off int64) (int, error) {
	if err := f.fence.check(); err != nil {
		return 0, err
	}
	return f.File.WriteAt(p, off)
}

// Preallocate implements [vfs.File].
func (f fencedFile) Preallocate(offset, length int64) error {
	if err := f.fence.check(); err != nil {
		return err
	}
	return f.File.Preallocate(offset, length)
}

// Sync implements [vfs.File].
func (f fencedFile) Sync() error {
	if err := f.fence.check(); err != nil {
		return err
	}
	return f.File.Sync()
}

// SyncTo implements [vfs.File].
func (f fencedFile) SyncTo(length int64) (bool, error) {
	if err := f.fence.check(); err != nil {
		return false, err
	}
	return f.File.SyncTo(length)
}

// SyncData implements [vfs.File].
func (f fencedFile) SyncData() error {
	if err := f.fence.check(); err != nil {
		return err
	}
	return f.File.SyncData()
}
