package vector

import (
	"slices"
	"sync/atomic"

	"github.com/lukasadb/lukasa/internal/vector/kern"
)

// A candidate packs a key, a row and whether the row's neighbours were looked at, so that candidates order
// by key and then by row as plain integers. Smaller keys are nearer.
//
//	bits 32..63 key   bits 1..31 row   bit 0 expanded
const expanded = 1

func candidate(key, row uint32) uint64 { return uint64(key)<<32 | uint64(row)<<1 }

func rowOf(c uint64) uint32 { return uint32(c) >> 1 }

func keyOf(c uint64) uint32 { return uint32(c >> 32) }

// keyZero is the key of a cosine of zero.
const keyZero = 1 << 30

// A walker computes keys over 4-bit codes for one query after another. It borrows the partition's memory, so
// its user holds life.
type walker struct {
	*scratch
	g      *graph
	quant  *quantiser
	codes  []uint8
	stride int
	twin   int32 // keys up to it are those of twins, see diverse
}

func (p *Partition) walker(s *scratch) *walker {
	s.query = sized(s.query, 2*p.quant.stride4)
	s.node = sized(s.node, 2*p.quant.stride4)
	s.rotated = sized(s.rotated, p.opt.Dim)
	return &walker{scratch: s, g: p.graph, quant: p.quant, codes: p.codes.data, stride: p.quant.stride4, twin: keyZero - p.quant.alike}
}

// aim makes unit the query.
func (w *walker) aim(unit []float32) {
	w.quant.rotate(w.rotated, unit)
	w.querySum, _ = w.quant.query(w.query, w.rotated)
}

// fromRow makes a row the query of the second kind, and returns its sum.
func (w *walker) fromRow(row uint32) int32 {
	return w.quant.decode4(w.node, w.codes[int(row)*w.stride:][:w.stride])
}

// keys computes the keys of rows for a query with this sum: keyZero minus twice the dot product with the
// middles of the rows' intervals.
func (w *walker) keys(q []int8, sum int32, rows []uint32) []int32 {
	w.dots = sized(w.dots, len(rows))
	dots := w.dots
	kern.Dot4(q, w.codes, w.stride, rows, dots)
	base := keyZero + 15*sum
	for i, d := range dots {
		dots[i] = base - 2*d
	}
	return dots
}

// descend walks greedily on one level.
func (w *walker) descend(from uint32, level int) uint32 {
	w.rows = append(w.rows[:0], from)
	best := w.keys(w.query, w.querySum, w.rows)[0]
	for {
		near := w.near[:0]
		links := w.g.links(from, level)
		for i := range links {
			v := atomic.LoadUint32(&links[i])
			if v == none {
				break
			}
			near = append(near, v)
		}
		w.near = near
		moved := false
		for i, k := range w.keys(w.query, w.querySum, near) {
			if k < best {
				best, from, moved = k, near[i], true
			}
		}
		if !moved {
			return from
		}
	}
}

// beam is how many candidates are expanded together. One at a time, a walk waits for memory at every step; two
// share the wait, and the few more keys they cost are cheap beside it.
const beam = 2

// enter walks down from the entry point to the level above to, and returns candidates of that level to begin with, nearest
// first: greedily at first, and then with a beam, since a cluster that the last step misses is one that a walk
// below finds no way to. The graph is not empty. The result is the walker's and lasts until it enters again.
func (w *walker) enter(to, ef, rows int) []uint64 {
	row, level := entryRow(w.g.entry.Load())
	for ; level > to+1; level-- {
		row = w.descend(row, level)
	}
	w.rows = append(w.rows[:0], row)
	w.seeds = append(w.seeds[:0], candidate(uint32(w.keys(w.query, w.querySum, w.rows)[0]), row))
	if level == to+1 {
		w.search(w.seeds, above(ef), level, rows)
		w.sow()
	}
	return w.seeds
}

// entering is a way from the entry point down: enter or enterWide.
type entering func(w *walker, to, ef, rows int) []uint64

// enterWide enters like enter, but with a beam of twice ef on every level. While each level has a sixteenth of the
// rows of the one below, that finds the way into nearly every cluster, at a multiple of the cost.
func (w *walker) enterWide(to, ef, rows int) []uint64 {
	row, level := entryRow(w.g.entry.Load())
	w.rows = append(w.rows[:0], row)
	w.seeds = append(w.seeds[:0], candidate(uint32(w.keys(w.query, w.querySum, w.rows)[0]), row))
	for ; level > to; level-- {
		w.search(w.seeds, 2*ef, level, rows)
		w.sow()
	}
	return w.seeds
}

