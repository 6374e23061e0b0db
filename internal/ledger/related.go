package ledger

import (
	"errors"
	"iter"
	"slices"

	"github.com/lukasadb/lukasa/schema"
)

// Direction says which end of a relation an entity is. The values of Outgoing
// and Incoming are part of the format.
type Direction byte

// The directions.
const (
	Either Direction = iota
	Outgoing
	Incoming
)

// Relations yields the relations at an entity: those from it, then those to it,
// each by type, other end and statement.
func (r *Reader) Relations(agent string, entity schema.EntityKey, d Direction) iter.Seq2[*schema.Relation, error] {
	return r.RelationsAmong(agent, entity, d, nil)
}

// RelationsAmong is [Reader.Relations] to and from the entities that are wanted. It reads
// no others.
func (r *Reader) RelationsAmong(
	agent string, entity schema.EntityKey, d Direction, wanted func(schema.EntityKey) (bool, error),
) iter.Seq2[*schema.Relation, error] {
	return func(yield func(*schema.Relation, error) bool) {
		for _, end := range []Direction{Outgoing, Incoming} {
			if d != Either && d != end {
				continue
			}
			if !r.relationsAt(agent, entity, end, "", wanted, yield) {
				return
			}
		}
	}
}

// RelationsOf yields the relations of one type at an entity, outgoing or
// incoming ones, by other end and statement. It reads no others.
func (r *Reader) RelationsOf(agent string, entity schema.EntityKey, end Direction, t schema.RelationType) iter.Seq2[*schema.Relation, error] {
	return func(yield func(*schema.Relation, error) bool) {
		r.relationsAt(agent, entity, end, t, nil, yield)
	}
}

// relationsAt yields the relations at one end, of one type unless that is empty and to
// those that are wanted unless that is nil, and reports whether the caller wants more.
func (r *Reader) relationsAt(
	agent string, entity schema.EntityKey, end Direction, only schema.RelationType,
	wanted func(schema.EntityKey) (bool, error), yield func(*schema.Relation, error) bool,
) bool {
	prefix := appendString(append(indexPrefix(nil, agent), idxRelation), string(entity))
	prefix = append(prefix, byte(end))
	from := prefix
	if only != "" {
		from = appendString(prefix[:len(prefix):len(prefix)], string(only))
	}
	for kv, err := range r.keys(from, keyAfter(from)) {
		if err != nil {
			return yield(nil, err)
		}
		typ, rest, err := cutString(kv.key[len(prefix):])
		if err != nil {
			return yield(nil, corrupt(schema.TypeRelation, string(kv.key), err))
		}
		other, rest, err := cutString(rest)
		if err != nil || len(rest) != len(schema.ID{}) {
			return yield(nil, corrupt(schema.TypeRelation, string(kv.key), errors.Join(errKey, err)))
		}
		if wanted != nil {
			if ok, err := wanted(schema.EntityKey(other)); err != nil {
				return yield(nil, err)
			} else if !ok {
				continue
			}
		}
		rel := schema.Relation{
			Agent: agent, From: entity, Type: schema.RelationType(typ), To: schema.EntityKey(other), Statement: schema.ID(rest),
		}
		if end == Incoming {
			rel.From, rel.To = rel.To, rel.From
		}
		found, err := Load[*schema.Relation](r, rel.ObjectKey())
		if !yield(found, dangling(schema.TypeRelation, kv.key, err)) || err != nil {
			return false
		}
	}
	return true
}

// AliasesOf yields the aliases of an entity, by text and user.
func (r *Reader) AliasesOf(agent string, entity schema.EntityKey) iter.Seq2[*schema.Alias, error] {
	return func(yield func(*schema.Alias, error) bool) {
		prefix := appendString(append(indexPrefix(nil, agent), idxAlias), string(entity))
		for kv, err := range r.keys(prefix, keyAfter(prefix)) {
			if err != nil {
				yield(nil, err)
				return
			}
			text, rest, err := cutString(kv.key[len(prefix):])
			if err != nil {
				yield(nil, corrupt(schema.TypeAlias, string(kv.key), err))
				return
			}
			user, _, err := cutString(rest)
			if err != nil {
				yield(nil, corrupt(schema.TypeAlias, string(kv.key), err))
				return
			}
			a := schema.Alias{Agent: agent, Text: text, User: user, Entity: entity}
			found, err := Load[*schema.Alias](r, a.ObjectKey())
			if !yield(found, dangling(schema.TypeAlias, kv.key, err)) || err != nil {
				return
			}
		}
	}
}

