package ledger

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	"github.com/cockroachdb/pebble/v2"
)

// damaged gives what the engine calls corruption, while it reads, and keys that are
// none of ours, their name here. Every way out of the engine leads through it.
func damaged(err error) error {
	switch {
	case err == nil, errors.Is(err, ErrCorrupt):
		return err
	case pebble.IsCorruptionError(err), errors.Is(err, errKey):
		return fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	return err
}

// unopenable names why the engine does not open. It has no sentinel for most kinds
// of damage, such as a table of the wrong size or one that is missing: what is not
// the operating system's fault is damage.
func unopenable(err error) error {
	var errno syscall.Errno
	switch {
	case err == nil, errors.Is(err, ErrCorrupt), errors.Is(err, ErrFailed), errors.Is(err, pebble.ErrDBDoesNotExist):
		return err
	case strings.Contains(err.Error(), "unknown format major version"):
		return fmt.Errorf("%w: %w", ErrNewer, err)
	case errors.As(err, &errno) && !errors.Is(err, fs.ErrNotExist) && !pebble.IsCorruptionError(err):
		return err
	}
	return fmt.Errorf("%w: %w", ErrCorrupt, err)
}