// above is how many candidates the last level above is searched with: 32 find the way into most of five thousand clusters,
// where a greedy step misses one in ten.
func above(ef int) int { return max(min(ef/2, 32), ef/8, 1) }

// sow makes what the last search found the seeds of the next, one level below.
func (w *walker) sow() {
	w.seeds = w.seeds[:0]
	for _, c := range w.pool {
		w.seeds = append(w.seeds, c&^expanded)
	}
}

// search walks a level best first from seeds, nearest first, and returns the ef nearest candidates it met, nearest
// first. The result is the walker's and lasts until its next search.
func (w *walker) search(seeds []uint64, ef, level, rows int) []uint64 {
	w.begin(rows)
	seeds = seeds[:min(len(seeds), ef)]
	for _, c := range seeds {
		w.visit(rowOf(c))
	}
	pool := sized(w.pool, ef+1)[:0]
	pool = append(pool, seeds...)
	for at := 0; at < len(pool); {
		near := w.expand(pool[at:], level)
		worst := ^uint64(0)
		if len(pool) == ef {
			worst = pool[ef-1]
		}
		w.fresh = w.fresh[:0]
		for i, k := range w.keys(w.query, w.querySum, near) {
			if c := candidate(uint32(k), near[i]); c < worst {
				w.fresh = append(w.fresh, c)
			}
		}
		var first int
		pool, first = merge(pool, w.fresh, ef)
		for at < first && pool[at]&expanded != 0 {
			at++
		}
		at = min(at, first)
	}
	w.pool = pool
	return pool
}

// expand marks the first candidates that were not expanded yet and collects their unseen neighbours. The lists
// of those that come next are asked for meanwhile.
func (w *walker) expand(pool []uint64, level int) []uint32 {
	w.near = w.near[:0]
	taken := 0
	for i, c := range pool {
		if c&expanded != 0 {
			continue
		}
		if taken++; taken > 2*beam {
			break
		}
		if taken > beam {
			if level == 0 {
				kern.Prefetch(&w.g.ground.data[int(rowOf(c))*w.g.m0])
			}
			continue
		}
		pool[i] = c | expanded
		w.unseen(w.g.links(rowOf(c), level))
	}
	return w.near
}

// merge puts fresh candidates, none of which is in the pool, in their places in an
// ordered pool of at most limit, and returns where the first of them is, or the
// pool's length when there is no place for any. It sorts fresh. Candidates come a
// handful at a time: merging them spares a tenth of a search.
func merge(pool, fresh []uint64, limit int) ([]uint64, int) {
	slices.Sort(fresh)
	i, j := len(pool), len(fresh)
	for i+j > limit {
		if j > 0 && (i == 0 || fresh[j-1] > pool[i-1]) {
			j--
		} else {
			i--
		}
	}
	merged := slices.Grow(pool[:i], j)[:i+j]
	to := i + j
	for j > 0 {
		to--
		if i > 0 && merged[i-1] > fresh[j-1] {
			i--
			merged[to] = merged[i]
		} else {
			j--
			merged[to] = fresh[j]
		}
	}
	return merged, to
}

// insert puts c in its place in an ordered pool of at most limit and returns where, or the pool's length when
// there is no place for it.
func insert(pool []uint64, c uint64, limit int) ([]uint64, int) {
	n := len(pool)
	if n >= limit {
		if c >= pool[n-1] {
			return pool, n
		}
		n--
	} else {
		pool = append(pool, 0)
	}
	lo := 0
	for size := n; size > 0; { // halving without a branch on the comparison
		half := (size + 1) / 2
		next := lo + half
		if pool[next-1] < c {
			lo = next
		}
		size -= half
	}
	copy(pool[lo+1:n+1], pool[lo:n])
	pool[lo] = c
	return pool, lo
}

