package graph_test

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/graph/graphtest"
)

func TestMain(m *testing.M) {
	graph.ChildMain()
	os.Exit(m.Run())
}

func opener(opts graph.Options) graphtest.Opener {
	opts.BufferPool, opts.BulkPool = 32<<20, 64<<20
	return func(tb testing.TB, dir string) graphtest.Graph {
		g, err := graph.Open(context.Background(), dir, opts)
		require.NoError(tb, err)
		return g
	}
}

func TestConformance(t *testing.T) {
	for name, threshold := range map[string]int{"one by one": 1 << 30, "in bulk": 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			graphtest.TestAll(t, opener(graph.Options{BulkThreshold: threshold}))
		})
	}
}
