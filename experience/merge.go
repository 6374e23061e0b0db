package experience

import (
	"context"
	"errors"
	"slices"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/schema"
)

// Preference says what becomes of objects that both sides changed.
type Preference string

// The preferences.
const (
	PreferNeither Preference = ""       // each is a conflict, and stays as it is here
	PreferTheirs  Preference = "theirs" // what is there is taken over
)

// Joining says how to merge. The zero value leaves alone what both sides changed.
type Joining struct {
	// Agents whose objects are merged. Default here: all of them, which is for the
	// owner of both stores. The Merge of a memory takes none to mean its own agent, and
	// its MergeAll all of them, whatever is here.
	Agents []string
	// Prefer says what becomes of what both sides changed.
	Prefer Preference
	// DryRun changes nothing and tells what would be done. It holds all that
	// differs in memory.
	DryRun bool
	// Batch is how many objects are committed at a time, more where records refer to
	// one another in a circle. Default 1,000.
	Batch int
}

// Joined tells what a merge did, or on a dry run would do.
type Joined struct {
	New       int         `json:"new"`                 // records that were not here
	Known     int         `json:"known,omitempty"`     // records whose content was found here under another id (I6)
	Changed   int         `json:"changed"`             // records that got another version
	Forgotten []schema.ID `json:"forgotten,omitempty"` // with those that the cascade took along (I8)
	Objects   int         `json:"objects"`             // entities, settings and the like that were written or deleted
	Conflicts []Clash     `json:"conflicts,omitempty"` // what was left as it is here
	DryRun    bool        `json:"dry_run,omitempty"`
}

// Clash is an object that was not merged.
type Clash struct {
	store.Difference
	Reason string `json:"reason"`
}

// Validate reports the first field that is wrong, as a [schema.InvalidError].
func (how Joining) Validate() error {
	switch {
	case how.Prefer != PreferNeither && how.Prefer != PreferTheirs:
		return badJoining("prefer", string(how.Prefer), "want theirs or nothing")
	case how.Batch < 0:
		return badJoining("batch", "", "want 0 or more")
	}
	return nil
}

func badJoining(field, value, problem string) error {
	return &schema.InvalidError{Type: "merge", Fields: []schema.FieldError{{Field: field, Value: value, Problem: problem}}}
}

// Merge brings what only another store changed since the two parted. Records that
// are new there are written as they stand there and then find their place among
// the statements here; content that is here under another id is not written twice:
// what refers to it is led there, and what is here rests on the evidence of both, is
// as sure as the surer and lives as long as either, unless it was given a shorter life
// here since (I6). What statements come to does not follow from which of several stores
// is merged first: where both learned since what holds, in place of one statement, every
// value gets its time, and that is no conflict unless the statement was confirmed here since.
// Records that were forgotten there are forgotten here, with the same cascade.
// Objects that both changed to different ends, that refer to what is not here, or
// that were deleted there while something here needs them, are reported and stay as
// they are here.
//
// A record that was recognised so is known from then on: it is nothing new in a later
// merge, whatever becomes of the one here. What came by a merge and was forgotten here
// since does not come back either, as long as it was not changed there; and what was
// purged here never does.
//
// It is committed in batches: where one fails, merging again finishes; and merging
// twice changes nothing the second time. Usage stays behind, and so does history.
func (w *Writer) Merge(ctx context.Context, from *store.Store, how Joining) (Joined, error) {
	if err := how.Validate(); err != nil {
		return Joined{}, err
	}
	switch from {
	case nil:
		return Joined{}, badJoining("from", "", "empty")
	case w.store:
		return Joined{}, badJoining("from", "", "the same memory")
	}
	if how.Batch == 0 {
		how.Batch = defaultBatch
	}
	how.Agents = slices.Compact(slices.Sorted(slices.Values(how.Agents)))
	m := &merging{
		w: w, from: from, how: how, done: Joined{DryRun: how.DryRun},
		same: map[schema.ID]schema.ID{}, left: map[schema.ID]bool{}, going: map[schema.ID]bool{}, spoken: map[string]bool{},
		followed: map[schema.ID]follower{},
	}
	found, err := m.survey(ctx)
	if err != nil {
		return m.done, err
	}
	plan := m.plan(found)
	if how.DryRun {
		err = m.rehearse(ctx, plan)
	} else {
		err = m.run(ctx, plan)
	}
	slices.SortFunc(m.done.Forgotten, schema.CompareIDs)
	m.done.Conflicts = slices.DeleteFunc(m.done.Conflicts, m.went)
	return m.done, err
}

