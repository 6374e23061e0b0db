package lexical

import (
	"container/heap"
	"slices"
)

// shortlist keeps the best records and what is known of the score it takes to be one of them.
//
// Where a bound is never far from the score that it bounds, scores wait until all bounds are known: a record is then noted
// by its bound alone, and most of those noted early never need to be read. Elsewhere records are read window by window.
type shortlist struct {
	// best is a heap whose first element is the worst hit.
	best bestHeap
	// seeds are the records, in order, whose scores were computed before the windows.
	seeds []uint32

	waits bool    // scores wait for all bounds
	asks  bool    // a record is asked about before it counts for the threshold
	slack float64 // how much bounds may exceed scores, where they wait
	// top is a heap of the highest bounds, the least first.
	top boundHeap
}

// bounded is a record's number and what its score cannot exceed.
type bounded struct {
	doc   uint32
	bound float32
}

// filled tells whether as many records as are wanted are known to score at least
// the threshold.
func (f *finder) filled() bool {
	return f.waits && len(f.top) == f.limit || f.scored()
}

// threshold is the score to reach; 0 until there are enough hits.
func (f *finder) threshold() float64 {
	return max(f.worst(), f.reached())
}

// reached is the score that the records of the highest bounds reach, as far as they count; 0 until there are enough.
func (f *finder) reached() float64 {
	if !f.waits || len(f.top) < f.limit {
		return 0
	}
	return max(0, float64(f.top[0])*(1-rounding)-f.slack)
}

// scored tells whether as many records as are wanted were scored, and worst is what it
// takes to be among them.
func (f *finder) scored() bool { return len(f.best) == f.limit }

func (f *finder) worst() float64 {
	if !f.scored() {
		return 0
	}
	return f.best[0].Score
}

// note takes the records touched in a window to the list, and scores them unless scores wait.
func (f *finder) note(start uint32) {
	for _, d := range f.touched {
		doc, bound := start+d, f.acc[d]
		if f.s.dead > 0 && f.s.docs.At(doc).dead() || f.seeded(doc) {
			continue
		}
		counts := f.waits && f.doubled[d/64]>>(d%64)&1 == 0 && (len(f.top) < f.limit || bound > f.top[0])
		if counts && f.asks && f.allow != nil && !f.allow(f.s.idOf(doc)) {
			f.refused = true
			continue
		}
		f.noted = append(f.noted, bounded{doc, bound})
		if counts {
			f.top.raise(bound, f.limit)
		}
	}
	if !f.waits {
		f.judge()
	}
}

// judge scores the records noted exactly, those with the highest bounds first, until no other can be among the best.
func (f *finder) judge() {
	if f.filled() {
		least := f.least(0)
		f.noted = slices.DeleteFunc(f.noted, func(n bounded) bool { return n.bound < least })
	}
	left := f.noted
	left.order()
	for len(left) > 0 && (!f.scored() || atLeast(left[0].bound, f.worst())) {
		f.offer(left.pop().doc)
	}
	f.noted = f.noted[:0]
}

// offer puts a live record among the best if it belongs there.
func (f *finder) offer(doc uint32) {
	r := f.peek(doc)
	h := found{Hit: Hit{ID: f.s.idOf(doc), Score: f.ownOf(r, !f.choosing)}, doc: doc}
	if h.Score <= 0 || len(f.best) == f.limit && better(h.Hit, f.best[0].Hit) > 0 {
		return
	}
	if !f.admits(r, h.ID) {
		f.refused = true
		return
	}
	if f.choosing {
		h.all = f.own(r)
	}
	if len(f.best) == f.limit {
		f.best[0] = h
		heap.Fix(&f.best, 0)
		return
	}
	heap.Push(&f.best, h)
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

// notedHeap keeps the record with the highest bound first, and the one with the lowest number of those with the same. Few of
// those noted are ever taken out, so that this costs less than sorting them.
type notedHeap []bounded

func (h notedHeap) order() {
	for i := len(h)/2 - 1; i >= 0; i-- {
		h.sink(i)
	}
}

func (h *notedHeap) pop() bounded {
	old := *h
	first, last := old[0], len(old)-1
	old[0] = old[last]
	*h = old[:last]
	h.sink(0)
	return first
}

func (h notedHeap) sink(i int) {
	for {
		down := 2*i + 1
		if down >= len(h) {
			return
		}
		if down+1 < len(h) && h[down+1].ahead(h[down]) {
			down++
		}
		if !h[down].ahead(h[i]) {
			return
		}
		h[i], h[down] = h[down], h[i]
		i = down
	}
}

func (n bounded) ahead(of bounded) bool {
	return n.bound > of.bound || n.bound == of.bound && n.doc < of.doc
}

// boundHeap keeps the least bound first.
type boundHeap []float32

// raise puts a bound among the n highest if it belongs there.
func (h *boundHeap) raise(bound float32, n int) {
	if len(*h) < n {
		*h = append(*h, bound)
		h.rise(len(*h) - 1)
		return
	}
	if bound > (*h)[0] {
		(*h)[0] = bound
		h.sink()
	}
}

func (h boundHeap) rise(i int) {
	for i > 0 {
		up := (i - 1) / 2
		if h[up] <= h[i] {
			return
		}
		h[up], h[i] = h[i], h[up]
		i = up
	}
}

func (h boundHeap) sink() {
	for i := 0; ; {
		down := 2*i + 1
		if down >= len(h) {
			return
		}
		if down+1 < len(h) && h[down+1] < h[down] {
			down++
		}
		if h[i] <= h[down] {
			return
		}
		h[i], h[down] = h[down], h[i]
		i = down
	}
}
