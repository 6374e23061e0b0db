package graph

import (
	"context"
	"errors"
	"slices"

	"github.com/lukasadb/lukasa/graph/internal/kuzu"
)

// fetchRows and fetchBytes bound how much of an answer is decoded at a time.
const (
	fetchRows  = 256
	fetchBytes = 1 << 20
)

// acquire leases a connection of the current session.
func (g *Graph) acquire(ctx context.Context, fresh bool) (*lease, error) {
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	for {
		s := g.current()
		switch {
		case s == nil:
			return nil, ErrClosed
		case g.broken.Load():
			return nil, ErrBroken
		}
		l, err := s.lease(ctx, fresh)
		if errors.Is(err, errShut) {
			continue // another has taken its place, or is about to
		}
		if err != nil {
			return nil, err
		}
		if g.current() == s && !g.broken.Load() {
			return l, nil
		}
		l.mu.Lock()
		l.end(!fresh)
		l.mu.Unlock()
	}
}

// read runs a statement on a read connection and decodes all of its rows.
func (g *Graph) read(ctx context.Context, text string, params map[string]any) ([]Row, error) {
	l, err := g.acquire(ctx, false)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.done {
		return nil, l.s.told(errFreed)
	}
	rows, err := l.c.all(ctx, text, params)
	l.end(err == nil)
	if err != nil {
		return nil, l.s.told(err)
	}
	return rows, nil
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
	columns := len(result.Columns())
	for {
		buf, n, err := result.Fetch(fetchRows, fetchBytes)
		if err != nil || n == 0 {
			return err
		}
		rows, err := decodeRows(buf, n, columns)
		if err != nil {
			return err
		}
		for _, row := range rows {
			if err := fn(row); err != nil {
				return err
			}
		}
	}
}

// decodeRows decodes n rows.
func decodeRows(buf []byte, n, columns int) ([]Row, error) {
	d := decoder{buf: buf}
	rows := make([]Row, 0, min(n, fetchRows))
	for range n {
		row, err := d.row(columns)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}
