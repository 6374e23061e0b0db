package lexical

import (
	"container/heap"
	"context"
	"fmt"
	"math"
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
	c := newCall(s, p.resolve(s))
	defer c.release()
	f := finder{call: c, ctx: ctx, allow: opts.Allow, limit: opts.Candidates}
	switch {
	case opts.OwnOnly:
		f.limit = opts.K
	case s.totals.live <= p.x.exhaustive:
		f.limit = s.totals.live
	}
	if err := f.find(); err != nil {
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

// found is a hit and its record's number.
type found struct {
	Hit
	doc uint32
}

// finder looks for the best records by their own fields: MaxScore (Turtle and Flood, 1995) over windows of records, with
// block maxima (Ding and Suel, 2011), bounds first and exact scores for what passes.
type finder struct {
	*call
	ctx   context.Context
	allow func(ID) bool
	limit int
	// best is a heap whose first element is the worst hit.
	best bestHeap

	lists []*cursor
	// required are lists of which each record must be in one, for each of them.
	required [][]*cursor
	bits     []uint64
	bounds   []float32 // of the lists in the current window
	acc      []float32
	touched  []uint32
	queue    boundHeap
}

// window is how many records are looked at together.
const window = 1 << 14

func (f *finder) find() error {
	if f.limit == 0 {
		return nil
	}
	f.open()
	if len(f.lists) == 0 {
		return nil
	}
	f.demand()
	f.acc, f.bits = make([]float32, window), make([]uint64, window/64)
	f.bounds = make([]float32, len(f.lists))
	for start, ok := f.nextWindow(1); ok; start, ok = f.nextWindow(start + window) {
		if err := f.ctx.Err(); err != nil {
			return err
		}
		f.window(start)
	}
	return nil
}

// open makes a cursor for each term that adds to scores.
func (f *finder) open() {
	s := f.s
	rho := 1.0 // how far average lengths may have grown since the impacts were computed
	for fl := range NumFields {
		rho = max(rho, s.totals.avg(fl)/s.ref[fl])
	}
	for g := range f.groups {
		gr := &f.groups[g]
		if !gr.scores() {
			continue
		}
		for _, v := range gr.variants {
			cur := s.post.cursor(v.term)
			if cur.count == 0 {
				continue
			}
			for q := range cur.bounds {
				tf := rho * v.share * boundOf(uint8(q), s.params.K1)
				sat := 1.0
				if !math.IsInf(tf, 1) {
					sat = saturate(tf, s.params.K1)
				}
				cur.bounds[q] = float32(gr.weight * gr.idf * sat)
			}
			f.lists = append(f.lists, cur)
		}
	}
}

// demand makes the lists that records must be in: those of each Must clause, and of every word of its phrases.
func (f *finder) demand() {
	open := func(to []*cursor, vs []variant) []*cursor {
		for _, v := range vs {
			to = append(to, f.s.post.cursor(v.term))
		}
		return to
	}
	for i := 0; i < len(f.groups); {
		g := &f.groups[i]
		var any []*cursor
		end := i
		for ; end < len(f.groups) && f.groups[end].clause == g.clause; end++ {
			any = open(any, f.groups[end].variants)
		}
		i = end
		switch {
		case g.occur != Must:
		case g.kind == Phrase:
			for _, vs := range g.places {
				f.required = append(f.required, open(nil, vs))
			}
		default:
			f.required = append(f.required, any)
		}
	}
}

// sieve keeps the records found that are in a list of each requirement.
func (f *finder) sieve(start uint32) {
	for _, lists := range f.required {
		if len(f.touched) == 0 {
			return
		}
		clear(f.bits)
		for _, cur := range lists {
			cur.mark(start, f.bits)
		}
		n := 0
		for _, d := range f.touched {
			if f.bits[d/64]>>(d%64)&1 == 1 {
				f.touched[n] = d
				n++
			} else {
				f.acc[d] = 0
			}
		}
		f.touched = f.touched[:n]
	}
}

// nextWindow returns the first window at or after a record that a list reaches.
func (f *finder) nextWindow(from uint32) (uint32, bool) {
	first, ok := uint32(0), false
	for _, cur := range f.lists {
		if d, has := cur.next(from); has && (!ok || d < first) {
			first, ok = d, true
		}
	}
	return first, ok
}

// threshold is the score to reach; 0 until there are enough hits.
func (f *finder) threshold() float64 {
	if len(f.best) < f.limit {
		return 0
	}
	return f.best[0].Score
}

// window looks at the records from start on.
func (f *finder) window(start uint32) {
	order := make([]int, len(f.lists))
	var total float32
	for i, cur := range f.lists {
		order[i] = i
		f.bounds[i] = cur.most(start, start+window)
		total += f.bounds[i]
	}
	need := f.threshold()
	if !atLeast(total, need) {
		return
	}
	slices.SortFunc(order, func(a, b int) int {
		if f.bounds[a] != f.bounds[b] {
			if f.bounds[a] < f.bounds[b] {
				return -1
			}
			return 1
		}
		return a - b
	})
	// The weakest lists that cannot reach the threshold together only complete what the others found.
	var rest float32
	weak := 0
	for weak < len(order) && len(f.best) == f.limit && !atLeast(rest+f.bounds[order[weak]], need) {
		rest += f.bounds[order[weak]]
		weak++
	}
	f.touched = f.touched[:0]
	for _, i := range order[weak:] {
		f.touched = f.lists[i].add(start, f.acc, f.touched)
	}
	f.sieve(start)
	f.complete(start, order[:weak], rest)
	f.judge(start)
	for _, d := range f.touched {
		f.acc[d] = 0
	}
}

// complete drops the records that cannot reach the threshold and adds the weak lists' bounds to the others.
func (f *finder) complete(start uint32, weak []int, rest float32) {
	need := f.threshold()
	keep := func() {
		n := 0
		for _, d := range f.touched {
			if atLeast(f.acc[d]+rest, need) {
				f.touched[n] = d
				n++
			} else {
				f.acc[d] = 0
			}
		}
		f.touched = f.touched[:n]
	}
	if len(f.best) == f.limit {
		keep()
	}
	if len(weak) == 0 || len(f.touched) == 0 {
		return
	}
	slices.Sort(f.touched)
	for j := len(weak) - 1; j >= 0; j-- {
		cur := f.lists[weak[j]]
		for _, d := range f.touched {
			f.acc[d] += cur.boundAt(start + d)
		}
		rest -= f.bounds[weak[j]]
		rest = max(rest, 0)
		keep()
	}
}

// judge scores the records of the window exactly, those with the highest bounds first, until no other can enter.
func (f *finder) judge(start uint32) {
	f.queue.acc, f.queue.docs = f.acc, append(f.queue.docs[:0], f.touched...)
	heap.Init(&f.queue)
	for len(f.queue.docs) > 0 {
		d := heap.Pop(&f.queue).(uint32)
		if len(f.best) == f.limit && !atLeast(f.acc[d], f.best[0].Score) {
			return
		}
		f.offer(start + d)
	}
}

// offer puts a record among the best if it belongs there.
func (f *finder) offer(doc uint32) {
	e := f.s.docs.at(doc)
	if e.dead {
		return
	}
	r := f.peek(doc)
	h := found{Hit{ID: f.s.names.at(e.name).id, Score: f.own(r)}, doc}
	if h.Score <= 0 || len(f.best) == f.limit && better(h.Hit, f.best[0].Hit) > 0 {
		return
	}
	if !f.admits(r, h.ID) {
		return
	}
	if len(f.best) == f.limit {
		f.best[0] = h
		heap.Fix(&f.best, 0)
		return
	}
	heap.Push(&f.best, h)
}

// admits tells whether a record may be in the answer at all.
func (f *finder) admits(r *reading, id ID) bool {
	return f.permits(r) && (f.allow == nil || f.allow(id))
}

// surround adds the neighbours of the best records and scores all of them with their surroundings.
func (f *finder) surround() []found {
	seen := make(map[uint32]bool, 3*len(f.best))
	out := make([]found, 0, 3*len(f.best))
	add := func(doc uint32, admitted bool) {
		if doc == 0 || seen[doc] {
			return
		}
		seen[doc] = true
		id := f.s.names.at(f.s.docs.at(doc).name).id
		if !admitted && !f.admits(f.read(doc), id) {
			return
		}
		if score := f.full(doc); score > 0 {
			out = append(out, found{Hit{ID: id, Score: score}, doc})
		}
	}
	for _, h := range f.best {
		add(h.doc, true)
	}
	for _, h := range f.best {
		prev, next := f.s.neighbours(h.doc)
		add(prev, false)
		add(next, false)
	}
	return out
}

// bestHeap keeps the worst hit first.
type bestHeap []found

func (h bestHeap) Len() int           { return len(h) }
func (h bestHeap) Less(i, j int) bool { return better(h[i].Hit, h[j].Hit) > 0 }
func (h bestHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *bestHeap) Push(v any)        { *h = append(*h, v.(found)) }
func (h *bestHeap) Pop() any {
	old := *h
	last := old[len(old)-1]
	*h = old[:len(old)-1]
	return last
}

// boundHeap keeps the record with the highest bound first.
type boundHeap struct {
	acc  []float32
	docs []uint32
}

func (h *boundHeap) Len() int { return len(h.docs) }
func (h *boundHeap) Less(i, j int) bool {
	a, b := h.acc[h.docs[i]], h.acc[h.docs[j]]
	return a > b || a == b && h.docs[i] < h.docs[j]
}
func (h *boundHeap) Swap(i, j int) { h.docs[i], h.docs[j] = h.docs[j], h.docs[i] }
func (h *boundHeap) Push(v any)    { h.docs = append(h.docs, v.(uint32)) }
func (h *boundHeap) Pop() any {
	last := h.docs[len(h.docs)-1]
	h.docs = h.docs[:len(h.docs)-1]
	return last
}
