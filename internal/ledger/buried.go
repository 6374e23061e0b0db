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
