package experience

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

// forgetting is the plan of one Forget.
type forgetting struct {
	tx      *ledger.Tx
	want    Forget
	going   map[schema.ID]*schema.Experience // records that go
	beliefs []schema.ID                      // of these, those without evidence left
	digests []schema.ID                      // of these, those whose words may be those of what goes
	lost    map[schema.ID][]schema.ID        // the evidence that records which stay lose
	changed map[schema.ID]*schema.Experience // records that stay without some of their references
	anew    map[schema.ID]bool               // of these, those that keep no history
	links   map[string]bool                  // keys of relations that go
	objects map[objectRef]bool               // other objects that go
	aliases map[string]*schema.Alias         // those that stay without what records that go taught of them
	retaken map[schema.ID]bool               // records that others take the place of in the same transaction
	kept    map[schema.ID]bool               // of those that stay, what the session told and others too
	began   map[schema.ID]time.Time          // of these, since when those were true that are true since another time

	entities []schema.EntityKey // the one that the caller named and what was merged into it
}

type objectRef struct {
	typ schema.ObjectType
	key string
}

func newForgetting(tx *ledger.Tx, f Forget) *forgetting {
	return &forgetting{
		tx: tx, want: f, retaken: map[schema.ID]bool{},
		going: map[schema.ID]*schema.Experience{}, changed: map[schema.ID]*schema.Experience{},
		lost: map[schema.ID][]schema.ID{}, anew: map[schema.ID]bool{}, links: map[string]bool{}, objects: map[objectRef]bool{},
		aliases: map[string]*schema.Alias{}, kept: map[schema.ID]bool{}, began: map[schema.ID]time.Time{},
	}
}

// retake notes whose place records take that are written in the same transaction.
func (p *forgetting) retake(instead []schema.Experience) {
	for i := range instead {
		for _, id := range instead[i].Supersedes {
			p.retaken[id] = true
		}
	}
}

