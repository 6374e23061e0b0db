//go:build !linux

package generation

import (
	"errors"
	"os"
)

// share is for file systems that clone; elsewhere the bytes are copied.
func share(_, _ *os.File) error { return errors.ErrUnsupported }
