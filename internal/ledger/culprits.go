package ledger

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/cockroachdb/pebble/v2"

	"github.com/lukasadb/lukasa/schema"
)

// missing reports index keys that a current object asks for and that are not
// there.
func (c *checker) missing() error {
	for v, err := range c.walk([]byte{spaceObject}) {
		if errors.Is(err, ErrCorrupt) {
			return nil // reported by objects
		}
		if err != nil {
			return err
		}
		if v.Deleted {
			continue
		}
		asked := c.keysOf(v.Object)
		for _, k := range slices.Sorted(maps.Keys(asked)) {
			if err := c.present([]byte(k), asked[k], name(v.Object.ObjectType(), v.Object.ObjectKey())); err != nil {
				return err
			}
		}
	}
	for kv, err := range c.keys([]byte{spaceUsage}, []byte{spaceUsage + 1}) {
		if err != nil {
			return err
		}
		var id schema.ID
		copy(id[:], kv.key[1:])
		u, err := decodeUsage(kv.value)
		h, herr := c.headOf(id)
		if err != nil || herr != nil || h.deleted || u.LastAccessed.IsZero() {
			continue // reported by uses
		}
		if err := c.present(accessKey(h.agent, u.LastAccessed, id), "", id.String()); err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) present(key []byte, value, object string) error {
	have, closer, err := c.src.Get(key)
	if errors.Is(err, pebble.ErrNotFound) {
		return c.report("L5", object, "index key %x is missing", key)
	}
	if err != nil {
		return err
	}
	if string(have) != value {
		err = c.report("L5", object, "index key %x holds %x and not %x", key, have, value)
	}
	return errors.Join(err, closer.Close())
}

// surplus reports index keys that no current object asks for.
func (c *checker) surplus() error {
	for kv, err := range c.keys([]byte{spaceIndex}, []byte{spaceIndex + 1}) {
		if err != nil {
			return err
		}
		asked, err := c.askedFor(kv.key)
		if err != nil {
			return err
		}
		if !asked {
			if err := c.report("L5", fmt.Sprintf("key %x", kv.key), "no current object asks for it"); err != nil {
				return err
			}
		}
	}
	return nil
}

// askedFor reports whether a current object or counter asks for an index key.
func (c *checker) askedFor(key []byte) (bool, error) {
	agent, rest, err := cutString(key[1:])
	if err != nil || len(rest) == 0 {
		return false, nil //nolint:nilerr // malformed keys are surplus
	}
	var obj schema.Object
	switch rest[0] {
	case idxRelation:
		obj, err = c.relationBehind(agent, rest[1:])
	case idxAlias:
		obj, err = c.aliasBehind(agent, rest[1:])
	case idxAccess:
		return c.accessBehind(agent, key)
	default:
		var e Entry
		if e, err = cutPosition(rest[1:]); err == nil {
			obj, err = c.Get(schema.TypeExperience, string(e.ID[:]))
		}
	}
	if errors.Is(err, ErrNotFound) || errors.Is(err, errKey) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	_, asked := c.keysOf(obj)[string(key)]
	return asked, nil
}

func (c *checker) accessBehind(agent string, key []byte) (bool, error) {
	e, err := cutPosition(key)
	if err != nil {
		return false, nil //nolint:nilerr // malformed keys are surplus
	}
	u, err := c.storedUsage(e.ID)
	return u.LastAccessed.Equal(e.Time) && string(accessKey(agent, e.Time, e.ID)) == string(key), err
}

func (c *checker) relationBehind(agent string, rest []byte) (schema.Object, error) {
	end, rest, err := cutString(rest)
	if err != nil || len(rest) == 0 {
		return nil, errKey
	}
	incoming := Direction(rest[0]) == Incoming
	typ, rest, err := cutString(rest[1:])
	if err != nil {
		return nil, err
	}
	other, _, err := cutString(rest)
	if err != nil {
		return nil, err
	}
	if incoming {
		end, other = other, end
	}
	r := schema.Relation{Agent: agent, From: schema.EntityKey(end), Type: schema.RelationType(typ), To: schema.EntityKey(other)}
	return c.Get(schema.TypeRelation, r.ObjectKey())
}

func (c *checker) aliasBehind(agent string, rest []byte) (schema.Object, error) {
	var parts [3]string
	for i := range parts {
		var err error
		if parts[i], rest, err = cutString(rest); err != nil {
			return nil, err
		}
	}
	a := schema.Alias{Agent: agent, Entity: schema.EntityKey(parts[0]), Text: parts[1], User: parts[2]}
	return c.Get(schema.TypeAlias, a.ObjectKey())
}
