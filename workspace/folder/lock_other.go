//go:build !unix

package folder

const openFlags = 0

// lock is left to the caller where files cannot be locked: one process writes.
func (f *Folder) lock() (unlock func(), err error) {
	return func() {}, f.root.MkdirAll(Private, modeOf(Private))
}
