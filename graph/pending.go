package graph

import (
	"context"
	"errors"
	"iter"
	"time"
)

var errPending = errors.New("graph: pending")

// QueryOptions bounds a raw query.
type QueryOptions struct {
	Timeout  time.Duration // default 30 s
	MaxRows  int           // default 100,000; more rows end the answer with ErrTooMany
	Isolated bool          // run in a child process on a copy
}

// Result is the answer to a raw query. Rows may be ranged over once; leaving the
// loop early, like reading to the end, frees what the answer holds.
type Result struct {
	Columns []string
	Rows    iter.Seq2[Row, error]
}

// Query runs one read-only Cypher statement. See the package for what the guard
// lets through.
func (g *Graph) Query(ctx context.Context, cypher string, params map[string]any, opts QueryOptions) (*Result, error) {
	return nil, errPending
}
