package graph

import (
	"context"
	"fmt"
	"slices"
)

// Apply applies a batch in one transaction. A batch that the graph is already
// past (its watermark is below the graph's) changes nothing and is not an
// error. If ctx ends first, nothing is applied. A batch that breaks the schema
// is refused as a whole with [ErrInvalid].
func (g *Graph) Apply(ctx context.Context, b Batch) (Applied, error) {
	b.Put = lastPuts(b.Put)
	for i := range b.Put {
		if err := g.tables.check(&b.Put[i]); err != nil {
			return Applied{}, err
		}
	}
	for _, k := range b.Remove {
		if err := g.tables.checkKey(k); err != nil {
			return Applied{}, err
		}
	}
	g.write.Lock()
	defer g.write.Unlock()
	s, err := g.writable()
	if err != nil {
		return Applied{}, err
	}
	if b.Watermark < g.watermark.Load() {
		return Applied{}, nil
	}
	if b.Len() >= g.opts.BulkThreshold {
		return g.applyBulk(ctx, s, b)
	}
	return g.applyEach(ctx, s, b)
}

// applyEach applies a batch one change at a time.
func (g *Graph) applyEach(ctx context.Context, s *session, b Batch) (Applied, error) {
	if g.writer == nil {
		c, err := s.connect()
		if err != nil {
			return Applied{}, err
		}
		g.writer = c
	}
	w := &writer{tables: g.tables, c: g.writer}
	broken, err := s.transact(ctx, g.writer, func() error { return w.apply(b) })
	if err != nil {
		g.broken = g.broken || broken
		g.dropWriter()
		return Applied{}, fmt.Errorf("graph: apply: %w", err)
	}
	g.changed = true
	g.watermark.Store(b.Watermark)
	return w.applied, nil
}

// lastPuts keeps the last put of each key, in the order of those.
func lastPuts(puts []Element) []Element {
	seen := make(map[Key]struct{}, len(puts))
	out := make([]Element, 0, len(puts))
	for _, e := range slices.Backward(puts) {
		if _, dup := seen[e.Key]; !dup {
			seen[e.Key] = struct{}{}
			out = append(out, e)
		}
	}
	slices.Reverse(out)
	return out
}
