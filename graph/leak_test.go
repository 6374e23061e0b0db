package graph_test

import (
	"bytes"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/graph"
)

// resident returns the memory of this process, in bytes.
func resident(t *testing.T) int {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip("no /proc here")
	}
	_, rest, _ := bytes.Cut(status, []byte("VmRSS:"))
	kib, err := strconv.Atoi(strings.Fields(string(rest))[0])
	require.NoError(t, err)
	return kib << 10
}

// Parameters and answers are freed. Kuzu's own binding would keep every one of
// these strings: with GRAPH_LEAK_RUNS=20000 it would grow by 200 MB.
func TestNothingLeaks(t *testing.T) {
	runs := 3000
	if n, err := strconv.Atoi(os.Getenv("GRAPH_LEAK_RUNS")); err == nil {
		runs = n
	}
	g := opener(graph.Options{Readers: 1})(t, t.TempDir()).(*graph.Graph)
	text := strings.Repeat("x", 10<<10)
	ask := func() {
		s := graph.MentionsStatement([]string{text}, text, 1)
		mentions, err := g.MentionsOf(t.Context(), s.Params["agents"].([]string), text, 1)
		require.NoError(t, err)
		require.Empty(t, mentions)
		rows := query(t, g, "RETURN $t, [$t, $t]", map[string]any{"t": text}, graph.QueryOptions{})
		require.Equal(t, text, rows[0][0])
	}
	for range 300 {
		ask()
	}
	debug.FreeOSMemory()
	before := resident(t)
	for range runs {
		ask()
	}
	debug.FreeOSMemory()
	grown := resident(t) - before
	t.Logf("%d runs: %d KiB more", runs, grown>>10)
	require.Less(t, grown, runs*len(text)/4, "less than a quarter of one parameter for each run")
	require.NoError(t, g.Close())
}
