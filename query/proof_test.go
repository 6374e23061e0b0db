package query_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// TestHitsProveThemselves: the parts of a score add up to it, each hit is cited,
// and what was reached over the graph shows Cypher that runs and leads there
// (900-06).
func TestHitsProveThemselves(t *testing.T) {
	l := newLife(t)
	paths := 0
	for _, question := range []string{"Disk of web-3 full at 98 percent", "What does a container cost?"} {
		a := l.recall(t, lukasa.Query{Text: question, Explain: true, Floor: new(float64)})
		require.NotEmpty(t, a.Hits)
		for _, h := range a.Hits {
			sum := 0.0
			for _, part := range h.Why.Parts {
				sum += part.Value
			}
			require.InDelta(t, h.Score, sum, 1e-6)
			require.Equal(t, h.Record.ID.String(), h.Citation)
			if h.Path == "" {
				continue
			}
			paths++
			result, err := l.Cypher(context.Background(), h.Path, nil, lukasa.CypherOptions{})
			require.NoError(t, err, h.Path)
			rows := 0
			for _, err := range result.Rows {
				require.NoError(t, err, h.Path)
				rows++
			}
			require.Positive(t, rows, h.Path)
		}
	}
	require.Positive(t, paths)
}
