package lexical

import (
	"context"
	"fmt"
	"slices"
)

// Search is Prepare and Prepared.Search in one.
func (x *Index) Search(ctx context.Context, q Query, opts SearchOptions) ([]Hit, error) {
	p, err := x.Prepare(q)
	if err != nil {
		return nil, err
	}
	return p.Search(ctx, opts)
}

const maxHits = 10_000

func (o *SearchOptions) defaults() error {
	if o.K < 0 || o.K > maxHits {
		return fmt.Errorf("%w: SearchOptions.K %d is not in [0, %d]", ErrInvalid, o.K, maxHits)
	}
	if o.Candidates < 0 || o.Candidates > 4*maxHits {
		return fmt.Errorf("%w: SearchOptions.Candidates %d is not in [0, %d]", ErrInvalid, o.Candidates, 4*maxHits)
	}
	if o.K == 0 {
		o.K = 50
	}
	if o.Candidates == 0 {
		o.Candidates = max(200, 4*o.K)
	}
	o.Candidates = max(o.Candidates, o.K)
	return nil
}

// Search returns the best records with a score above zero, best first, at most opts.K of them. It fails with ctx's error
// when ctx ends first.
func (p *Prepared) Search(ctx context.Context, opts SearchOptions) ([]Hit, error) {
	if err := opts.defaults(); err != nil {
		return nil, err
	}
	p.x.mu.RLock()
	defer p.x.mu.RUnlock()
	s := p.x.st
	if s == nil {
		return nil, ErrClosed
	}
	c := newCall(s, p.resolve(s), &p.standing)
	defer c.release()
	f := finder{call: c, ctx: ctx, allow: opts.Allow, limit: opts.Candidates}
	switch {
	case opts.OwnOnly:
		f.limit = opts.K
	case s.totals.live <= p.x.exhaustive:
		f.limit = s.totals.live
	}
	find := f.find
	if opts.Budget > 0 && f.limit < s.totals.live && f.wordsOnly() {
		find = func() error { return f.choose(opts.Budget) }
	}
	if err := find(); err != nil {
		return nil, err
	}
	hits := f.best
	if !opts.OwnOnly {
		hits = f.surround()
	}
	slices.SortFunc(hits, func(a, b found) int { return better(a.Hit, b.Hit) })
	out := make([]Hit, 0, min(len(hits), opts.K))
	for _, h := range hits[:min(len(hits), opts.K)] {
		if opts.Explain {
			h.Why = c.explain(h.doc, opts.OwnOnly)
		}
		out = append(out, h.Hit)
	}
	return out, nil
}

// admits tells whether a record may be in the answer at all.
func (f *finder) admits(r *reading, id ID) bool {
	return f.permits(r) && (f.allow == nil || f.allow(id))
}

// surround adds the neighbours of the best records and scores all of them with their surroundings.
func (f *finder) surround() []found {
	docs := f.gather()
	f.about(docs)
	out := make([]found, 0, len(docs))
	for i, doc := range docs {
		id := f.s.idOf(doc)
		if i >= len(f.best) && !f.admits(f.holds(doc), id) { // the best were admitted before
			continue
		}
		if score := f.full(doc); score > 0 {
			out = append(out, found{Hit: Hit{ID: id, Score: score}, doc: doc})
		}
	}
	return out
}

// gather lists the best records, then their neighbours.
func (f *finder) gather() []uint32 {
	seen := make(map[uint32]bool, 3*len(f.best))
	docs := make([]uint32, 0, 3*len(f.best))
	add := func(doc uint32) {
		if doc != 0 && !seen[doc] {
			seen[doc] = true
			docs = append(docs, doc)
		}
	}
	for _, h := range f.best {
		add(h.doc)
	}
	for _, h := range f.best {
		prev, next := f.s.neighbours(h.doc)
		add(prev)
		add(next)
	}
	return docs
}
