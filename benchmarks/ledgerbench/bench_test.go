package ledgerbench

import (
	"context"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/benchmarks/report"
)

// The benchmark runs, at a size given by LUKASA_BENCH_RECORDS or else small.
func TestRun(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv("LUKASA_BENCH_RECORDS"))
	if err != nil {
		n = 2000
	}
	c := Config{Dir: os.Getenv("LUKASA_BENCH_DIR"), Records: n, Agents: min(1000, n/10)}
	if n <= 2000 {
		c.Singles, c.Queries = 20, 20
	}
	if c.Dir == "" {
		c.Dir = t.TempDir()
	}
	r := report.NewRecorder(t.Output(), "ledger", n, nil)
	require.NoError(t, Run(context.Background(), r, c))
	figures := r.Figures()
	require.NotEmpty(t, figures)
	for _, f := range figures {
		require.Positive(t, f.Value, f.Name)
	}
}
