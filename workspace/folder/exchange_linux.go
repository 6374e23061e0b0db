package folder

import (
	"errors"
	"os"
	"path"

	"golang.org/x/sys/unix"
)

// exchange makes two files of the folder change places in one step.
func (f *Folder) exchange(a, b string) error {
	first, err := f.root.Open(path.Dir(a))
	if err != nil {
		return err
	}
	defer first.Close()
	second, err := f.root.Open(path.Dir(b))
	if err != nil {
		return err
	}
	defer second.Close()
	err = unix.Renameat2(int(first.Fd()), path.Base(a), int(second.Fd()), path.Base(b), unix.RENAME_EXCHANGE)
	switch {
	case errors.Is(err, unix.EINVAL), errors.Is(err, unix.ENOSYS):
		return errors.ErrUnsupported
	case err != nil:
		return &os.LinkError{Op: "exchange", Old: a, New: b, Err: err}
	}
	return nil
}
