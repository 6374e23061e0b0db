package embedbench_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/benchmarks/embedbench"
	"github.com/lukasadb/lukasa/benchmarks/report"
)

// run measures as briefly as can be.
func run(ctx context.Context, t *testing.T, dir string) ([]report.Figure, error) {
	r := report.NewRecorder(t.Output(), "embedder", 1, nil)
	err := embedbench.Run(ctx, r, embedbench.Config{Duration: time.Millisecond, Data: dir})
	return r.Figures(), err
}

// Every measurement comes with a figure. How fast is not a test's matter.
func TestRun(t *testing.T) {
	figures, err := run(t.Context(), t, "")
	require.NoError(t, err)
	values := map[string]float64{}
	for _, f := range figures {
		values[f.Name] = f.Value
		if f.Note != "" {
			require.Equal(t, "skipped: data not present", f.Note)
		} else if f.Unit != "" {
			require.Positive(t, f.Value, f.Name)
		}
	}
	for _, name := range []string{
		"25 English words, one core, p50", "27 ideographs, one core, p50", "25 English words, cut into pieces, p50",
		"word coverage of one query over 300 records of 30 words, p50", "batches, one core", "batches, all cores",
		"chat messages, all cores",
	} {
		require.Contains(t, values, name)
	}
	require.Zero(t, values["25 English words, one core, allocations"])
}

func TestRunReportsDamagedData(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(dir+"/irc.jsonl.gz", []byte("not gzip"), 0o600))
	_, err := run(t.Context(), t, dir)
	require.ErrorContains(t, err, "irc.jsonl.gz")
}

func TestRunStopsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := run(ctx, t, "")
	require.ErrorIs(t, err, context.Canceled)
}
