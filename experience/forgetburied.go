package experience

import (
	"errors"
	"slices"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// members lists the entity that the caller named and what was merged into it; with
// Purge, also what had been when it was forgotten before.
func (p *forgetting) members() ([]schema.EntityKey, error) {
	keys, err := p.tx.Members(p.want.Agent, p.want.Entity)
	if err != nil || !p.want.Purge {
		return keys, err
	}
	for more := true; more; {
		more = false
		for at, err := range p.tx.Buried(schema.TypeEntity, p.want.Agent) {
			if err != nil {
				return nil, err
			}
			obj, err := p.last(schema.TypeEntity, at)
			if err != nil {
				return nil, err
			}
			e, ok := obj.(*schema.Entity)
			if ok && !slices.Contains(keys, e.Key) && slices.Contains(keys, e.MergedInto) {
				keys, more = append(keys, e.Key), true
			}
		}
	}
	return keys, nil
}

// planBuried finds what was deleted before of the entities that the caller named:
// themselves, their names, relations and merges.
func (p *forgetting) planBuried() error {
	for _, t := range []schema.ObjectType{schema.TypeEntity, schema.TypeAlias, schema.TypeRelation, schema.TypeMerge} {
		for key, err := range p.tx.Buried(t, p.want.Agent) {
			if err != nil {
				return err
			}
			obj, err := p.last(t, key)
			if err != nil {
				return err
			}
			if !p.about(obj) {
				continue
			}
			if t == schema.TypeRelation {
				p.links[key] = true
				continue
			}
			p.objects[objectRef{t, key}] = true
		}
	}
	return nil
}

// about tells whether an object is one of the entities that the caller named, or
// hangs on one.
func (p *forgetting) about(obj schema.Object) bool {
	var keys []schema.EntityKey
	switch o := obj.(type) {
	case *schema.Entity:
		keys = []schema.EntityKey{o.Key}
	case *schema.Alias:
		keys = []schema.EntityKey{o.Entity}
	case *schema.Relation:
		keys = []schema.EntityKey{o.From, o.To}
	case *schema.Merge:
		keys = []schema.EntityKey{o.From, o.Into}
	}
	return slices.ContainsFunc(keys, func(key schema.EntityKey) bool { return slices.Contains(p.entities, key) })
}

// unname finds the records that once spoke of the entities that the caller named, and were
// corrected since, or forgotten: what stays keeps no history, and the rest goes (I9).
func (p *forgetting) unname() error {
	if !p.want.Purge || len(p.entities) == 0 {
		return nil
	}
	for was, err := range p.tx.Earlier(p.want.Agent) {
		if err != nil {
			return err
		}
		if p.going[was.ID] != nil || p.anew[was.ID] || !p.speaksOf(was) {
			continue
		}
		e, err := p.staying(was.ID)
		switch {
		case errors.Is(err, ledger.ErrNotFound):
			p.going[was.ID], err = p.lastVersion(was.ID)
		case err == nil:
			p.changed[e.ID], p.anew[e.ID] = e, true
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// speaksOf tells whether a record speaks of an entity that the caller named.
func (p *forgetting) speaksOf(e *schema.Experience) bool {
	return slices.ContainsFunc(entitiesOf(e), func(key schema.EntityKey) bool { return slices.Contains(p.entities, key) })
}
