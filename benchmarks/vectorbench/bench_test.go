package vectorbench

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/benchmarks/report"
)

// A small run: every engine is recorded, recall beside each time, and what is exact is right.
func TestRun(t *testing.T) {
	var out bytes.Buffer
	r := report.NewRecorder(&out, "vectors", 600, nil)
	c := Config{Dir: t.TempDir(), Sets: []string{"B"}, N: 600, Queries: 20, Dim: 64, Efs: []int{20, 60}, Parts: []string{"graph", "filters", "deletes"}}
	require.NoError(t, Run(t.Context(), &out, r, c))
	seen := map[string]bool{}
	for _, f := range r.Figures() {
		seen[f.Name] = true
		if strings.HasSuffix(f.Unit, "queries/s") || strings.HasSuffix(f.Name, ", p50") && f.Unit == "ms" && f.Name != "set B, one more, p50" {
			require.NotNil(t, f.Right, f.Name)
		}
		if f.Right != nil && !strings.HasPrefix(f.Peer, "coder") {
			require.InDelta(t, 1, *f.Right, .005, "%s: %s", f.Peer, f.Name)
		}
	}
	for _, name := range []string{"set B, build", "set B, recall .99 beside chromem-go", "set B, filter of 30.00 %, p50", "set B, 60 % deleted and reclaimed, p50"} {
		require.True(t, seen[name], name)
	}
	at := slices.IndexFunc(r.Figures(), func(f report.Figure) bool { return f.Peer == "hnswlib" })
	require.Equal(t, "skipped: no Python was given", r.Figures()[at].Note)
}

// A peer that does not finish in its time is reported so, and fails nothing.
func TestLatePeers(t *testing.T) {
	r := report.NewRecorder(t.Output(), "vectors", 300, nil)
	c := Config{
		Dir: t.TempDir(), Sets: []string{"A"}, N: 300, Queries: 5, Dim: 64, Efs: []int{20}, Parts: []string{"graph"},
		Peers: goPeers(), Limit: time.Nanosecond,
	}
	require.NoError(t, Run(t.Context(), &bytes.Buffer{}, r, c))
	late := 0
	for _, f := range r.Figures() {
		if f.Peer != "" {
			require.Contains(t, f.Note, "did not finish in 1ns: 0 of 300 vectors were in")
			late++
		}
	}
	require.Equal(t, 2, late)
}

// A set that there is not is named, and nothing is made.
func TestNoSuchSet(t *testing.T) {
	dir := t.TempDir()
	err := Run(t.Context(), &bytes.Buffer{}, nil, Config{Dir: filepath.Join(dir, "new"), Sets: []string{"A", "C"}})
	require.ErrorContains(t, err, `no set "C"`)
	require.NoDirExists(t, filepath.Join(dir, "new"))
}

func TestReaching(t *testing.T) {
	c := curve{points: []measurement{{recall: .9, qps: 9}, {recall: .99, qps: 5}, {recall: .995, qps: 6}, {recall: 1, qps: 1}}}
	for recall, want := range map[float64]float64{.5: 9, .95: 6, .998: 1} {
		m, ok := c.reaching(recall)
		require.True(t, ok)
		require.Equal(t, want, m.qps)
	}
	c.points = append(c.points, measurement{recall: .99, qps: 2, cpu: time.Microsecond})
	m, ok := c.reaching(.9)
	require.True(t, ok)
	require.Equal(t, 2.0, m.qps, "processor time counts where it is told")
	_, ok = curve{}.reaching(0)
	require.False(t, ok)
}