func (p *forgetting) plan() (err error) {
	if p.want.Entity != "" {
		if p.entities, err = p.members(); err != nil {
			return err
		}
	}
	ids, err := p.named()
	if err != nil {
		return err
	}
	if len(p.want.sessions()) > 0 {
		if ids, err = p.spare(ids); err != nil {
			return err
		}
	}
	if p.want.Session != "" && len(ids)+len(p.kept) == 0 {
		return fmt.Errorf("%w: session %q", ErrNotFound, p.want.Session)
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
	steps := []func() error{p.unname, p.planEchoes, p.planOldEchoes, p.adjoin, p.detach, p.planRelations, p.planConflicts}
	if !p.want.All {
		steps = append(steps, p.planAliases)
	}
	switch {
	case p.want.All:
		steps = append(steps, p.planObjects)
	case p.want.Entity != "":
		steps = append(steps, p.planNamed)
	case p.want.Purge:
		steps = append(steps, p.planEntities)
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
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
	obj, err := p.last(schema.TypeExperience, string(id[:]))
	e, _ := obj.(*schema.Experience)
	return e, err
}

// last returns what an object that may be gone last was.
func (p *forgetting) last(t schema.ObjectType, key string) (schema.Object, error) {
	for v, err := range p.tx.History(t, key) {
		if err != nil {
			return nil, err
		}
		if v.Object != nil {
			return v.Object, nil
		}
	}
	return nil, ledger.ErrNotFound
}

// named lists the records that the caller named.
func (p *forgetting) named() ([]schema.ID, error) {
	if len(p.want.IDs) > 0 {
		ids := slices.Clone(p.want.IDs)
		slices.SortFunc(ids, schema.CompareIDs)
		return slices.Compact(ids), nil
	}
	index := ledger.Everything()
	switch {
	case p.want.Session != "":
		index = ledger.InSession(p.want.Session)
	case p.want.Entity != "":
		index = ledger.Mentioning(p.entities...)
	}
	var ids []schema.ID
	for e, err := range p.tx.Scan(p.want.Agent, index, ledger.Scan{}) {
		if err != nil {
			return nil, err
		}
		ids = append(ids, e.ID)
	}
	ids, err := p.telling(ids)
	if err != nil || !p.want.Purge {
		return ids, err
	}
	buried, err := p.buried()
	return append(ids, buried...), err
}

// telling adds to the records that mention the entities those that only tell of
// relations of theirs.
func (p *forgetting) telling(ids []schema.ID) ([]schema.ID, error) {
	listed := make(map[schema.ID]bool, len(ids))
	for _, id := range ids {
		listed[id] = true
	}
	for _, key := range p.entities {
		for rel, err := range p.tx.Relations(p.want.Agent, key, ledger.Either) {
			if err != nil {
				return nil, err
			}
			e, err := ownRecord(p.tx, p.want.Agent, rel.Statement)
			switch {
			case errors.Is(err, ErrNotFound):
			case err != nil:
				return nil, err
			case slices.Contains(entitiesOf(e), key) && !listed[e.ID]:
				ids, listed[e.ID] = append(ids, e.ID), true
			}
		}
	}
	return ids, nil
}

// buried lists the records of the session, or of the agent, that were forgotten
// before and are still in history.
func (p *forgetting) buried() ([]schema.ID, error) {
	var ids []schema.ID
	for key, err := range p.tx.Buried(schema.TypeExperience, p.want.Agent) {
		if err != nil {
			return nil, err
		}
		id := schema.ID([]byte(key))
		covered, err := p.covers(id)
		if err != nil {
			return nil, err
		}
		if covered {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// covers tells whether a record that was forgotten before is among what the
// caller named: what it was last, or, of a session, who ever told it.
func (p *forgetting) covers(id schema.ID) (bool, error) {
	switch {
	case p.want.All:
		return true, nil
	case p.want.Session != "":
		return p.everTold(id)
	}
	e, err := p.lastVersion(id)
	if err != nil {
		return false, err
	}
	return p.speaksOf(e), nil
}

// weaken takes a record that goes out of the evidence of every belief that
// rests on it; what it moved an opinion by is taken back. A belief left without
// evidence, or with nothing but what was said against it, goes too, and so on (I8).
func (p *forgetting) weaken(id schema.ID) error {
	return p.eachReferring(ledger.ByEvidence, id, func(e *schema.Experience) error {
		at := slices.IndexFunc(e.Evidence, func(ev schema.Evidence) bool { return ev.ID == id })
		stance := e.Evidence[at].Stance
		if e.Kind == schema.KindOpinion {
			knowledge.Unweigh(e, id)
		}
		e.Evidence = slices.DeleteFunc(slices.Clone(e.Evidence), func(ev schema.Evidence) bool { return ev.ID == id })
		e.Source.MessageIDs = slices.DeleteFunc(slices.Clone(e.Source.MessageIDs), func(name string) bool { return name == id.String() })
		switch {
		case p.standsAlone(e):
			return nil
		case len(e.Evidence) == 0, stance != schema.StanceContradicts && !schema.Upheld(e.Evidence):
			p.beliefs = append(p.beliefs, e.ID)
		case p.retells(e, stance):
			p.digests = append(p.digests, e.ID)
		default:
			if stance != schema.StanceContradicts { // what was said against it is not what it says
				p.lost[e.ID] = append(p.lost[e.ID], id)
			}
			return nil
		}
		return p.takeAlong(e)
	})
}

// takeAlong lets a record go because of another that goes.
func (p *forgetting) takeAlong(e *schema.Experience) error {
	delete(p.changed, e.ID)
	delete(p.kept, e.ID)
	p.going[e.ID] = e
	return p.weaken(e.ID)
}

// retells tells whether a record is made of the words of all that it rests on: a
// summary, and the episode of an exchange, which quotes it.
func (p *forgetting) retells(e *schema.Experience, stance schema.Stance) bool {
	switch e.Kind {
	case schema.KindSummary:
		return p.want.words()
	case schema.KindEpisode:
		return stance == schema.StanceSummarises
	}
	return false
}

// detach removes what goes from the references of what stays. Links to similar
// records were derived and not told: they stay, and lead nowhere.
func (p *forgetting) detach() error {
	ways := map[ledger.Reference]func(*schema.Experience, schema.ID){
		ledger.BySupersedes: func(e *schema.Experience, id schema.ID) { e.Supersedes = dropID(e.Supersedes, id) },
		ledger.ByRelated:    func(e *schema.Experience, id schema.ID) { e.Related = dropID(e.Related, id) },
		ledger.ByParent:     func(e *schema.Experience, _ schema.ID) { e.Parent = uuid.Nil },
	}
	for _, id := range p.order() {
		for how, drop := range ways { // each changes a field of its own, so the order does not matter
			err := p.eachReferring(how, id, func(e *schema.Experience) error {
				drop(e, id)
				return nil
			})
			if err != nil {
				return err
			}
		}
		if err := p.bereave(id); err != nil {
			return err
		}
	}
	return nil
}

// bereave lets what a record that goes took the place of stay superseded, by
// nothing that is known: forgetting a correction does not make the error true.
func (p *forgetting) bereave(id schema.ID) error {
	for _, before := range p.going[id].Supersedes {
		if p.going[before] != nil || p.retaken[before] {
			continue
		}
		e, err := p.staying(before)
		if errors.Is(err, ledger.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		if e.SupersededBy == id {
			e.SupersededBy = uuid.Nil
			p.changed[before] = e
		}
	}
	return nil
}

// eachReferring calls fn for each record that stays and refers to one that goes,
// with a copy that is written back.
func (p *forgetting) eachReferring(how ledger.Reference, id schema.ID, fn func(*schema.Experience) error) error {
	for e, err := range p.stayingIn(ledger.Referring(how, id)) {
		if err != nil {
			return err
		}
		p.changed[e.ID] = e
		if err := fn(e); err != nil {
			return err
		}
	}
	return nil
}

// stayingIn yields the records of an index that stay, newest first.
func (p *forgetting) stayingIn(in ledger.Index) iter.Seq2[*schema.Experience, error] {
	return func(yield func(*schema.Experience, error) bool) {
		for entry, err := range p.tx.Scan(p.want.Agent, in, ledger.Scan{}) {
			if err != nil {
				yield(nil, err)
				return
			}
			if p.going[entry.ID] != nil {
				continue
			}
			if e, err := p.staying(entry.ID); !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// staying returns a record that stays, as changed so far.
func (p *forgetting) staying(id schema.ID) (*schema.Experience, error) {
	if e := p.changed[id]; e != nil {
		return e, nil
	}
	return p.tx.Experience(id)
}

func dropID(ids []schema.ID, id schema.ID) []schema.ID {
	return slices.DeleteFunc(slices.Clone(ids), func(x schema.ID) bool { return x == id })
}

func (p *forgetting) report() Forgotten {
	slices.SortFunc(p.beliefs, schema.CompareIDs)
	slices.SortFunc(p.digests, schema.CompareIDs)
	return Forgotten{
		Records: p.order(), Kept: slices.SortedFunc(maps.Keys(p.kept), schema.CompareIDs), Beliefs: p.beliefs, Summaries: p.digests, Relations: len(p.links), Objects: len(p.objects), DryRun: p.want.DryRun,
	}
}

// order lists the records that go in order of id, so that equal stores forget
// in equal order (I10).
func (p *forgetting) order() []schema.ID {
	return sortedIDs(p.going)
}

func sortedIDs(records map[schema.ID]*schema.Experience) []schema.ID {
	return slices.SortedFunc(maps.Keys(records), schema.CompareIDs)
}

func (p *forgetting) carryOut() error {
	for _, id := range p.order() {
		if err := p.drop(schema.TypeExperience, p.going[id].ObjectKey()); err != nil {
			return err
		}
	}
	for _, id := range sortedIDs(p.changed) {
		if err := p.rewrite(p.changed[id]); err != nil {
			return err
		}
	}
	if err := p.rewriteAliases(); err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(p.links)) {
		if err := p.drop(schema.TypeRelation, key); err != nil {
			return err
		}
	}
	for _, ref := range slices.SortedFunc(maps.Keys(p.objects), compareRefs) {
		if err := p.drop(ref.typ, ref.key); err != nil {
			return err
		}
	}
	return nil
}

// rewrite writes a record that stays, without its history where that must go.
func (p *forgetting) rewrite(e *schema.Experience) error {
	if err := p.tx.Put(e); err != nil {
		return err
	}
	if err := p.rewriteRelations(e); err != nil || !p.anew[e.ID] {
		return err
	}
	return p.tx.PurgeHistory(schema.TypeExperience, e.ObjectKey())
}

// rewriteRelations makes the relations that a record tells of, and that stay, as sure
// as it is now, and true as long.
func (p *forgetting) rewriteRelations(e *schema.Experience) error {
	for _, l := range told(e) {
		rel := relation(e, l)
		have, err := ledger.Load[*schema.Relation](&p.tx.Reader, rel.ObjectKey())
		if errors.Is(err, ledger.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		same := have.Confidence == rel.Confidence && have.ValidFrom.Equal(rel.ValidFrom) && have.ValidTo.Equal(rel.ValidTo)
		if p.links[rel.ObjectKey()] || same {
			continue
		}
		have.Confidence, have.ValidFrom, have.ValidTo = rel.Confidence, rel.ValidFrom, rel.ValidTo
		if err := p.tx.Put(have); err != nil {
			return err
		}
	}
	return nil
}

func (p *forgetting) drop(t schema.ObjectType, key string) error {
	if p.want.Purge {
		return p.tx.Purge(t, key)
	}
	return p.tx.Delete(t, key)
}

func compareRefs(a, b objectRef) int {
	return cmp.Or(cmp.Compare(a.typ, b.typ), cmp.Compare(a.key, b.key))
}
