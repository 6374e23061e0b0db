package experience

import (
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// A statement that stays is true since, and was last known to hold when, somebody told it
// who is left; and what it took the place of was true until then.

// retime takes out of a record the times that only those gave it who told it and are
// forgotten. What it took the place of follows; see adjoin.
func (p *forgetting) retime(was, e *schema.Experience) {
	if e.Statement == nil {
		return
	}
	had, left := timesOf(was), timesOf(e)
	gone := func(at time.Time) bool {
		same := func(t time.Time) bool { return t.Equal(at) }
		return !at.IsZero() && slices.ContainsFunc(had, same) && !slices.ContainsFunc(left, same)
	}
	if st := *e.Statement; gone(st.ValidatedAt) {
		if st.ValidatedAt = left[len(left)-1]; len(left) == 1 {
			st.ValidatedAt = time.Time{} // that it was said is all that is known
		}
		e.Statement = &st
	}
	if !gone(e.ValidFrom) {
		return
	}
	p.began[e.ID] = e.ValidFrom
	if e.ValidFrom = left[0]; !e.ValidTo.IsZero() && e.ValidTo.Before(e.ValidFrom) {
		e.ValidFrom = e.ValidTo // told by nobody who is left while it held
	}
}

// timesOf lists when those told a record who are known to have told it, in order.
func timesOf(e *schema.Experience) (times []time.Time) {
	for _, t := range tellings(e, false) {
		times = append(times, t.Time)
	}
	slices.SortFunc(times, time.Time.Compare)
	return times
}

// adjoin has what records took the place of, that begin at another time than they did,
// hold until then.
func (p *forgetting) adjoin() error {
	for _, id := range slices.SortedFunc(maps.Keys(p.began), schema.CompareIDs) {
		e := p.changed[id]
		if e == nil || p.going[id] != nil {
			continue
		}
		for _, before := range e.Supersedes {
			if p.going[before] != nil {
				continue
			}
			old, err := p.staying(before)
			switch {
			case errors.Is(err, ledger.ErrNotFound):
				continue
			case err != nil:
				return err
			}
			if old.SupersededBy == id && old.ValidTo.Equal(p.began[id]) {
				p.holdUntil(old, e.ValidFrom)
			}
		}
	}
	return nil
}

// holdUntil ends a record at another time than it did, and not before it began.
func (p *forgetting) holdUntil(old *schema.Experience, end time.Time) {
	if end.Before(old.ValidFrom) {
		end = old.ValidFrom
	}
	old.ValidTo = end
	p.changed[old.ID], p.anew[old.ID] = old, p.anew[old.ID] || p.want.Purge
}
