package ledger

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

// TestBlocksStayInMemory: memtables, which Pebble counts against its cache, leave
// room there for the blocks of tables, so that what is read twice is read once
// from the disk.
func TestBlocksStayInMemory(t *testing.T) {
	l, err := Open(t.TempDir(), Options{CacheSize: 1 << 20, MemTableSize: 1 << 20, Clock: tick(), UsageInterval: -1})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, l.Close()) })
	for n := 0; l.db.Metrics().Flush.Count < 8; { // memtables grow: the first are a few pages
		batch := make([]schema.Object, 100)
		for i := range batch {
			batch[i], n = record("ana", n), n+1
		}
		put(t, l, batch...)
		require.Less(t, n, 50_000)
	}
	require.NoError(t, l.db.Flush())
	before := l.db.Metrics().BlockCache
	for range 100 {
		require.NoError(t, l.View(t.Context(), func(r *Reader) error {
			_, err := r.Experience(idOf(0))
			return err
		}))
	}
	after := l.db.Metrics().BlockCache
	require.Positive(t, after.Size)
	require.GreaterOrEqual(t, after.Hits-before.Hits, int64(100))
}
