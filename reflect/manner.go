package reflect

import (
	"context"
	"slices"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/reflect/extract"
	"github.com/lukasadb/lukasa/schema"
)

// placeWish finds the place of a new preference of the user of a message among those by
// which that user decided the same otherwise: it supersedes what was said until then, and
// is superseded itself by what was said since, and learned from sooner. Who says "answer
// in French" and later "answer in English" wants the second alone.
func (t *Turns) placeWish(ctx context.Context, m, e *schema.Experience) error {
	manners := extract.Manners(e.Content)
	if e.Kind != schema.KindPreference || len(manners) == 0 {
		return nil
	}
	seen := 0
	return t.store.View(ctx, func(r *ledger.Reader) error {
		for have, err := range live(r, m.Agent, schema.KindPreference) {
			if seen++; err != nil || seen > recentLessons {
				return err
			}
			if have.Content == e.Content || !shareOne(manners, extract.Manners(have.Content)) {
				continue
			}
			switch last, err := toldBy(r, have, m.User()); {
			case err != nil:
				return err
			case last.IsZero(): // another user's
			case last.After(m.Time):
				e.Status, e.ValidTo = schema.StatusSuperseded, earliest(e.ValidTo, last)
			default:
				e.Supersedes = append(e.Supersedes, have.ID)
			}
		}
		return nil
	})
}

// earliest is the earlier of two times, of which the first may not be known.
func earliest(a, b time.Time) time.Time {
	if a.IsZero() || b.Before(a) {
		return b
	}
	return a
}

func shareOne(a, b []string) bool {
	return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
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
