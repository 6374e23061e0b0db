package graph

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"time"

	"github.com/lukasadb/lukasa/graph/internal/kuzu"
)

// The defaults of QueryOptions.
const (
	DefaultTimeout = 30 * time.Second
	DefaultMaxRows = 100_000
)

// QueryOptions bounds a raw query.
type QueryOptions struct {
	// Timeout bounds how long the statement may take, reading of its rows
	// excluded. Default DefaultTimeout; context.DeadlineExceeded is returned
	// after it.
	Timeout time.Duration
	// MaxRows bounds the answer, which ends with ErrTooMany if it has more.
	// Default DefaultMaxRows.
	MaxRows int
	// Isolated runs the statement in a child process on a copy of the graph, so
	// that nothing it does can harm this process. See ChildMain. The graph is
	// refreshed first if it has changed.
	Isolated bool
}

func (o QueryOptions) withDefaults() QueryOptions {
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	if o.MaxRows <= 0 {
		o.MaxRows = DefaultMaxRows
	}
	return o
}

// Result is the answer to a raw query. Rows may be ranged over once; leaving the
// loop early, like reading to the end, frees what the answer holds. An answer
// that is not ranged over is freed by Close; until then, a purge waits for it.
type Result struct {
	Columns []string
	Rows    iter.Seq2[Row, error]
	free    func()
}

// errFreed is returned for the rows of an answer after its Close.
var errFreed = errors.New("graph: answer closed")

// Close frees what the answer holds. It is idempotent.
func (r *Result) Close() { r.free() }

// Query runs one read-only Cypher statement with parameters (see the package
// for what the guard lets through: a [BlockedError] says what it does not). It
// sees the records of all agents. A [QueryError] says what is wrong with a
// statement or its parameters, and where.
//
// Parameters are named without the "$". Their values are nil, booleans, numbers,
// strings, times, ids, and slices or maps by string of such. Each one that the
// statement names must be given, nil for NULL.
func (g *Graph) Query(ctx context.Context, cypher string, params map[string]any, opts QueryOptions) (*Result, error) {
	opts = opts.withDefaults()
	if err := blocked(cypher, params); err != nil {
		return nil, err
	}
	if err := unbound(cypher, params); err != nil {
		return nil, err
	}
	cypher, params, err := separated(cypher, params)
	if err != nil {
		return nil, err
	}
	if opts.Isolated {
		return g.queryIsolated(ctx, cypher, params, opts)
	}
	// The engine keeps every statement that a connection has prepared until the
	// connection closes, so each of the user's gets one of its own.
	l, err := g.acquire(ctx, true)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.done {
		return nil, l.s.told(errFreed)
	}
	var answer *kuzu.Result
	if err = unfit(cypher, l.c.bind(params)); err == nil {
		answer, err = l.c.raw(ctx, cypher, opts.Timeout)
	}
	if err != nil {
		l.end(false)
		return nil, l.s.told(err)
	}
	l.free = answer.Close
	return newResult(answer.Columns(), l.rows(answer, opts.MaxRows), l.close), nil
}

// newResult makes an answer that is also freed once nobody holds it any more: one that
// was neither read nor closed would keep a reader, and the copy of the graph that it
// reads, for good. What frees it must not hold the answer.
func newResult(columns []string, rows iter.Seq2[Row, error], free func()) *Result {
	r := &Result{Columns: columns, free: free}
	r.Rows = func(yield func(Row, error) bool) {
		defer runtime.KeepAlive(r)
		rows(yield)
	}
	runtime.AddCleanup(r, func(free func()) { free() }, free)
	return r
}

// raw runs a statement of the user's in a read-only transaction: the engine's
// own word against writes, behind the guard's.
func (c *conn) raw(ctx context.Context, text string, timeout time.Duration) (*kuzu.Result, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if err := c.Exec("BEGIN TRANSACTION READ ONLY"); err != nil {
		return nil, err
	}
	stop := c.watch(ctx)
	defer stop()
	stmt, err := c.Prepare(text)
	if err != nil {
		return nil, queryError(ctx, text, err)
	}
	defer stmt.Close()
	answer, err := c.Run(stmt, &c.params)
	if err != nil {
		return nil, queryError(ctx, text, err)
	}
	return answer, nil
}

// close ends the lease if nothing has.
func (l *lease) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.end(false)
}

// rows streams an answer, at most limit rows of it.
func (l *lease) rows(answer *kuzu.Result, limit int) iter.Seq2[Row, error] {
	columns := len(answer.Columns())
	return func(yield func(Row, error) bool) {
		defer l.close()
		seen := 0
		for {
			rows, err := l.fetch(answer, columns)
			for _, row := range rows {
				if seen++; seen > limit {
					yield(nil, fmt.Errorf("%w: more than %d", ErrTooMany, limit))
					return
				}
				if !yield(row, nil) {
					return
				}
			}
			if err != nil {
				yield(nil, err)
			}
			if err != nil || len(rows) == 0 {
				return
			}
		}
	}
}

// fetch decodes the next rows of an answer, unless it has been freed.
func (l *lease) fetch(answer *kuzu.Result, columns int) ([]Row, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.done {
		return nil, l.s.told(errFreed)
	}
	buf, n, err := answer.Fetch(fetchRows, fetchBytes)
	if err != nil {
		return nil, err
	}
	return decodeRows(buf, n, columns)
}