// searchOnly walks the ground level like search but returns only rows that pass, while rows that do not still
// lead on. It gives up and returns false after seeing more rows than budget.
func (w *walker) searchOnly(seeds []uint64, ef, rows, budget int, pass func(uint32) bool) ([]uint64, bool) {
	w.begin(rows)
	found := sized(w.found, ef+1)[:0]
	open := w.pool[:0]
	open = append(open, seeds...) // in order, and so a heap
	for _, c := range seeds {
		w.visit(rowOf(c))
		if pass(rowOf(c)) {
			found, _ = insert(found, c, ef)
		}
	}
	for len(open) > 0 && len(w.touched) <= budget {
		c := open[0]
		if len(found) == ef && c > found[ef-1] {
			break
		}
		open = popHeap(open)
		w.near = w.near[:0]
		w.unseen(w.g.links(rowOf(c), 0))
		near := w.near
		if len(open) > 0 {
			kern.Prefetch(&w.g.ground.data[int(rowOf(open[0]))*w.g.m0])
		}
		for i, k := range w.keys(w.query, w.querySum, near) {
			c := candidate(uint32(k), near[i])
			if len(found) == ef && c > found[ef-1] {
				continue
			}
			open = pushHeap(open, c)
			if pass(near[i]) {
				found, _ = insert(found, c, ef)
			}
		}
	}
	w.pool, w.found = open, found
	return found, len(w.touched) <= budget
}

func pushHeap(h []uint64, c uint64) []uint64 {
	h = append(h, c)
	i := len(h) - 1
	for i > 0 {
		up := (i - 1) / 2
		if h[up] <= c {
			break
		}
		h[i] = h[up]
		i = up
	}
	h[i] = c
	return h
}

func popHeap(h []uint64) []uint64 {
	n := len(h) - 1
	c := h[n]
	h = h[:n]
	i := 0
	for {
		down := 2*i + 1
		if down >= n {
			break
		}
		if down+1 < n && h[down+1] < h[down] {
			down++
		}
		if h[down] >= c {
			break
		}
		h[i] = h[down]
		i = down
	}
	if n > 0 {
		h[i] = c
	}
	return h
}

// diverse picks at most limit of the candidates (nearest first): each is kept only if it is nearer to the
// query than to every one kept before (Malkov and Yashunin, algorithm 4). A tie counts as nearer to the one
// kept. The result is the walker's.
//
// Twins, candidates that codes can hardly tell from the query, would shadow everything else, and many of them
// would become an island. So two are kept, the youngest, which makes a chain of any number of twins, and they
// shadow nothing.
func (w *walker) diverse(cands []uint64, limit int) []uint32 {
	twins := 0
	for twins < len(cands) && int32(keyOf(cands[twins])) <= w.twin {
		twins++
	}
	kept := youngest(w.kept[:0], cands[:twins])
	first := len(kept)
	for _, c := range cands[twins:] {
		if len(kept) == limit {
			break
		}
		if !w.shadowed(rowOf(c), int32(keyOf(c)), kept[first:]) {
			kept = append(kept, rowOf(c))
		}
	}
	w.kept = kept
	return kept
}

// youngest appends the two greatest rows of the candidates.
func youngest(to []uint32, cands []uint64) []uint32 {
	if len(cands) == 0 {
		return to
	}
	one, two := none, none // none is smaller than any, plus one
	for _, c := range cands {
		if row := rowOf(c); row+1 > one+1 {
			one, two = row, one
		} else if row+1 > two+1 {
			two = row
		}
	}
	if to = append(to, one); two != none {
		to = append(to, two)
	}
	return to
}

// sociable picks like diverse and then fills up to half of limit with the nearest it passed over, so that a
// list in a thinned-out neighbourhood does not become a dead end.
func (w *walker) sociable(cands []uint64, limit int) []uint32 {
	kept := w.diverse(cands, limit)
	for _, c := range cands {
		if len(kept) >= limit/2 {
			break
		}
		if !slices.Contains(kept, rowOf(c)) {
			kept = append(kept, rowOf(c))
		}
	}
	w.kept = kept
	return kept
}

// shadowed reports whether row is at least as near to one of kept as key says it is to the query.
func (w *walker) shadowed(row uint32, key int32, kept []uint32) bool {
	if len(kept) == 0 {
		return false
	}
	sum := w.fromRow(row)
	for len(kept) > 0 {
		n := min(8, len(kept))
		if slices.ContainsFunc(w.keys(w.node, sum, kept[:n]), func(k int32) bool { return k <= key }) {
			return true
		}
		kept = kept[n:]
	}
	return false
}
