package ledger

import (
	"errors"
	"fmt"

	"github.com/lukasadb/lukasa/schema"
)

// Errors that callers match with [errors.Is].
var (
	// ErrNotFound says that no object has this key, or that it was deleted.
	ErrNotFound = errors.New("ledger: not found")
	// ErrVersion says that an object is not at the version the caller expected;
	// the error itself is a [*VersionError].
	ErrVersion = errors.New("ledger: version conflict")
	// ErrNewer says that the ledger was written by a newer Lukasa.
	ErrNewer = errors.New("ledger: written by a newer version")
	// ErrLocked says that the directory is already open, here or elsewhere.
	ErrLocked = errors.New("ledger: locked")
	// ErrFailed says that a write failed earlier; the ledger must be reopened.
	ErrFailed = errors.New("ledger: failed")
	// ErrClosed says that the ledger was closed. It wraps [schema.ErrClosed].
	ErrClosed = fmt.Errorf("ledger: %w", schema.ErrClosed)
	// ErrGone says that the directory was removed, or replaced by another one, while the
	// ledger was open. It wraps [schema.ErrGone].
	ErrGone = fmt.Errorf("ledger: %w", schema.ErrGone)
	// ErrReadOnly says that a ledger opened read-only was asked to write.
	ErrReadOnly = errors.New("ledger: read-only")
	// ErrTrimmed says that the feed no longer reaches back that far: the view
	// must be rebuilt from the objects.
	ErrTrimmed = errors.New("ledger: feed trimmed")
	// ErrCursor says that a cursor is not one that a scan handed out.
	ErrCursor = errors.New("ledger: invalid cursor")
	// ErrInvalid says that an object cannot be kept as it is.
	ErrInvalid = errors.New("ledger: invalid object")
	// ErrCorrupt says that stored bytes are not what was written.
	ErrCorrupt = errors.New("ledger: corrupt")
)

// VersionError tells which version a write found and which it wanted. It
// matches [ErrVersion].
type VersionError struct {
	Type schema.ObjectType
	Key  string
	Have int // the current version; 0 if there never was one
	Want int
}

// Error implements [error].
func (e *VersionError) Error() string {
	return fmt.Sprintf("%v: %s: have version %d, want %d", ErrVersion, name(e.Type, e.Key), e.Have, e.Want)
}

// Is reports whether target is [ErrVersion].
func (e *VersionError) Is(target error) bool { return target == ErrVersion }
