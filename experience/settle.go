package experience

import (
	"errors"
	"slices"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

// A new statement finds its place among those of its agent within the
// transaction that writes it, whichever door it came through. What is said
// already is reinforced; what it contradicts is retired by it, retires it, or
// stands in an open conflict with it. A changed one does so anew. Package knowledge decides, here it is
// written. A record that comes from a store, with the id and the time under
// which that recorded it, found its place there.

// strengthens tells whether e is a new reason to believe the statement have: not
// where the memory hears its own words again without new evidence (900-09).
func (t *transaction) strengthens(have, e *schema.Experience) (bool, error) {
	if have.Statement == nil || !knowledge.Repeats(have, e) {
		return false, nil
	}
	id, echo, err := t.store.Echoed(&t.tx.Reader, e)
	return !echo || id != have.ID || knowledge.BringsEvidence(have, e), err
}

// insertAt writes a new record in its place among the statements.
func (t *transaction) insertAt(e *schema.Experience, place *knowledge.Settlement) error {
	takePlace(e, place)
	if err := t.makeWay(e, place); err != nil {
		return err
	}
	if err := t.insert(e); err != nil {
		return err
	}
	if err := t.weave(e, place); err != nil {
		return err
	}
	return t.putConflicts(place.Conflicts)
}

// takePlace tells a statement what it retires, and what retires it.
func takePlace(e *schema.Experience, place *knowledge.Settlement) {
	e.Supersedes = append(e.Supersedes[:len(e.Supersedes):len(e.Supersedes)], place.Retires...)
	if place.RetiredBy != uuid.Nil {
		e.Status, e.SupersededBy, e.ValidTo = schema.StatusSuperseded, place.RetiredBy, place.Until
		beginValidity(e)
	}
	if e.ValidFrom.IsZero() {
		e.ValidFrom = place.Began
	}
}

// replaceAt writes a changed version of a record. One that states something else
// than before finds its place anew; what it disagreed with before and does not
// now is settled.
func (t *transaction) replaceAt(before, e *schema.Experience) error {
	if !statesAnew(before, e) {
		return t.replace(before, e)
	}
	place, err := knowledge.Settle(&t.tx.Reader, e, t.now)
	if err != nil {
		return err
	}
	takePlace(e, place)
	if err := t.makeWay(e, place); err != nil {
		return err
	}
	if len(place.Retires) > 0 {
		if err := t.supersede(e); err != nil {
			return err
		}
	}
	if err := t.replace(before, e); err != nil {
		return err
	}
	if err := t.weave(e, place); err != nil {
		return err
	}
	if err := t.closeMoot(e, place); err != nil {
		return err
	}
	return t.putConflicts(place.Conflicts)
}

// statesAnew tells whether a changed record states something that it did not
// before, or for another time.
func statesAnew(before, e *schema.Experience) bool {
	switch {
	case e.Statement == nil || !e.Status.Live():
		return false
	case before.Statement == nil || !before.Status.Live():
		return true
	}
	return !knowledge.SameClaim(before, e) || !knowledge.SameTime(before, e)
}

// closeMoot ends the open conflicts of a changed statement with one other that it
// does not disagree with any more.
func (t *transaction) closeMoot(e *schema.Experience, place *knowledge.Settlement) error {
	still := map[schema.ID]bool{}
	for _, c := range place.Conflicts {
		still[c.ID] = true
	}
	open, err := t.openDisputes(e)
	if err != nil {
		return err
	}
	for _, c := range open {
		if c.Type != knowledge.MemoryVersusMemory || len(c.Records) != 2 || still[c.ID] {
			continue
		}
		c.Outcome, c.ResolvedAt = knowledge.OutcomeSettled, t.now
		if err := t.tx.Put(c); err != nil {
			return err
		}
	}
	return nil
}

// behind is the place of a new record that was over when it was told: behind what it
// says took its place, where that is there and does not say so yet. Both ends name each
// other then, as they would had they come in order.
func (t *transaction) behind(e *schema.Experience) (*knowledge.Settlement, error) {
	place := &knowledge.Settlement{}
	by, err := ownRecord(t.tx, e.Agent, e.SupersededBy)
	if errors.Is(err, ErrNotFound) {
		return place, nil
	}
	if err != nil {
		return nil, err
	}
	if err := t.precedes(by, e); err != nil {
		return nil, err
	}
	if !slices.Contains(by.Supersedes, e.ID) && len(by.Supersedes) < schema.MaxRefs {
		place.RetiredBy, place.Until = by.ID, e.ValidTo
	}
	return place, nil
}

// makeWay writes what gives way to a record that came late, before that is written: what it
// took the place of says so then.
func (t *transaction) makeWay(e *schema.Experience, place *knowledge.Settlement) error {
	for _, old := range place.Moved {
		if old.SupersededBy == e.ID && len(e.Supersedes) < schema.MaxRefs {
			e.Supersedes = append(e.Supersedes, old.ID)
		}
		if err := t.retire(old); err != nil {
			return err
		}
	}
	return nil
}

// weave ties a record that came late to the one that it came too late for, in place of
// what gave way to it. A record that can name no more does not name it.
func (t *transaction) weave(e *schema.Experience, place *knowledge.Settlement) error {
	if place.RetiredBy == uuid.Nil {
		return nil
	}
	by, err := t.tx.Experience(place.RetiredBy)
	if err != nil {
		return err
	}
	by.Supersedes = slices.DeleteFunc(by.Supersedes, func(id schema.ID) bool { return slices.Contains(e.Supersedes, id) })
	if len(by.Supersedes) < schema.MaxRefs {
		by.Supersedes = append(by.Supersedes, e.ID)
	}
	beginValidity(by)
	return errors.Join(t.tx.Put(by), t.putRelations(nil, by))
}

// retire writes a statement that ended, the relations it told of, and the
// conflicts that are over with it.
func (t *transaction) retire(old *schema.Experience) error {
	if err := t.tx.Put(old); err != nil {
		return err
	}
	if err := t.putRelations(nil, old); err != nil {
		return err
	}
	return t.closeDisputes(old)
}

// putConflicts writes conflicts that were not known before, or were only settled
// because the sides did not disagree for a while.
func (t *transaction) putConflicts(conflicts []*schema.Conflict) error {
	for _, c := range conflicts {
		known, err := loadConflict(t.tx, c.Agent, c.ID)
		if err == nil && known.Outcome != knowledge.OutcomeSettled {
			continue
		}
		if err != nil && !errors.Is(err, ledger.ErrNotFound) {
			return err
		}
		c.SetDefaults(t.now, nil)
		if err := errors.Join(c.Validate(), t.tx.Put(c)); err != nil {
			return err
		}
	}
	return nil
}

// closeDisputes ends the open conflicts of a record that is not live any more,
// where fewer than two sides are left; one side against a database is enough.
func (t *transaction) closeDisputes(e *schema.Experience) error {
	if e.Stands() {
		return nil
	}
	open, err := t.openDisputes(e)
	if err != nil {
		return err
	}
	for _, c := range open {
		if err := t.closeDispute(c); err != nil {
			return err
		}
	}
	return nil
}

func (t *transaction) openDisputes(e *schema.Experience) ([]*schema.Conflict, error) {
	var open []*schema.Conflict
	for entry, err := range t.tx.Scan(e.Agent, ledger.Disputing(e.ID, true), ledger.Scan{}) {
		if err != nil {
			return nil, err
		}
		c, err := loadConflict(t.tx, e.Agent, entry.ID)
		if err != nil {
			return nil, err
		}
		open = append(open, c)
	}
	return open, nil
}

func (t *transaction) closeDispute(c *schema.Conflict) error {
	sides, err := t.tx.Experiences(c.Records)
	if err != nil {
		return err
	}
	live := 0
	for _, e := range sides {
		if e != nil && e.Stands() {
			live++
		}
	}
	if live > 1 || live == 1 && c.Type == knowledge.MemoryVersusDatabase {
		return nil
	}
	c.Outcome, c.ResolvedAt = knowledge.OutcomeSettled, t.now
	return t.tx.Put(c)
}

func loadConflict(tx *ledger.Tx, agent string, id schema.ID) (*schema.Conflict, error) {
	return ledger.Load[*schema.Conflict](&tx.Reader, (&schema.Conflict{Agent: agent, ID: id}).ObjectKey())
}

// openOnes lists the conflicts that wait for a resolution.
func openOnes(conflicts []*schema.Conflict) []schema.ID {
	var ids []schema.ID
	for _, c := range conflicts {
		if c.ResolvedAt.IsZero() {
			ids = append(ids, c.ID)
		}
	}
	return ids
}
