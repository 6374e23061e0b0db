package experience

import (
	"errors"
	"maps"
	"slices"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

// Why an object was not merged.
const (
	bothChanged   = "both changed it"
	stillNeeded   = "something here refers to it"
	otherReplaced = "what it supersedes was superseded by another here"
	leftAlone     = "it supersedes a record that is left as it is"
	leftTarget    = "what it was merged into is not here"
	mergedBack    = "what it was merged into was merged into it here"
	contradictory = "it contradicts another setting here"
)

// apply makes one step's changes.
func (m *merging) apply(t *transaction, s step, found []store.Difference) error {
	switch {
	case s.typ == schema.TypeExperience && s.gone:
		return m.forget(t, found)
	case s.typ == schema.TypeExperience:
		return m.records(t, found)
	case s.typ == schema.TypeSetting, s.typ == schema.TypeEntity && !s.gone:
		return m.together(t, found)
	}
	for _, d := range found {
		if err := m.object(t, d); err != nil {
			return err
		}
	}
	return nil
}

// records brings records to what they say there, each behind those that it refers
// to. Those that refer to one another in a circle may refer to what is ahead, which
// is looked at again at the end.
func (m *merging) records(t *transaction, found []store.Difference) error {
	t.ahead, t.going = make(map[schema.ID]bool, len(found)), m.going
	defer func() { t.ahead, t.going = nil, nil }()
	for _, d := range found {
		t.ahead[d.Theirs.(*schema.Experience).ID] = true
	}
	var open []schema.ID
	for _, d := range found {
		e := d.Theirs.(*schema.Experience)
		delete(t.ahead, e.ID)
		if leads(e, t.ahead) {
			open = append(open, e.ID)
		}
		if err := m.record(t, d); err != nil {
			return err
		}
	}
	for _, id := range open {
		if m.left[id] {
			continue
		}
		if err := m.closeCircle(t, id); err != nil {
			return err
		}
	}
	return nil
}

// closeCircle looks again at a record that was written before what it refers to: it
// is led to what stands for that here, and says nothing of what was left out.
func (m *merging) closeCircle(t *transaction, id schema.ID) error {
	if stands, known := m.same[id]; known {
		id = stands
	}
	have, err := t.tx.Experience(id)
	if err != nil {
		return err
	}
	more := *have
	redirect(m.same, &more)
	missing := map[schema.ID]bool{id: true} // and what is led to itself
	for _, ref := range references(&more) {
		if _, err := ownRecord(t.tx, have.Agent, ref); errors.Is(err, ErrNotFound) {
			missing[ref] = true
		} else if err != nil {
			return err
		}
	}
	loosen(&more, missing)
	same, err := ledger.Alike(have, &more)
	if err != nil {
		return err
	}
	if !same {
		return t.replace(have, &more)
	}
	return t.tx.Announce(schema.TypeExperience, have.ObjectKey()) // an edge needs both its ends
}

func (m *merging) clash(d store.Difference, reason string) {
	m.done.Conflicts = append(m.done.Conflicts, Clash{d, reason})
	if e, ok := d.Theirs.(*schema.Experience); ok {
		m.left[e.ID] = true
	}
}

// stands returns what is here of an object, nil if it is not, and whether it is
// for the other side to change: only that changed it, or is preferred, or it is an entity
// that was forgotten here and comes back with records that speak of it. What was purged
// here is nobody's to bring back.
func (m *merging) stands(t *transaction, d store.Difference) (schema.Object, bool, error) {
	have, err := t.tx.Get(d.Type, d.Key)
	if errors.Is(err, ledger.ErrNotFound) {
		have, err = nil, nil
	}
	if err != nil {
		return nil, false, err
	}
	if have == nil && d.Changed == store.SideBoth {
		known, err := t.remembers(d)
		if err != nil || !known {
			return nil, false, err
		}
		if d.Type == schema.TypeEntity && m.spoken[d.Key] {
			return nil, true, nil
		}
	}
	same, err := ledger.Alike(have, d.Ours)
	return have, m.how.Prefer == PreferTheirs || same && d.Changed == store.SideTheirs, err
}

// record brings a record to what it says there.
func (m *merging) record(t *transaction, d store.Difference) error {
	e := *d.Theirs.(*schema.Experience)
	if err := m.lead(t, &e); err != nil {
		return err
	}
	held, err := heldHere(t, d, &e, len(m.same) > 0)
	if err != nil || held {
		return err
	}
	have, free, err := m.stands(t, d)
	if err != nil {
		return err
	}
	if ours, ok := have.(*schema.Experience); ok && d.Changed == store.SideBoth {
		told, err := toldInBoth(d, ours, &e)
		if err != nil {
			return err
		}
		if same, err := ledger.Alike(have, &e); same || err != nil {
			return err
		}
		free = free || told
		if !free {
			if overtaken, err := m.overtaken(d, ours, &e); overtaken || err != nil {
				return err
			}
		}
	}
	if !free {
		m.clash(d, bothChanged)
		return nil
	}
	if slices.ContainsFunc(e.Supersedes, func(id schema.ID) bool { return m.left[id] }) {
		m.clash(d, leftAlone)
		return nil
	}
	if have == nil {
		return m.bring(t, d, &e)
	}
	return m.change(t, d, have.(*schema.Experience), &e)
}

// heldHere tells whether a record says here what it says there, once what it refers
// to is led to what stands for it here; or said so, and went on here.
func heldHere(t *transaction, d store.Difference, e *schema.Experience, redirected bool) (bool, error) {
	for v, err := range t.tx.History(d.Type, d.Key) {
		if err != nil {
			return false, err
		}
		if same, err := ledger.Alike(v.Object, e); same || err != nil {
			return same, err
		}
		if !redirected {
			break
		}
	}
	return false, nil
}

// bring writes a record that is not here, or finds the one that says the same.
func (m *merging) bring(t *transaction, d store.Difference, stood *schema.Experience) error {
	e, err := m.letGo(t, stood)
	if err != nil {
		return err
	}
	same, place, err := t.meets(e)
	if err == nil && same != nil && e != stood {
		same, place, err = t.beginSooner(same, e)
	}
	if err != nil {
		return err
	}
	reason, err := t.unfit(same, e)
	if err != nil {
		return err
	}
	if reason != "" {
		m.clash(d, reason)
		return nil
	}
	if same != nil {
		m.same[e.ID] = same.ID
		m.done.Known++
		_, met, err := t.tx.Trace(e.ID)
		if err != nil {
			return err
		}
		if err := t.tx.Known(e.ID, e.Version, same.ID); err != nil {
			return err
		}
		return t.absorb(same, e, !met)
	}
	m.done.New++
	if err := t.supersede(e); err != nil {
		return err
	}
	if err := t.replace(nil, stood); err != nil {
		return err
	}
	t.oweVector()
	return t.settleIn(stood, e, place)
}

// meets finds the record here that says what a new one says, or its place among
// the statements. One that is history there meets none.
func (t *transaction) meets(e *schema.Experience) (*schema.Experience, *knowledge.Settlement, error) {
	if held, err := t.heldFor(e); err != nil || held != nil {
		return held, &knowledge.Settlement{}, err
	}
	if !e.Stands() {
		return nil, &knowledge.Settlement{}, nil
	}
	same, err := t.sameContent(e)
	if err != nil || same != nil {
		return same, &knowledge.Settlement{}, err
	}
	place, err := knowledge.SettleMerged(&t.tx.Reader, e, t.now, t.going)
	if err != nil {
		return nil, nil, err
	}
	return place.Same, place, nil
}

// unfit tells why a record cannot be here: it refers to a record that is not, or
// takes the place of one that another took. have is what it is added to, or nil.
func (t *transaction) unfit(have, e *schema.Experience) (string, error) {
	err := t.checkReferences(have, e)
	var missing *schema.InvalidError
	if errors.As(err, &missing) {
		return missing.Fields[0].String(), nil
	}
	if err != nil {
		return "", err
	}
	for _, id := range e.Supersedes {
		old, err := t.tx.Experience(id)
		if errors.Is(err, ledger.ErrNotFound) {
			continue // it was gone from here before, or it would be missing
		}
		if err != nil {
			return "", err
		}
		if old.SupersededBy == e.ID || have != nil && old.SupersededBy == have.ID {
			continue
		}
		if err := t.superseded(old); errors.Is(err, ErrSuperseded) {
			return otherReplaced, nil
		} else if err != nil {
			return "", err
		}
	}
	return "", nil
}

// absorb adds to a record what another, which says the same, refers to, and lets it
// live as long and be as sure. It counts as nothing new: merging twice must change nothing.
// Who told the other is noted when the two first meet: what is forgotten of that here
// since does not come back.
func (t *transaction) absorb(have, e *schema.Experience, first bool) error {
	longer, err := t.prolongs(have, e)
	if err != nil {
		return err
	}
	more := *have
	told := first && retell(&more, e, len(e.Evidence) > 0)
	surer, err := knowledge.Agree(&t.tx.Reader, &more, e)
	if err != nil {
		return err
	}
	if !takeOver(&more, e, longer) && !surer && !told {
		return nil
	}
	if err := t.amend(have, &more); err != nil || !surer {
		return err
	}
	return t.settleAnew(&more)
}

// settleAnew gives a changed record, which is written, its place among the statements.
func (t *transaction) settleAnew(e *schema.Experience) error {
	place, err := knowledge.SettleMerged(&t.tx.Reader, e, t.now, t.going)
	if err != nil {
		return err
	}
	return t.settleIn(e, e, place)
}

// prolongs tells whether a record is to live as long as another store's, which says
// the same, because that lives longer. It is not where it was to live as long before:
// then somebody here gave it a shorter life.
func (t *transaction) prolongs(have, e *schema.Experience) (bool, error) {
	for v, err := range t.tx.History(schema.TypeExperience, have.ObjectKey()) {
		if err != nil {
			return false, err
		}
		if was, ok := v.Object.(*schema.Experience); ok && !e.Outlives(was) {
			return false, nil
		}
	}
	return true, nil
}

// oweVector has the vector of a record made once it is there, where vectors are
// kept: the other store's may be another model's (I11).
func (t *transaction) oweVector() {
	e := t.store.Embedder()
	t.owed = t.owed || e != nil && !e.Model().Local
}

// settleIn gives a record, which was written as it stood in another store, its
// place among the statements of this one, as another version: so its history holds
// what it said there.
func (t *transaction) settleIn(stood, e *schema.Experience, place *knowledge.Settlement) error {
	if stood != e || len(place.Retires) > 0 || place.RetiredBy != uuid.Nil {
		settled := *e
		takePlace(&settled, place)
		if err := t.makeWay(&settled, place); err != nil {
			return err
		}
		if err := t.supersede(&settled); err != nil {
			return err
		}
		if err := t.replace(stood, &settled); err != nil {
			return err
		}
		if err := t.weave(&settled, place); err != nil {
			return err
		}
	}
	return t.putConflicts(place.Conflicts)
}

// change gives a record the version that it has there.
func (m *merging) change(t *transaction, d store.Difference, have, e *schema.Experience) error {
	reason, err := t.unfit(have, e)
	if err != nil {
		return err
	}
	if reason != "" {
		m.clash(d, reason)
		return nil
	}
	m.done.Changed++
	if err := t.replace(have, e); err != nil {
		return err
	}
	if store.EmbeddingText(e) != store.EmbeddingText(have) {
		if err := t.tx.DropVectorsOf(e.ID); err != nil {
			return err
		}
		t.oweVector()
	}
	if !statesAnew(have, e) && !surerNow(have, e) {
		return nil
	}
	return t.settleAnew(e)
}

// surerNow tells whether a live statement was confirmed there, or became more or less
// sure: against what is here it may stand otherwise.
func surerNow(have, e *schema.Experience) bool {
	return e.Statement != nil && e.Status.Live() && (e.Confidence != have.Confidence || !e.Confirmed().Equal(have.Confirmed()))
}

// forget forgets the records that were forgotten there.
func (m *merging) forget(t *transaction, found []store.Difference) error {
	going := map[string][]schema.ID{}
	for _, d := range found {
		have, free, err := m.stands(t, d)
		if err != nil {
			return err
		}
		switch {
		case have == nil:
		case !free:
			m.clash(d, bothChanged)
		default:
			going[d.Agent] = append(going[d.Agent], have.(*schema.Experience).ID)
		}
	}
	for _, agent := range slices.Sorted(maps.Keys(going)) {
		p := newForgetting(t.tx, Forget{Agent: agent, IDs: going[agent]})
		if err := p.plan(); err != nil {
			return err
		}
		if err := p.carryOut(); err != nil {
			return err
		}
		m.done.Forgotten = append(m.done.Forgotten, p.order()...)
	}
	return nil
}
