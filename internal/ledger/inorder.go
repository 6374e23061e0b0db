package ledger

import (
	"context"

	"github.com/cockroachdb/pebble/v2"
)

// fewWrites is the number of writes below which it costs as much to order them as
// it saves.
const fewWrites = 256

// inOrder returns the writes of a batch in the order of their keys: the engine finds
// a key's place in memory from that of the key before it, and of keys that ascend,
// nearby. It closes the batch then. A small one, and one that does more than set
// each of its keys once, it returns as it is: there, the order means something.
func (l *Ledger) inOrder(b *pebble.Batch) *pebble.Batch {
	if b.Count() < fewWrites {
		return b
	}
	it, err := b.NewBatchOnlyIter(context.Background(), nil)
	if err != nil {
		return b
	}
	ordered := l.db.NewBatchWithSize(b.Len())
	for ok := it.First(); ok && err == nil; ok = it.Next() {
		err = ordered.Set(it.Key(), it.Value(), nil)
	}
	if it.Close() != nil || err != nil || ordered.Count() != b.Count() { // deletions are not seen, nor a key's first value
		_ = ordered.Close() // only frees memory
		return b
	}
	_ = b.Close() // as above
	return ordered
}
