package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/benchmarks/report"
)

func TestParseScale(t *testing.T) {
	for text, want := range map[string]int{"500": 500, "10k": 10_000, "1m": 1_000_000, "2M": 2_000_000} {
		n, err := parseScale(text)
		require.NoError(t, err)
		require.Equal(t, want, n)
	}
	for _, bad := range []string{"", "k", "-1", "1g"} {
		_, err := parseScale(bad)
		require.ErrorContains(t, err, "want a number", bad)
	}
}

func TestUnknownSuite(t *testing.T) {
	require.ErrorContains(t, run(context.Background(), []string{"-suite", "nothing"}, &bytes.Buffer{}), `no suite "nothing"`)
}

// A suite's output goes to its file as well, its figures to another, its
// profiles where they are asked for, and tables are made of the figures.
func TestRunWritesFiles(t *testing.T) {
	dir, to := t.TempDir(), t.TempDir()
	var out bytes.Buffer
	args := []string{"-suite", "ledger", "-scale", "300", "-limit", "1m", "-out", dir, "-cpuprofile", to, "-memprofile", to}
	require.NoError(t, run(context.Background(), args, &out))
	file, err := os.ReadFile(filepath.Join(dir, "ledger-300.txt"))
	require.NoError(t, err)
	require.Equal(t, out.String(), string(file))
	for _, name := range []string{"ledger-300.cpu.prof", "ledger-300.heap.prof"} {
		info, err := os.Stat(filepath.Join(to, name))
		require.NoError(t, err)
		require.Positive(t, info.Size(), name)
	}
	require.NoError(t, run(context.Background(), []string{"-render", dir, "-to", to}, &out))
	page, err := os.ReadFile(filepath.Join(to, "figures.md"))
	require.NoError(t, err)
	require.Contains(t, string(page), "| durable single put, p99 | ms |")
	require.Contains(t, string(page), "go run ./benchmarks -suite ledger -scale 300 -limit 1m0s -out report")
}

// Every target belongs to a figure that its suite takes, so that none is kept by
// a name that nothing bears (900-12): those of the queries are below what source design
// 002 allows (002-07, 002-08, 002-10). Vectors, whose peers take long, are left
// to a run.
func TestTargetsAreMeasured(t *testing.T) {
	if testing.Short() {
		t.Skip("runs most suites")
	}
	dir := t.TempDir()
	suites := []string{"ingest", "batches", "structured", "traversals", "keywords", "recall", "kuzu", "audit", "mixed", "turns", "purge", "size", "open", "rebuild", "ledger", "words", "graph", "knowledge"}
	args := []string{"-suite", strings.Join(suites, ","), "-scale", "60", "-out", dir, "-keep", t.TempDir(), "-chat", ""}
	require.NoError(t, run(t.Context(), args, io.Discard))
	reports, err := report.Read(dir)
	require.NoError(t, err)
	require.Len(t, reports, len(suites))
	for _, r := range reports {
		taken := map[string]bool{}
		for _, f := range r.Figures {
			taken[f.Name] = true
		}
		for name := range targets[r.Suite] {
			require.True(t, taken[name], "%s: %s", r.Suite, name)
		}
	}
}
