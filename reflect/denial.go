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
// learned by being denied, and what the message teaches besides stays. Doing it again
// finds nothing left to end (R4).
func (t *Turns) takeBack(ctx context.Context, m *schema.Experience, denial *Candidate, besides []Candidate) error {
	held, err := t.denied(ctx, m, denial)
	held = slices.DeleteFunc(held, func(e schema.Experience) bool {
		return slices.ContainsFunc(besides, func(c Candidate) bool { return c.Record.Kind == e.Kind && c.Record.Content == e.Content })
	})
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
			p.ValidTo = new(later(m.Time, e.ValidFrom)) // what is yet to come never will
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

// denied finds the live records by which the user of a message taught, until then, what a
// candidate denies: just what its record says or, of an ending, what that is of.
func (t *Turns) denied(ctx context.Context, m *schema.Experience, c *Candidate) (out []schema.Experience, err error) {
	held, err := t.held(ctx, m, &c.Record)
	if err != nil {
		return nil, err
	}
	says := text.Fingerprint(c.Record.Content)
	for _, e := range held {
		is := text.Fingerprint(e.Content) == says
		if c.over != nil {
			_, is = c.over.Of(e.Content)
		}
		if is && len(e.Evidence) < schema.MaxRefs {
			out = append(out, e)
		}
	}
	if c.over != nil && c.over.Alone && len(out) > 1 {
		return nil, nil // nobody can tell which
	}
	return out, nil
}

// held are the live records of the sort of another by which the user of a message taught
// something, and did not since say it again.
func (t *Turns) held(ctx context.Context, m, like *schema.Experience) (out []schema.Experience, err error) {
	switch {
	case like.Statement != nil:
		err = t.store.View(ctx, func(r *ledger.Reader) error {
			out, err = stating(r, m.Agent, like)
			return err
		})
	case like.UserFact != nil, like.Insight != nil:
		out, err = t.keeper.known(ctx, m.Agent, m.User(), like.Kind)
	case like.Kind == schema.KindPreference, like.Kind == schema.KindTask:
		err = t.store.View(ctx, func(r *ledger.Reader) error {
			out, err = wishes(r, m, like.Kind)
			return err
		})
	}
	if err != nil {
		return nil, err
	}
	err = t.store.View(ctx, func(r *ledger.Reader) error {
		out, err = saidUntil(r, out, m)
		return err
	})
	return out, err
}

// overSince tells whether what a record says is known to have ended after the message that
// says it, which is learned from late: the user of the message took it back since.
func (t *Turns) overSince(ctx context.Context, m, e *schema.Experience) (over bool, err error) {
	err = t.store.View(ctx, func(r *ledger.Reader) error {
		for have, err := range r.Records(m.Agent, ledger.WithHash(e.ContentHash()), ledger.Scan{}) {
			if err != nil {
				return err
			}
			if have.Kind == e.Kind && have.Content == e.Content && have.Status == schema.StatusInvalidated && have.ValidTo.After(m.Time) {
				for _, ev := range have.Evidence {
					over = over || ev.Stance == schema.StanceContradicts
				}
			}
		}
		return nil
	})
	return over, err
}

// stating lists the live records of the kind of another that state something of its
// subject under its predicate, oldest first.
func stating(r *ledger.Reader, agent string, like *schema.Experience) (out []schema.Experience, err error) {
	in := ledger.Stating(like.Statement.Subject, like.Statement.Predicate)
	for e, err := range r.Records(agent, in, ledger.Scan{OldestFirst: true}) {
		if err != nil {
			return nil, err
		}
		if e.Kind == like.Kind && e.Status.Live() {
			out = append(out, *e)
		}
	}
	return out, nil
}

// wishes lists, of the newest of a kind, what the user of a message told.
func wishes(r *ledger.Reader, m *schema.Experience, kind schema.Kind) (out []schema.Experience, err error) {
	seen := 0
	for e, err := range live(r, m.Agent, kind) {
		if seen++; err != nil || seen > recentLessons {
			return out, err
		}
		last, err := toldBy(r, e, m.User())
		if err != nil {
			return nil, err
		}
		if !last.IsZero() {
			out = append(out, *e)
		}
	}
	return out, nil
}

// saidUntil are those of some records that the user of a message said last before it.
func saidUntil(r *ledger.Reader, list []schema.Experience, m *schema.Experience) (out []schema.Experience, err error) {
	for _, e := range list {
		last, err := lastTold(r, &e, m.User())
		if err != nil {
			return nil, err
		}
		if !last.After(m.Time) {
			out = append(out, e)
		}
	}
	return out, nil
}

// changed makes a candidate what the one thing that the user of a message taught and
// that is over would be with what took its place. Of nothing taught it teaches nothing.
func (t *Turns) changed(ctx context.Context, m *schema.Experience, c *Candidate) (own bool, err error) {
	have, err := t.denied(ctx, m, c)
	if err != nil || len(have) != 1 {
		return false, err
	}
	c.Old, _ = c.over.Of(have[0].Content)
	if err := c.becomes(&have[0], told(&have[0], m.User())); err != nil {
		return false, err
	}
	if c.Record.Statement != nil {
		c.Record.Statement.Provenance = "episodic" // it was so until now
	}
	return true, nil
}
