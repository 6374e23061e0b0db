package graph

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"time"
)

// Errors of a graph. They are wrapped with what was being done.
var (
	// ErrClosed is returned by every call after Close.
	ErrClosed = errors.New("graph: closed")
	// ErrLocked is returned by Open for a folder that this process has open.
	ErrLocked = errors.New("graph: already open")
	// ErrBroken is returned once a write has failed. Close and reopen: the graph
	// starts again from its last clean generation.
	ErrBroken = errors.New("graph: a write failed, reopen it")
	// ErrInvalid is returned for an element or an argument that breaks the
	// schema; its text names the table and the column.
	ErrInvalid = errors.New("graph: invalid")
	// ErrTimeout is returned for a query that ran longer than it may.
	ErrTimeout = errors.New("graph: query timed out")
)

// Options configures Open. The zero value is ready to use.
type Options struct {
	// BufferPool is the memory for pages, in bytes. Default 256 MiB.
	BufferPool uint64
	// Readers is the number of reads that run at a time. Default twice the
	// processors, at least 4.
	Readers int
	// BulkThreshold is the number of changes from which a batch is copied in
	// from files instead of being applied one change at a time. Default 4,000.
	BulkThreshold int
	// Logger receives what happens behind the caller's back, such as a
	// generation found damaged. Default: silent.
	Logger *slog.Logger
}

var errPending = errors.New("graph: pending")

// Graph is an open graph.
type Graph struct{}

// Open opens the graph in dir, which it creates if need be. A graph that cannot
// be trusted opens empty, with watermark 0.
func Open(ctx context.Context, dir string, opts Options) (*Graph, error) { return nil, errPending }

// Watermark returns the ledger's sequence that the graph has reached.
func (g *Graph) Watermark() uint64 { return 0 }

// Apply applies a batch in one transaction. Batches whose watermark does not
// exceed the graph's are applied too: they change nothing.
func (g *Graph) Apply(ctx context.Context, b Batch) (Applied, error) { return Applied{}, errPending }

// Load replaces the whole graph by elements, in any order, each key once, and
// sets its watermark. Reads see the old graph until the new one is complete.
func (g *Graph) Load(ctx context.Context, watermark uint64, elements iter.Seq2[Element, error]) (Applied, error) {
	return Applied{}, errPending
}

// Refresh makes the graph as it is now the clean generation, so that a crash
// after it costs only what is applied later.
func (g *Graph) Refresh(ctx context.Context) error { return errPending }

// Close makes the graph as it is the clean generation and closes it. Running
// reads are interrupted. It is idempotent.
func (g *Graph) Close() error { return errPending }

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
