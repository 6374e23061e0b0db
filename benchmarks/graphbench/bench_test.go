package graphbench

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/graph"
)

// The benchmark runs, on a graph too small to say anything about speed.
// GRAPHBENCH_RECORDS=100000,1000000 makes it the real one.
func TestRun(t *testing.T) {
	cfg := Config{Dir: t.TempDir(), Records: []int{300}, Samples: 3, Compare: true}
	if sizes := os.Getenv("GRAPHBENCH_RECORDS"); sizes != "" {
		cfg = Config{Dir: t.TempDir(), Compare: true}
		for _, s := range strings.Split(sizes, ",") {
			n, err := strconv.Atoi(s)
			require.NoError(t, err)
			cfg.Records = append(cfg.Records, n)
		}
	}
	figures, err := Run(t.Context(), t.Output(), cfg)
	require.NoError(t, err)
	require.Greater(t, len(figures), 15)
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
