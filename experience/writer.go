package experience

import (
	"errors"
	"fmt"

	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

// Errors of this package. Match them with errors.Is.
var (
	// ErrNotFound says that a record named by the caller is not there, or is
	// another agent's: the two look the same (I5).
	ErrNotFound = store.ErrNotFound
	// ErrExists says that the caller's id is taken, by a record with other
	// content or by one that was forgotten and is still in history.
	ErrExists = errors.New("experience: id already in use")
	// ErrSuperseded says that a record was superseded before.
	ErrSuperseded = errors.New("experience: already superseded")
)

// Writer writes to a store. It is safe for concurrent use.
type Writer struct {
	store  *store.Store
	linker *knowledge.Linker // nil links nothing
	later  bool              // vectors that only a server can make are left for Embed
}

// New returns a writer for a store. It links no entities but those that the
// caller mentions.
func New(s *store.Store) *Writer { return &Writer{store: s} }

// Quick returns a writer that does not wait for an embedder on a server: what it
// records gets its vector from [Writer.Embed]. With a local embedder it is as w.
func (w *Writer) Quick() *Writer {
	quick := *w
	quick.later = true
	return &quick
}

// WithLinker returns a writer that finds the entities its records speak of.
func (w *Writer) WithLinker(l *knowledge.Linker) *Writer {
	with := *w
	with.linker = l
	return &with
}

// Retained tells what became of a record that was handed in.
type Retained struct {
	ID      schema.ID `json:"id"`
	Version int       `json:"version"`
	// New is false when the content was known: then ID is the record's that
	// was reinforced (I6), or the caller's own, which is here already.
	New bool `json:"new"`
	// Conflicts are the open disagreements that a new statement brought to
	// light.
	Conflicts []schema.ID `json:"conflicts,omitempty"`
}

// RecordError says which of several records an error is about.
type RecordError struct {
	Index int // from 0
	Err   error
}

func (e *RecordError) Error() string { return fmt.Sprintf("record %d: %v", e.Index, e.Err) }

// Unwrap returns the error itself.
func (e *RecordError) Unwrap() error { return e.Err }
