package query

import (
	"context"
	"errors"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/query/exchange"
)

// GraphSize is how much of a graph was written.
type GraphSize struct {
	Nodes int `json:"nodes"`
	Edges int `json:"edges"`
}

// ExportGraph writes the agents' part of the graph as of one moment, in an order
// that depends on the content alone, and closes w. No agents means all of them.
func (q *Reader) ExportGraph(ctx context.Context, agents []string, w exchange.Writer) (size GraphSize, err error) {
	node := func(e graph.Element) error {
		size.Nodes++
		return errors.Join(ctx.Err(), w.Node(e))
	}
	edge := func(l graph.Link) error {
		size.Edges++
		return errors.Join(ctx.Err(), w.Edge(l))
	}
	err = q.store.WalkGraph(ctx, agents, node, edge)
	return size, errors.Join(err, w.Close())
}
