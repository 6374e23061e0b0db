package experience

import (
	"errors"
	"iter"
	"slices"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

// errNoTarget says that what an entity was merged into is not here.
var errNoTarget = errors.New("experience: merged into what is not here")

// together brings objects of which one may wait for another to what they are there: a
// setting that contradicts what another has yet to leave, an entity that was merged into
// one to come. One that waits for what does not come is a conflict.
func (m *merging) together(t *transaction, found []store.Difference) error {
	for {
		var waiting []store.Difference
		var why []string
		for _, d := range found {
			err := m.object(t, d)
			if reason := reasonToWait(err); reason != "" {
				waiting, why = append(waiting, d), append(why, reason)
			} else if err != nil {
				return err
			}
		}
		if len(waiting) < len(found) {
			found = waiting
			continue
		}
		for i, d := range waiting {
			m.clash(d, why[i])
		}
		return nil
	}
}

// reasonToWait tells why an object may find its place only once others have changed.
func reasonToWait(err error) string {
	if _, contradicts := errors.AsType[*schema.InvalidError](err); contradicts {
		return contradictory
	}
	if errors.Is(err, errNoTarget) {
		return leftTarget
	}
	return ""
}

// object brings another object to what it is there. A setting that contradicts others
// is a [schema.InvalidError], an entity that was merged into none that is here an
// errNoTarget, and nothing is written of it.
func (m *merging) object(t *transaction, d store.Difference) error {
	have, free, err := m.stands(t, d)
	if err != nil {
		return err
	}
	if a, isName := d.Theirs.(*schema.Alias); isName {
		if d.Theirs, err = m.leadName(t, a); err != nil {
			return err
		}
	}
	if same, err := ledger.Alike(have, d.Theirs); same || err != nil {
		return err
	}
	if !free {
		switch found, known := foundTwice(have, d.Theirs); {
		case known:
			return nil
		case !found:
			m.clash(d, bothChanged)
			return nil
		}
	}
	if d.Theirs == nil {
		return m.remove(t, d)
	}
	if fits, err := m.fits(t, d, have != nil); err != nil || !fits {
		return err
	}
	m.done.Objects++
	if err := t.tx.Put(d.Theirs); err != nil {
		return err
	}
	if c, ok := d.Theirs.(*schema.Conflict); ok && c.ResolvedAt.IsZero() {
		return t.closeDispute(c) // its sides may have found another end here
	}
	return nil
}

// fits tells whether an object, which is as it is there, has its place here; of one that
// would close a circle it notes a conflict. known tells that there is one here.
func (m *merging) fits(t *transaction, d store.Difference, known bool) (bool, error) {
	switch o := d.Theirs.(type) {
	case *schema.Conflict: // a disagreement of records that are not all here is none
		sides, err := t.tx.Experiences(o.Records)
		return !slices.Contains(sides, nil), err
	case *schema.Merge: // of an entity that is left as it is
		return t.holds(o, known)
	case *schema.Entity:
		if err := hasTarget(t.tx, o); err != nil {
			return false, err
		}
		circle, err := circular(t.tx, o)
		if circle && err == nil {
			m.clash(d, mergedBack)
		}
		return !circle, err
	case *schema.Setting:
		return true, t.store.CheckSetting(&t.tx.Reader, o)
	}
	return true, nil
}

// hasTarget makes sure that what an entity was merged into is here.
func hasTarget(tx *ledger.Tx, e *schema.Entity) error {
	if e.MergedInto == "" {
		return nil
	}
	here, err := tx.Has(schema.TypeEntity, (&schema.Entity{Agent: e.Agent, Key: e.MergedInto}).ObjectKey())
	if err == nil && !here {
		return errNoTarget
	}
	return err
}

// foundTwice tells whether the same disagreement was found here and there and was not
// decided to different ends, and whether what is here says as much as what is there.
func foundTwice(ours, theirs schema.Object) (found, known bool) {
	a, ok := ours.(*schema.Conflict)
	b, too := theirs.(*schema.Conflict)
	if !ok || !too {
		return false, false
	}
	decided := func(c *schema.Conflict) bool {
		return !c.ResolvedAt.IsZero() && c.Outcome != knowledge.OutcomeSettled
	}
	known = !decided(b) || a.Outcome == b.Outcome
	return known || !decided(a), known
}

// holds tells whether the entity that a line of the merge log tells of is as it says.
// One that was taken back says nothing unless it is known here as standing.
func (t *transaction) holds(log *schema.Merge, known bool) (bool, error) {
	if log.Undone && !known {
		return true, nil
	}
	e, err := ledger.Load[*schema.Entity](&t.tx.Reader, (&schema.Entity{Agent: log.Agent, Key: log.From}).ObjectKey())
	if errors.Is(err, ledger.ErrNotFound) {
		return log.Undone, nil
	}
	return err == nil && log.Undone == (e.MergedInto != log.Into), err
}

// remove deletes an object, unless something here refers to it.
func (m *merging) remove(t *transaction, d store.Difference) error {
	switch o := d.Ours.(type) {
	case *schema.Entity:
		needed, err := t.needed(o.Agent, o.Key)
		if err != nil {
			return err
		}
		if needed {
			m.clash(d, stillNeeded)
			return nil
		}
	case *schema.Setting:
		none := &schema.Setting{Agent: o.Agent, Name: o.Name, Value: []byte("{}")}
		if err := t.store.CheckSetting(&t.tx.Reader, none); err != nil {
			return err
		}
	}
	m.done.Objects++
	return t.tx.Delete(d.Type, d.Key)
}

// needed tells whether anything refers to an entity.
func (t *transaction) needed(agent string, key schema.EntityKey) (bool, error) {
	for _, any := range []func() (bool, error){
		func() (bool, error) { return first(t.tx.Scan(agent, ledger.Mentioning(key), ledger.Scan{})) },
		func() (bool, error) { return first(t.tx.Relations(agent, key, ledger.Either)) },
		func() (bool, error) { return first(t.tx.AliasesOf(agent, key)) },
		func() (bool, error) { return first(t.tx.MergedInto(agent, key)) },
	} {
		if found, err := any(); found || err != nil {
			return found, err
		}
	}
	return false, nil
}

// first tells whether a sequence has a value.
func first[T any](values iter.Seq2[T, error]) (bool, error) {
	for _, err := range values {
		return err == nil, err
	}
	return false, nil
}
