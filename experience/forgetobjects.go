package experience

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// planRelations finds the relations that the records which go told of.
func (p *forgetting) planRelations() error {
	for _, id := range p.order() {
		e := p.going[id]
		for _, key := range entitiesOf(e) {
			for rel, err := range p.tx.Relations(e.Agent, key, ledger.Outgoing) {
				if err != nil {
					return err
				}
				if rel.Statement == id {
					p.links[rel.ObjectKey()] = true
				}
			}
		}
		if !p.want.Purge {
			continue
		}
		if err := p.planOldRelations(id); err != nil {
			return err
		}
	}
	return nil
}

// planOldRelations finds the relations that any version of a record told of,
// those that ended among them.
func (p *forgetting) planOldRelations(id schema.ID) error {
	for v, err := range p.tx.History(schema.TypeExperience, string(id[:])) {
		if err != nil {
			return err
		}
		e, ok := v.Object.(*schema.Experience)
		if !ok {
			continue
		}
		for _, l := range told(e) {
			key := relation(e, l).ObjectKey()
			_, err := p.tx.Current(schema.TypeRelation, key)
			switch {
			case err == nil:
				p.links[key] = true
			case !errors.Is(err, ledger.ErrNotFound):
				return err
			}
		}
	}
	return nil
}

// planConflicts finds the conflicts in which a record that goes was a party;
// with Purge, also those that were deleted before.
func (p *forgetting) planConflicts() error {
	for _, id := range p.order() {
		for _, open := range []bool{true, false} {
			for entry, err := range p.tx.Scan(p.want.Agent, ledger.Disputing(id, open), ledger.Scan{}) {
				if err != nil {
					return err
				}
				c := schema.Conflict{Agent: p.want.Agent, ID: entry.ID}
				p.objects[objectRef{schema.TypeConflict, c.ObjectKey()}] = true
			}
		}
	}
	if !p.want.Purge {
		return nil
	}
	return p.planOldConflicts()
}

func (p *forgetting) planOldConflicts() error {
	for key, err := range p.tx.Buried(schema.TypeConflict, p.want.Agent) {
		if err != nil {
			return err
		}
		for v, err := range p.tx.History(schema.TypeConflict, key) {
			if err != nil {
				return err
			}
			c, ok := v.Object.(*schema.Conflict)
			if ok && slices.ContainsFunc(c.Records, func(id schema.ID) bool { return p.going[id] != nil }) {
				p.objects[objectRef{schema.TypeConflict, key}] = true
			}
		}
	}
	return nil
}

