//go:build !unix

package folder

import "io/fs"

const openFlags = 0

// lock is left to the caller where files cannot be locked: one process writes.
func (f *Folder) lock() (unlock func(), err error) {
	return func() {}, f.root.MkdirAll(Private, modeOf(Private))
}

// ownerOf tells nothing where files have no owner by number.
func ownerOf(fs.FileInfo) (uid, gid int, ok bool) { return 0, 0, false }