// AliasesFor yields the aliases with exactly this text, by user and entity.
func (r *Reader) AliasesFor(agent, text string) iter.Seq2[*schema.Alias, error] {
	return func(yield func(*schema.Alias, error) bool) {
		for obj, err := range r.Objects(schema.TypeAlias, agent+"\x00"+text+"\x00") {
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(obj.(*schema.Alias), nil) {
				return
			}
		}
	}
}

// Ascent yields an agent's entity and then, one after another, those that it was
// merged into. Merges make no circles; in a damaged store one ends where it closes.
func (r *Reader) Ascent(agent string, key schema.EntityKey) iter.Seq2[schema.EntityKey, error] {
	return func(yield func(schema.EntityKey, error) bool) {
		for seen := map[schema.EntityKey]bool{}; key != "" && !seen[key]; {
			if !yield(key, nil) {
				return
			}
			seen[key] = true
			e, err := Load[*schema.Entity](r, (&schema.Entity{Agent: agent, Key: key}).ObjectKey())
			switch {
			case errors.Is(err, ErrNotFound):
				return
			case err != nil:
				yield("", err)
				return
			}
			key = e.MergedInto
		}
	}
}

// Survivor follows the merges of an agent's entity to the one that stands for it:
// itself where it was never merged, or is not known.
func (r *Reader) Survivor(agent string, key schema.EntityKey) (schema.EntityKey, error) {
	for up, err := range r.Ascent(agent, key) {
		if err != nil {
			return "", err
		}
		key = up
	}
	return key, nil
}

// MergedInto yields the entities that were merged into one directly, by key.
func (r *Reader) MergedInto(agent string, survivor schema.EntityKey) iter.Seq2[schema.EntityKey, error] {
	return func(yield func(schema.EntityKey, error) bool) {
		prefix := appendString(append(indexPrefix(nil, agent), idxMerged), string(survivor))
		for kv, err := range r.keys(prefix, keyAfter(prefix)) {
			if err != nil {
				yield("", err)
				return
			}
			key, _, err := cutString(kv.key[len(prefix):])
			if err != nil {
				err = corrupt(schema.TypeEntity, string(kv.key), err)
			}
			if !yield(schema.EntityKey(key), err) || err != nil {
				return
			}
		}
	}
}

// Members lists an agent's entity and then, by key, all that was merged into it,
// directly or not.
func (r *Reader) Members(agent string, key schema.EntityKey) ([]schema.EntityKey, error) {
	seen := map[schema.EntityKey]bool{key: true}
	all := []schema.EntityKey{key}
	for i := 0; i < len(all); i++ {
		for from, err := range r.MergedInto(agent, all[i]) {
			if err != nil {
				return nil, err
			}
			if !seen[from] {
				seen[from] = true
				all = append(all, from)
			}
		}
	}
	slices.Sort(all[1:])
	return all, nil
}

// HasMerges tells whether any entity of an agent was merged into another. Where
// none was, each is its own [Reader.Survivor], and nobody need ask.
func (r *Reader) HasMerges(agent string) (bool, error) { return r.hasAny(agent, idxMerged) }

// HasAliases tells whether any entity of an agent has an alias.
func (r *Reader) HasAliases(agent string) (bool, error) { return r.hasAny(agent, idxAlias) }

func (r *Reader) hasAny(agent string, index byte) (bool, error) {
	prefix := append(indexPrefix(nil, agent), index)
	first, err := r.firstKey(prefix, keyAfter(prefix))
	return first != nil, err
}

// dangling turns "not found" into what it means behind an index key.
func dangling(t schema.ObjectType, key []byte, err error) error {
	if errors.Is(err, ErrNotFound) {
		return corrupt(t, string(key), errors.New("index key names nothing"))
	}
	return err
}
