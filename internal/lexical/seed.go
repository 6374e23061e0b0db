package lexical

import (
	"cmp"
	"slices"
)

// How many postings of the rarest words are read for the records that are scored first: so many, and no more than so small a
// share of the records, as in few records the windows are soon looked at.
const (
	seedPostings = 1 << 13
	seedShare    = 16
)

// seed scores the records that the rarest words alone hold to be the best, wherever they are, so that the first window is
// looked at with a threshold near the last: without one, each of its records had to be noted. What the other words add is
// not known yet, so that the seeds need not be the best; a threshold is one all the same (L3).
func (f *finder) seed() {
	rare := f.rarest()
	if len(rare) == 0 {
		return
	}
	found := f.slate.found[:0]
	for first := nearest(rare); first != 0; first = nearest(rare) {
		n := bounded{doc: first}
		for _, cur := range rare {
			if doc, bound := cur.now(); doc == first {
				n.bound += bound
				cur.i++
			}
		}
		found = append(found, n)
	}
	f.slate.found = found
	for _, cur := range rare {
		cur.rewind()
	}
	found.order()
	for len(found) > 0 && len(f.seeds) < f.limit {
		if doc := found.pop().doc; !f.s.docs.At(doc).dead() {
			f.offer(doc)
			f.seeds = append(f.seeds, doc)
		}
	}
	slices.Sort(f.seeds)
}

// seeded tells whether a record was scored before the windows.
func (f *finder) seeded(doc uint32) bool {
	_, yes := slices.BinarySearch(f.seeds, doc)
	return yes
}

// rarest returns the shortest lists, as far as the postings go that are read for seeds; none where there is but one window, or
// scores wait.
func (f *finder) rarest() []*cursor {
	if f.waits || f.s.docs.Len() <= window {
		return nil
	}
	rare := slices.Clone(f.lists)
	slices.SortStableFunc(rare, func(a, b *cursor) int { return cmp.Compare(a.l.n, b.l.n) })
	budget, postings := min(seedPostings, f.s.docs.Len()/seedShare), 0
	for i, cur := range rare {
		if postings += int(cur.l.n); postings > budget {
			return rare[:i]
		}
	}
	return rare
}

// nearest returns the least record that the lists have come to; 0 when they have ended.
func nearest(lists []*cursor) uint32 {
	first := uint32(0)
	for _, cur := range lists {
		if doc, _ := cur.now(); doc != 0 && (first == 0 || doc < first) {
			first = doc
		}
	}
	return first
}
