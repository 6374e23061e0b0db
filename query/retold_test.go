package query_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// An exchange is an answer once, as the message rather than as the episode made of it,
// however much better that ranks, and does not take the place of another record (004-05).
func TestExchangesAreToldOnce(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	m := openLife(t, t.TempDir())
	put := func(e lukasa.Experience) lukasa.ID {
		done, err := m.Retain(ctx, e)
		require.NoError(t, err)
		return done.ID
	}
	said := put(lukasa.Experience{Kind: schema.KindMessage, Speaker: "ana", Content: "It is under the blue pot, the spare key."})
	episode := put(lukasa.Experience{
		Kind: schema.KindEpisode, Content: "Minh asked: Where is the spare key of the harbour office? Ana said: It is under the blue pot, the spare key.",
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
	require.ElementsMatch(t, []lukasa.ID{said, other}, ask(lukasa.Query{}))
	require.Equal(t, []lukasa.ID{other}, ask(lukasa.Query{Except: []lukasa.ID{said}}), "what is shown anyway is not retold")
	require.ElementsMatch(t, []lukasa.ID{said, other}, ask(lukasa.Query{Except: []lukasa.ID{episode}}))
	require.Equal(t, []lukasa.ID{other}, ask(lukasa.Query{AskedIn: said}), "nor what rests on the question alone")
}

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
