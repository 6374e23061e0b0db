package embedbench_test

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/benchmarks/embedbench"
)

// Every line of the table comes with a figure. How fast is not a test's matter.
func TestRun(t *testing.T) {
	var out strings.Builder
	require.NoError(t, embedbench.Run(context.Background(), &out, embedbench.Config{Duration: time.Millisecond}))
	table := out.String()
	for _, line := range []string{
		"| embed 25 English words, one core | ", "| embed 27 ideographs, one core | ", "| cut 25 English words into 28 pieces | ",
		"| word coverage of one query over 300 records of 30 words | ", "| batches of 4096, 1 core(s) | ", "skipped: data not present",
	} {
		require.Contains(t, table, line)
	}
	require.NotContains(t, table, "| 0s |")
}

func TestRunReportsDamagedData(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(dir+"/irc.jsonl.gz", []byte("not gzip"), 0o600))
	err := embedbench.Run(context.Background(), &strings.Builder{}, embedbench.Config{Duration: time.Millisecond, Data: dir})
	require.ErrorContains(t, err, "irc.jsonl.gz")
}

func TestRunStopsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out strings.Builder
	require.ErrorIs(t, embedbench.Run(ctx, &out, embedbench.Config{}), context.Canceled)
	require.Empty(t, out.String())
}
