package query

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/knowledge/grounding"
	"github.com/lukasadb/lukasa/schema"
)

// Errors of this package. Match them with errors.Is.
var (
	// ErrNotFound says that there is no such record or entity, or that it is
	// another agent's: the two look the same (I5).
	ErrNotFound = store.ErrNotFound
	// ErrInvalid says that a question is malformed; its text names the field.
	ErrInvalid = errors.New("query: invalid")
)

// Reader answers questions from a store. It is safe for concurrent use.
type Reader struct {
	store    *store.Store
	book     *knowledge.Book
	database *grounding.Asker // nil: there is no domain database
	seats    seats
}

// New returns a reader of a store.
func New(s *store.Store) *Reader {
	return &Reader{store: s, book: knowledge.NewBook(s), seats: newSeats()}
}

// WithBook returns a reader that shares a book of names with others.
func (q *Reader) WithBook(b *knowledge.Book) *Reader {
	with := *q
	with.book = b
	return &with
}

// Get returns a record of one of the agents.
func (q *Reader) Get(ctx context.Context, agents []string, id schema.ID) (schema.Experience, error) {
	var out schema.Experience
	err := q.store.View(ctx, func(r *ledger.Reader) error {
		e, err := r.Experience(id)
		if errors.Is(err, ledger.ErrNotFound) || err == nil && !slices.Contains(agents, e.Agent) {
			return fmt.Errorf("%w: record %s", ErrNotFound, id)
		}
		if err != nil {
			return err
		}
		out = *e
		return nil
	})
	return out, err
}

// Version is a record as it stood at one time.
type Version struct {
	Record  schema.Experience `json:"record,omitzero"` // the zero record where it was forgotten
	Number  int               `json:"version"`
	Written time.Time         `json:"written"`
	Deleted bool              `json:"deleted,omitempty"`
}

// History returns every version of a record, newest first; of a forgotten one
// too, unless it was purged.
func (q *Reader) History(ctx context.Context, agents []string, id schema.ID) ([]Version, error) {
	var out []Version
	err := q.store.View(ctx, func(r *ledger.Reader) error {
		for v, err := range r.History(schema.TypeExperience, string(id[:])) {
			if err != nil {
				return err
			}
			out = append(out, version(v))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(out, func(v Version) bool { return slices.Contains(agents, v.Record.Agent) }) {
		return nil, fmt.Errorf("%w: record %s", ErrNotFound, id)
	}
	return out, nil
}

// AsOf returns a record as the store knew it at a moment of recorded time.
func (q *Reader) AsOf(ctx context.Context, agents []string, id schema.ID, at time.Time) (schema.Experience, error) {
	var out schema.Experience
	err := q.store.View(ctx, func(r *ledger.Reader) error {
		v, err := r.AsOf(schema.TypeExperience, string(id[:]), at)
		if err != nil && !errors.Is(err, ledger.ErrNotFound) {
			return err
		}
		e := version(v).Record
		if err != nil || v.Deleted || !slices.Contains(agents, e.Agent) {
			return fmt.Errorf("%w: record %s at %s", ErrNotFound, id, at.Format(time.RFC3339))
		}
		out = e
		return nil
	})
	return out, err
}

func version(v ledger.Version) Version {
	out := Version{Number: v.Number, Written: v.Stamp, Deleted: v.Deleted}
	if e, ok := v.Object.(*schema.Experience); ok && e != nil {
		out.Record = *e
	}
	return out
}

// Agents lists the agents of the store, by name. It names agents, not their
// memories; it is for the owner of the store.
func (q *Reader) Agents(ctx context.Context) ([]ledger.AgentInfo, error) {
	var out []ledger.AgentInfo
	err := q.store.View(ctx, func(r *ledger.Reader) error {
		for a, err := range r.Agents() {
			if err != nil {
				return err
			}
			out = append(out, a)
		}
		return nil
	})
	return out, err
}
