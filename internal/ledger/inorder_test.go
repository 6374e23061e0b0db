package ledger

import (
	"bytes"
	"context"
	"encoding/binary"
	"testing"

	"github.com/cockroachdb/pebble/v2"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

// A batch that only sets keys, each once, is written in their order, and says the
// same; any other is left as it is.
func TestInOrder(t *testing.T) {
	l, err := Open(t.TempDir(), Options{})
	require.NoError(t, err)
	defer func() { require.NoError(t, l.Close()) }()
	key := func(i int) []byte { return binary.BigEndian.AppendUint32([]byte{spaceIndex}, uint32(i*2654435761)) }
	for name, c := range map[string]struct {
		n       int
		also    func(b *pebble.Batch) error
		ordered bool
	}{
		"sets":             {n: 2 * fewWrites, ordered: true},
		"few":              {n: fewWrites - 1},
		"a deletion":       {n: fewWrites, also: func(b *pebble.Batch) error { return b.Delete([]byte("x"), nil) }},
		"a key twice":      {n: fewWrites, also: func(b *pebble.Batch) error { return b.Set(key(3), []byte("second"), nil) }},
		"a key undone":     {n: fewWrites, also: func(b *pebble.Batch) error { return b.Delete(key(3), nil) }},
		"a range deletion": {n: fewWrites, also: func(b *pebble.Batch) error { return b.DeleteRange(key(3), key(4), nil) }},
	} {
		t.Run(name, func(t *testing.T) {
			b := l.db.NewIndexedBatch()
			want := map[string]string{}
			for i := range c.n {
				value := bytes.Repeat([]byte{byte(i)}, i%40)
				want[string(key(i))] = string(value)
				require.NoError(t, b.Set(key(i), value, nil))
			}
			if c.also != nil {
				require.NoError(t, c.also(b))
			}
			got := l.inOrder(b)
			defer func() { require.NoError(t, got.Close()) }()
			require.Equal(t, c.ordered, got != b)
			if !c.ordered {
				return
			}
			require.Equal(t, uint32(c.n), got.Count())
			var last []byte
			for r := got.Reader(); ; {
				kind, k, v, ok, err := r.Next()
				require.NoError(t, err)
				if !ok {
					break
				}
				require.Equal(t, pebble.InternalKeyKindSet, kind)
				require.Negative(t, bytes.Compare(last, k))
				require.Equal(t, want[string(k)], string(v))
				last = bytes.Clone(k)
			}
		})
	}
}

// A large transaction is there after it, whole, and after the ledger was opened
// anew.
func TestLargeTransaction(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	record := func(i int) *schema.Experience {
		return &schema.Experience{ID: uuid.UUID{byte(i * 37), byte(i), 1}, Agent: "a", Kind: schema.KindObservation, Content: "c", Session: "s"}
	}
	l, err := Open(dir, Options{})
	require.NoError(t, err)
	require.NoError(t, l.Update(ctx, func(tx *Tx) error {
		for i := range fewWrites {
			require.NoError(t, tx.Put(record(i)))
		}
		return nil
	}))
	for range 2 {
		require.NoError(t, l.View(ctx, func(r *Reader) error {
			n, err := r.Count("a", InSession("s"), Scan{}, 0)
			require.NoError(t, err)
			require.Equal(t, fewWrites, n)
			seq, err := r.Seq()
			require.NoError(t, err)
			require.EqualValues(t, fewWrites, seq)
			return nil
		}))
		require.NoError(t, l.Close())
		l, err = Open(dir, Options{})
		require.NoError(t, err)
	}
	require.NoError(t, l.Close())
}
