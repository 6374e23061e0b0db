package query_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// An exchange is an answer once, as the message or as the episode made of it, and
// does not take the place of another record (004-05).
func TestExchangesAreToldOnce(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	m := openLife(t, t.TempDir())
	put := func(e lukasa.Experience) lukasa.ID {
		done, err := m.Retain(ctx, e)
		require.NoError(t, err)
		return done.ID
	}
	said := put(lukasa.Experience{Kind: schema.KindMessage, Speaker: "ana", Content: "The spare key of the harbour office is under the blue pot."})
	episode := put(lukasa.Experience{
		Kind: schema.KindEpisode, Content: "Ana said: The spare key of the harbour office is under the blue pot.",
		Evidence: []schema.Evidence{{ID: said, Stance: schema.StanceSummarises}},
	})
	other := put(lukasa.Experience{Kind: schema.KindFact, Content: "The harbour office has a second spare key, kept by Minh."})
	floor := 0.0
	ask := func(except ...lukasa.ID) []lukasa.ID {
		answer, err := m.Recall(ctx, lukasa.Query{Text: "where is the spare key of the harbour office?", K: 2, Floor: &floor, Except: except})
		require.NoError(t, err)
		var out []lukasa.ID
		for _, h := range answer.Hits {
			out = append(out, h.Record.ID)
		}
		return out
	}
	hits := ask()
	require.Len(t, hits, 2)
	require.Contains(t, hits, other)
	require.Equal(t, []lukasa.ID{other}, ask(said), "nor what rests on it alone")
	require.ElementsMatch(t, []lukasa.ID{said, other}, ask(episode))
}