// planEntities finds the entities that were known only from records that go:
// made for them, told nothing more since, and mentioned by none that stays.
func (p *forgetting) planEntities() error {
	keys := map[schema.EntityKey]bool{}
	for _, list := range []map[schema.ID]*schema.Experience{p.going, p.unsaid()} {
		for _, e := range list {
			err := p.eachVersion(e, func(old *schema.Experience) {
				for _, key := range entitiesOf(old) {
					keys[key] = true
				}
			})
			if err != nil {
				return err
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		alone, err := p.alone(key)
		if err != nil {
			return err
		}
		if alone {
			if err := p.disown(key); err != nil {
				return err
			}
			p.objects[objectRef{schema.TypeEntity, (&schema.Entity{Agent: p.want.Agent, Key: key}).ObjectKey()}] = true
		}
	}
	return nil
}

// planNamed finds what hangs on the entity that the caller named and on what was
// merged into it, the merges among it. With Purge, entities known only from their records go too.
func (p *forgetting) planNamed() error {
	if p.want.Purge {
		if err := p.planBuried(); err != nil {
			return err
		}
	}
	known := len(p.going)+len(p.objects)+len(p.links) > 0
	for _, key := range p.entities {
		there, err := p.planEntity(key)
		if err != nil {
			return err
		}
		known = known || there
	}
	if !known {
		return fmt.Errorf("%w: entity %s", ErrNotFound, p.want.Entity)
	}
	for obj, err := range p.tx.Objects(schema.TypeMerge, schema.KeyPrefix(p.want.Agent)) {
		if err != nil {
			return err
		}
		if m, ok := obj.(*schema.Merge); ok && (slices.Contains(p.entities, m.From) || slices.Contains(p.entities, m.Into)) {
			p.objects[objectRef{schema.TypeMerge, m.ObjectKey()}] = true
		}
	}
	if p.want.Purge {
		return p.planEntities()
	}
	return nil
}

// planEntity finds an entity, its aliases and its relations, and tells whether the
// entity itself is there.
func (p *forgetting) planEntity(key schema.EntityKey) (there bool, err error) {
	agent := p.want.Agent
	for rel, err := range p.tx.Relations(agent, key, ledger.Either) {
		if err != nil {
			return false, err
		}
		p.links[rel.ObjectKey()] = true
	}
	for a, err := range p.tx.AliasesOf(agent, key) {
		if err != nil {
			return false, err
		}
		p.objects[objectRef{schema.TypeAlias, a.ObjectKey()}] = true
	}
	own := (&schema.Entity{Agent: agent, Key: key}).ObjectKey()
	if there, err = p.tx.Has(schema.TypeEntity, own); there {
		p.objects[objectRef{schema.TypeEntity, own}] = true
	}
	return there, err
}

func (p *forgetting) alone(key schema.EntityKey) (bool, error) {
	agent := p.want.Agent
	if bare, err := p.bare(key); err != nil || !bare {
		return false, err
	}
	if named, err := p.namedElsewhere(key); err != nil || named {
		return false, err
	}
	for rel, err := range p.tx.Relations(agent, key, ledger.Either) {
		if err != nil || !p.links[rel.ObjectKey()] {
			return false, err
		}
	}
	for a, err := range p.tx.AliasesOf(agent, key) {
		if err != nil || !p.objects[objectRef{schema.TypeAlias, a.ObjectKey()}] {
			return false, err
		}
	}
	for _, err := range p.tx.MergedInto(agent, key) {
		return false, err
	}
	return true, nil
}

// bare tells whether an entity, which may have been forgotten before, was last made
// for a record and told nothing more since.
func (p *forgetting) bare(key schema.EntityKey) (bool, error) {
	lives := 0
	for v, err := range p.tx.History(schema.TypeEntity, (&schema.Entity{Agent: p.want.Agent, Key: key}).ObjectKey()) {
		if err != nil {
			return false, err
		}
		e, ok := v.Object.(*schema.Entity)
		switch {
		case !ok && lives > 0:
			return true, nil
		case !ok:
			continue
		}
		if lives++; lives > 1 || e.Ref != (schema.ExternalRef{}) || len(e.Properties)+len(e.Metadata) > 0 {
			return false, nil
		}
	}
	return lives > 0, nil
}

// namedElsewhere tells whether a record that stays mentions an entity by more than
// a pronoun that a record which goes gave its meaning.
func (p *forgetting) namedElsewhere(key schema.EntityKey) (bool, error) {
	for e, err := range p.stayingIn(ledger.Mentioning(key)) {
		if err != nil || slices.ContainsFunc(e.Mentions, func(m schema.Mention) bool { return m.Entity == key && !m.Coreference }) {
			return true, err
		}
	}
	return false, nil
}

// disown takes an entity that goes out of the pronouns of records that stay. Its
// key may be a name out of a text that goes, so their history goes with it (I9).
func (p *forgetting) disown(key schema.EntityKey) error {
	for e, err := range p.stayingIn(ledger.Mentioning(key)) {
		if err != nil {
			return err
		}
		e.Mentions = slices.DeleteFunc(slices.Clone(e.Mentions), func(m schema.Mention) bool { return m.Entity == key })
		p.changed[e.ID], p.anew[e.ID] = e, true
	}
	return nil
}

// entitiesOf lists the entities that a record speaks of, by key.
func entitiesOf(e *schema.Experience) []schema.EntityKey {
	seen := map[schema.EntityKey]bool{}
	for _, m := range e.Mentions {
		seen[m.Entity] = true
	}
	for _, l := range told(e) {
		seen[l.From], seen[l.To] = true, true
	}
	return slices.Sorted(maps.Keys(seen))
}

// planObjects finds everything else an agent has; with Purge, also what was
// deleted before.
func (p *forgetting) planObjects() error {
	types := []schema.ObjectType{
		schema.TypeAlias, schema.TypeRelation, schema.TypeEntity, schema.TypeRule,
		schema.TypeConflict, schema.TypeMerge, schema.TypeBlock, schema.TypeSetting,
	}
	clear(p.links) // all relations go with the objects
	for _, t := range types {
		for obj, err := range p.tx.Objects(t, schema.KeyPrefix(p.want.Agent)) {
			if err != nil {
				return err
			}
			p.objects[objectRef{t, obj.ObjectKey()}] = true
		}
		if !p.want.Purge {
			continue
		}
		for key, err := range p.tx.Buried(t, p.want.Agent) {
			if err != nil {
				return err
			}
			p.objects[objectRef{t, key}] = true
		}
	}
	return nil
}
