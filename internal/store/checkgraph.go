package store

import (
	"context"
	"hash/maphash"
	"strings"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// checkGraph compares the nodes and edges of the graph with what the ledger
// says they should be. Only hashes are kept, so that a million records fit;
// where they differ, a second pass names the differences.
func (s *Store) checkGraph(ctx context.Context, report *Report) error {
	g, err := s.Graph(ctx)
	if err != nil {
		return err
	}
	s.graph.mu.Lock() // nothing is applied while we look
	defer s.graph.mu.Unlock()
	return s.viewDurable(ctx, func(r *ledger.Reader) error {
		if err := s.graph.replay(ctx, g, r); err != nil {
			return err
		}
		c := &comparison{seed: maphash.MakeSeed(), count: map[uint64]int{}}
		if err := c.passes(ctx, g, r, c.tally); err != nil {
			return err
		}
		if c.agrees() {
			return nil
		}
		return c.passes(ctx, g, r, func(item string, sign int) {
			if c.count[c.hash(item)] != 0 {
				report.add(c.problem(item, sign))
			}
		})
	})
}

// comparison counts each item of the ledger up and each of the graph down.
type comparison struct {
	seed  maphash.Seed
	count map[uint64]int
}

func (c *comparison) hash(item string) uint64 { return maphash.String(c.seed, item) }

func (c *comparison) tally(item string, sign int) {
	h := c.hash(item)
	if c.count[h] += sign; c.count[h] == 0 {
		delete(c.count, h)
	}
}

func (c *comparison) agrees() bool { return len(c.count) == 0 }

func (c *comparison) problem(item string, sign int) Problem {
	detail := "in the graph, not in the ledger"
	if sign > 0 {
		detail = "in the ledger, not in the graph"
	}
	return Problem{View: "graph", Invariant: "I2", Object: item, Detail: detail}
}

func (c *comparison) passes(ctx context.Context, g *graph.Graph, r *ledger.Reader, each func(item string, sign int)) error {
	if err := ledgerItems(ctx, r, func(item string) { each(item, +1) }); err != nil {
		return err
	}
	return graphItems(ctx, g, func(item string) { each(item, -1) })
}

// ledgerItems names every node and edge that the graph should have.
func ledgerItems(ctx context.Context, r *ledger.Reader, each func(string)) error {
	nodes := map[graph.Key]bool{}
	note := func(e graph.Element) error {
		if isNode(e.Table) {
			nodes[e.Key] = true
		}
		return nil
	}
	if err := eachElement(ctx, r, note); err != nil {
		return err
	}
	ends := edgeEnds()
	return eachElement(ctx, r, func(e graph.Element) error {
		if isNode(e.Table) {
			each(nodeItem(e.Table, e.ID))
		}
		for _, l := range e.Links {
			end := ends[l.Edge]
			if nodes[graph.Key{Table: end.From, ID: l.From}] && nodes[graph.Key{Table: end.To, ID: l.To}] {
				each(edgeItem(l.Edge, l.From, l.To))
			}
		}
		return nil
	})
}

// graphItems names every node and edge that the graph has.
func graphItems(ctx context.Context, g *graph.Graph, each func(string)) error {
	for _, n := range schema.GraphNodes() {
		for e, err := range g.Nodes(ctx, n.Name) {
			if err != nil {
				return err
			}
			each(nodeItem(n.Name, e.ID))
		}
	}
	for _, t := range schema.GraphEdges() {
		for l, err := range g.Edges(ctx, t.Name) {
			if err != nil {
				return err
			}
			each(edgeItem(t.Name, l.From, l.To))
		}
	}
	return nil
}

func isNode(table string) bool {
	for _, n := range schema.GraphNodes() {
		if n.Name == table {
			return true
		}
	}
	return false
}

func edgeEnds() map[string]schema.GraphEdge {
	ends := map[string]schema.GraphEdge{}
	for _, e := range schema.GraphEdges() {
		ends[e.Name] = e
	}
	return ends
}

func nodeItem(table, id string) string { return "node " + table + " " + id }

func edgeItem(edge, from, to string) string {
	return strings.Join([]string{"edge", edge, from, to}, " ")
}
