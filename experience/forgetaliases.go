package experience

import (
	"maps"
	"slices"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/schema"
)

// planAliases takes records that go out of the names that they taught, with what
// the names stood in. With Purge, one that was known from nowhere else goes too,
// and another loses its history.
func (p *forgetting) planAliases() error {
	for obj, err := range p.tx.Objects(schema.TypeAlias, schema.KeyPrefix(p.want.Agent)) {
		if err != nil {
			return err
		}
		if a, ok := obj.(*schema.Alias); ok {
			if err := p.planAlias(a); err != nil {
				return err
			}
		}
	}
	if !p.want.Purge {
		return nil
	}
	for key, err := range p.tx.Buried(schema.TypeAlias, p.want.Agent) {
		if err != nil {
			return err
		}
		taught, _, err := p.taught(key)
		if err != nil {
			return err
		}
		if taught {
			p.objects[objectRef{schema.TypeAlias, key}] = true
		}
	}
	return nil
}

func (p *forgetting) planAlias(a *schema.Alias) error {
	key, lost := a.ObjectKey(), p.unteaches(a)
	if p.want.Purge && (lost || a.Version > 1) {
		taught, elsewhere, err := p.taught(key)
		if err != nil || !taught {
			return err
		}
		if !elsewhere {
			p.objects[objectRef{schema.TypeAlias, key}] = true
			return nil
		}
		p.aliases[key] = a
	}
	if lost {
		a.Learned, a.Context = uuid.Nil, ""
		p.aliases[key] = a
	}
	return nil
}

// taught tells whether records that go taught an alias, in any of its versions, and
// whether it was known from elsewhere too.
func (p *forgetting) taught(key string) (taught, elsewhere bool, err error) {
	for v, err := range p.tx.History(schema.TypeAlias, key) {
		if err != nil {
			return false, false, err
		}
		if a, ok := v.Object.(*schema.Alias); ok {
			goes := p.unteaches(a)
			taught, elsewhere = taught || goes, elsewhere || !goes
		}
	}
	return taught, elsewhere, nil
}

// unteaches tells whether what taught an alias goes: its record, or that this mentions its
// entity.
func (p *forgetting) unteaches(a *schema.Alias) bool {
	if p.kept[a.Learned] {
		return !slices.Contains(entitiesOf(p.changed[a.Learned]), a.Entity)
	}
	return p.going[a.Learned] != nil
}

// rewriteAliases writes the aliases that stay, without their history where that must go.
func (p *forgetting) rewriteAliases() error {
	for _, key := range slices.Sorted(maps.Keys(p.aliases)) {
		if p.objects[objectRef{schema.TypeAlias, key}] {
			continue // its entity goes
		}
		if err := p.tx.Put(p.aliases[key]); err != nil {
			return err
		}
		if !p.want.Purge {
			continue
		}
		if err := p.tx.PurgeHistory(schema.TypeAlias, key); err != nil {
			return err
		}
	}
	return nil
}
