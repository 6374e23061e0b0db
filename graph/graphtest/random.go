package graphtest

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/schema"
)

// The size of the world of random operations.
const (
	randomRecords  = 6
	randomEntities = 4
)

// TestRandom applies random batches, loads, refreshes and reopenings to a graph
// and to a model, and demands after each that they are the same.
func TestRandom(t *testing.T, open Opener) {
	root := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp(root, "graph-*")
		require.NoError(t, err)
		m := &machine{dir: dir, open: open, model: NewModel()}
		m.graph = open(t, dir)
		defer func() { require.NoError(t, m.graph.Close()) }()
		t.Repeat(map[string]func(*rapid.T){
			"batch":   m.batch,
			"again":   m.again,
			"load":    m.load,
			"refresh": func(t *rapid.T) { require.NoError(t, m.graph.Refresh(context.Background())) },
			"reopen":  m.reopen,
			"":        func(t *rapid.T) { same(t, m.model, m.graph, randomRecords, randomEntities) },
		})
	})
}

type machine struct {
	dir   string
	open  Opener
	graph Graph
	model *Model
	last  graph.Batch
}

func (m *machine) batch(t *rapid.T) {
	b := graph.Batch{Watermark: m.model.Watermark() + uint64(rapid.IntRange(0, 2).Draw(t, "advance"))}
	b.Put = rapid.SliceOfN(rapid.Custom(randomElement), 0, 12).Draw(t, "put")
	b.Remove = rapid.SliceOfN(rapid.Custom(randomKey), 0, 4).Draw(t, "remove")
	want := apply(t, m.model, b)
	got := apply(t, m.graph, b)
	want.Removed, got.Removed = 0, 0 // owners without edges left may or may not count
	require.Equal(t, want, got)
	m.last = b
}

// again applies the last batch a second time. (G5)
func (m *machine) again(t *rapid.T) {
	if len(m.last.Remove) > 0 || m.last.Watermark < m.model.Watermark() {
		t.Skip("a removal may take edges that a later put does not bring back")
	}
	apply(t, m.model, m.last)
	apply(t, m.graph, m.last)
}

func (m *machine) load(t *rapid.T) {
	put := rapid.SliceOfNDistinct(rapid.Custom(randomElement), 0, 12, func(e graph.Element) graph.Key { return e.Key }).Draw(t, "load")
	mark := uint64(rapid.IntRange(0, 9).Draw(t, "watermark"))
	want, err := m.model.Load(context.Background(), mark, Elements(put))
	require.NoError(t, err)
	got, err := m.graph.Load(context.Background(), mark, Elements(put))
	require.NoError(t, err)
	require.Equal(t, want, got)
	m.last = graph.Batch{}
}

func (m *machine) reopen(t *rapid.T) {
	require.NoError(t, m.graph.Close())
	m.graph = m.open(t, m.dir)
	require.Equal(t, m.model.Watermark(), m.graph.Watermark())
}

func randomKey(t *rapid.T) graph.Key { return randomElement(t).Key }

// randomElement draws an object of agent 0 with some of the edges it may own.
func randomElement(t *rapid.T) graph.Element {
	n := rapid.IntRange(0, randomRecords-1).Draw(t, "n")
	switch rapid.IntRange(0, 9).Draw(t, "what") {
	case 0:
		return agentElement(0)
	case 1:
		return typeElement(0, n%len(entityTypes))
	case 2:
		return ruleElement(0, n%len(entityTypes))
	case 3, 4:
		return entityElement(0, n%randomEntities)
	case 5:
		return randomRelation(t, n)
	case 6:
		return randomConflict(t, n)
	}
	return randomRecord(t, n)
}

func randomRelation(t *rapid.T, n int) graph.Element {
	e := relationElement(0, n)
	e.Links[0].From = EntityID(0, rapid.IntRange(0, randomEntities-1).Draw(t, "from"))
	e.Links[0].To = EntityID(0, rapid.IntRange(0, randomEntities-1).Draw(t, "to"))
	if rapid.Bool().Draw(t, "twice") {
		twin := e.Links[0]
		twin.Values = graph.Values{"predicate": "also"}
		e.Links = append(e.Links, twin)
	}
	return e
}

func randomConflict(t *rapid.T, n int) graph.Element {
	return graph.Element{
		Key: graph.Key{Table: schema.OwnerConflict, ID: fmt.Sprint(n)},
		Links: []graph.Link{{
			Edge: schema.EdgeConflictsWith, From: RecordID(0, n), To: RecordID(0, randomOther(t)),
			Values: graph.Values{"conflict_type": "memory_vs_memory", "resolved": n%2 == 0},
		}},
	}
}

func randomOther(t *rapid.T) int { return rapid.IntRange(0, randomRecords-1).Draw(t, "other") }

// randomRecord draws a record; each value tells its edges apart from any other's.
func randomRecord(t *rapid.T, n int) graph.Element {
	id := RecordID(0, n)
	version := rapid.IntRange(1, 3).Draw(t, "version")
	e := graph.Element{
		Key:    graph.Key{Table: schema.NodeExperience, ID: id},
		Values: graph.Values{"agent_id": agentNames[0], "version": version, "context": fmt.Sprintf("%d.%d", n, version)},
	}
	if version == 2 {
		e.Values["tags"] = []string{"two", id}
	}
	for range rapid.IntRange(0, 5).Draw(t, "links") {
		e.Links = append(e.Links, randomLink(t, n))
	}
	return e
}

func randomLink(t *rapid.T, n int) graph.Link {
	id, other := RecordID(0, n), RecordID(0, randomOther(t))
	mark := rapid.IntRange(1, 1000).Draw(t, "mark")
	switch rapid.IntRange(0, 7).Draw(t, "edge") {
	case 0:
		return graph.Link{Edge: schema.EdgeRecorded, From: agentNames[0], To: id, Values: graph.Values{"importance": mark}}
	case 1:
		return graph.Link{Edge: schema.EdgeFollowedBy, From: other, To: id, Values: graph.Values{"time_delta": mark}}
	case 2:
		return graph.Link{Edge: schema.EdgeSimilarTo, From: id, To: other, Values: graph.Values{"similarity_score": 1 / float64(mark)}}
	case 3:
		return graph.Link{Edge: schema.EdgeDerivedFrom, From: id, To: other, Values: graph.Values{"stance": "supports", "weight": 1 / float64(mark)}}
	case 4:
		return graph.Link{Edge: schema.EdgePartOf, From: id, To: other}
	case 5:
		return graph.Link{Edge: schema.EdgeSupersedes, From: id, To: other, Values: graph.Values{"ts": start.Add(time.Duration(mark))}}
	case 6:
		return graph.Link{
			Edge: schema.EdgeRelation, From: EntityID(0, mark%randomEntities), To: EntityID(0, n%randomEntities),
			Values: graph.Values{"predicate": fmt.Sprint(mark), "statement": recordUUID(0, n)},
		}
	}
	m := mention(0, n, mark%randomEntities, mark)
	m.Values["ts"] = start.Add(time.Duration(n) * time.Second)
	return m
}
