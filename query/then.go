package query

import (
	"context"
	"iter"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

// Moment is a moment of the past on either axis of time; one that is zero is now.
type Moment struct {
	KnownAt time.Time // as the store knew it
	TrueAt  time.Time // what was true
}

// IsZero tells that both axes are at now.
func (m Moment) IsZero() bool { return m.KnownAt.IsZero() && m.TrueAt.IsZero() }

// AllThen is [Reader.All] as of a moment: what was superseded since is there, and
// what was not yet known, or not true then, is not. What had expired by KnownAt is not
// there either, and what expired since is. The filter's other conditions
// judge records as they are now, and what was forgotten since stays away.
func (q *Reader) AllThen(ctx context.Context, f Filter, at Moment) iter.Seq2[schema.Experience, error] {
	free := len(f.Statuses) == 0
	if free {
		f.Statuses = schema.Statuses()
	}
	f.outlived = !at.KnownAt.IsZero() && !f.Expired
	seen := at.KnownAt
	if seen.IsZero() {
		seen = q.store.Now()
	}
	return func(yield func(schema.Experience, error) bool) {
		for e, err := range q.All(ctx, f) {
			there := &e
			if err == nil && !at.KnownAt.IsZero() {
				there, err = q.known(ctx, e.ID, at.KnownAt)
			}
			if err != nil {
				yield(schema.Experience{}, err)
				return
			}
			if there != nil && at.holds(there, free, seen) && !(f.outlived && there.Expired(at.KnownAt)) && !yield(*there, nil) {
				return
			}
		}
	}
}

// known is knownAt in a snapshot of its own: the caller may write between two.
func (q *Reader) known(ctx context.Context, id schema.ID, at time.Time) (e *schema.Experience, err error) {
	err = q.store.View(ctx, func(r *ledger.Reader) error {
		e, err = knownAt(r, id, at)
		return err
	})
	return e, err
}

// holds tells whether a record counted then: true by its validity, where that was
// asked for, else in force when it was seen. A filter that is not free asks for states of its own.
func (m Moment) holds(e *schema.Experience, free bool, seen time.Time) bool {
	if m.TrueAt.IsZero() {
		return !free || e.Status.LiveAt(seen, e.ValidFrom, e.ValidTo)
	}
	return knowledge.HoldsAt(e, m.TrueAt) && (!free || e.Status.Live() || knowledge.Was(e))
}
