package ledger

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"github.com/cockroachdb/pebble/v2/vfs"
)

const lockName = "LOCK"

// holding notes which file the lock that was just taken is. Its number goes to no other file
// as long as it is open, and the file is to be looked at by its name alone: closing a second
// handle of it would give the lock up. Of other file systems than the system's nothing is known.
func (l *Ledger) holding() (err error) {
	if l.opts.FS == vfs.Default {
		l.held, err = os.Stat(l.lockPath())
	}
	return err
}

func (l *Ledger) lockPath() string { return l.opts.FS.PathJoin(l.dir, lockName) }

// abandon poisons a ledger whose directory was removed, or whose name another one took (L10).
// What is there but cannot be looked at is left to whoever writes next.
func (l *Ledger) abandon() {
	if l.opts.ReadOnly || l.held == nil {
		return // it writes nothing, or it cannot be told
	}
	if is, err := IsStill(l.lockPath(), l.held); err == nil && !is {
		l.poison(ErrGone)
	}
}

// IsStill tells whether the file of a name is the one that it was, and neither removed nor
// replaced; an error says that the name cannot be looked at.
func IsStill(name string, was fs.FileInfo) (bool, error) {
	now, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return false, nil
	case err != nil:
		return false, err
	}
	return os.SameFile(now, was), nil
}