// went tells whether what was left here, though it was forgotten there, went all the
// same, with what it rested on.
func (m *merging) went(c Clash) bool {
	e, ok := c.Ours.(*schema.Experience)
	if !ok || c.Theirs != nil {
		return false
	}
	_, gone := slices.BinarySearchFunc(m.done.Forgotten, e.ID, schema.CompareIDs)
	return gone
}

// merging is one running merge.
type merging struct {
	w    *Writer
	from *store.Store
	how  Joining
	same map[schema.ID]schema.ID // records known here under another id, and that id
	left map[schema.ID]bool      // records that are left as they are here
	done Joined

	going  map[schema.ID]bool // records that are to be forgotten, for all that is known
	spoken map[string]bool    // keys of entities that new records speak of

	followed map[schema.ID]follower // by records whose place was taken there by new statements
}

// step is objects of one type that are merged together.
type step struct {
	typ  schema.ObjectType
	gone bool // they are not there any more
	keys []string
}

// survey is what differs for the other side's doing, by what is to be done about it.
type survey struct {
	records          []node
	put, gone        map[schema.ObjectType][]string
	disputes, joined []string // conflicts that are known here, entities that were merged into another
}

// survey goes through what differs.
func (m *merging) survey(ctx context.Context) (s survey, err error) {
	s.put, s.gone = map[schema.ObjectType][]string{}, map[schema.ObjectType][]string{}
	for d, err := range m.w.store.Diff(ctx, m.from, m.how.Agents) {
		if err != nil {
			return s, err
		}
		if left, err := m.leftWith(ctx, d); err != nil {
			return s, err
		} else if left {
			continue
		}
		e, isRecord := d.Theirs.(*schema.Experience)
		entity, isEntity := d.Theirs.(*schema.Entity)
		switch {
		case d.Changed == store.SideOurs || toldByRecord(d):
		case d.Theirs == nil && d.Type != schema.TypeSetting:
			s.gone[d.Type] = append(s.gone[d.Type], d.Key)
			m.foresee(d)
		case isRecord:
			s.records = append(s.records, nodeOf(e))
			if d.Ours == nil {
				noteEntities(m.spoken, e)
				m.follow(e)
			}
		case d.Type == schema.TypeConflict && d.Ours != nil:
			s.disputes = append(s.disputes, d.Key)
		case isEntity && entity.MergedInto != "":
			s.joined = append(s.joined, d.Key)
		default:
			s.put[d.Type] = append(s.put[d.Type], d.Key)
		}
	}
	return s, nil
}

// plan lists what may have to be merged, in the order in which it can be: what is
// referred to before what refers to it, and what goes at the end, the other way
// round. Conflicts that are known here come before the records, whose changes
// would settle them once more. Settings are one step, with those that go: each may
// contradict what another is until then. So are entities that were merged into another.
func (m *merging) plan(s survey) []step {
	plan := m.cut(step{schema.TypeConflict, false, s.disputes})
	types := store.ObjectOrder()
	for _, t := range types {
		switch t {
		case schema.TypeSetting:
			plan = append(plan, step{t, false, s.put[t]})
		case schema.TypeAlias: // below: a name may have been learned in a record
		case schema.TypeExperience:
			plan = append(plan, m.cutRecords(s.records)...)
			plan = append(plan, m.cut(step{schema.TypeAlias, false, s.put[schema.TypeAlias]})...)
		default:
			plan = append(plan, m.cut(step{t, false, s.put[t]})...)
		}
		if t == schema.TypeEntity {
			plan = append(plan, step{t, false, s.joined})
		}
	}
	plan = append(plan, m.cut(step{schema.TypeExperience, true, s.gone[schema.TypeExperience]})...)
	for _, t := range slices.Backward(types) {
		if t != schema.TypeExperience {
			plan = append(plan, m.cut(step{t, true, s.gone[t]})...)
		}
	}
	return slices.DeleteFunc(plan, func(s step) bool { return len(s.keys) == 0 })
}

