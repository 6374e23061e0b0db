//go:build !linux

package folder

import "errors"

// exchange is not known here.
func (f *Folder) exchange(string, string) error { return errors.ErrUnsupported }
