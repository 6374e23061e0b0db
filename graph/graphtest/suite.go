package graphtest

import (
	"context"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/schema"
)

// Opener opens the graph in a folder, which is empty at first. Opening the same
// folder again after Close gives the graph back.
type Opener func(tb TB, dir string) Graph

// The size of the world that the suite builds.
const (
	worldRecords  = 7
	worldEntities = 5
)

// TestAll runs the conformance suite.
func TestAll(t *testing.T, open Opener) {
	for name, test := range map[string]func(*testing.T, Opener){
		"empty": testEmpty, "answers": testAnswers, "values": testValues, "idempotent": testIdempotent,
		"replaces": testReplaces, "removes": testRemoves, "owners": testOwners, "dangling": testDangling,
		"watermark": testWatermark, "invalid": testInvalid, "load": testLoad, "reopen": testReopen,
		"isolation": testIsolation, "closed": testClosed, "cancelled": testCancelled, "sparse": testSparse,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, open)
		})
	}
}

func opened(t *testing.T, open Opener) Graph {
	g := open(t, t.TempDir())
	t.Cleanup(func() { require.NoError(t, g.Close()) })
	return g
}

func apply(tb TB, g Graph, b graph.Batch) graph.Applied {
	tb.Helper()
	done, err := g.Apply(context.Background(), b)
	require.NoError(tb, err)
	return done
}

// built returns a graph and a model with the suite's world at watermark 1.
func built(t *testing.T, open Opener) (Graph, *Model) {
	g, m := opened(t, open), NewModel()
	b := graph.Batch{Watermark: 1, Put: World(worldRecords, worldEntities)}
	require.Equal(t, apply(t, m, b), apply(t, g, b))
	return g, m
}

func testEmpty(t *testing.T, open Opener) {
	g := opened(t, open)
	require.Zero(t, g.Watermark())
	require.Empty(t, Contents(t, g))
	same(t, NewModel(), g, 1, 1)
	require.NoError(t, g.Refresh(context.Background()))
}

// testAnswers checks the model itself against answers worked out by hand, and
// then the graph against the model. (002-03, 002-04, 002-11)
func testAnswers(t *testing.T, open Opener) {
	ctx := context.Background()
	g, m := built(t, open)
	for _, x := range []Graph{m, g} {
		steps, err := x.Followed(ctx, agentNames[:1], RecordID(0, 2), 2)
		require.NoError(t, err)
		require.Equal(t, []graph.Step{
			{ID: RecordID(0, 3), Depth: 1, TimeDelta: time.Minute},
			{ID: RecordID(0, 4), Depth: 2, TimeDelta: time.Minute, SameContext: true},
		}, steps)
		mentions, err := x.MentionsOf(ctx, agentNames[:1], EntityID(0, 1), 2)
		require.NoError(t, err)
		require.Equal(t, []string{RecordID(0, 6), RecordID(0, 5)}, []string{mentions[0].Experience, mentions[1].Experience})
		route, ok, err := x.ShortestPath(ctx, agentNames[:1], EntityID(0, 3), EntityID(0, 0), 4)
		require.NoError(t, err)
		require.True(t, ok)
		require.Equal(t, []string{EntityID(0, 3), EntityID(0, 2), EntityID(0, 1), EntityID(0, 0)}, route.Entities)
		paths, err := x.OntologyPaths(ctx, agentNames[:1], "customer", "invoice", 3, false)
		require.NoError(t, err)
		require.Len(t, paths, 2, "billed backwards, or ordered through the order")
		require.True(t, paths[0][0].Reverse)
		instances, err := x.InstancesAlong(ctx, agentNames[:1], EntityID(0, 0), paths[1], 10)
		require.NoError(t, err)
		require.Len(t, instances, 1)
		require.Equal(t, []string{EntityID(0, 0), EntityID(0, 1), EntityID(0, 2)}, instances[0].Entities)
	}
	same(t, m, g, worldRecords, worldEntities)
}

