package vector

import (
	"context"
	"math"
	"slices"

	"github.com/lukasadb/lukasa/internal/vector/kern"
)

// Search returns the K best ids by cosine, best first, ties by id; without hits an empty slice, never nil. Up to
// [Options.ExactLimit] vectors, and for small filters, the answer is exact. ctx is looked at before the search begins: a search
// lasts about a millisecond at most. Beside the errors of [Index] it fails with [ErrOption].
func (p *Partition) Search(ctx context.Context, query []float32, opt SearchOptions) ([]Hit, error) {
	opt, err := opt.WithDefaults()
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var hits []Hit
	err = p.ask(query, func(s *scratch) {
		f := p.prepare(opt.Filter)
		n := int(p.count.Load())
		switch {
		case f != nil && f.few:
			p.scanRows(s, f, opt.K)
		case p.form == formFloat:
			p.scanFloats(s, n, f, opt.K)
		case p.form == form8:
			p.scan8(s, n, f, opt.K)
		default:
			p.searchGraph(s, n, f, opt)
		}
		hits = p.name(s, f, opt.K)
	})
	return hits, err
}

// ask lets answer work on the unit vector of a query, in a scratch of its own,
// while nobody can close the partition. It fails with what is wrong with the query,
// or with [ErrClosed].
func (p *Partition) ask(query []float32, answer func(*scratch)) error {
	s := getScratch()
	defer s.put()
	s.unit = sized(s.unit, p.width)
	if err := normalise(s.unit, query, p.opt.Dim); err != nil {
		return err
	}
	p.life.RLock()
	defer p.life.RUnlock()
	if p.closed.Load() {
		return ErrClosed
	}
	answer(s)
	return nil
}

// A best keeps the k greatest values it was given, ordered, greatest first.
type best struct {
	k      int
	values []float32
}

func (b *best) add(v float32) {
	n := len(b.values)
	if n == b.k {
		if v <= b.values[n-1] {
			return
		}
		n--
	} else {
		b.values = append(b.values, 0)
	}
	i := n
	for ; i > 0 && b.values[i-1] < v; i-- {
		b.values[i] = b.values[i-1]
	}
	b.values[i] = v
}

// floor is the k-th best value so far: what a newcomer must reach.
func (b *best) floor() float32 {
	if len(b.values) < b.k {
		return float32(math.Inf(-1))
	}
	return b.values[b.k-1]
}

// scanFloats scores rows below n that are alive and leaves the k best that pass, and their ties, in s.
func (p *Partition) scanFloats(s *scratch, n int, f *rowFilter, k int) {
	s.rows = s.rows[:0]
	for row := range uint32(n) {
		if !p.dead.has(row) {
			s.rows = append(s.rows, row)
		}
	}
	p.scoreRows(s, s.rows)
	p.cut(s, f, k)
}

// scanRows does the same for the rows of a filter.
func (p *Partition) scanRows(s *scratch, f *rowFilter, k int) {
	if p.form == form4 && len(f.rows) > rerankAll {
		p.scan4Rows(s, f, k)
		return
	}
	s.rows = s.rows[:0]
	for _, row := range f.rows {
		if !p.dead.has(row) {
			s.rows = append(s.rows, row)
		}
	}
	p.scoreRows(s, s.rows)
	p.cut(s, nil, k)
}

// rerankAll is the number of rows up to which full precision costs no more than codes and a second look.
const rerankAll = 256

// scoreRows fills s.scores with the cosines of rows.
func (p *Partition) scoreRows(s *scratch, rows []uint32) {
	s.scores = sized(s.scores, len(rows))
	kern.DotF(s.unit, p.vecs.rows(), rows, s.scores)
}

// cut keeps the k best of s.rows and s.scores that pass, and rows equal to the last of them. The filter, which
// may be somebody's function, is asked only about rows that would be kept.
func (p *Partition) cut(s *scratch, f *rowFilter, k int) {
	top := best{k: k}
	for i, v := range s.scores {
		if v > top.floor() && f.passes(s.rows[i]) {
			top.add(v)
		}
	}
	floor, n := top.floor(), 0
	for i, v := range s.scores {
		if v >= floor && f.passes(s.rows[i]) {
			s.rows[n], s.scores[n] = s.rows[i], v
			n++
		}
	}
	s.rows, s.scores = s.rows[:n], s.scores[:n]
}

