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
	ask := func(q lukasa.Query) []lukasa.ID {
		q.Text, q.K, q.Floor = "where is the spare key of the harbour office?", 2, &floor
		answer, err := m.Recall(ctx, q)
		require.NoError(t, err)
		var out []lukasa.ID
		for _, h := range answer.Hits {
			out = append(out, h.Record.ID)
		}
		return out
	}
	hits := ask(lukasa.Query{})
	require.Len(t, hits, 2)
	require.Contains(t, hits, other)
	require.Equal(t, []lukasa.ID{other}, ask(lukasa.Query{Except: []lukasa.ID{said}}), "what is shown anyway is not retold")
	require.ElementsMatch(t, []lukasa.ID{said, other}, ask(lukasa.Query{Except: []lukasa.ID{episode}}))
	require.Equal(t, []lukasa.ID{other}, ask(lukasa.Query{AskedIn: said}), "nor what rests on the question alone")
}
