package query_test

import (
	"slices"
	"testing"

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
