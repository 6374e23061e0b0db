package ledger

import (
	"errors"
	"io"
	"os"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// private is the operating system's file system, where files and directories
// that it makes are their owner's alone.
type private struct{ vfs.FS }

// owned makes the operating system's file system private and leaves others as
// they are.
func owned(fs vfs.FS) vfs.FS {
	if fs == vfs.Default {
		return private{fs}
	}
	return fs
}

// Create implements [vfs.FS].
func (p private) Create(name string, c vfs.DiskWriteCategory) (vfs.File, error) {
	f, err := p.FS.Create(name, c)
	if err != nil {
		return nil, err
	}
	return f, narrow(name, f)
}

// OpenReadWrite implements [vfs.FS].
func (p private) OpenReadWrite(name string, c vfs.DiskWriteCategory, opts ...vfs.OpenOption) (vfs.File, error) {
	f, err := p.FS.OpenReadWrite(name, c, opts...)
	if err != nil {
		return nil, err
	}
	return f, narrow(name, f)
}

// Lock implements [vfs.FS].
func (p private) Lock(name string) (io.Closer, error) {
	lock, err := p.FS.Lock(name)
	if err != nil {
		return nil, err
	}
	return lock, narrow(name, lock)
}

// narrow takes a file just opened away from everyone but its owner, or closes
// it.
func narrow(name string, f io.Closer) error {
	if err := os.Chmod(name, 0o600); err != nil {
		return errors.Join(err, f.Close())
	}
	return nil
}

// MkdirAll implements [vfs.FS].
func (p private) MkdirAll(dir string, _ os.FileMode) error { return p.FS.MkdirAll(dir, 0o700) }
