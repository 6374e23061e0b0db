package lukasa

import (
	"errors"

	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/reflect"
	"github.com/lukasadb/lukasa/schema"
)

// Errors, to be matched with errors.Is.
var (
	// ErrLocked: the store is open elsewhere. The error is a [*LockedError].
	ErrLocked = store.ErrLocked
	// ErrClosed: the memory was closed.
	ErrClosed = store.ErrClosed
	// ErrNewer: the store was written by a newer version of Lukasa.
	ErrNewer = ledger.ErrNewer
	// ErrVersion: the record is at another version than the caller expected.
	// The error is a [*VersionError].
	ErrVersion = ledger.ErrVersion
	// ErrFailed: a write failed earlier; the store must be opened again.
	ErrFailed = ledger.ErrFailed
	// ErrCorrupt: a file of the store is not what was written, and cannot be
	// made again from the others. Restore a backup.
	ErrCorrupt = ledger.ErrCorrupt
	// ErrInvalid: an object breaks a rule. The error is an [*InvalidError].
	ErrInvalid = schema.ErrInvalid
	// ErrQuery: a question is malformed.
	ErrQuery = query.ErrInvalid
	// ErrExists: the caller's id is in use for other content.
	ErrExists = experience.ErrExists
	// ErrSuperseded: the record was superseded before.
	ErrSuperseded = experience.ErrSuperseded
	// ErrNotFound: there is no such record or entity of this agent.
	ErrNotFound = store.ErrNotFound
	// ErrForget: a [Forget] does not say what to forget, or too much.
	ErrForget = experience.ErrForget
	// ErrView: there is no view of that name to rebuild.
	ErrView = store.ErrView
	// ErrConfigKey: the configuration has no such key.
	ErrConfigKey = reflect.ErrConfigKey
	// ErrBlock: an edit does not fit its block of core memory.
	ErrBlock = reflect.ErrBlock
	// ErrBlockFull: a block would grow too long. The error is a [*BlockFullError].
	ErrBlockFull = reflect.ErrBlockFull
	// ErrReceipt: a receipt was changed, or was not issued by this memory.
	ErrReceipt = reflect.ErrReceipt
	// ErrRemains: something of what was forgotten was found afterwards.
	ErrRemains = reflect.ErrRemains
	// ErrEmbedder: the memory is configured for another embedder (embedding.model).
	ErrEmbedder = errors.New("lukasa: not the embedder this memory is meant for")
	// ErrNotBackup: the directory to restore from holds no backup.
	ErrNotBackup = store.ErrNotBackup
)

// Typed errors, to be found with errors.As.
type (
	// LockedError names who has the store open.
	LockedError = store.LockedError
	// Holder is who that is.
	Holder = store.Holder
	// VersionError tells which version there is and which was expected.
	VersionError = ledger.VersionError
	// InvalidError lists every bad field of an object.
	InvalidError = schema.InvalidError
	// FieldError is one of them.
	FieldError = schema.FieldError
	// RecordError says which of several records an error is about.
	RecordError = experience.RecordError
)

// noMemory is the error for a memory, or a place of one, that was not given.
func noMemory(field string) error { return missing("memory", field) }

// noFolder is the error for the folder of a workspace that was not given.
func noFolder() error { return missing("workspace", "dir") }

// missing is the error for what a call needs and was not given.
func missing(of schema.ObjectType, field string) error {
	return &InvalidError{Type: of, Fields: []FieldError{{Field: field, Problem: "empty"}}}
}
