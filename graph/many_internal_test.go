package graph

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

// Each node that goes takes two dozen statements by itself, so some dozens of them go
// together, on a copy of the database; a few go one by one, as do that many changes of
// other kinds. (900-07)
func TestManyNodesGoTogether(t *testing.T) {
	t.Parallel()
	g, err := Open(t.Context(), t.TempDir(), Options{BufferPool: 32 << 20, BulkPool: 64 << 20})
	require.NoError(t, err)
	defer func() { require.NoError(t, g.Close()) }()
	var names []string
	for c := 'a'; c <= 'z'; c++ {
		names = append(names, string(c))
	}
	var all []Key
	for _, e := range agents(names...) {
		all = append(all, e.Key)
	}

	first := g.current()
	_, err = g.Apply(t.Context(), Batch{Watermark: 1, Put: agents(names...)})
	require.NoError(t, err)
	_, err = g.Apply(t.Context(), Batch{Watermark: 2, Remove: all[:3]})
	require.NoError(t, err)
	require.Same(t, first, g.current(), "small batches are applied where they are read")

	done, err := g.Apply(t.Context(), Batch{
		Watermark: 3, Remove: append(all, all[5], Key{schema.OwnerConflict, "nobody"}), // some are gone, one is named twice
	})
	require.NoError(t, err)
	require.NotSame(t, first, g.current(), "a large one is applied beside it")
	require.Equal(t, len(names)-3, done.Removed)
	require.Equal(t, int64(0), ask(t, g.current(), "MATCH (a:Agent) RETURN count(a)")[0][0])
}
