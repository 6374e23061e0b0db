package experience

import (
	"errors"
	"maps"
	"slices"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// foreseeEntities finds out which of the entities that a batch speaks of are there.
func (t *transaction) foreseeEntities(batch []*draft) error {
	asked := map[string]bool{}
	for _, d := range batch {
		noteEntities(asked, d.record)
	}
	if len(asked) < 2 {
		return nil // an iterator costs more than one look
	}
	there, err := t.tx.ForeseeObjects(schema.TypeEntity, slices.Collect(maps.Keys(asked)))
	maps.Copy(t.there, there)
	return err
}

// noteEntities adds the keys of the entities that a record speaks of: they are where it is.
func noteEntities(to map[string]bool, e *schema.Experience) {
	note := func(key schema.EntityKey) {
		to[(&schema.Entity{Agent: e.Agent, Key: key}).ObjectKey()] = true
	}
	for _, m := range e.Mentions {
		note(m.Entity)
	}
	for _, l := range e.Relations {
		note(l.From)
		note(l.To)
	}
}

// putEntities makes sure that every entity e speaks of is an object.
func (t *transaction) putEntities(e *schema.Experience) error {
	for _, m := range e.Mentions {
		if err := t.putEntity(e.Agent, m.Entity, m.Text); err != nil {
			return err
		}
	}
	for _, l := range e.Relations {
		if err := errors.Join(t.putEntity(e.Agent, l.From, ""), t.putEntity(e.Agent, l.To, "")); err != nil {
			return err
		}
	}
	return nil
}

func (t *transaction) putEntity(agent string, key schema.EntityKey, name string) error {
	entity := &schema.Entity{Agent: agent, Key: key, Name: name}
	at := entity.ObjectKey()
	if t.there[at] {
		return nil
	}
	there, err := t.tx.Has(schema.TypeEntity, at)
	if err == nil && !there {
		entity.SetDefaults(t.now, nil)
		if err = entity.Validate(); err == nil {
			err = t.tx.Put(entity)
		}
	}
	t.there[at] = err == nil
	return err
}

// putRelations writes the relations that e tells of, with e as their
// provenance, and removes those that only its version before told of.
func (t *transaction) putRelations(before, e *schema.Experience) error {
	links := told(e)
	if before != nil {
		for _, l := range told(before) {
			if slices.ContainsFunc(links, func(x schema.Link) bool { return x.From == l.From && x.Type == l.Type && x.To == l.To }) {
				continue
			}
			err := t.tx.Delete(schema.TypeRelation, relation(e, l).ObjectKey())
			if err != nil && !errors.Is(err, ledger.ErrNotFound) {
				return err
			}
		}
	}
	for _, l := range links {
		rel := relation(e, l)
		rel.SetDefaults(t.now, nil)
		if err := rel.Validate(); err != nil {
			return err
		}
		if err := t.tx.Put(rel); err != nil {
			return err
		}
	}
	return nil
}

// told lists the relations that a record tells of. A statement about two
// entities is one of them.
func told(e *schema.Experience) []schema.Link {
	s := e.Statement
	if s == nil || s.Entity == "" || !schema.RelationType(s.Predicate).Valid() {
		return e.Relations
	}
	return append(slices.Clip(e.Relations), schema.Link{
		From: s.Subject, Type: schema.RelationType(s.Predicate), To: s.Entity, Confidence: e.Confidence,
	})
}

// relation is the object behind a link that a record tells of. It lives and ends
// with the record.
func relation(e *schema.Experience, l schema.Link) *schema.Relation {
	rel := &schema.Relation{
		Agent: e.Agent, From: l.From, Type: l.Type, To: l.To, Statement: e.ID,
		Confidence: l.Confidence, Status: e.Status, ValidFrom: e.ValidFrom, ValidTo: e.ValidTo,
	}
	if e.Statement != nil {
		rel.Reinforced = e.Statement.Reinforced
	}
	return rel
}
