package graph_test

import (
	"context"
	"flag"
	"os"
	"runtime"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/graph/graphtest"
)

// crashVariable makes the child of an isolated query die as a crash would.
const crashVariable = "GRAPH_TEST_CRASH"

func TestMain(m *testing.M) {
	if os.Getenv("LUKASA_GRAPH_CHILD") != "" && os.Getenv(crashVariable) != "" {
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	}
	graph.ChildMain()
	os.Exit(m.Run())
}

func opener(opts graph.Options) graphtest.Opener {
	opts.BufferPool, opts.BulkPool = 32<<20, 64<<20
	return func(tb graphtest.TB, dir string) graphtest.Graph {
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

// Memory for pages that suffices with two processors suffices with any number of them: each thread that copies takes its own.
func TestManyProcessors(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(16))
	g := opener(graph.Options{BulkThreshold: 1})(t, t.TempDir())
	_, err := g.Apply(t.Context(), graph.Batch{Watermark: 1, Put: graphtest.World(7, 5)})
	require.NoError(t, err)
	_, err = g.Load(t.Context(), 2, graphtest.Elements(graphtest.World(70, 5)))
	require.NoError(t, err)
	require.NoError(t, g.Close())
}

// TestRandom runs few and short random sequences by default; -rapid.checks and
// -rapid.steps ask for more.
func TestRandom(t *testing.T) {
	t.Parallel()
	few(t, "rapid.checks", "6")
	few(t, "rapid.steps", "8")
	for name, threshold := range map[string]int{"one by one": 1 << 30, "mixed": 8} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			graphtest.TestRandom(t, opener(graph.Options{BulkThreshold: threshold}))
		})
	}
}

// few lowers a flag of rapid's, unless it has been set.
func few(t *testing.T, name, n string) {
	f := flag.Lookup(name)
	if before := f.Value.String(); before == f.DefValue {
		require.NoError(t, f.Value.Set(n))
		t.Cleanup(func() { require.NoError(t, f.Value.Set(before)) })
	}
}