// foresee notes a record that is to be forgotten at the end. What was told there since
// must not be lost with it.
func (m *merging) foresee(d store.Difference) {
	if e, ok := d.Ours.(*schema.Experience); ok && (d.Changed == store.SideTheirs || m.how.Prefer == PreferTheirs) {
		m.going[e.ID] = true
	}
}

// cut makes of a step those that are committed at a time.
func (m *merging) cut(s step) (steps []step) {
	for keys := range slices.Chunk(s.keys, m.how.Batch) {
		steps = append(steps, step{s.typ, s.gone, keys})
	}
	return steps
}

// cutRecords makes the steps of records, oldest first: a statement meets here what was told
// before it, as it did there. Those that refer to one another in a circle
// are in one, even if it is longer for it: none of them can be here without the others.
func (m *merging) cutRecords(nodes []node) (steps []step) {
	slices.SortFunc(nodes, inTime)
	order := inOrderOfReference(nodes)
	at := make(map[schema.ID]int, len(nodes))
	for place, i := range order {
		at[nodes[i].id] = place
	}
	var keys []string
	open := 0 // the furthest place that these records refer to
	for place, i := range order {
		n := nodes[i]
		keys = append(keys, string(n.id[:]))
		for _, ref := range n.refs {
			open = max(open, at[ref])
		}
		if len(keys) >= m.how.Batch && open <= place {
			steps = append(steps, step{schema.TypeExperience, false, keys})
			keys = nil
		}
	}
	return append(steps, step{schema.TypeExperience, false, keys})
}

// toldByRecord tells whether an object follows from a record: it comes, changes
// and goes with that.
func toldByRecord(d store.Difference) bool {
	for _, obj := range []schema.Object{d.Ours, d.Theirs} {
		if rel, ok := obj.(*schema.Relation); ok && rel.Statement != (schema.ID{}) {
			return true
		}
	}
	return false
}

// run carries out a plan, a transaction for each step.
func (m *merging) run(ctx context.Context, plan []step) error {
	for _, s := range plan {
		found, err := m.compare(ctx, s)
		if err != nil {
			return err
		}
		if err := m.w.write(ctx, func(t *transaction) error { return m.apply(t, s, found) }); err != nil {
			return err
		}
	}
	return nil
}

var errRehearsed = errors.New("experience: rehearsed")

// rehearse carries out a plan in one transaction, which is then given up.
func (m *merging) rehearse(ctx context.Context, plan []step) error {
	found := make([][]store.Difference, len(plan))
	for i, s := range plan {
		var err error
		if found[i], err = m.compare(ctx, s); err != nil {
			return err
		}
	}
	err := m.w.store.Update(ctx, func(tx *ledger.Tx) error {
		t := newTransaction(m.w.store, tx)
		for i, s := range plan {
			if err := m.apply(t, s, found[i]); err != nil {
				return err
			}
		}
		return errRehearsed
	})
	if errors.Is(err, errRehearsed) {
		return nil
	}
	return err
}

// compare reads what differs in a step now, in the order of its keys.
func (m *merging) compare(ctx context.Context, s step) ([]store.Difference, error) {
	found, err := m.w.store.Compare(ctx, m.from, m.how.Agents, s.typ, s.keys)
	return slices.DeleteFunc(found, func(d store.Difference) bool {
		return d.Changed == store.SideOurs || s.typ != schema.TypeSetting && (d.Theirs == nil) != s.gone
	}), err
}
