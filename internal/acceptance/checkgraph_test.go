package acceptance

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/schema"
)

// A property of a node or an edge that changed behind the ledger's back is told by
// its owner's id and its name, and a rebuild mends it (900-01).
func TestCheckComparesProperties(t *testing.T) {
	ctx, dir, clock := context.Background(), t.TempDir(), newClock()
	open := func() *lukasa.Memory {
		m, err := lukasa.Open(ctx, dir, lukasa.WithClock(clock.now), lukasa.WithIDs(countedIDs()))
		require.NoError(t, err)
		return m
	}
	m := open()
	e := lived("a property that stays")
	e.Mentions, e.Tags = []lukasa.Mention{{Entity: "person:ann", Role: schema.RoleSubject}}, []string{"one", "two"}
	id := retain(t, m, e).String()
	retain(t, m, lived("another record"))
	checked(t, m)
	require.NoError(t, m.Close())

	g, err := graph.Open(ctx, filepath.Join(dir, "graph"), graph.Options{})
	require.NoError(t, err)
	element := elementOf(t, g, graph.Key{Table: schema.NodeExperience, ID: id})
	element.Values["outcome"], element.Values["tags"], element.Values["importance"] = "lost", []string{"one"}, int64(9)
	delete(element.Values, "timestamp")
	for _, l := range element.Links {
		if l.Edge == schema.EdgeMentioned {
			l.Values["count"] = int64(7)
		}
	}
	_, err = g.Apply(ctx, graph.Batch{Watermark: g.Watermark(), Put: []graph.Element{element}})
	require.NoError(t, err)
	require.NoError(t, g.Close())

	m = open()
	defer func() { require.NoError(t, m.Close()) }()
	report, err := m.Check(ctx)
	require.NoError(t, err)
	var told []string
	for _, p := range report.Problems {
		require.Equal(t, "graph", p.View)
		told = append(told, p.Object+": "+p.Detail)
	}
	node, edge := "node Experience "+id+": property ", "edge MENTIONED "+id+" default|person:ann: property "
	require.ElementsMatch(t, []string{
		node + `outcome: the ledger has "kept", the graph has "lost"`,
		node + `tags: the ledger has "[one two]", the graph has "[one]"`,
		node + `importance: the ledger has "5", the graph has "9"`,
		node + `timestamp: the ledger has "2026-05-04 10:00:00 +0000 UTC", the graph has none`,
		edge + `count: the ledger has "1", the graph has "7"`,
	}, told)
	require.NoError(t, m.Rebuild(ctx, "graph"))
	checked(t, m)
}

// elementOf reads a node with the edges that it owns.
func elementOf(t *testing.T, g *graph.Graph, key graph.Key) (out graph.Element) {
	ctx := context.Background()
	for e, err := range g.Nodes(ctx, key.Table) {
		require.NoError(t, err)
		if e.Key == key {
			out = e
		}
	}
	require.Equal(t, key, out.Key)
	for _, table := range schema.GraphEdges() {
		for l, err := range g.Edges(ctx, table.Name) {
			require.NoError(t, err)
			if table.Owner == schema.OwnedByFrom && key == (graph.Key{Table: table.From, ID: l.From}) ||
				table.Owner == schema.OwnedByTo && key == (graph.Key{Table: table.To, ID: l.To}) {
				out.Links = append(out.Links, l)
			}
		}
	}
	return out
}
