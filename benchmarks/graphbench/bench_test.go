package graphbench

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/benchmarks/report"
	"github.com/lukasadb/lukasa/graph"
)

// The benchmark runs, on a graph too small to say anything about speed.
func TestRun(t *testing.T) {
	r := report.NewRecorder(t.Output(), "graph", 300, nil)
	require.NoError(t, Run(t.Context(), r, Config{Dir: t.TempDir(), Records: 300, Samples: 3}))
	require.Greater(t, len(r.Figures()), 25)
	for _, f := range r.Figures() {
		require.Positive(t, f.Value, f.Name)
	}
}

func TestDataLoadsWhole(t *testing.T) {
	t.Parallel()
	g, err := graph.Open(t.Context(), t.TempDir(), graph.Options{})
	require.NoError(t, err)
	d := NewData(500)
	done, err := g.Load(t.Context(), 1, d.Elements(0, 500))
	require.NoError(t, err)
	require.Zero(t, done.Dangling)
	require.NoError(t, Check(t.Context(), g, d))
	require.NoError(t, g.Close())
}
