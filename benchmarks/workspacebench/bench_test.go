package workspacebench

import (
	"context"
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/benchmarks/report"
)

// A small run takes every figure.
func TestRun(t *testing.T) {
	r := report.NewRecorder(io.Discard, "workspace", 5, nil)
	require.NoError(t, Run(context.Background(), r, Config{Days: 5, Edits: 3, Idle: 20 * time.Millisecond}))
	names := map[string]bool{}
	for _, f := range r.Figures() {
		names[f.Name] = true
	}
	for _, name := range []string{
		"text", "first sync", "first sync, CPU", "first answer after it", "sync, nothing changed, p50", "open and sync, nothing changed",
		"sync after one edit, p99", "recall, p50", "recall of what was asked before, p50", "recall after a rest, p50", "watching, nothing happens",
	} {
		require.True(t, names[name], name)
	}
}

func TestPagesFollowFromTheSeed(t *testing.T) {
	first, second := newWriter(1).page(dayOf(0)), newWriter(1).page(dayOf(0))
	require.Equal(t, first, second)
	require.NotEqual(t, first, newWriter(2).page(dayOf(0)))
	require.InDelta(t, 20_000, len(first), 2_000)
}
