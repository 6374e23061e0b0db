package graph_test

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/graph/graphtest"
)

// fuse is a context that ends when it has been asked a number of times.
type fuse struct {
	context.Context
	left   atomic.Int64
	cancel context.CancelFunc
}

func newFuse(ctx context.Context, n int) *fuse {
	inner, cancel := context.WithCancel(ctx)
	f := &fuse{Context: inner, cancel: cancel}
	f.left.Store(int64(n))
	return f
}

func (f *fuse) Err() error {
	if f.left.Add(-1) < 0 {
		f.cancel()
	}
	return f.Context.Err()
}

// A batch that is cancelled at any point leaves nothing behind, now or after a
// refresh and a reopening; the same batch then goes in. (G4)
func TestCancelledAnywhere(t *testing.T) {
	t.Parallel()
	for name, threshold := range map[string]int{"one by one": 1 << 30, "in bulk": 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			open := opener(graph.Options{BulkThreshold: threshold})
			dir := t.TempDir()
			g := open(t, dir).(*graph.Graph)
			_, err := g.Apply(t.Context(), graph.Batch{Watermark: 1, Put: graphtest.World(5, 3)})
			require.NoError(t, err)
			before := graphtest.Contents(t, g)
			change := graph.Batch{Watermark: 2, Put: graphtest.World(7, 5), Remove: []graph.Key{{Table: "Experience", ID: graphtest.RecordID(0, 2)}}}
			for _, n := range []int{0, 3, 20, 60} {
				_, err = g.Apply(newFuse(t.Context(), n), change)
				require.ErrorIs(t, err, context.Canceled, n)
				require.EqualValues(t, 1, g.Watermark())
				require.Equal(t, before, graphtest.Contents(t, g), n)
				_, err = g.Apply(t.Context(), graph.Batch{Watermark: 1, Put: graphtest.World(5, 3)})
				require.NoError(t, err)
				require.NoError(t, g.Refresh(t.Context()))
				require.Equal(t, before, graphtest.Contents(t, g), n)
			}
			_, err = g.Apply(t.Context(), change)
			require.NoError(t, err)
			after := graphtest.Contents(t, g)
			require.NotEqual(t, before, after)
			require.NoError(t, g.Close())
			g = open(t, dir).(*graph.Graph)
			require.Equal(t, after, graphtest.Contents(t, g))
			require.NoError(t, g.Close())
		})
	}
}
