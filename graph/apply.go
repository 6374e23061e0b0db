package graph

import (
	"context"
	"fmt"
	"os"
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
	s, err := g.writable(ctx)
	if err != nil {
		return Applied{}, err
	}
	if ctx.Err() != nil {
		return Applied{}, fmt.Errorf("graph: apply: %w", context.Cause(ctx))
	}
	if b.Watermark < g.watermark.Load() {
		return Applied{}, nil
	}
	if g.tables.effort(b) >= g.threshold(s) {
		return g.applyBulk(ctx, s, b)
	}
	return g.applyEach(ctx, s, b)
}

// removalEffort is how many changes a node that goes counts as: each table of edges
// is looked through for those at either end of it.
const removalEffort = 10

// effort is how many changes of the usual size a batch comes to.
func (t *tables) effort(b Batch) int {
	n := b.Len()
	for _, k := range b.Remove {
		if t.nodes[k.Table] != nil {
			n += removalEffort - 1
		}
	}
	return n
}

// threshold is the number of changes from which it is faster to copy the
// database and load them there: a change takes about 2 ms, the detour a third of
// a second and as much again for every 50 MB.
func (g *Graph) threshold(s *session) int {
	if g.opts.BulkThreshold > 0 {
		return g.opts.BulkThreshold
	}
	info, err := os.Stat(s.work.Path())
	if err != nil {
		return leastBulk
	}
	return leastBulk + int(info.Size()/bulkBytes)
}

const (
	leastBulk = 200
	bulkBytes = 300 << 10 // of the database, for each further change
)

// applyEach applies a batch one change at a time.
func (g *Graph) applyEach(ctx context.Context, s *session, b Batch) (Applied, error) {
	if g.writer == nil {
		c, err := s.connect()
		if err != nil {
			return Applied{}, err
		}
		c.SetThreads(1) // changes are small, and leave the other processors to reads
		g.writer = c
	}
	w := &writer{tables: g.tables, c: g.writer, between: g.opts.Between, thinned: s.thinned}
	if err := transact(ctx, g.writer, func() error { return w.apply(ctx, b) }); err != nil {
		return Applied{}, fmt.Errorf("graph: apply: %w", g.undo(ctx, s, s.note(err)))
	}
	g.changed = true
	g.watermark.Store(b.Watermark)
	return w.applied, s.work.Restrict()
}

// undo deals with a failed transaction and returns its error. If the end of ctx
// was the cause, the session is replaced by one opened from its files, which
// hold what has been committed: nothing is left to the engine's rollback. Any
// other failure may be one of writing, and the graph is rewound.
func (g *Graph) undo(ctx context.Context, s *session, err error) error {
	if s.ruined.Load() {
		g.writer = nil
	}
	g.dropWriter()
	cancelled := ctx.Err() != nil
	ctx = context.WithoutCancel(ctx)
	if cancelled {
		if next, again := g.cloned(ctx, s, g.opts.BufferPool); again == nil {
			g.swap(next, g.watermark.Load())
			return err
		}
	}
	if again := g.rewind(ctx); again != nil {
		return fmt.Errorf("%w: %w: %w", ErrBroken, err, again)
	}
	return err
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
