package graph

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/graph/internal/kuzu"
	"github.com/lukasadb/lukasa/schema"
)

// overflow is what the engine once said of the statistics that a checkpoint
// writes.
var overflow = &kuzu.Error{Message: "Overflow exception: INT128 is out of range: cannot add in place."}

func agents(names ...string) []Element {
	var out []Element
	for _, name := range names {
		out = append(out, Element{Key: Key{Table: schema.NodeAgent, ID: name}})
	}
	return out
}

// When the engine fails to make a checkpoint, closing discards the graph, which
// opens empty and takes what it is given; before that, neither a large batch nor
// a refresh leaves it any worse than it was, and a load mends it.
func TestEngineFails(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	opts := Options{BufferPool: 32 << 20, BulkPool: 64 << 20, BulkThreshold: 3}
	open := func() *Graph {
		g, err := Open(t.Context(), dir, opts)
		require.NoError(t, err)
		return g
	}
	count := func(g *Graph) int64 { return ask(t, g.current(), "MATCH (a:Agent) RETURN count(a)")[0][0].(int64) }

	g := open()
	_, err := g.Apply(t.Context(), Batch{Watermark: 1, Put: agents("a", "b", "c")})
	require.NoError(t, err)
	require.NoError(t, g.Close())

	g = open()
	fail := func() error { return overflow }
	g.failing = fail
	_, err = g.Apply(t.Context(), Batch{Watermark: 2, Put: agents("d", "e", "f")})
	require.ErrorIs(t, err, ErrEngine)
	require.Equal(t, int64(3), count(g))
	require.Equal(t, uint64(1), g.Watermark())
	_, err = g.Apply(t.Context(), Batch{Watermark: 2, Put: agents("d")})
	require.NoError(t, err)
	require.NoError(t, g.Refresh(t.Context()))
	require.Equal(t, int64(4), count(g))

	g.failing = nil
	_, err = g.Load(t.Context(), 3, func(yield func(Element, error) bool) {
		for _, e := range agents("x", "y") {
			yield(e, nil)
		}
	})
	require.NoError(t, err)
	require.Equal(t, int64(2), count(g))

	g.failing = fail
	_, err = g.Apply(t.Context(), Batch{Watermark: 4, Put: agents("z")})
	require.NoError(t, err)
	require.NoError(t, g.Close())

	g = open()
	require.Zero(t, g.Watermark())
	require.Zero(t, count(g))
	_, err = g.Apply(t.Context(), Batch{Watermark: 4, Put: agents("a", "b", "c", "d", "e")})
	require.NoError(t, err)
	require.NoError(t, g.Close())
	g = open()
	require.Equal(t, int64(5), count(g))

	g.failing = func() error { return &kuzu.Error{Message: "IO exception: no space left"} }
	_, err = g.Apply(t.Context(), Batch{Watermark: 5, Put: agents("f")})
	require.NoError(t, err)
	err = g.Close()
	require.Error(t, err, "of the disk it tells")
	require.False(t, errors.Is(err, ErrEngine))
	g = open()
	require.Equal(t, uint64(4), g.Watermark(), "and keeps the clean generation")
	require.NoError(t, g.Close())
}
