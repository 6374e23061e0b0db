package query_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// TestAskedForWhatWas: what was superseded is found by a question that asks for it, and told
// from what holds; a question that does not ask so, or names its states, never sees it (003-11).
func TestAskedForWhatWas(t *testing.T) {
	l := newLife(t)
	for question, want := range map[string]bool{
		"Where did Mai live before she moved?": true,
		"What was Mai's previous address?":     true,
		"Where does Mai live?":                 false,
		"Where does Mai live since she moved?": false,
		"Where must Mai live before July?":     false,
	} {
		hits := l.hits(l.recall(t, lukasa.Query{Text: question}))
		require.Contains(t, hits, "moved-2", question)
		require.Equal(t, want, slices.Contains(hits, "moved-1"), "%s: %v", question, hits)
	}
	asked := lukasa.Query{Text: "What was Mai's previous address?", Statuses: []lukasa.Status{schema.StatusActive}}
	require.NotContains(t, l.hits(l.recall(t, asked)), "moved-1")

	asked.Statuses = nil
	for _, item := range l.recall(t, asked).Items() {
		require.Equal(t, item.ID == l.ids["moved-1"].String(), item.Note == "superseded", item.Text)
	}
}

// TestAskedOfATimeThatIsOver: what is true no more is found by a question about a time at which it was, before what held at other
// times, and marked so; a question about no time, or about all that happened then, does not see it (003-11, 900-03).
func TestAskedOfATimeThatIsOver(t *testing.T) {
	ctx := context.Background()
	m := openLife(t, t.TempDir())
	for city, month := range map[string]time.Month{"Graz": 1, "Vienna": 2, "Milan": 6, "Turin": 9} {
		_, err := m.State(ctx, lukasa.Experience{
			Content: "Ana lives in " + city + ".", Time: time.Date(2025, month, 3, 9, 0, 0, 0, time.UTC),
			Statement: &lukasa.Statement{Subject: "person:ana", Predicate: "lives_in", PredicateType: "state", Value: []byte(`"` + city + `"`)},
		})
		require.NoError(t, err)
	}
	for question, want := range map[string]string{
		"Where did Ana live in April 2025?": "Vienna", "Where did Ana live on July 5, 2025?": "Milan", "In which city did Ana live in January 2025?": "Graz",
		"Where does Ana live?": "Turin", "Where does Ana live today?": "Turin", "Can you put where Ana lives on Friday?": "Turin",
	} {
		a, err := m.Recall(ctx, lukasa.Query{Text: question, Now: asked})
		require.NoError(t, err)
		require.NotEmpty(t, a.Hits, question)
		first := a.Hits[0].Record
		require.Equal(t, "Ana lives in "+want+".", first.Content, question)
		require.Equal(t, want != "Turin", strings.Contains(a.Context(1000), "superseded"), question)
		for _, h := range a.Hits[1:] {
			require.Equal(t, schema.StatusActive, h.Record.Status, "%s: %s", question, h.Record.Content)
		}
	}
	a, err := m.Recall(ctx, lukasa.Query{Text: "What happened in April 2025?", Now: asked})
	require.NoError(t, err)
	require.Empty(t, a.Hits)
}

// TestWhatWasComesFirst: asked for what was so before, what was and concerns the question stands before what holds (003-11).
func TestWhatWasComesFirst(t *testing.T) {
	ctx := context.Background()
	m := openLife(t, t.TempDir())
	for i, said := range [][3]string{
		{"Kaito Mori works for Acme.", "person:kaito_mori works_for", "org:acme"},
		{"Kaito Mori works for Globex.", "person:kaito_mori works_for", "org:globex"},
		{"Ines Duarte lives in Lisbon.", "person:ines_duarte lives_in", "place:lisbon"},
		{"Ines Duarte lives in Porto.", "person:ines_duarte lives_in", "place:porto"},
		{"Lena Weiss lives in Lisbon.", "person:lena_weiss lives_in", "place:lisbon"},
	} {
		subject, predicate, _ := strings.Cut(said[1], " ")
		_, err := m.State(ctx, lukasa.Experience{
			Content: said[0], Time: time.Date(2025, 1, 3+7*i, 9, 0, 0, 0, time.UTC), Statement: &lukasa.Statement{
				Subject: lukasa.EntityKey(subject), Predicate: predicate, PredicateType: "state", Entity: lukasa.EntityKey(said[2]),
			},
		})
		require.NoError(t, err)
	}
	for question, want := range map[string]string{
		"What was Kaito Mori's previous employer?": "Kaito Mori works for Acme.", "Who is Kaito Mori's employer?": "Kaito Mori works for Globex.",
		"Who used to live in Lisbon?": "Ines Duarte lives in Lisbon.", "Who lives in Lisbon?": "Lena Weiss lives in Lisbon.",
	} {
		a, err := m.Recall(ctx, lukasa.Query{Text: question, Now: asked})
		require.NoError(t, err)
		require.NotEmpty(t, a.Hits, question)
		require.Equal(t, want, a.Hits[0].Record.Content, question)
	}
}
