package graphtest

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/schema"
)

// A sparse world has many nodes and few edges: of each table one between the first
// two nodes and one between the last two. An engine that keeps the edges of some
// thousand nodes in one place has them in different places.
const (
	sparseNodes = 2100
	sparseLast  = sparseNodes - 2
)

// testSparse takes the edges of the last nodes away, by putting their owners
// without them or by removing the nodes, and finds those of the first nodes still
// there when the graph has been written anew.
func testSparse(t *testing.T, open Opener) {
	world, last := sparseWorld()
	bare, gone := graph.Batch{Watermark: 2}, graph.Batch{Watermark: 2}
	for _, e := range last {
		gone.Remove = append(gone.Remove, e.Key)
		e.Links = nil
		bare.Put = append(bare.Put, e)
	}
	for name, change := range map[string]graph.Batch{"without edges": bare, "without nodes": gone} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := context.Background()
			g, m := opened(t, open), NewModel()
			for _, x := range []Graph{m, g} {
				_, err := x.Load(ctx, 1, Elements(world))
				require.NoError(t, err)
				apply(t, x, change)
				require.NoError(t, x.Refresh(ctx))
			}
			sameSparse(t, m, g)
			for _, x := range []Graph{m, g} { // what is left is sound enough to be changed
				apply(t, x, graph.Batch{Watermark: 3, Put: last})
				require.NoError(t, x.Refresh(ctx))
			}
			sameSparse(t, m, g)
		})
	}
}

// sameSparse compares all edges, and those of the nodes that have some from
// either end.
func sameSparse(t *testing.T, want, got Graph) {
	t.Helper()
	require.Equal(t, Contents(t, want), Contents(t, got))
	for _, n := range []int{0, 1, sparseLast, sparseLast + 1} {
		sameRecord(t, want, got, agentNames[:1], RecordID(0, n))
		sameEntity(t, want, got, agentNames[:1], EntityID(0, n), EntityID(0, n/2*2))
	}
}

// sparseWorld returns all its elements, and those of them that belong to the last
// two nodes of each table.
func sparseWorld() (world, last []graph.Element) {
	add := func(n int, e graph.Element) {
		world = append(world, e)
		if n >= sparseLast {
			last = append(last, e)
		}
	}
	for n := range sparseNodes {
		for _, table := range schema.GraphNodes() {
			e := graph.Element{Key: sparseKey(table.Name, n), Values: graph.Values{}}
			if slices.ContainsFunc(table.Columns, func(c schema.GraphColumn) bool { return c.Name == "agent_id" }) {
				e.Values["agent_id"] = agentNames[0]
			}
			for _, edge := range schema.GraphEdges() {
				if edge.Owner == schema.OwnedByFrom && edge.From == table.Name {
					e.Links = append(e.Links, sparseLinks(edge, n)...)
				}
				if edge.Owner == schema.OwnedByTo && edge.To == table.Name {
					e.Links = append(e.Links, sparseLinks(edge, n-1)...)
				}
			}
			add(n, e)
		}
		for _, edge := range schema.GraphEdges() {
			if links := sparseLinks(edge, n); edge.Owner == schema.OwnedByOther && len(links) > 0 {
				add(n, graph.Element{Key: graph.Key{Table: sparseOwners[edge.Name], ID: fmt.Sprint(n)}, Links: links})
			}
		}
	}
	return world, last
}

var sparseOwners = map[string]string{
	schema.EdgeRelation:      schema.OwnerRelation,
	schema.EdgeOntology:      schema.OwnerRule,
	schema.EdgeConflictsWith: schema.OwnerConflict,
}

func sparseKey(table string, n int) graph.Key {
	switch table {
	case schema.NodeExperience:
		return graph.Key{Table: table, ID: RecordID(0, n)}
	case schema.NodeEntity:
		return graph.Key{Table: table, ID: EntityID(0, n)}
	}
	return graph.Key{Table: table, ID: fmt.Sprint(table, n)}
}

// sparseLinks returns the edge from node n to the next, where there is one.
func sparseLinks(edge schema.GraphEdge, n int) []graph.Link {
	if n != 0 && n != sparseLast {
		return nil
	}
	l := graph.Link{Edge: edge.Name, From: sparseKey(edge.From, n).ID, To: sparseKey(edge.To, n+1).ID, Values: graph.Values{}}
	for i, c := range edge.Columns {
		l.Values[c.Name] = sparseValue(c.Type, n+i)
	}
	return []graph.Link{l}
}

func sparseValue(typ schema.GraphType, n int) any {
	switch typ {
	case schema.GraphInt:
		return n
	case schema.GraphFloat:
		return float64(n) / 4
	case schema.GraphBool:
		return n%2 == 0
	case schema.GraphTime:
		return start.Add(time.Duration(n) * time.Second)
	case schema.GraphUUID:
		return recordUUID(0, n)
	case schema.GraphStrings:
		return []string{fmt.Sprint("text ", n)}
	}
	return fmt.Sprint("text ", n)
}
