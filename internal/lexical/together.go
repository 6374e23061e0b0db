package lexical

import (
	"container/heap"
	"iter"
	"math"
	"slices"
	"sync/atomic"
)

// leastShared is how many windows are worth being looked at by two at a time.
const leastShared = 8

// findTogether looks at the windows with another finder, if there is somebody to be it. Each begins with the seeds and keeps
// a shortlist of its own; what one of them knows of the score that it takes to be among the best goes for both.
func (f *finder) findTogether() error {
	windows := (f.s.docs.len() + window - 1) / window
	f.together = &floor{}
	seeds := slices.Clone(f.best)
	var other *finder
	err := f.share(windows, func(who int, taken iter.Seq[int]) error {
		g := f
		for i := range taken {
			if who > 0 && other == nil { // not before there is something to look at
				other = f.another(seeds)
				g = other
			}
			if err := f.ctx.Err(); err != nil {
				return err
			}
			g.window(uint32(i * window))
		}
		return nil
	})
	if other != nil {
		f.take(other.best)
		other.release()
	}
	return err
}

// another returns a finder of the same that begins with the same seeds. Its caller releases it.
func (f *finder) another(best bestHeap) *finder {
	o := &finder{
		call: newCall(f.s, f.groups, f.standing), ctx: f.ctx, allow: f.allow, limit: f.limit,
		shortlist: shortlist{best: best, seeds: f.seeds, together: f.together},
	}
	o.open()
	o.demand()
	return o
}

// take adds what another found to the best. The seeds were known to both.
func (f *finder) take(best bestHeap) {
	for _, h := range best {
		switch {
		case f.seeded(h.doc):
		case len(f.best) < f.limit:
			heap.Push(&f.best, h)
		case better(h.Hit, f.best[0].Hit) < 0:
			f.best[0] = h
			heap.Fix(&f.best, 0)
		}
	}
}

// floor is a score that as many records as are wanted are known to reach; 0 as long as there is none. It is safe for
// concurrent use; the nil floor stays 0.
type floor struct{ bits atomic.Uint64 }

func (f *floor) get() float64 {
	if f == nil {
		return 0
	}
	return math.Float64frombits(f.bits.Load())
}

func (f *floor) raise(to float64) {
	if f == nil {
		return
	}
	for {
		old := f.bits.Load()
		if math.Float64frombits(old) >= to || f.bits.CompareAndSwap(old, math.Float64bits(to)) {
			return
		}
	}
}
