package ledger

import (
	"io"
	"os"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// fence is the file system as the engine sees it. A write to the ledger's
// directory that fails poisons the ledger, and the goroutine that met it stops
// right there, for ever; so does every other that tries to write from then on.
//
// Why so harsh: when the fate of a write is unknown, Pebble retries, goes on, or
// panics in a goroutine of its own, depending on where it happens. Behind the
// fence nothing goes on. Not one byte changes any more, so a reopen recovers
// from exactly what was there (L2), and no error path of the engine is ever
// taken. What waits for a stopped goroutine is called through await, which gives
// up when the ledger is poisoned.
//
// Nor does it go on in a directory that is the ledger's no more (L10): what goes by a
// name would reach the files of another ledger.
//
// Errors of what need not succeed (removing a file, linking, preallocating) and
// of files elsewhere (a backup) are the engine's to handle.
type fence struct {
	vfs.FS
	l *Ledger
}

// pass stops the caller if the ledger has failed.
func (f fence) pass(name string) {
	if f.owns(name) && f.l.failed.Load() != nil {
		select {}
	}
}

// reach is pass for what goes by a file's name, and not by an open file.
func (f fence) reach(name string) {
	if f.owns(name) {
		f.l.abandon()
	}
	f.pass(name)
}

// settle stops the caller if its write has failed, and fails the ledger.
func (f fence) settle(name string, err error) error {
	if err != nil && f.owns(name) {
		f.l.poison(err)
		select {}
	}
	return err
}

func (f fence) owns(name string) bool { return name == f.l.dir || f.PathDir(name) == f.l.dir }

func (f fence) open(name string, create func() (vfs.File, error)) (vfs.File, error) {
	f.reach(name)
	file, err := create()
	if err := f.settle(name, err); err != nil {
		return nil, err
	}
	return fencedFile{file, f, name}, nil
}

func (f fence) do(name string, write func() error) error {
	f.pass(name)
	return f.settle(name, write())
}

// Create implements [vfs.FS].
func (f fence) Create(name string, c vfs.DiskWriteCategory) (vfs.File, error) {
	file, err := f.open(name, func() (vfs.File, error) { return f.FS.Create(name, c) })
	if err == nil && f.owns(name) && isManifest(f.PathBase(name)) {
		return &manifestFile{File: file, fence: f, name: name, category: c}, nil
	}
	return file, err
}

// OpenReadWrite implements [vfs.FS].
func (f fence) OpenReadWrite(name string, c vfs.DiskWriteCategory, opts ...vfs.OpenOption) (vfs.File, error) {
	return f.open(name, func() (vfs.File, error) { return f.FS.OpenReadWrite(name, c, opts...) })
}

// ReuseForWrite implements [vfs.FS].
func (f fence) ReuseForWrite(oldname, newname string, c vfs.DiskWriteCategory) (vfs.File, error) {
	return f.open(newname, func() (vfs.File, error) { return f.FS.ReuseForWrite(oldname, newname, c) })
}

// Rename implements [vfs.FS].
func (f fence) Rename(oldname, newname string) error {
	f.reach(newname)
	return f.do(newname, func() error { return f.FS.Rename(oldname, newname) })
}

// Link implements [vfs.FS].
func (f fence) Link(oldname, newname string) error {
	f.reach(newname)
	return f.FS.Link(oldname, newname)
}

// Remove implements [vfs.FS]. With a manifest goes its witness.
func (f fence) Remove(name string) error {
	f.reach(name)
	err := f.FS.Remove(name)
	if err == nil && f.owns(name) && isManifest(f.PathBase(name)) {
		_ = f.FS.Remove(name + witnessSuffix) // it may have none; the next open looks after those left over
	}
	return err
}

// RemoveAll implements [vfs.FS].
func (f fence) RemoveAll(name string) error {
	f.reach(name)
	return f.FS.RemoveAll(name)
}

// MkdirAll implements [vfs.FS].
func (f fence) MkdirAll(dir string, perm os.FileMode) error {
	f.reach(dir)
	return f.FS.MkdirAll(dir, perm)
}

// OpenDir implements [vfs.FS].
func (f fence) OpenDir(name string) (vfs.File, error) {
	file, err := f.FS.OpenDir(name)
	if err != nil {
		return nil, err
	}
	return fencedDir{file, f, name}, nil
}

// Lock implements [vfs.FS]. The ledger holds the real lock itself, so that it can
// let go of it when the engine cannot.
func (f fence) Lock(string) (io.Closer, error) { return io.NopCloser(nil), nil }

// Unwrap implements [vfs.FS].
func (f fence) Unwrap() vfs.FS { return f.FS }

type fencedFile struct {
	vfs.File
	fence fence
	name  string
}

// Write implements [io.Writer].
func (f fencedFile) Write(p []byte) (int, error) {
	f.fence.pass(f.name)
	n, err := f.File.Write(p)
	return n, f.fence.settle(f.name, err)
}

// WriteAt implements [io.WriterAt].
func (f fencedFile) WriteAt(p []byte, off int64) (int, error) {
	f.fence.pass(f.name)
	n, err := f.File.WriteAt(p, off)
	return n, f.fence.settle(f.name, err)
}

// Preallocate implements [vfs.File].
func (f fencedFile) Preallocate(offset, length int64) error {
	f.fence.pass(f.name)
	return f.File.Preallocate(offset, length)
}

// Sync implements [vfs.File].
func (f fencedFile) Sync() error { return f.fence.do(f.name, f.File.Sync) }

// SyncData implements [vfs.File].
func (f fencedFile) SyncData() error { return f.fence.do(f.name, f.File.SyncData) }

// SyncTo implements [vfs.File].
func (f fencedFile) SyncTo(length int64) (full bool, err error) {
	f.fence.pass(f.name)
	full, err = f.File.SyncTo(length)
	return full, f.fence.settle(f.name, err)
}

// fencedDir is a directory. Pebble panics when one cannot be synced; if it is
// not the ledger's own, that is no more than a backup gone wrong.
type fencedDir struct {
	vfs.File
	fence fence
	name  string
}

// Sync implements [vfs.File].
func (d fencedDir) Sync() error {
	err := d.fence.do(d.name, d.File.Sync)
	if err != nil {
		panic(fatal{err})
	}
	return nil
}
