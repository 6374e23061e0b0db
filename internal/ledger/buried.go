package ledger

import (
	"fmt"
	"iter"

	"github.com/lukasadb/lukasa/schema"
)

// Buried yields the keys of an agent's objects of one type that were deleted and
// whose history remains, in order. For records it looks at those of every agent,
// as their keys do not name theirs.
func (r *Reader) Buried(t schema.ObjectType, agent string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		prefix := objectKey(t, schema.KeyPrefix(agent))
		if t == schema.TypeExperience {
			prefix = objectKey(t, "")
		}
		for kv, err := range r.keys(prefix, keyAfter(prefix)) {
			if err != nil {
				yield("", err)
				return
			}
			h, _, err := cutHead(kv.value)
			if err != nil {
				err = fmt.Errorf("%w: object key %x: %w", ErrCorrupt, kv.key, err)
			} else if !h.deleted || h.agent != agent {
				continue
			}
			if !yield(string(kv.key[2:]), err) || err != nil {
				return
			}
		}
	}
}

// Earlier yields what an agent's records said before they came to be as they are, of
// those that were deleted as well: in order of id, oldest first. It looks at those of
// every agent, as [Reader.Buried] does.
func (r *Reader) Earlier(agent string) iter.Seq2[*schema.Experience, error] {
	return func(yield func(*schema.Experience, error) bool) {
		prefix := []byte{spaceHistory, typeCode(schema.TypeExperience)}
		for kv, err := range r.keys(prefix, keyAfter(prefix)) {
			var e *schema.Experience
			if err == nil {
				e, err = earlier(kv, agent)
			}
			if err == nil && e == nil {
				continue
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// earlier decodes an earlier version of a record, nil where it is another agent's or a
// tombstone.
func earlier(kv pair, agent string) (*schema.Experience, error) {
	t, key, _, err := splitHistoryKey(kv.key)
	if err != nil {
		return nil, fmt.Errorf("%w: history key %x", ErrCorrupt, kv.key)
	}
	h, _, err := cutHead(kv.value)
	if err != nil {
		return nil, corrupt(t, key, err)
	}
	if h.deleted || h.agent != agent {
		return nil, nil
	}
	v, err := decodeVersion(t, key, kv.value)
	if err != nil {
		return nil, err
	}
	return v.Object.(*schema.Experience), nil
}