// scan8 finds the same rows by 8-bit codes. By Cauchy and Schwarz the cosine from codes is off by at most
//
//	slack = |query - its code| (1 + rough) + rough
//
// where rough is the largest distance of a row from its code. The k rows with the best estimates are scored in full
// first: a row can be among the k best only if its estimate is within slack of the least of those, so that few others
// are left to be scored as well, in the order in which they lie in memory.
func (p *Partition) scan8(s *scratch, n int, f *rowFilter, k int) {
	p.names.RLock()
	rough := p.rough
	p.names.RUnlock()
	s.rotated, s.query = sized(s.rotated, p.opt.Dim), sized(s.query, p.quant.stride8)
	p.quant.rotate(s.rotated, s.unit)
	sum, lost := p.quant.query(s.query, s.rotated)
	unit := float32(p.quant.step * p.quant.step)
	slack := float32(lost*(1+rough)+rough) + 1e-5
	zero := keyZero + 128*sum // less a dot product: its key

	s.dots = sized(s.dots, n)
	stride := p.quant.stride8
	for at := 0; at < n; at += batch {
		m := min(batch, n-at)
		kern.Dot8(s.query, p.codes.data[at*stride:], stride, sequence[:m], s.dots[at:at+m])
	}
	p.nearest(s, f, k, zero)
	farthest := int32(math.MaxInt32)
	if floor := p.leastOf(s, k); floor > -1 {
		farthest = keyZero - int32(math.Floor(float64((floor-slack)/unit))) + 1
	}
	s.rows = s.rows[:0]
	for row, dot := range s.dots {
		if zero-dot <= farthest && !p.dead.has(uint32(row)) && f.passes(uint32(row)) {
			s.rows = append(s.rows, uint32(row))
		}
	}
	p.scoreRows(s, s.rows)
	p.cut(s, nil, k)
}

// nearest leaves in s.cands the k rows of s.dots with the best estimates that are alive and pass.
func (p *Partition) nearest(s *scratch, f *rowFilter, k int, zero int32) {
	s.cands = s.cands[:0]
	farthest := int32(math.MaxInt32) // of those kept, once they are k
	for row, dot := range s.dots {
		if zero-dot >= farthest || p.dead.has(uint32(row)) || !f.passes(uint32(row)) {
			continue
		}
		if s.cands, _ = insert(s.cands, candidate(uint32(zero-dot), uint32(row)), k); len(s.cands) == k {
			farthest = int32(keyOf(s.cands[k-1])) //nolint:gosec // keys are less than 2^31
		}
	}
}

// leastOf is the least true cosine of s.cands: what the k-th best is at least. Where they are fewer than k, that is
// nothing, -1.
func (p *Partition) leastOf(s *scratch, k int) float32 {
	if len(s.cands) < k {
		return -1
	}
	s.rows = s.rows[:0]
	for _, c := range s.cands {
		s.rows = append(s.rows, rowOf(c))
	}
	p.scoreRows(s, s.rows)
	return slices.Min(s.scores)
}

// rerankStep is how many candidates are scored in full at a time.
const rerankStep = 16

// rerank scores candidates, nearest first, until those left cannot reach the k best, given the most that a
// key can be worth; and leaves the k best and their ties in s.
func (p *Partition) rerank(s *scratch, cands []uint64, k int, most func(key uint32) float32) {
	top := best{k: k}
	s.rows = s.rows[:0]
	s.scores = sized(s.scores, len(cands))[:0]
	vecs := p.vecs.rows()
	for at := 0; at < len(cands); {
		if most(keyOf(cands[at])) < top.floor() {
			break
		}
		m := min(max(rerankStep, k-at), len(cands)-at)
		for _, c := range cands[at : at+m] {
			s.rows = append(s.rows, rowOf(c))
		}
		s.scores = s.scores[:at+m]
		kern.DotF(s.unit, vecs, s.rows[at:], s.scores[at:])
		for _, v := range s.scores[at:] {
			top.add(v)
		}
		at += m
	}
	p.cut(s, nil, k)
}

// searchGraph finds candidates by the graph, adds the rows that are not linked yet, and scores the best of
// both in full.
func (p *Partition) searchGraph(s *scratch, n int, f *rowFilter, opt SearchOptions) {
	w := p.walker(s)
	w.aim(s.unit)
	linked := int(p.graph.linked.Load())
	var pool []uint64
	if linked > 0 {
		pool = p.walk(w, linked, n, f, opt)
	}
	pool = p.sweep(w, linked, n, f, pool, opt)
	p.rerank4(s, pool, opt.K)
}

