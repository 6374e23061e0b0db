package query

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/column"
	"github.com/lukasadb/lukasa/query/rank"
	"github.com/lukasadb/lukasa/schema"
)

// What somebody said in a session is a note where there are messages, whichever way either was found (I10).
func TestSpokenBesideMessages(t *testing.T) {
	fact := func(k schema.Kind, session, speaker string) *column.Fact {
		e := schema.Experience{ID: schema.ID{9}, Kind: k, Session: session, Speaker: speaker}
		table := column.New()
		table.PutUnread(&e)
		return &table.Facts(nil, []schema.ID{e.ID})[0]
	}
	said := fact(schema.KindFact, "s", "Jonah")
	require.False(t, note(said), "a turn, as far as it tells by itself")
	require.True(t, note(fact(schema.KindFact, "s", "")))
	require.True(t, note(fact(schema.KindFact, "", "Jonah")))
	require.False(t, note(fact(schema.KindMessage, "", "")))

	a, b := schema.ID{1}, schema.ID{2}
	candidates := []rank.Candidate{{ID: a}, {ID: b}}
	var found, further sheet
	found.count(a, fact(schema.KindMessage, "s", "Mara"))
	further.count(b, said)
	setApart(candidates, found.spoken, further.spoken)
	require.True(t, found.messages)
	require.False(t, candidates[0].Note)
	require.True(t, candidates[1].Note)
}