// testValues checks that every type and every hostile string comes back as it
// went in, and that null differs from empty.
func testValues(t *testing.T, open Opener) {
	g, m := opened(t, open), NewModel()
	strange := []string{
		"", " ", "'", `"`, `\`, `\'`, "`", "$id", "a\nb\r\n\tc", "'}) DETACH DELETE n //", "\u202etfel", "née 数据库 😀", "\x01\x02\x7f",
		strings.Repeat("long ", 4000), `{"a": [1, "x"]}`, "NULL", "%s%n", "\ufeff",
	}
	var put []graph.Element
	for i, s := range strange {
		put = append(put, graph.Element{Key: graph.Key{Table: schema.NodeExperience, ID: RecordID(0, i)}, Values: graph.Values{
			"agent_id": s, "context": s, "metadata": s, "tags": []string{s, s}, "scopes": []string{}, "importance": i - 3,
			"timestamp":  time.Date(1+i*555, 12, 31, 23, 59, 59, 999_999_999, time.FixedZone("x", 3600)),
			"confidence": 1 / float64(i+1), "pinned": i%2 == 0, "session": nil,
		}}, graph.Element{Key: graph.Key{Table: schema.NodeEntity, ID: "e" + s}, Values: graph.Values{"name": s}})
	}
	b := graph.Batch{Watermark: 1, Put: put}
	apply(t, m, b)
	apply(t, g, b)
	require.Equal(t, Contents(t, m), Contents(t, g))
	for i, s := range strange {
		mentions, err := g.MentionsOf(context.Background(), []string{s, "'"}, "e"+s, i)
		require.NoError(t, err)
		require.Empty(t, mentions)
	}
}

func testIdempotent(t *testing.T, open Opener) {
	g, m := built(t, open)
	for range 2 {
		apply(t, g, graph.Batch{Watermark: 1, Put: World(worldRecords, worldEntities)})
		same(t, m, g, worldRecords, worldEntities)
	}
}

func testReplaces(t *testing.T, open Opener) {
	g, m := built(t, open)
	changed := recordElement(0, 3, worldEntities)
	changed.Values = graph.Values{"agent_id": agentNames[0], "context": "new", "tags": []string{}}
	changed.Links = changed.Links[:2]
	late := recordElement(0, 4, worldEntities)
	late.Links[0].Values = nil
	b := graph.Batch{Watermark: 2, Put: []graph.Element{recordElement(0, 3, worldEntities), late, changed}}
	require.Equal(t, apply(t, m, b), apply(t, g, b))
	same(t, m, g, worldRecords, worldEntities)
}

func testRemoves(t *testing.T, open Opener) {
	g, m := built(t, open)
	b := graph.Batch{Watermark: 2, Remove: []graph.Key{
		{Table: schema.NodeExperience, ID: RecordID(0, 3)},
		{Table: schema.NodeExperience, ID: RecordID(0, 99)},
		{Table: schema.NodeEntity, ID: EntityID(1, 2)},
	}}
	require.Equal(t, apply(t, m, b), apply(t, g, b))
	same(t, m, g, worldRecords, worldEntities)
	b = graph.Batch{Watermark: 3, Remove: b.Remove, Put: []graph.Element{recordElement(0, 3, worldEntities), entityElement(1, 2)}}
	apply(t, m, b)
	apply(t, g, b)
	same(t, m, g, worldRecords, worldEntities)
}

// testOwners checks edges that belong to an object at neither end: they go with
// it, and only they.
func testOwners(t *testing.T, open Opener) {
	g, m := built(t, open)
	told := recordElement(0, 1, worldEntities) // a record that owns a relation too
	told.Links = append(told.Links, relationElement(0, 0).Links...)
	moved := relationElement(0, 1)
	moved.Links[0].To = EntityID(0, 4)
	for _, b := range []graph.Batch{
		{Watermark: 2, Put: []graph.Element{told, moved}},
		{Watermark: 3, Remove: []graph.Key{relationElement(0, 0).Key, relationElement(0, 2).Key, ruleElement(1, 1).Key}},
		{Watermark: 4, Remove: []graph.Key{told.Key}, Put: []graph.Element{relationElement(0, 2)}},
	} {
		apply(t, m, b)
		apply(t, g, b)
		same(t, m, g, worldRecords, worldEntities)
	}
}