// walk searches the graph for rows below linked that are alive and pass: first the fast way, then, where that
// lost too much to the filter, by whatever is cheapest.
func (p *Partition) walk(w *walker, linked, n int, f *rowFilter, opt SearchOptions) []uint64 {
	if w.g.entry.Load() == noEntry {
		return w.found[:0]
	}
	seeds := w.enter(0, opt.Ef, n)
	if pool, enough := p.settled(w, seeds, linked, n, f, opt); enough {
		return pool
	}
	if f.rare(n) {
		return p.sweep(w, 0, linked, f, nil, opt)
	}
	pass := func(r uint32) bool { return r < uint32(linked) && !p.dead.has(r) && f.passes(r) }
	pool, ok := w.searchOnly(seeds, opt.Ef, n, max(n/8, 50*opt.Ef), pass)
	if !ok {
		return p.sweep(w, 0, linked, f, nil, opt)
	}
	return pool
}

// settled walks without regard to tombstones and filter and then drops what they exclude, and rows that were
// linked after the search began (the sweep has those). It reports whether at least three quarters are left; a
// filter that most rows pass, or a few tombstones, cost nothing this way.
func (p *Partition) settled(w *walker, seeds []uint64, linked, n int, f *rowFilter, opt SearchOptions) (pool []uint64, enough bool) {
	all := w.search(seeds, opt.Ef, 0, n)
	kept := 0
	for _, c := range all {
		if row := rowOf(c); row < uint32(linked) && !p.dead.has(row) && f.passes(row) {
			all[kept] = c &^ expanded
			kept++
		}
	}
	return all[:kept], kept == len(all) || kept*4 >= len(all)*3 && kept >= opt.K
}

// sweep merges the rows from..to that are alive and pass into an ordered pool of candidates by scanning their
// codes.
func (p *Partition) sweep(w *walker, from, to int, f *rowFilter, pool []uint64, opt SearchOptions) []uint64 {
	if from >= to {
		return pool
	}
	limit := max(opt.Ef, 4*opt.K, 128)
	w.found = append(w.found[:0], pool...)
	codes := w.codes
	for at := from; at < to; at += batch {
		m := min(batch, to-at)
		w.codes = codes[at*w.stride:]
		for i, k := range w.keys(w.query, w.querySum, sequence[:m]) {
			c := candidate(uint32(k), uint32(at+i))
			if len(w.found) == limit && c > w.found[limit-1] {
				continue
			}
			if row := uint32(at + i); !p.dead.has(row) && f.passes(row) {
				w.found, _ = insert(w.found, c, limit)
			}
		}
	}
	w.codes = codes
	return w.found
}

// scan4Rows scans the codes of a filter's rows.
func (p *Partition) scan4Rows(s *scratch, f *rowFilter, k int) {
	w := p.walker(s)
	w.aim(s.unit)
	limit := max(128, 4*k)
	w.found = w.found[:0]
	for at := 0; at < len(f.rows); at += batch {
		rows := f.rows[at:min(at+batch, len(f.rows))]
		for i, key := range w.keys(w.query, w.querySum, rows) {
			if !p.dead.has(rows[i]) {
				w.found, _ = insert(w.found, candidate(uint32(key), rows[i]), limit)
			}
		}
	}
	p.rerank4(s, w.found, k)
}

// rerank4 scores candidates by 4-bit keys, allowing for four deviations of their noise.
func (p *Partition) rerank4(s *scratch, pool []uint64, k int) {
	noise := 4 * p.quant.noise4()
	p.rerank(s, pool, k, func(key uint32) float32 { return p.quant.cosine4(keyZero-int32(key)) + noise })
}

// name turns the scored rows of s into hits.
func (p *Partition) name(s *scratch, f *rowFilter, k int) []Hit {
	p.names.RLock()
	defer p.names.RUnlock()
	hits := s.hits[:0]
	for i, row := range s.rows {
		if p.dead.has(row) {
			continue
		}
		score := min(max(s.scores[i], -1), 1)
		if id := p.ids.data[row]; f.allows(id) {
			hits = append(hits, Hit{ID: id, Score: score})
		}
		if len(p.more) == 0 {
			continue
		}
		for _, id := range p.more[row] {
			if f.allows(id) {
				hits = append(hits, Hit{ID: id, Score: score})
			}
		}
	}
	s.hits = hits
	slices.SortFunc(hits, CompareHits)
	out := make([]Hit, min(k, len(hits))) // never nil, as a clone is where the scratch is new
	copy(out, hits)
	return out
}
