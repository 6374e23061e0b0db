package acceptance

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/internal/hostile"
)

// TestSplicedTexts hands everything that reads texts what is cut together from many languages: no text is a reason to fail, let
// alone to take the process down, and each is kept to the byte (900-01). LUKASA_DRILL_SPLICED says how many, LUKASA_DRILL_SEED which.
func TestSplicedTexts(t *testing.T) {
	ctx := context.Background()
	seed := drillSeed("LUKASA_DRILL_SPLICED")
	t.Log("LUKASA_DRILL_SEED =", seed)
	m, clock := openTest(t)
	for i, s := range hostile.Spliced(seed, drillCount("LUKASA_DRILL_SPLICED", 60)) {
		clock.advance(time.Hour)
		session := fmt.Sprint("session ", i/10)
		turn, err := m.Turn(ctx, lukasa.Message{Session: session, User: "ana", Text: s})
		require.NoError(t, err, "%q", s)
		_, err = m.Reply(ctx, turn.ID, s+" "+s)
		require.NoError(t, err, "%q", s)
		for _, e := range splicedRecords(s, i) {
			got, err := m.Get(ctx, retain(t, m, e))
			require.NoError(t, err)
			require.Equal(t, e.Content+e.Outcome, got.Content+got.Outcome)
		}
		_, err = m.Recall(ctx, lukasa.Query{Text: s, User: "ana", Tokens: 500, Explain: true})
		require.NoError(t, err, "%q", s)
		_, err = m.Similar(ctx, lukasa.Situation{Text: s})
		require.NoError(t, err, "%q", s)
		_, err = m.Brief(ctx, lukasa.Briefing{User: "ana", Session: session, Text: s})
		require.NoError(t, err, "%q", s)
	}
	require.NoError(t, m.Flush(ctx))
	require.Zero(t, m.Progress().Skipped)
	_, err := m.Reflect(ctx, lukasa.Reflection{})
	require.NoError(t, err)
	_, err = m.Summarise(ctx, lukasa.Session{})
	require.NoError(t, err)
	checked(t, m)
}

// splicedRecords are of the kinds whose texts are read in ways of their own. The number keeps what is cut alike apart.
func splicedRecords(s string, i int) []lukasa.Experience {
	told := fmt.Sprintf("%s %d", s, i)
	kinds := []lukasa.Experience{
		{Kind: "observation"},
		{Kind: "fact"},
		{Kind: "opinion", Confidence: 0.5},
		{Kind: "plan"},
		{Kind: "insight", Insight: &lukasa.Insight{Category: "preference"}},
	}
	e := kinds[i%len(kinds)]
	e.Content, e.Speaker = told, "ana"
	return []lukasa.Experience{e, {Context: s, Action: s, Outcome: told}}
}
