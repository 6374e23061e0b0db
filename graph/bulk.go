package graph

import (
	"context"
	"errors"
	"fmt"

	"github.com/cespare/xxhash/v2"

	"github.com/lukasadb/lukasa/graph/internal/kuzu"
)

// applyBulk applies a large batch on a copy of the database, where nobody reads,
// and continues there. What exists is changed one by one; what is new is copied
// in from files.
func (g *Graph) applyBulk(ctx context.Context, s *session, b Batch) (Applied, error) {
	g.dropWriter()
	next, err := g.cloned(ctx, s, g.opts.BulkPool)
	if err != nil {
		return Applied{}, fmt.Errorf("graph: apply: %w", err)
	}
	next, applied, err := g.copyBatch(ctx, next, b)
	if err == nil {
		next, err = next.reopen(g.opts.BufferPool, g.opts.Readers)
	}
	if err != nil {
		return Applied{}, fmt.Errorf("graph: apply: %w", ended(ctx, err))
	}
	g.changed = true
	g.swap(next, b.Watermark)
	return applied, nil
}

// copyBatch applies a batch to a session that nobody else uses and returns the
// session to go on with; on an error it is gone. Between the changes and the
// copies the database is checkpointed and opened anew: the engine mixes up rows
// that one transaction both creates and copies, and has crashed when it copied
// into tables with deletions in its log. That the batch is applied as a whole
// follows from nobody seeing the session before it is.
func (g *Graph) copyBatch(ctx context.Context, s *session, b Batch) (*session, Applied, error) {
	l := newLoader(g.tables, s.work.Dir())
	defer l.abandon()
	changed, err := g.changeKnown(ctx, s, l, b)
	if err == nil {
		err = g.checkpoint(s)
	}
	if err != nil {
		s.drain(nil)
		return nil, Applied{}, errors.Join(err, s.discard())
	}
	if s, err = s.reopen(g.opts.BulkPool, g.opts.Readers); err != nil {
		return nil, Applied{}, err
	}
	err = s.alone(func(c *conn) error {
		if err := l.copyInto(ctx, c, g.opts.BulkPool); err != nil {
			return err
		}
		return (&writer{tables: g.tables, c: c}).meta(metaWatermark, b.Watermark)
	})
	if err == nil {
		err = g.checkpoint(s)
	}
	if err != nil {
		return nil, Applied{}, errors.Join(err, s.discard())
	}
	l.applied.Nodes += changed.Nodes
	l.applied.Removed = changed.Removed
	return s, l.applied, nil
}

// changeKnown removes what a batch removes, changes what exists and leaves the
// rest of it to the loader.
func (g *Graph) changeKnown(ctx context.Context, s *session, l *loader, b Batch) (Applied, error) {
	w := &writer{tables: g.tables, between: g.opts.Between, thinned: s.thinned}
	err := s.alone(func(c *conn) error {
		w.c = c
		if err := transact(ctx, c, func() error { return w.removeMany(ctx, b.Remove) }); err != nil {
			return err
		}
		known, err := g.tables.known(ctx, c, b.Put)
		if err != nil {
			return err
		}
		return transact(ctx, c, func() error { return w.bulkPuts(ctx, l, known, b.Put) })
	})
	return w.applied, errors.Join(err, s.work.Restrict())
}

// alone runs fn on a connection of its own, of a session that nobody else uses.
// Whatever the engine fails with is taken for a failure of the file system, unless
// it was interrupted: it does not always say so.
func (s *session) alone(fn func(*conn) error) error {
	c, err := s.connect()
	if err != nil {
		return err
	}
	err = fn(c)
	if e := (*kuzu.Error)(nil); errors.As(err, &e) && !interrupted(e) {
		s.ruined.Store(true)
	}
	if !s.ruined.Load() {
		c.close()
	}
	return err
}

// bulkPuts changes the elements that exist and leaves the new ones, and all
// edges, to the loader.
func (w *writer) bulkPuts(ctx context.Context, l *loader, known map[uint64]struct{}, puts []Element) error {
	exists := func(k Key) bool { _, is := known[xxhash.Sum64String(ownerID(k))]; return is }
	var changing []Key
	for i := range puts {
		if exists(puts[i].Key) {
			changing = append(changing, puts[i].Key)
		}
	}
	if err := w.dropOwnedOf(ctx, changing); err != nil {
		return err
	}
	return forEach(ctx, len(puts), func(i int) error {
		e := &puts[i]
		var err error
		if exists(e.Key) {
			err = w.bulkPut(l, e)
		} else {
			err = l.element(e)
		}
		if err != nil {
			return fmt.Errorf("put %s %s: %w", e.Table, e.ID, err)
		}
		return nil
	})
}

// bulkPut changes an element whose edges are gone.
func (w *writer) bulkPut(l *loader, e *Element) error {
	if node := w.nodes[e.Table]; node != nil {
		if _, err := w.setNode(node, e); err != nil {
			return err
		}
	}
	owned, err := l.edges(e)
	if err != nil {
		return err
	}
	return w.own(e.Key, owned)
}

// known returns the hashes of the keys that the graph has in the tables of
// puts: nodes, and owners that have no node. A false positive costs time only.
func (t *tables) known(ctx context.Context, c *conn, puts []Element) (map[uint64]struct{}, error) {
	used := map[string]string{}
	for i := range puts {
		name := puts[i].Table
		if node := t.nodes[name]; node != nil {
			used[name] = node.ids
		} else {
			used[ownerTable] = "MATCH (o:" + ownerTable + ") RETURN o.id"
		}
	}
	known := map[uint64]struct{}{}
	for name, text := range used {
		err := c.each(ctx, text, nil, func(row Row) error {
			id, _ := row[0].(string)
			if name != ownerTable { // whose ids name their table already
				id = ownerID(Key{name, id})
			}
			known[xxhash.Sum64String(id)] = struct{}{}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return known, nil
}
