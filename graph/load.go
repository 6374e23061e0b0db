package graph

import (
	"context"
	"errors"
	"fmt"
	"iter"
)

// Load replaces the whole graph by elements, which come in any order, each key
// once, and sets its watermark. Reads see the old graph until the new one is
// complete and is the clean generation. On an error the old graph stays.
func (g *Graph) Load(ctx context.Context, watermark uint64, elements iter.Seq2[Element, error]) (Applied, error) {
	g.write.Lock()
	defer g.write.Unlock()
	if g.current() == nil {
		return Applied{}, ErrClosed
	}
	s, err := g.empty(g.opts.BulkPool)
	if err != nil {
		return Applied{}, fmt.Errorf("graph: load: %w", err)
	}
	applied, err := g.fill(ctx, s, watermark, elements)
	if err != nil {
		s.drain(nil)
		return Applied{}, fmt.Errorf("graph: load: %w", errors.Join(err, s.discard()))
	}
	if err := g.replace(ctx, s, watermark); err != nil {
		return Applied{}, err
	}
	g.broken.Store(false)
	return applied, nil
}

// fill copies elements into the empty session s.
func (g *Graph) fill(ctx context.Context, s *session, watermark uint64, elements iter.Seq2[Element, error]) (Applied, error) {
	l := newLoader(g.tables, s.work.Dir())
	defer l.abandon()
	for e, err := range elements {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = g.tables.check(&e)
		}
		if err == nil {
			err = l.element(&e)
		}
		if err != nil {
			return Applied{}, err
		}
	}
	err := s.alone(func(c *conn) error {
		if err := l.copyInto(ctx, c, g.opts.BulkPool); err != nil {
			return ended(ctx, err)
		}
		return (&writer{tables: g.tables, c: c}).meta(metaWatermark, watermark)
	})
	return l.applied, err
}