func testDangling(t *testing.T, open Opener) {
	g := opened(t, open)
	done := apply(t, g, graph.Batch{Watermark: 1, Put: []graph.Element{recordElement(0, 1, 2), relationElement(0, 0), entityElement(0, 0)}})
	require.Equal(t, graph.Applied{Nodes: 2, Edges: 1, Dangling: 6}, done)
	done = apply(t, g, graph.Batch{Watermark: 2, Put: []graph.Element{relationElement(0, 0), entityElement(0, 1)}})
	require.Equal(t, graph.Applied{Nodes: 1, Edges: 1}, done)
}

func testWatermark(t *testing.T, open Opener) {
	g := opened(t, open)
	apply(t, g, graph.Batch{Watermark: 7, Put: []graph.Element{entityElement(0, 0)}})
	require.EqualValues(t, 7, g.Watermark())
	require.Equal(t, graph.Applied{}, apply(t, g, graph.Batch{Watermark: 6, Remove: []graph.Key{entityElement(0, 0).Key}}))
	require.EqualValues(t, 7, g.Watermark())
	require.Len(t, Contents(t, g), 1, "a batch that the graph is past is not applied")
	apply(t, g, graph.Batch{Watermark: 9})
	require.EqualValues(t, 9, g.Watermark())
}

func testInvalid(t *testing.T, open Opener) {
	ctx := context.Background()
	g := opened(t, open)
	stolen := recordElement(0, 1, 2)
	stolen.Links = recordElement(0, 2, 2).Links
	for name, e := range map[string]graph.Element{
		"no table":      {Key: graph.Key{Table: "Nothing", ID: "x"}},
		"no id":         {Key: graph.Key{Table: schema.NodeEntity}},
		"not its edges": stolen,
		"no edge table": {Key: graph.Key{Table: schema.NodeEntity, ID: "x"}, Links: []graph.Link{{Edge: "Nothing", From: "x", To: "y"}}},
	} {
		_, err := g.Apply(ctx, graph.Batch{Watermark: 1, Put: []graph.Element{entityElement(0, 0), e}})
		require.ErrorIs(t, err, graph.ErrInvalid, name)
	}
	_, err := g.Followed(ctx, nil, RecordID(0, 1), 1)
	require.ErrorIs(t, err, graph.ErrInvalid)
	require.Zero(t, g.Watermark())
	require.Empty(t, Contents(t, g), "a refused batch changes nothing")
}

// Elements yields a list as [graph.Graph.Load] takes it.
func Elements(list []graph.Element) iter.Seq2[graph.Element, error] {
	return func(yield func(graph.Element, error) bool) {
		for _, e := range list {
			if !yield(e, nil) {
				return
			}
		}
	}
}

func testLoad(t *testing.T, open Opener) {
	ctx := context.Background()
	g := opened(t, open)
	apply(t, g, graph.Batch{Watermark: 5, Put: []graph.Element{entityElement(1, 4)}})
	world := World(worldRecords, worldEntities)
	slices.Reverse(world)
	done, err := g.Load(ctx, 3, Elements(world))
	require.NoError(t, err)
	m := NewModel()
	require.Equal(t, apply(t, m, graph.Batch{Watermark: 3, Put: world}), done)
	require.EqualValues(t, 3, g.Watermark(), "a load sets the watermark, even back")
	same(t, m, g, worldRecords, worldEntities)
	_, err = g.Load(ctx, 9, func(yield func(graph.Element, error) bool) { yield(graph.Element{}, context.Canceled) })
	require.ErrorIs(t, err, context.Canceled)
	require.EqualValues(t, 3, g.Watermark())
	same(t, m, g, 1, 1)
}

