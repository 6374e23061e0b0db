package graphtest

import (
	"context"
	"fmt"
	"slices"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/schema"
)

// Contents returns all that is in a graph, in an order of its own: one line for
// each node and each edge.
func Contents(tb TB, g Graph) []string {
	tb.Helper()
	ctx := context.Background()
	var out []string
	for _, t := range schema.GraphNodes() {
		for e, err := range g.Nodes(ctx, t.Name) {
			require.NoError(tb, err)
			out = append(out, fmt.Sprintf("%s %q %s", t.Name, e.ID, text(e.Values)))
		}
	}
	for _, t := range schema.GraphEdges() {
		for l, err := range g.Edges(ctx, t.Name) {
			require.NoError(tb, err)
			out = append(out, fmt.Sprintf("%s %q %q %s", t.Name, l.From, l.To, text(l.Values)))
		}
	}
	slices.Sort(out)
	return out
}

// text renders values in the order of their names, with their types.
func text(v graph.Values) string { return fmt.Sprintf("%#v", map[string]any(v)) }

// same demands that two graphs have the same contents and answer every traversal
// alike.
func same(tb TB, want, got Graph, records, entities int) {
	tb.Helper()
	require.Equal(tb, Contents(tb, want), Contents(tb, got))
	for a, name := range agentNames {
		agents := []string{name}
		for n := range records {
			sameRecord(tb, want, got, agents, RecordID(a, n))
		}
		for n := range entities {
			sameEntity(tb, want, got, agents, EntityID(a, n), EntityID(a, (n+2)%entities))
		}
		sameFollowers(tb, want, got, agents, a, records)
		sameOntology(tb, want, got, agents)
	}
}

// sameFollowers asks what follows a few records, and what follows many, which is
// looked up in another way.
func sameFollowers(tb TB, want, got Graph, agents []string, a, records int) {
	tb.Helper()
	var ids []string
	for n := range max(records, 40) { // those that are not there as well
		ids = append(ids, RecordID(a, n))
	}
	for _, some := range [][]string{ids[:3], ids} {
		alike(tb, "followers", func(g Graph) ([]string, error) {
			return g.FollowersOf(context.Background(), agents, some)
		}, want, got)
	}
}

// alike compares what two calls return. An empty list is as good as none.
func alike[T any](tb TB, what string, call func(Graph) (T, error), want, got Graph) {
	tb.Helper()
	w, err := call(want)
	require.NoError(tb, err, what)
	g, err := call(got)
	require.NoError(tb, err, what)
	require.Equal(tb, fmt.Sprintf("%+v", w), fmt.Sprintf("%+v", g), what)
}

func sameRecord(tb TB, want, got Graph, agents []string, id string) {
	tb.Helper()
	ctx := context.Background()
	alike(tb, "followed "+id, func(g Graph) ([]graph.Step, error) { return g.Followed(ctx, agents, id, 3) }, want, got)
	alike(tb, "chain "+id, func(g Graph) ([]graph.Step, error) { return g.ChainAround(ctx, agents, id, 2, 2) }, want, got)
	alike(tb, "entities "+id, func(g Graph) ([]graph.Mention, error) { return g.EntitiesOf(ctx, agents, id) }, want, got)
	alike(tb, "evidence "+id, func(g Graph) ([]graph.Evidence, error) { return g.Evidence(ctx, agents, id) }, want, got)
	alike(tb, "beliefs "+id, func(g Graph) ([]graph.Evidence, error) { return g.Beliefs(ctx, agents, id) }, want, got)
	alike(tb, "similar "+id, func(g Graph) ([]graph.Similar, error) { return g.Similar(ctx, agents, id) }, want, got)
}

func sameEntity(tb TB, want, got Graph, agents []string, id, other string) {
	tb.Helper()
	ctx := context.Background()
	alike(tb, "mentions "+id, func(g Graph) ([]graph.Mention, error) { return g.MentionsOf(ctx, agents, id, 4) }, want, got)
	alike(tb, "co-mentioned "+id, func(g Graph) ([]graph.CoMention, error) { return g.CoMentioned(ctx, agents, id, 3) }, want, got)
	alike(tb, "merged "+id, func(g Graph) (string, error) {
		into, found, err := g.MergedInto(ctx, agents, id)
		return fmt.Sprint(into, " ", found), err
	}, want, got)
	alike(tb, "neighbourhood "+id, func(g Graph) (graph.Neighbourhood, error) { return g.Neighbourhood(ctx, agents, id, 2, 5) }, want, got)
	alike(tb, "path "+id, func(g Graph) (graph.Route, error) {
		route, _, err := g.ShortestPath(ctx, agents, id, other, 4)
		return route, err
	}, want, got)
}

func sameOntology(tb TB, want, got Graph, agents []string) {
	tb.Helper()
	ctx := context.Background()
	for _, shortest := range []bool{false, true} {
		alike(tb, "ontology", func(g Graph) ([]graph.OntologyPath, error) {
			return g.OntologyPaths(ctx, agents, "customer", "invoice", 3, shortest)
		}, want, got)
	}
	paths, err := want.OntologyPaths(ctx, agents, "customer", "invoice", 3, false)
	require.NoError(tb, err)
	for _, p := range paths {
		alike(tb, "instances", func(g Graph) ([]graph.Route, error) { return g.InstancesAlong(ctx, agents, "", p, 20) }, want, got)
	}
}
