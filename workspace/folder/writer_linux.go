package folder

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// hasWriter tells whether somebody has a file open for writing: a lease is refused then. Where
// the file system or the file's owner grants none, nobody is taken to have.
func (f *Folder) hasWriter(name string) bool {
	file, err := f.root.OpenFile(name, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return false
	}
	defer file.Close() // gives the lease back
	_, err = unix.FcntlInt(file.Fd(), unix.F_SETLEASE, unix.F_RDLCK)
	return errors.Is(err, unix.EAGAIN)
}
