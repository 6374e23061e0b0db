package knowledgebench

import (
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/benchmarks/report"
)

// A small run takes every figure, and links what its messages name.
func TestRun(t *testing.T) {
	r := report.NewRecorder(io.Discard, "knowledge", 200, nil)
	require.NoError(t, Run(t.Context(), r, Config{Known: 200, Relations: 1, Samples: 20}))
	got := map[string]float64{}
	for _, f := range r.Figures() {
		got[f.Name] = f.Value
	}
	require.Greater(t, got["mentions a record"], 3.0)
	for _, name := range []string{
		"names in memory", "linking a record, CPU", "statements by subject and predicate, p99",
		"statements by subject and predicate, CPU, p99", "path of six types, 20 instances, p50",
		"neighbourhood of two hops, 100 entities, p50", "shortest path, p50",
	} {
		require.Contains(t, got, name)
	}
}
