package knowledge

import (
	"iter"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// comeLate gives the new statement its place in the past of a later one: until
// the next known statement began, and what held until then before it, ends
// where it begins.
func (s *settling) comeLate(by *schema.Experience) error {
	if s.out.RetiredBy != uuid.Nil {
		return nil
	}
	began := spanOf(s.record).from
	next, before, err := s.makeWay(by, began)
	if err != nil {
		return err
	}
	s.giveWay(next, before, began)
	s.out.RetiredBy, s.out.Until = next.ID, spanOf(next).from
	if to := s.record.ValidTo; !to.IsZero() && to.Before(s.out.Until) {
		s.out.Until = to
	}
	s.out.Until = later(s.out.Until, began) // not before it began: then it never held
	return nil
}

// nearby is how many statements on either side of a moment are looked at for what held
// about then.
const nearby = 8

// makeWay goes back through what a later statement superseded, and what that did, to what
// began before the new one. It finds which of them began next after that, and lets none
// be true as long as nothing was known of before.
func (s *settling) makeWay(by *schema.Experience, began time.Time) (next *schema.Experience, before []*schema.Experience, err error) {
	next = by
	queue, err := s.around(by, began)
	if err != nil {
		return nil, nil, err
	}
	seen := map[schema.ID]bool{}
	for len(queue) > 0 {
		past, err := s.Experiences(queue)
		if err != nil {
			return nil, nil, err
		}
		queue = nil
		for _, old := range past {
			if old == nil || seen[old.ID] || s.going[old.ID] || !s.rivals(old) {
				continue
			}
			seen[old.ID] = true
			switch from := spanOf(old).from; {
			case from.After(began):
				if from.Before(spanOf(next).from) && old.ValidTo.After(from) {
					next = old
				}
				if old.ValidFrom.IsZero() {
					old.ValidFrom = from
					s.out.Moved = append(s.out.Moved, old)
				}
				queue = append(queue, old.Supersedes...)
			case from.Before(began):
				before = append(before, old)
			}
		}
	}
	return next, before, nil
}

// around is where to begin to go back from a later statement: at what it superseded or,
// where a long history lies between, at one that began soon after the new one; and in any
// case at what held when that began, as what ties them may be forgotten. A changed record
// goes the whole way: what it took the place of itself must not take its place.
func (s *settling) around(by *schema.Experience, began time.Time) ([]schema.ID, error) {
	if len(s.record.Supersedes) > 0 || began.IsZero() || !spanOf(by).from.After(began) {
		return by.Supersedes, nil
	}
	soon, err := s.soonAfter(began, func(from time.Time) bool { return from.Before(spanOf(by).from) })
	if err != nil {
		return nil, err
	}
	start := by.Supersedes
	if len(soon) > 0 {
		start = idsOf(soon)
	}
	held, err := s.past(ledger.Scan{To: began}, nearby, func(old *schema.Experience) bool { return HoldsAt(old, began) })
	return slices.Concat(start, idsOf(held)), err
}

func idsOf(records []*schema.Experience) []schema.ID {
	ids := make([]schema.ID, len(records))
	for i, e := range records {
		ids[i] = e.ID
	}
	return ids
}

// soonAfter finds a statement, of each key of the subject, that began soon after a moment,
// as is wanted, and held.
func (s *settling) soonAfter(began time.Time, wanted func(from time.Time) bool) ([]*schema.Experience, error) {
	after := ledger.Scan{From: began.Add(time.Microsecond), OldestFirst: true}
	return s.past(after, 1, func(old *schema.Experience) bool {
		from := spanOf(old).from
		return from.After(began) && wanted(from) && old.ValidTo.After(from)
	})
}

// amongThePast finds the place of a new statement against which nothing stands, as what
// took the place of the others is forgotten: those that were told since still were, and
// what held when it began ends there.
func (s *settling) amongThePast(single bool) error {
	began := spanOf(s.record).from
	if !single || s.merged || s.record.Version > 1 || len(s.record.Supersedes) > 0 || began.IsZero() || !s.record.ValidTo.IsZero() {
		return nil
	}
	next, err := s.soonAfter(began, func(time.Time) bool { return true })
	if err != nil {
		return err
	}
	if len(next) > 0 {
		return s.comeLate(slices.MinFunc(next, func(a, b *schema.Experience) int { return spanOf(a).from.Compare(spanOf(b).from) }))
	}
	before, err := s.past(ledger.Scan{To: began}, nearby, func(*schema.Experience) bool { return true })
	if err != nil || len(before) == 0 {
		return err
	}
	s.endAt(before, began)
	s.out.Began = began
	return nil
}

// past finds, among the nearest of a scan by when they were told, the first of the
// rivals of the new statement that were true once, of each key of its subject, that are as wanted.
func (s *settling) past(scan ledger.Scan, most int, wanted func(*schema.Experience) bool) (out []*schema.Experience, err error) {
	for _, subject := range s.subjects {
		seen, found := 0, 0
		for old, err := range s.stated(subject, scan) {
			if err != nil {
				return nil, err
			}
			if old.ID != s.record.ID && old.Kind == s.record.Kind && Was(old) && !s.going[old.ID] && wanted(old) {
				out = append(out, old)
				found++
			}
			if seen++; seen == nearby || found == most {
				break
			}
		}
	}
	return out, nil
}

// stated yields what is stated under one key of the subject and the predicate, within a scan
// by when it was told.
func (s *settling) stated(subject schema.EntityKey, scan ledger.Scan) iter.Seq2[*schema.Experience, error] {
	return func(yield func(*schema.Experience, error) bool) {
		for entry, err := range s.Scan(s.record.Agent, ledger.Stating(subject, s.record.Statement.Predicate), scan) {
			var e *schema.Experience
			if err == nil {
				e, err = s.Experience(entry.ID)
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// giveWay ends what began before the new statement where that begins, and ties to it what
// the next one had taken the place of: what still held and, where the next one can name
// no more, all of it. So nothing gathers at one statement, in whatever order a history is told.
func (s *settling) giveWay(next *schema.Experience, before []*schema.Experience, began time.Time) {
	full, named := len(next.Supersedes) >= schema.MaxRefs, map[schema.ID]bool{}
	for _, id := range next.Supersedes {
		named[id] = true
	}
	for _, old := range before {
		held := old.ValidTo.After(began)
		if held {
			old.ValidTo = began
		}
		follows := named[old.ID] && (held || full)
		if follows {
			old.SupersededBy = s.record.ID
		}
		if held || follows {
			s.out.Moved = append(s.out.Moved, old)
		}
	}
}

// rivals tells whether a record states something of the same subject under the same
// predicate.
func (s *settling) rivals(old *schema.Experience) bool {
	return old.Statement != nil && old.Statement.Predicate == s.record.Statement.Predicate && slices.Contains(s.subjects, old.Statement.Subject)
}
