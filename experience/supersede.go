package experience

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// supersede retires the records that e takes the place of. Each is retired
// once, and by none that came before it, which keeps SUPERSEDES free of cycles
// (I4). Where e does not say since
// when it is true, that is since it happened: before, what it replaces was.
func (t *transaction) supersede(e *schema.Experience) error {
	if len(e.Supersedes) > 0 {
		beginValidity(e)
	}
	for _, id := range e.Supersedes {
		old, err := t.tx.Experience(id)
		if err != nil {
			return err
		}
		if old.SupersededBy == e.ID {
			continue // both come from an export, where that was done
		}
		if err := errors.Join(t.superseded(old), t.precedes(e, old)); err != nil {
			return err
		}
		old.Status, old.SupersededBy = schema.StatusSuperseded, e.ID
		endValidity(old, e)
		if err := errors.Join(t.callOff(old, e), t.retire(old)); err != nil {
			return err
		}
	}
	return nil
}

// callOff ends what a record took the place of where by begins, if by is told after it and takes its
// place before it began: until then they were to hold, and now it never will. They give way to by
// instead, so that what is called off does not stand between.
func (t *transaction) callOff(never, by *schema.Experience) error {
	if !never.ValidTo.Equal(never.ValidFrom) || by.Time.Before(never.Time) {
		return nil
	}
	for _, id := range slices.Clone(never.Supersedes) {
		old, err := t.tx.Experience(id)
		if errors.Is(err, ledger.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		held := old.ValidTo.After(old.ValidFrom) && !old.ValidTo.Before(beginOf(by))
		if old.SupersededBy != never.ID || !held {
			continue
		}
		endValidity(old, by)
		if len(by.Supersedes) < schema.MaxRefs {
			never.Supersedes = slices.DeleteFunc(never.Supersedes, func(x schema.ID) bool { return x == id })
			old.SupersededBy, by.Supersedes = by.ID, append(slices.Clip(by.Supersedes), id)
		}
		if err := errors.Join(t.callOff(old, by), t.retire(old)); err != nil {
			return err
		}
	}
	return nil
}

// neverWas tells whether a record was told ahead of its time and taken back before it began.
func neverWas(e *schema.Experience) bool {
	return e.Status == schema.StatusInvalidated && e.ValidFrom.After(e.Time) && e.ValidTo.Equal(e.ValidFrom)
}

// giveBack takes out of a record that never was those that it was to take the place of, and
// did not end by themselves.
func (t *transaction) giveBack(never *schema.Experience) (back []schema.ID, err error) {
	for _, id := range never.Supersedes {
		old, err := t.tx.Experience(id)
		switch {
		case errors.Is(err, ledger.ErrNotFound):
		case err != nil:
			return nil, err
		case old.SupersededBy == never.ID && old.ValidTo.Equal(never.ValidFrom):
			back = append(back, id)
		}
	}
	never.Supersedes = slices.DeleteFunc(slices.Clone(never.Supersedes), func(id schema.ID) bool { return slices.Contains(back, id) })
	return back, nil
}

// holdOn has records live again.
func (t *transaction) holdOn(agent string, ids []schema.ID) error {
	for _, id := range ids {
		if _, err := t.update(agent, Change{ID: id, Patch: schema.Patch{Status: new(schema.StatusActive)}}, derived{}); err != nil {
			return err
		}
	}
	return nil
}

// superseded is the error for a record that another took the place of, which is
// still there and was or will be true.
func (t *transaction) superseded(old *schema.Experience) error {
	by, err := t.successor(old)
	if err != nil || by == nil {
		return err
	}
	return fmt.Errorf("%w: %s, by %s", ErrSuperseded, old.ID, old.SupersededBy)
}

// successor returns the record that took the place of another, nil if there is none that is
// still there and was or will be true.
func (t *transaction) successor(old *schema.Experience) (*schema.Experience, error) {
	if old.SupersededBy == uuid.Nil {
		return nil, nil
	}
	by, err := t.tx.Experience(old.SupersededBy)
	switch {
	case errors.Is(err, ledger.ErrNotFound):
		return nil, nil
	case err != nil:
		return nil, err
	case neverWas(by):
		return nil, nil
	}
	return by, nil
}

// precedes is the error for a record that another, or one before that, took the
// place of: it cannot take the other's.
func (t *transaction) precedes(e, later *schema.Experience) error {
	seen := map[schema.ID]bool{}
	for by := e.SupersededBy; by != uuid.Nil && !seen[by]; {
		if by == later.ID {
			return fmt.Errorf("%w: %s, by %s", ErrSuperseded, e.ID, e.SupersededBy)
		}
		seen[by] = true
		next, err := t.tx.Experience(by)
		if errors.Is(err, ledger.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		by = next.SupersededBy
	}
	return nil
}

// beginValidity says since when e is true where e does not: since it happened,
// unless it was over by then.
func beginValidity(e *schema.Experience) {
	if e.ValidFrom.IsZero() && (e.ValidTo.IsZero() || !e.Time.After(e.ValidTo)) {
		e.ValidFrom = e.Time
	}
}

// endValidity ends the time in which old was true: where what replaces it began
// to be, but not before old began. What was told later than that was never true.
// A record that had ended before, by one that was forgotten since, keeps the
// earlier end.
func endValidity(old, by *schema.Experience) {
	end := beginOf(by)
	if old.Time.After(end) {
		beginValidity(old)
	}
	if end.Before(old.ValidFrom) {
		end = old.ValidFrom
	}
	if old.ValidTo.IsZero() || old.ValidTo.After(end) {
		old.ValidTo = end
	}
}

// beginOf is since when what takes another's place is true.
func beginOf(e *schema.Experience) time.Time {
	if e.ValidFrom.IsZero() {
		return e.Time
	}
	return e.ValidFrom
}
