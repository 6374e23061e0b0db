package acceptance

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// 002-04, 002-15: what is near in meaning is found when it is written, and the graph
// tells how near it is.
func TestRetainAndFind(t *testing.T) {
	ctx := context.Background()
	m, err := lukasa.Open(ctx, t.TempDir(), lukasa.WithAgent("bot"))
	require.NoError(t, err)
	defer m.Close()
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	a, err := m.Retain(ctx, lukasa.Experience{Context: "disk full on web-3", Action: "rotated logs", Outcome: "freed 20 GB", Session: "s", Time: at, Tags: []string{"disk"}})
	require.NoError(t, err)
	b, err := m.Retain(ctx, lukasa.Experience{Context: "disk full on web-4", Action: "rotated logs", Outcome: "freed 10 GB", Session: "s", Time: at.Add(time.Minute), Importance: 9, Mentions: []lukasa.Mention{{Entity: "object:web-4", Text: "web-4"}}})
	require.NoError(t, err)
	p, err := m.Find(ctx, lukasa.Filter{})
	require.NoError(t, err)
	require.Len(t, p.Items, 2)
	require.Equal(t, b.ID, p.Items[0].ID)
	require.Len(t, p.Items[0].Similar, 1)
	require.Equal(t, a.ID, p.Items[0].Similar[0].ID)
	rows, err := m.Cypher(ctx, "MATCH (a:Experience)-[s:SIMILAR_TO]->(b:Experience) RETURN a.id, b.id, s.similarity_score", nil, lukasa.CypherOptions{})
	require.NoError(t, err)
	defer rows.Close()
	near := p.Items[0].Similar[0].Score
	require.True(t, near > 0 && near < 1, near)
	edges := 0
	for row, err := range rows.Rows {
		require.NoError(t, err)
		require.Equal(t, lukasa.Row{b.ID.String(), a.ID.String(), near}, row)
		edges++
	}
	require.Equal(t, 1, edges)
	again, err := m.Retain(ctx, lukasa.Experience{Context: "disk full on web-3", Action: "rotated logs", Outcome: "freed 20 GB"})
	require.NoError(t, err)
	require.False(t, again.New)
	require.Equal(t, a.ID, again.ID)
	require.NoError(t, m.Flush(ctx))
	seq, err := m.Followed(ctx, a.ID, 3)
	require.NoError(t, err)
	require.Len(t, seq.Steps, 1)
	require.Equal(t, b.ID, seq.Steps[0].Record.ID)
	require.Equal(t, time.Minute, seq.Steps[0].TimeDelta)
	report, err := m.Check(ctx)
	require.NoError(t, err)
	require.Empty(t, report.Problems)
}
