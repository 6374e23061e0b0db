package acceptance

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// TestTurnAsksWhoIsMeant: a name in a message that two bear is asked about, with
// both as candidates; the answer becomes an alias of that user, whose uses are
// counted, and it is asked no more (004-03, 004-14).
func TestTurnAsksWhoIsMeant(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	for key, name := range map[lukasa.EntityKey]string{"person:kim lee": "Kim Lee", "person:kim park": "Kim Park"} {
		require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: key, Name: name}))
		require.NoError(t, m.PutAlias(ctx, lukasa.Alias{Text: "Kim", Entity: key}))
	}
	say := func(user, text string) *lukasa.Turn {
		turn, err := m.Turn(ctx, lukasa.Message{User: user, Text: text})
		require.NoError(t, err)
		return turn
	}
	require.Len(t, say("bo", "Is Kim in?").Questions, 1)
	turn := say("ana", "Did Kim call about the invoice?")
	require.Equal(t, []string{`Who is meant by "Kim": Kim Lee or Kim Park?`}, turn.Questions)
	require.Len(t, turn.Doubts, 1)
	require.Len(t, turn.Doubts[0].Candidates, 2)

	meant := turn.Doubts[0].Candidates[1].Entity
	alias, err := m.ConfirmEntity(ctx, lukasa.NameAnswer{Text: "Kim", User: "ana", Entity: meant, Learned: turn.ID, Context: turn.Message.Text})
	require.NoError(t, err)
	before := alias.UseCount
	for range 2 {
		turn = say("ana", "And when will Kim pay?")
		require.Empty(t, turn.Questions)
		require.Len(t, turn.Entities, 1)
		require.Equal(t, meant, turn.Entities[0].Entity)
	}
	alias, err = m.AddAlias(ctx, lukasa.Alias{Text: "Kim", User: "ana", Entity: meant})
	require.NoError(t, err)
	require.Equal(t, before+3, alias.UseCount, "twice resolved, once added again")
	checked(t, m)
}
