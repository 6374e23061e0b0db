//go:build !linux

package memorybench

import "errors"

// dropCache is not possible here.
func dropCache(string) error { return errors.ErrUnsupported }
