package knowledge

import (
	"slices"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// ToldBefore finds what becomes of a statement that a live one says as well and that was
// told before it, though it is learned later. If nothing else was told in between, the live
// one held since then: it is given that begin, and what held before ends there. Else it held
// twice: the place of the new statement is in the past of what was told in between, and again
// is true; where that says the same too, it begins sooner. Both are told in Moved. A
// statement that says since when it is true keeps to that, and under a predicate that may have
// many values there is nothing in between. It only reads, but for the begin of have.
func ToldBefore(r *ledger.Reader, have, e *schema.Experience, now time.Time) (place *Settlement, again bool, err error) {
	s := &settling{Reader: r, record: e, now: now, out: &Settlement{}}
	if !beganWhenTold(have) || e.Statement == nil || !e.ValidTo.IsZero() || !e.Time.Before(have.Time) || !Repeats(have, e) {
		return s.out, false, nil
	}
	if single, err := excludes(r, e.Agent, have.Statement); err != nil || !single {
		return s.out, false, err
	}
	if err := s.stand(); err != nil {
		return nil, false, err
	}
	began := spanOf(e).from
	next, before, err := s.makeWay(have, began)
	switch {
	case err != nil:
		return nil, false, err
	case next.ID == have.ID:
		s.endAt(before, began)
		have.ValidFrom = began
	case slices.Contains(s.objects, next.Statement.ObjectForm()):
		s.endAt(before, began)
		if beganWhenTold(next) {
			next.ValidFrom = began
			s.out.Moved = append(s.out.Moved, next)
		}
	default:
		s.giveWay(next, before, began)
		s.out.RetiredBy, s.out.Until = next.ID, spanOf(next).from
		again = true
	}
	return s.out, again, nil
}

// beganWhenTold tells whether a statement is taken to be true since it was told, as it
// took the place of another and says of no other time.
func beganWhenTold(e *schema.Experience) bool {
	return e.Statement != nil && e.ValidFrom.Equal(e.Time)
}

// endAt ends what held at a moment.
func (s *settling) endAt(before []*schema.Experience, at time.Time) {
	for _, old := range before {
		if old.ValidTo.After(at) {
			old.ValidTo = at
			s.out.Moved = append(s.out.Moved, old)
		}
	}
}
