package store

import (
	"context"
	"hash/maphash"
	"strings"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// checkGraph compares the nodes and edges of the graph, and all their properties,
// with what the ledger says they should be. Only a hash of each is kept, so that a
// million records fit; where they differ, a second pass names the differences.
func (s *Store) checkGraph(ctx context.Context, report *Report) error {
	g, err := s.Graph(ctx)
	if err != nil {
		return err
	}
	if err := s.graph.mu.LockUntil(ctx); err != nil { // nothing is applied while we look
		return err
	}
	defer s.graph.mu.Unlock()
	return s.ledger.ViewDurable(ctx, func(r *ledger.Reader) error {
		if err := s.graph.replay(ctx, g, r); err != nil {
			return err
		}
		c := &comparison{count: map[uint64]int{}}
		c.hash.SetSeed(maphash.MakeSeed())
		if err := c.passes(ctx, g, r, c.tally); err != nil {
			return err
		}
		if c.agrees() {
			return nil
		}
		d := differences{report: report, ledger: map[string][]graphItem{}}
		err := c.passes(ctx, g, r, func(item graphItem, sign int) {
			if c.count[c.sum(item)] != 0 {
				d.add(item, sign)
			}
		})
		d.missing()
		return err
	})
}

// comparison counts each item of the ledger up and each of the graph down.
type comparison struct {
	hash  maphash.Hash
	count map[uint64]int
}

func (c *comparison) sum(item graphItem) uint64 {
	c.hash.Reset()
	_, _ = c.hash.WriteString(item.name)
	for _, column := range item.columns {
		writeValue(&c.hash, item.values[column.Name])
	}
	return c.hash.Sum64()
}

func (c *comparison) tally(item graphItem, sign int) {
	h := c.sum(item)
	if c.count[h] += sign; c.count[h] == 0 {
		delete(c.count, h)
	}
}

func (c *comparison) agrees() bool { return len(c.count) == 0 }

func (c *comparison) passes(ctx context.Context, g *graph.Graph, r *ledger.Reader, each func(item graphItem, sign int)) error {
	if err := ledgerItems(ctx, r, func(item graphItem) { each(item, +1) }); err != nil {
		return err
	}
	return graphItems(ctx, g, func(item graphItem) { each(item, -1) })
}

// ledgerItems names every node and edge that the graph should have.
func ledgerItems(ctx context.Context, r *ledger.Reader, each func(graphItem)) error {
	nodes, tables, ends := map[graph.Key]bool{}, nodeTables(), edgeEnds()
	note := func(e graph.Element) error {
		if _, ok := tables[e.Table]; ok {
			nodes[e.Key] = true
		}
		return nil
	}
	if err := eachElement(ctx, r, note); err != nil {
		return err
	}
	return eachElement(ctx, r, func(e graph.Element) error {
		if table, ok := tables[e.Table]; ok {
			each(nodeItem(table, e.ID, e.Values))
		}
		for _, l := range e.Links {
			end := ends[l.Edge]
			if nodes[graph.Key{Table: end.From, ID: l.From}] && nodes[graph.Key{Table: end.To, ID: l.To}] {
				each(edgeItem(end, l))
			}
		}
		return nil
	})
}

// graphItems names every node and edge that the graph has.
func graphItems(ctx context.Context, g *graph.Graph, each func(graphItem)) error {
	for _, n := range schema.GraphNodes() {
		for e, err := range g.Nodes(ctx, n.Name) {
			if err != nil {
				return err
			}
			each(nodeItem(n, e.ID, e.Values))
		}
	}
	for _, t := range schema.GraphEdges() {
		for l, err := range g.Edges(ctx, t.Name) {
			if err != nil {
				return err
			}
			each(edgeItem(t, l))
		}
	}
	return nil
}

func edgeEnds() map[string]schema.GraphEdge {
	ends := map[string]schema.GraphEdge{}
	for _, e := range schema.GraphEdges() {
		ends[e.Name] = e
	}
	return ends
}

func nodeTables() map[string]schema.GraphNode {
	tables := map[string]schema.GraphNode{}
	for _, n := range schema.GraphNodes() {
		tables[n.Name] = n
	}
	return tables
}

func nodeItem(table schema.GraphNode, id string, values graph.Values) graphItem {
	return graphItem{"node " + table.Name + " " + id, table.Columns, values}
}

func edgeItem(table schema.GraphEdge, l graph.Link) graphItem {
	return graphItem{strings.Join([]string{"edge", table.Name, l.From, l.To}, " "), table.Columns, l.Values}
}
