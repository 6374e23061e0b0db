package experience

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// Forget says what is to be forgotten. Exactly one of IDs, Session and All is
// given; each is limited to Agent.
type Forget struct {
	// Agent whose records they are. Required.
	Agent string
	// IDs of records.
	IDs []schema.ID
	// Session forgets every record of a session.
	Session string
	// All forgets everything the agent has, its entities and settings too.
	All bool
	// Purge removes history as well, and rewrites what held the bytes: when the
	// call returns, no file of the store holds any of the content (I9).
	// Without it the records are gone from every answer, but History and AsOf
	// still know them.
	Purge bool
	// DryRun changes nothing and tells what would go.
	DryRun bool
}

// Forgotten tells what was, or on a dry run would be, forgotten.
type Forgotten struct {
	Records   []schema.ID `json:"records"`           // in order of id
	Beliefs   []schema.ID `json:"beliefs,omitempty"` // of these, those that lost their last evidence (I8)
	Relations int         `json:"relations,omitempty"`
	Objects   int         `json:"objects,omitempty"` // entities, aliases and the like, with All
	Purged    bool        `json:"purged,omitempty"`
	DryRun    bool        `json:"dry_run,omitempty"`
}

// ErrForget says that a [Forget] does not say what to forget, or too much.
var ErrForget = errors.New("experience: invalid forget")

// Validate reports the first field that is wrong.
func (f Forget) Validate() error {
	ways := 0
	for _, given := range []bool{len(f.IDs) > 0, f.Session != "", f.All} {
		if given {
			ways++
		}
	}
	switch {
	case f.Agent == "":
		return fmt.Errorf("%w: agent: empty", ErrForget)
	case ways != 1:
		return fmt.Errorf("%w: want exactly one of ids, session and all", ErrForget)
	}
	return nil
}

// Forget removes records and what rests on nothing else, as one transaction. An
// id that is not there, or is another agent's, is [ErrNotFound], and nothing is
// forgotten.
func (w *Writer) Forget(ctx context.Context, f Forget) (Forgotten, error) {
	if err := f.Validate(); err != nil {
		return Forgotten{}, err
	}
	var out Forgotten
	err := w.store.Update(ctx, func(tx *ledger.Tx) error {
		p := &forgetting{tx: tx, want: f, going: map[schema.ID]*schema.Experience{}, weaker: map[schema.ID]*schema.Experience{}}
		if err := p.plan(); err != nil {
			return err
		}
		out = p.report()
		if f.DryRun {
			return nil
		}
		return p.carryOut()
	})
	if err != nil || f.DryRun {
		return out, err
	}
	if f.Purge {
		if err := w.store.Reclaim(ctx, f.Agent); err != nil {
			return out, err
		}
		out.Purged = true
	}
	return out, nil
}

// forgetting is the plan of one Forget.
type forgetting struct {
	tx      *ledger.Tx
	want    Forget
	going   map[schema.ID]*schema.Experience // records that go
	beliefs []schema.ID                      // of these, those without evidence left
	weaker  map[schema.ID]*schema.Experience // records that lose some evidence and stay
	links   []*schema.Relation
	objects []schema.Object
}

func (p *forgetting) plan() error {
	ids, err := p.named()
	if err != nil {
		return err
	}
	for _, id := range ids {
		e, err := p.record(id)
		if err != nil {
			return err
		}
		p.going[id] = e
	}
	for _, id := range ids {
		if err := p.weaken(id); err != nil {
			return err
		}
	}
	if err := p.planRelations(); err != nil {
		return err
	}
	if p.want.All {
		return p.planObjects()
	}
	return nil
}

// record returns a record that the caller named. One that was forgotten before
// can still be purged.
func (p *forgetting) record(id schema.ID) (*schema.Experience, error) {
	e, err := p.tx.Experience(id)
	if errors.Is(err, ledger.ErrNotFound) && p.want.Purge {
		e, err = p.lastVersion(id)
	}
	if errors.Is(err, ledger.ErrNotFound) || err == nil && e.Agent != p.want.Agent {
		return nil, fmt.Errorf("%w: %s", ErrNotFound, id)
	}
	return e, err
}

func (p *forgetting) lastVersion(id schema.ID) (*schema.Experience, error) {
	for v, err := range p.tx.History(schema.TypeExperience, string(id[:])) {
		if err != nil {
			return nil, err
		}
		if e, ok := v.Object.(*schema.Experience); ok {
			return e, nil
		}
	}
	return nil, ledger.ErrNotFound
}

