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

// checkHeld tells, by [ErrGone], whether the directory was removed, or another one took its
// name (L10). What is there but cannot be looked at is left to whoever writes next.
func (l *Ledger) checkHeld() error {
	if l.held == nil {
		return nil
	}
	now, err := os.Stat(l.lockPath())
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return ErrGone
	case err == nil && !os.SameFile(now, l.held):
		return ErrGone
	}
	return nil
}

// abandon poisons a ledger whose directory is its own no more.
func (l *Ledger) abandon() {
	if l.opts.ReadOnly {
		return // it writes nothing
	}
	if err := l.checkHeld(); err != nil {
		l.poison(err)
	}
}
