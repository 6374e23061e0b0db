package reflect

import (
	"context"
	"slices"

	"github.com/lukasadb/lukasa/experience"
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
	rivals := func(have *schema.Experience) bool {
		return have.Kind == e.Kind && have.Content != e.Content && (shareOne(manners, extract.Manners(have.Content)) || extract.Opposed(e.Content, have.Content))
	}
	seen := 0
	var ends ending
	var held []schema.Experience
	err := t.store.View(ctx, func(r *ledger.Reader) error {
		for have, err := range live(r, m.Agent, schema.KindPreference) {
			if seen++; err != nil || seen > recentLessons {
				return err
			}
			if !rivals(have) {
				continue
			}
			switch last, err := toldBy(r, have, m.User()); {
			case err != nil:
				return err
			case last.IsZero(): // another user's
			case last.After(m.Time):
				ends.by(have.ID, last)
				before, err := ends.goBack(r, have, m.Time, rivals)
				if err != nil {
					return err
				}
				held = append(held, before...)
			default:
				e.Supersedes = append(e.Supersedes, have.ID)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	ends.end(e)
	if len(held) == 0 {
		return nil
	}
	// Doing it again changes nothing (R4).
	_, err = t.writer.Write(ctx, experience.Batch{Agent: m.Agent, Update: endedAt(held, m.Time)})
	return err
}

func shareOne(a, b []string) bool {
	return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}
