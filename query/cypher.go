package query

import (
	"context"

	"github.com/lukasadb/lukasa/graph"
)

// Cypher runs one read-only statement on the graph as it stands after all that
// was written before the call. It sees the memories of all agents: it is for the
// owner of the store. See [graph.Graph.Query].
func (q *Reader) Cypher(ctx context.Context, statement string, params map[string]any, opts graph.QueryOptions) (*graph.Result, error) {
	defer q.store.HurryGraph()() // a statement on a copy waits for what is being applied
	g, err := q.store.Graph(ctx)
	if err != nil {
		return nil, err
	}
	return g.Query(ctx, statement, params, opts)
}
