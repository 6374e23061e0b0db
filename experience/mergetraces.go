package experience

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

// A record that a former merge recognised is here under another id, and a record that
// was purged here is not here at all: the ledger keeps a trace of both, see
// [ledger.Trace].

// heldFor finds the record that was here for another store's when it was merged
// before, if it still says what that says now: whatever became of it here, the other
// is nothing new.
func (t *transaction) heldFor(e *schema.Experience) (*schema.Experience, error) {
	trace, known, err := t.tx.Trace(e.ID)
	if err != nil || !known {
		return nil, err
	}
	have, err := t.tx.Experience(trace.As)
	if errors.Is(err, ledger.ErrNotFound) {
		return nil, nil
	}
	if err != nil || have.Hash != e.Hash || !sameMemory(have, e) || !knowledge.SameClaim(have, e) {
		return nil, err
	}
	return have, nil
}

// remembers tells whether anything of an object that is not here is still in history,
// under the id that it had here.
func (t *transaction) remembers(d store.Difference) (bool, error) {
	known, err := first(t.tx.History(d.Type, d.Key))
	if err != nil || known || d.Type != schema.TypeExperience {
		return known, err
	}
	trace, known, err := t.tx.Trace(schema.ID([]byte(d.Key)))
	if err != nil || !known {
		return false, err
	}
	return first(t.tx.History(d.Type, string(trace.As[:])))
}

// lead leads a record to what is here for those that it refers to, whether this merge
// recognised them or a former one.
func (m *merging) lead(t *transaction, e *schema.Experience) error {
	for _, id := range references(e) {
		if t.ahead[id] {
			continue
		}
		if err := m.recall(t, id); err != nil {
			return err
		}
	}
	redirect(m.same, e)
	return nil
}

// leadName leads a name to what is here for the record that taught it.
func (m *merging) leadName(t *transaction, a *schema.Alias) (*schema.Alias, error) {
	if err := m.recall(t, a.Learned); err != nil {
		return nil, err
	}
	led := *a
	if as, known := m.same[a.Learned]; known {
		led.Learned = as
	}
	return &led, nil
}

// recall finds out what is here for a record that is not and that a former merge
// recognised.
func (m *merging) recall(t *transaction, id schema.ID) error {
	if m.same[id] != uuid.Nil {
		return nil
	}
	if here, err := t.tx.Has(schema.TypeExperience, string(id[:])); err != nil || here {
		return err
	}
	trace, known, err := t.tx.Trace(id)
	if err != nil || !known {
		return err
	}
	here, err := t.tx.Has(schema.TypeExperience, string(trace.As[:]))
	if here {
		m.same[id] = trace.As
	}
	return err
}

// leftWith tells whether an entity or a name that is new here went with records that
// were forgotten here: it is known there from such records and nothing else.
func (m *merging) leftWith(ctx context.Context, d store.Difference) (gone bool, err error) {
	if d.Ours != nil || d.Type != schema.TypeEntity && d.Type != schema.TypeAlias {
		return false, nil
	}
	err = m.w.store.ViewBoth(ctx, m.from, func(ours, theirs *ledger.Reader) error {
		switch o := d.Theirs.(type) {
		case *schema.Entity:
			gone, err = mentionedByGone(ours, theirs, o)
		case *schema.Alias:
			gone, err = forgottenHere(ours, o.Learned)
		}
		return err
	})
	return gone, err
}

// mentionedByGone tells whether an entity was made for records, was told nothing more,
// and all of them were forgotten here.
func mentionedByGone(ours, theirs *ledger.Reader, e *schema.Entity) (gone bool, err error) {
	if e.Version > 1 || e.Ref != (schema.ExternalRef{}) || len(e.Properties)+len(e.Metadata) > 0 {
		return false, nil
	}
	for entry, err := range theirs.Scan(e.Agent, ledger.Mentioning(e.Key), ledger.Scan{}) {
		if err != nil {
			return false, err
		}
		if gone, err = forgottenHere(ours, entry.ID); err != nil || !gone {
			return false, err
		}
	}
	return gone, nil
}

// forgottenHere tells whether a record was purged here, or what was here for it was
// forgotten.
func forgottenHere(r *ledger.Reader, id schema.ID) (bool, error) {
	trace, known, err := r.Trace(id)
	if err != nil || !known {
		return false, err
	}
	for _, held := range []schema.ID{id, trace.As} {
		here, err := r.Has(schema.TypeExperience, string(held[:]))
		if err != nil || here {
			return false, err
		}
	}
	return true, nil
}
