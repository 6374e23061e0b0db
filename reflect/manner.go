package reflect

import (
	"context"
	"slices"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/reflect/extract"
	"github.com/lukasadb/lukasa/schema"
)

// outdated finds the preferences that a new one of the user of a message takes the place
// of: those by which that user decided the same otherwise, until then. Who says "answer
// in French" and later "answer in English" wants the second alone.
func (t *Turns) outdated(ctx context.Context, m, e *schema.Experience) (out []schema.ID, err error) {
	manners := extract.Manners(e.Content)
	if e.Kind != schema.KindPreference || len(manners) == 0 {
		return nil, nil
	}
	seen := 0
	err = t.store.View(ctx, func(r *ledger.Reader) error {
		for have, err := range live(r, m.Agent, schema.KindPreference) {
			if seen++; err != nil || seen > recentLessons {
				return err
			}
			if have.Content == e.Content || have.Time.After(m.Time) || !shareOne(manners, extract.Manners(have.Content)) {
				continue
			}
			if own, err := toldBy(r, have, m.User()); err != nil {
				return err
			} else if own {
				out = append(out, have.ID)
			}
		}
		return nil
	})
	return out, err
}

func shareOne(a, b []string) bool {
	return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}

// toldBy tells whether a record rests on a message of a user.
func toldBy(r *ledger.Reader, e *schema.Experience, user string) (bool, error) {
	ids := make([]schema.ID, len(e.Evidence))
	for i, ev := range e.Evidence {
		ids[i] = ev.ID
	}
	messages, err := r.Experiences(ids)
	for _, m := range messages {
		if m != nil && m.Message != nil && m.User() == user {
			return true, err
		}
	}
	return false, err
}
