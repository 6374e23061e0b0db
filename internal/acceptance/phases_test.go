package acceptance

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// TestLaterPhases shows what the first design put off (000-29) in one small
// memory: entities as nodes of their own, traversal, hybrid search, versions and
// an audit trail. Migrations are shown by TestUpgradeOfGraph1.
func TestLaterPhases(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	e := lived("the invoice of Acme was lost")
	e.Mentions = []lukasa.Mention{{Entity: "person:ann"}, {Entity: "org:acme"}}
	e.Relations = []lukasa.Link{{From: "person:ann", Type: "works_for", To: "org:acme"}, {From: "org:acme", Type: "used", To: "service:mail"}}
	kept, err := m.Retain(ctx, e)
	require.NoError(t, err)

	path, err := m.Path(ctx, "person:ann", "service:mail", 3)
	require.NoError(t, err)
	require.Equal(t, []lukasa.EntityKey{"person:ann", "org:acme", "service:mail"}, path.Entities)
	rows, err := m.Cypher(ctx, "MATCH (:Experience)-[:MENTIONED]->(n:Entity) RETURN n.id ORDER BY n.id", nil, lukasa.CypherOptions{})
	require.NoError(t, err)
	nodes := 0
	for _, err := range rows.Rows {
		require.NoError(t, err)
		nodes++
	}
	rows.Close()
	require.Equal(t, 2, nodes)

	answer, err := m.Recall(ctx, lukasa.Query{Text: "which invoice went missing?", Explain: true})
	require.NoError(t, err)
	require.Equal(t, kept.ID, answer.Hits[0].Record.ID, "one word in common, and the meaning")

	outcome := "it was found"
	_, err = m.Update(ctx, kept.ID, 1, lukasa.Patch{Outcome: &outcome})
	require.NoError(t, err)
	_, err = m.Update(ctx, kept.ID, 1, lukasa.Patch{Outcome: &outcome})
	require.ErrorIs(t, err, lukasa.ErrVersion, "written against a version that is past")
	versions, err := m.History(ctx, kept.ID)
	require.NoError(t, err)
	require.Len(t, versions, 2)
}