func testReopen(t *testing.T, open Opener) {
	dir := t.TempDir()
	m := NewModel()
	batches := []graph.Batch{
		{Watermark: 1, Put: World(worldRecords, worldEntities)},
		{Watermark: 2, Remove: []graph.Key{{Table: schema.NodeExperience, ID: RecordID(1, 1)}}},
		{Watermark: 3, Put: []graph.Element{recordElement(1, 1, worldEntities)}},
	}
	for _, b := range batches {
		g := open(t, dir)
		require.Equal(t, b.Watermark-1, g.Watermark())
		apply(t, m, b)
		apply(t, g, b)
		require.NoError(t, g.Close())
		require.NoError(t, g.Close(), "closing twice is harmless")
	}
	g := open(t, dir)
	require.EqualValues(t, len(batches), g.Watermark())
	same(t, m, g, worldRecords, worldEntities)
	require.NoError(t, g.Close())
}

// testIsolation asks with the wrong agent for everything that the right one
// sees. (002-06, I5)
func testIsolation(t *testing.T, open Opener) {
	ctx := context.Background()
	g, _ := built(t, open)
	wrong := []string{agentNames[1], "", "ANA", "ana ", "an"}
	for n := range worldRecords {
		id := RecordID(0, n)
		steps, err := g.Followed(ctx, wrong, id, 5)
		require.NoError(t, err)
		require.Empty(t, steps)
		chain, err := g.ChainAround(ctx, wrong, id, 2, 2)
		require.NoError(t, err)
		require.Empty(t, chain)
		entities, err := g.EntitiesOf(ctx, wrong, id)
		require.NoError(t, err)
		require.Empty(t, entities)
		evidence, err := g.Evidence(ctx, wrong, id)
		require.NoError(t, err)
		require.Empty(t, evidence)
		similar, err := g.Similar(ctx, wrong, id)
		require.NoError(t, err)
		require.Empty(t, similar)
	}
	for n := range worldEntities {
		key := EntityID(0, n)
		mentions, err := g.MentionsOf(ctx, wrong, key, 5)
		require.NoError(t, err)
		require.Empty(t, mentions)
		near, err := g.Neighbourhood(ctx, wrong, key, 3, 10)
		require.NoError(t, err)
		require.Empty(t, near)
		_, ok, err := g.ShortestPath(ctx, wrong, key, EntityID(0, (n+1)%worldEntities), 3)
		require.NoError(t, err)
		require.False(t, ok)
		also, err := g.CoMentioned(ctx, wrong, key, 3)
		require.NoError(t, err)
		require.Empty(t, also)
	}
	paths, err := g.OntologyPaths(ctx, []string{"ana"}, "customer", "invoice", 3, false)
	require.NoError(t, err)
	for _, p := range paths {
		routes, err := g.InstancesAlong(ctx, wrong[1:], "", p, 10)
		require.NoError(t, err)
		require.Empty(t, routes)
	}
}

func testClosed(t *testing.T, open Opener) {
	ctx := context.Background()
	g := open(t, t.TempDir())
	require.NoError(t, g.Close())
	_, err := g.Apply(ctx, graph.Batch{Watermark: 1})
	require.ErrorIs(t, err, graph.ErrClosed)
	_, err = g.Followed(ctx, agentNames, RecordID(0, 0), 1)
	require.ErrorIs(t, err, graph.ErrClosed)
	require.ErrorIs(t, g.Refresh(ctx), graph.ErrClosed)
}

func testCancelled(t *testing.T, open Opener) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g, m := built(t, open)
	_, err := g.Apply(ctx, graph.Batch{Watermark: 2, Put: []graph.Element{entityElement(0, 9)}})
	require.ErrorIs(t, err, context.Canceled)
	_, err = g.Followed(ctx, agentNames, RecordID(0, 0), 1)
	require.ErrorIs(t, err, context.Canceled)
	require.EqualValues(t, 1, g.Watermark())
	same(t, m, g, 1, 1)
	apply(t, g, graph.Batch{Watermark: 2, Put: []graph.Element{entityElement(0, 9)}})
}
