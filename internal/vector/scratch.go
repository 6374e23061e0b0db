package vector

import (
	"slices"
	"sync"
	"sync/atomic"
)

// batch is how many rows a kernel call gets in a scan, and how many rows are linked together.
const batch = 256

// iota are the row numbers of a scan relative to its first row.
var sequence = func() (s [batch]uint32) {
	for i := range s {
		s[i] = uint32(i)
	}
	return s
}()

// scratch is the working memory of one search or of one linking goroutine. Scratches are shared by all
// partitions, so that an idle partition costs nothing.
type scratch struct {
	unit, rotated []float32
	query, node   []int8
	querySum      int32

	seen    []uint64 // rows met in this walk
	touched []uint32 // the same as a list, to clear seen
	near    []uint32 // unseen neighbours
	rows    []uint32
	dots    []int32
	scores  []float32
	pool    []uint64
	found   []uint64
	seeds   []uint64 // where a walk begins
	fresh   []uint64 // candidates not in the pool yet
	cands   []uint64
	kept    []uint32
	hits    []Hit
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

func getScratch() *scratch { return scratches.Get().(*scratch) }

// keepScratch is the size in bytes above which a scratch's seen set is not kept for the next search.
const keepScratch = 4 << 20

func (s *scratch) put() {
	if len(s.seen)*8 > keepScratch {
		s.seen = nil
	}
	scratches.Put(s)
}

// sized returns s with length n, its content undefined.
func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}

// begin forgets what earlier walks have seen and makes room for rows below n.
func (s *scratch) begin(n int) {
	if words := (n + 63) / 64; len(s.seen) < words {
		s.seen, s.touched = make([]uint64, words+words/4), s.touched[:0]
		return
	}
	for _, v := range s.touched {
		s.seen[v>>6] = 0
	}
	s.touched = s.touched[:0]
}

// visit marks a row as seen and reports whether it was new.
func (s *scratch) visit(v uint32) bool {
	w, bit := &s.seen[v>>6], uint64(1)<<(v&63)
	if *w&bit != 0 {
		return false
	}
	*w |= bit
	s.touched = append(s.touched, v)
	return true
}

// unseen adds the neighbours of a link list that this walk has not met to near, and marks them. Whether a
// neighbour is new is a coin toss, so nothing branches on it.
func (s *scratch) unseen(links []uint32) {
	had := len(s.near)
	near, seen := slices.Grow(s.near, len(links)+1)[:had+len(links)+1], s.seen
	n := had
	for i := range links {
		v := atomic.LoadUint32(&links[i])
		at := int(v >> 6)
		if at >= len(seen) {
			if v == none {
				break
			}
			continue // linked after this walk began
		}
		w := seen[at]
		near[n] = v
		n += int(^w >> (v & 63) & 1)
		seen[at] = w | 1<<(v&63)
	}
	s.near = near[:n]
	s.touched = append(s.touched, near[had:n]...)
}
