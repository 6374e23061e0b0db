package reflect

import (
	"context"
	"slices"
	"time"

	"github.com/lukasadb/lukasa/experience"
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

// place finds the place of a note among the records that it excludes: it is over already
// where one of them was told since, and takes the place of the older ones. Those in held
// are history, and held no longer than until it was told.
func (k *Keeper) place(ctx context.Context, n *note, excluded []schema.Experience) (older []schema.ID, held []schema.Experience, err error) {
	e, at := &n.record, k.toldAt(&n.record)
	var ends ending
	err = k.store.View(ctx, func(r *ledger.Reader) error {
		for _, have := range excluded {
			last, err := lastTold(r, &have, e.User())
			if err != nil {
				return err
			}
			if !last.After(at) || slices.Contains(e.Supersedes, have.ID) {
				older = append(older, have.ID)
				continue
			}
			ends.by(have.ID, last)
			before, err := ends.goBack(r, &have, at, n.rivals)
			if err != nil {
				return err
			}
			held = append(held, before...)
		}
		return nil
	})
	ends.end(e)
	return older, held, err
}

// goBack follows what a record took the place of, as far as that rivals with the late one,
// to what held when the late one was told, which it returns. What was told between the two
// ends the late one.
func (n *ending) goBack(r *ledger.Reader, from *schema.Experience, at time.Time, rivals func(*schema.Experience) bool) (held []schema.Experience, err error) {
	seen := map[schema.ID]bool{}
	for queue := from.Supersedes; len(queue) > 0; {
		past, err := r.Experiences(queue)
		if err != nil {
			return nil, err
		}
		queue = nil
		for _, e := range past {
			switch {
			case e == nil || seen[e.ID] || !rivals(e):
			case e.Time.After(at):
				seen[e.ID] = true
				n.by(e.ID, e.Time)
				queue = append(queue, e.Supersedes...)
			case e.ValidTo.After(at) && !e.ValidFrom.After(at):
				held = append(held, *e)
			}
		}
	}
	return held, nil
}

// endedAt are the changes by which records that are history hold no longer than until a
// moment, from which on something else held that is learned late.
func endedAt(held []schema.Experience, at time.Time) []experience.Change {
	var changes []experience.Change
	for _, e := range held {
		changes = append(changes, experience.Change{ID: e.ID, Version: e.Version, Patch: schema.Patch{ValidTo: &at}})
	}
	return changes
}

// rivals tells whether a record is one of the user's that cannot hold where the note does.
func (n *note) rivals(e *schema.Experience) bool {
	return e.Kind == n.record.Kind && e.User() == n.record.User() && n.excludes(e)
}

// toldSince tells whether a known record was told after a new one.
func (k *Keeper) toldSince(ctx context.Context, have, e *schema.Experience) (since bool, err error) {
	err = k.store.View(ctx, func(r *ledger.Reader) error {
		last, err := lastTold(r, have, e.User())
		since = last.After(k.toldAt(e))
		return err
	})
	return since, err
}

// toldAt is when a new record was told: now, where it does not say.
func (k *Keeper) toldAt(e *schema.Experience) time.Time {
	if e.Time.IsZero() {
		return k.store.Now()
	}
	return e.Time
}

// lastTold is when a record about a user was last told, as far as it knows.
func lastTold(r *ledger.Reader, e *schema.Experience, user string) (time.Time, error) {
	last, err := toldBy(r, e, user)
	if e.Time.After(last) {
		last = e.Time
	}
	return last, err
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
