package graph

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

// While a batch is applied one change at a time, others are let in after every few,
// and what they read is the graph as it was before.
func TestOthersGoInBetween(t *testing.T) {
	t.Parallel()
	var g *Graph
	var seen []int64
	count := func() int64 { return ask(t, g.current(), "MATCH (a:Agent) RETURN count(a)")[0][0].(int64) }
	opts := Options{BufferPool: 32 << 20, BulkThreshold: 100, Between: func(context.Context) { seen = append(seen, count()) }}
	g, err := Open(t.Context(), t.TempDir(), opts)
	require.NoError(t, err)
	defer func() { require.NoError(t, g.Close()) }()
	_, err = g.Apply(t.Context(), Batch{Watermark: 1, Put: agents("a")})
	require.NoError(t, err)
	seen = nil
	_, err = g.Apply(t.Context(), Batch{Watermark: 2, Put: agents("b", "c", "d", "e", "f", "g", "h", "i", "j")})
	require.NoError(t, err)
	require.Equal(t, []int64{1, 1, 1, 1, 1, 1}, seen, "before the first, fifth and ninth node, and the same for edges")
	require.Equal(t, int64(10), count())
}