// named lists the records that the caller named.
func (p *forgetting) named() ([]schema.ID, error) {
	if len(p.want.IDs) > 0 {
		ids := slices.Clone(p.want.IDs)
		slices.SortFunc(ids, compareIDs)
		return slices.Compact(ids), nil
	}
	index := ledger.Everything()
	if p.want.Session != "" {
		index = ledger.InSession(p.want.Session)
	}
	var ids []schema.ID
	for e, err := range p.tx.Scan(p.want.Agent, index, ledger.Scan{}) {
		if err != nil {
			return nil, err
		}
		ids = append(ids, e.ID)
	}
	return ids, nil
}

// weaken takes a record that goes out of the evidence of every belief that
// rests on it. A belief left without evidence goes too, and so on (I8).
func (p *forgetting) weaken(id schema.ID) error {
	for entry, err := range p.tx.Scan(p.want.Agent, ledger.Referring(ledger.ByEvidence, id), ledger.Scan{}) {
		if err != nil {
			return err
		}
		if p.going[entry.ID] != nil {
			continue
		}
		e := p.weaker[entry.ID]
		if e == nil {
			if e, err = p.tx.Experience(entry.ID); err != nil {
				return err
			}
		}
		e.Evidence = slices.DeleteFunc(slices.Clone(e.Evidence), func(ev schema.Evidence) bool { return ev.ID == id })
		p.weaker[e.ID] = e
		if len(e.Evidence) > 0 {
			continue
		}
		delete(p.weaker, e.ID)
		p.going[e.ID] = e
		p.beliefs = append(p.beliefs, e.ID)
		if err := p.weaken(e.ID); err != nil {
			return err
		}
	}
	return nil
}

// planRelations finds the relations whose provenance goes.
func (p *forgetting) planRelations() error {
	for _, id := range p.order() {
		e := p.going[id]
		seen := map[schema.EntityKey]bool{}
		for _, m := range e.Mentions {
			seen[m.Entity] = true
		}
		for _, l := range e.Relations {
			seen[l.From] = true
		}
		for _, key := range sortedKeys(seen) {
			for rel, err := range p.tx.Relations(e.Agent, key, ledger.Outgoing) {
				if err != nil {
					return err
				}
				if rel.Statement == id {
					p.links = append(p.links, rel)
				}
			}
		}
	}
	return nil
}

// planObjects finds everything else an agent has.
func (p *forgetting) planObjects() error {
	types := []schema.ObjectType{
		schema.TypeAlias, schema.TypeRelation, schema.TypeEntity, schema.TypeRule,
		schema.TypeConflict, schema.TypeMerge, schema.TypeBlock, schema.TypeSetting,
	}
	p.links = nil // all relations go with the objects
	for _, t := range types {
		for obj, err := range p.tx.Objects(t, schema.KeyPrefix(p.want.Agent)) {
			if err != nil {
				return err
			}
			p.objects = append(p.objects, obj)
		}
	}
	return nil
}

func (p *forgetting) report() Forgotten {
	slices.SortFunc(p.beliefs, compareIDs)
	return Forgotten{
		Records: p.order(), Beliefs: p.beliefs, Relations: len(p.links), Objects: len(p.objects), DryRun: p.want.DryRun,
	}
}

// order lists the records that go in order of id, so that equal stores forget
// in equal order (I10).
func (p *forgetting) order() []schema.ID {
	ids := make([]schema.ID, 0, len(p.going))
	for id := range p.going {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, compareIDs)
	return ids
}

func (p *forgetting) carryOut() error {
	for _, id := range p.order() {
		if err := p.drop(p.going[id]); err != nil {
			return err
		}
	}
	weaker := make([]*schema.Experience, 0, len(p.weaker))
	for _, e := range p.weaker {
		weaker = append(weaker, e)
	}
	slices.SortFunc(weaker, func(a, b *schema.Experience) int { return compareIDs(a.ID, b.ID) })
	for _, e := range weaker {
		if err := p.tx.Put(e); err != nil {
			return err
		}
	}
	for _, rel := range p.links {
		if err := p.drop(rel); err != nil {
			return err
		}
	}
	for _, obj := range p.objects {
		if err := p.drop(obj); err != nil {
			return err
		}
	}
	return nil
}

func (p *forgetting) drop(obj schema.Object) error {
	if p.want.Purge {
		return p.tx.Purge(obj.ObjectType(), obj.ObjectKey())
	}
	return p.tx.Delete(obj.ObjectType(), obj.ObjectKey())
}

func compareIDs(a, b schema.ID) int { return bytes.Compare(a[:], b[:]) }

func sortedKeys(set map[schema.EntityKey]bool) []schema.EntityKey {
	keys := make([]schema.EntityKey, 0, len(set))
	for k := range set {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
