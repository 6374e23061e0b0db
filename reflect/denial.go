package reflect

import (
	"context"
	"slices"

	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/schema"
)

// takeBack ends what the user of a message taught before and now denies: it holds no
// more, with the message as the evidence against it. What was never taught is not
// learned by being denied. Doing it again finds nothing left to end (R4).
func (t *Turns) takeBack(ctx context.Context, m, denied *schema.Experience) error {
	held, err := t.taughtAs(ctx, m, denied)
	if err != nil || len(held) == 0 {
		return err
	}
	batch := experience.Batch{Agent: m.Agent}
	for _, e := range held {
		p := schema.Patch{
			Status: new(schema.StatusInvalidated), QualityReason: new(reasoned(e.QualityReason, day(m.Time)+": not any more, says the user")),
			Evidence: new(append(slices.Clone(e.Evidence), schema.Evidence{ID: m.ID, Stance: schema.StanceContradicts})),
		}
		if m.Time.After(e.Time) {
			p.ValidTo = &m.Time
		}
		batch.Update = append(batch.Update, experience.Change{ID: e.ID, Version: e.Version, Patch: p})
	}
	_, err = t.writer.Write(ctx, batch)
	return err
}

// deniedBy tells whether a message is evidence against a record.
func deniedBy(e *schema.Experience, message schema.ID) bool {
	return slices.Contains(e.Evidence, schema.Evidence{ID: message, Stance: schema.StanceContradicts})
}

// taughtAs finds the live records by which the user of a message taught, until then,
// just what another record says.
func (t *Turns) taughtAs(ctx context.Context, m, like *schema.Experience) (out []schema.Experience, err error) {
	in := ledger.OfUser(m.User())
	switch {
	case like.Statement != nil:
		in = ledger.Stating(like.Statement.Subject, like.Statement.Predicate)
	case like.UserFact == nil:
		return nil, nil
	}
	says := text.Fingerprint(like.Content)
	err = t.store.View(ctx, func(r *ledger.Reader) error {
		for e, err := range r.Records(m.Agent, in, ledger.Scan{OldestFirst: true}) {
			if err != nil {
				return err
			}
			if e.Kind == like.Kind && e.Status.Live() && !e.Time.After(m.Time) && len(e.Evidence) < schema.MaxRefs && text.Fingerprint(e.Content) == says {
				out = append(out, *e)
			}
		}
		return nil
	})
	return out, err
}
