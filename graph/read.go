package graph

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/graph/internal/kuzu"
)

// fetchRows and fetchBytes bound how much of an answer is decoded at a time.
const (
	fetchRows  = 256
	fetchBytes = 1 << 20
)

// acquire leases a connection of the current session.
func (g *Graph) acquire(ctx context.Context) (*lease, error) {
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	for {
		g.mu.RLock()
		s := g.session
		g.mu.RUnlock()
		if s == nil {
			return nil, ErrClosed
		}
		l, err := s.lease(ctx)
		if err != nil {
			return nil, err
		}
		g.mu.RLock()
		stale := g.session != s
		g.mu.RUnlock()
		if !stale {
			return l, nil
		}
		l.mu.Lock()
		l.end(true)
		l.mu.Unlock()
	}
}

// read runs a statement on a read connection and decodes all of its rows.
func (g *Graph) read(ctx context.Context, text string, params map[string]any) ([]Row, error) {
	l, err := g.acquire(ctx)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.done {
		return nil, ErrClosed
	}
	rows, err := l.c.all(ctx, text, params)
	l.end(err == nil)
	return rows, err
}

// all runs a prepared statement and decodes its rows.
func (c *conn) all(ctx context.Context, text string, params map[string]any) ([]Row, error) {
	var rows []Row
	err := c.each(ctx, text, params, func(row Row) error {
		rows = append(rows, row)
		return nil
	})
	return rows, err
}

// each runs a prepared statement and hands its rows to fn.
func (c *conn) each(ctx context.Context, text string, params map[string]any, fn func(Row) error) error {
	if err := c.bind(params); err != nil {
		return err
	}
	stop := c.watch(ctx)
	result, err := c.run(text)
	stop()
	if err != nil {
		return ended(ctx, err)
	}
	defer result.Close()
	return decodeEach(result, fn)
}

func (c *conn) bind(params map[string]any) error {
	c.params.Reset()
	names := make([]string, 0, len(params))
	for name := range params {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if err := c.params.Bind(name, params[name]); err != nil {
			return err
		}
	}
	return nil
}

func decodeAll(result *kuzu.Result) ([]Row, error) {
	var rows []Row
	err := decodeEach(result, func(row Row) error {
		rows = append(rows, row)
		return nil
	})
	return rows, err
}

func decodeEach(result *kuzu.Result, fn func(Row) error) error {
	n := len(result.Columns())
	for {
		buf, count, err := result.Fetch(fetchRows, fetchBytes)
		if err != nil || count == 0 {
			return err
		}
		d := decoder{buf: buf}
		for range count {
			row, err := d.row(n)
			if err != nil {
				return err
			}
			if err := fn(row); err != nil {
				return err
			}
		}
	}
}

// ended says why a statement failed: because its context ended, or as the
// library says.
func ended(ctx context.Context, err error) error {
	var e *kuzu.Error
	if ctx.Err() != nil && errors.As(err, &e) && strings.Contains(strings.ToLower(e.Message), "interrupt") {
		return fmt.Errorf("graph: %w", context.Cause(ctx))
	}
	return err
}
