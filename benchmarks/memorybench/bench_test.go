package memorybench

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/benchmarks/report"
)

// A small run goes through every measurement.
func TestRun(t *testing.T) {
	var out bytes.Buffer
	r := report.NewRecorder(&out, "memory", 300, nil)
	err := Run(context.Background(), r, Config{Dir: t.TempDir(), Records: 300, Agents: 5, Batch: 100, Queries: 5})
	require.NoError(t, err)
	figures := r.Figures()
	require.NotEmpty(t, figures)
	for _, f := range figures {
		require.GreaterOrEqual(t, f.Value, 0.0, f.Name)
		require.Contains(t, out.String(), f.Name)
	}
}
