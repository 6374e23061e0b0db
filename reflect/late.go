package reflect

import (
	"context"
	"slices"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// ending is what took the place of a record that is learned late, and when: of what was
// told since, the first.
type ending struct {
	id schema.ID
	at time.Time
}

// by takes in a record that was told since, and when.
func (n *ending) by(id schema.ID, at time.Time) {
	if n.at.IsZero() || at.Before(n.at) {
		n.id, n.at = id, at
	}
}

// end makes a record one that was over when it was learned, where something ended it.
func (n *ending) end(e *schema.Experience) {
	if n.at.IsZero() {
		return
	}
	e.Status, e.SupersededBy = schema.StatusSuperseded, n.id
	if e.ValidTo.IsZero() || n.at.Before(e.ValidTo) {
		e.ValidTo = n.at
	}
}

// place finds the place of a new record about a user among those that it excludes: it is
// over already where one of them was told since, and takes the place of the others, which
// are returned.
func (k *Keeper) place(ctx context.Context, e *schema.Experience, excluded []schema.Experience) (older []schema.ID, err error) {
	at := e.Time
	if at.IsZero() {
		at = k.store.Now()
	}
	var ends ending
	err = k.store.View(ctx, func(r *ledger.Reader) error {
		for _, have := range excluded {
			last, err := toldBy(r, &have, e.User())
			if err != nil {
				return err
			}
			last = latest(last, have.Time)
			if last.After(at) && !slices.Contains(e.Supersedes, have.ID) {
				ends.by(have.ID, last)
				continue
			}
			older = append(older, have.ID)
		}
		return nil
	})
	ends.end(e)
	return older, err
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// toldBy is when a user last said what a record rests on; zero where they never did.
func toldBy(r *ledger.Reader, e *schema.Experience, user string) (last time.Time, err error) {
	ids := make([]schema.ID, len(e.Evidence))
	for i, ev := range e.Evidence {
		ids[i] = ev.ID
	}
	messages, err := r.Experiences(ids)
	for _, m := range messages {
		if m != nil && m.Message != nil && m.User() == user && m.Time.After(last) {
			last = m.Time
		}
	}
	return last, err
}
