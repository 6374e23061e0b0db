//go:build unix

package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// openFlags keep an open from following a link or waiting for a pipe.
const openFlags = unix.O_NONBLOCK | unix.O_NOFOLLOW

const lockPatience = 10 * time.Second

// lock keeps other writers of this package out until unlock is called. The
// system takes it back when the process ends, however it ends.
func (f *Folder) lock() (unlock func(), err error) {
	if err := f.root.MkdirAll(Private, modeOf(Private)); err != nil {
		return nil, fmt.Errorf("folder: %w", err)
	}
	file, err := f.root.OpenFile(Private+"/lock", os.O_RDWR|os.O_CREATE|openFlags, 0o600)
	if err != nil {
		return nil, fmt.Errorf("folder: %w", err)
	}
	for deadline := time.Now().Add(lockPatience); ; time.Sleep(f.opts.Pause) {
		err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err == nil {
			return func() { _ = file.Close() }, nil
		}
		if !errors.Is(err, unix.EWOULDBLOCK) || time.Now().After(deadline) {
			return nil, errors.Join(fmt.Errorf("%w: another process is writing: %w", ErrBusy, err), file.Close())
		}
		if err := f.opts.Step("wait"); err != nil {
			return nil, errors.Join(err, file.Close())
		}
	}
}

// ownerOf tells whose a file is.
func ownerOf(info fs.FileInfo) (uid, gid int, ok bool) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, 0, false
	}
	return int(stat.Uid), int(stat.Gid), true
}
