package query_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// TestAskedInTakesNoPlace: what was learned of the question alone is no answer to it,
// and takes no place of one, however few are asked for.
func TestAskedInTakesNoPlace(t *testing.T) {
	ctx := context.Background()
	m := openLife(t, t.TempDir())
	for i, e := range []lukasa.Experience{
		{Kind: "message", Speaker: "user", Content: "The lamp of the harbour is broken?"},
		{Kind: "fact", Content: "The lamp of the harbour is broken.", Evidence: []schema.Evidence{{ID: numbered(1), Stance: schema.StanceSupports}}},
		{Kind: "fact", Content: "A lamp at the harbour has been broken since the storm in winter, said the keeper of the place."},
	} {
		e.ID = numbered(i + 1)
		_, err := m.Retain(ctx, e)
		require.NoError(t, err)
	}
	for k := 1; k <= 3; k++ {
		a, err := m.Recall(ctx, lukasa.Query{Text: "lamp of the harbour broken", K: k, AskedIn: numbered(1), Floor: new(float64)})
		require.NoError(t, err)
		require.Len(t, a.Hits, 1)
		require.Equal(t, numbered(3), a.Hits[0].Record.ID)
	}
}
