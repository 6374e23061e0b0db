package vector

import (
	"cmp"
	"slices"
	"sync/atomic"
)

// Rows are linked in batches of fixed bounds. Within a batch every row first chooses its neighbours, looking
// only at the graph as it was before the batch and at the batch's own rows; then all lists that gained a link
// are rewritten, each by one goroutine. Neither step depends on the order in which goroutines run, so the
// graph is the same for any number of workers (V6), and no list needs a lock. (The scheme is that of
// ParlayANN: Manohar et al., 2024.)

// A reverse link asks the list of target on level to take row.
type reverse struct {
	target uint32
	level  int
	row    uint32
}

// batchEnd is where the batch that begins with the first unlinked row ends: small batches while few living rows
// are linked, so that few rows are linked without seeing each other's neighbourhoods.
func (g *graph) batchEnd() int {
	linked := int(g.linked.Load())
	return linked + min(batch, max(1, (linked-int(g.buried.Load()))/16))
}

// linkBatch links rows from..to. The caller holds linking.
func (p *Partition) linkBatch(from, to int) {
	g := p.graph
	p.admit(from, to)
	p.answer(p.chooseAll(from, to))
	p.life.RLock()
	defer p.life.RUnlock()
	g.linked.Store(uint32(to))
	for row := from; row < to; row++ {
		if !p.dead.has(uint32(row)) {
			g.raise(uint32(row))
		}
	}
}

// admit makes room for rows from..to in the graph, and gives them their levels.
func (p *Partition) admit(from, to int) {
	g := p.graph
	uppers := g.uppers
	for row := from; row < to; row++ {
		uppers += g.levelOf(uint32(row))
	}
	if !g.fits(to, uppers) {
		p.life.Lock()
		g.grow(to, uppers)
		p.life.Unlock()
	}
	p.life.RLock()
	defer p.life.RUnlock()
	for row := from; row < to; row++ {
		g.prepare(uint32(row))
	}
}

// A choice is what a row of a batch chose.
type choice struct {
	asks []reverse // the links it asks back
	near uint32    // the key of its nearest candidate on the ground, 0 where it met none
}

// doubtful is the share of a batch, one in so many, that chooses twice: five times the share that goes wrong where a
// million vectors lie in five thousand clusters.
const doubtful = 64

// chooseAll lets the living rows from..to choose and returns the links they ask back.
//
// A walk that ends in a wrong cluster finds neighbours there all the same, and a row that is linked to those alone is
// one that no search for its true neighbours meets. Its distance tells, though how far is far depends on the data. So
// the rows of a batch whose neighbours are farthest choose again by a wider walk: no state, a bounded cost, and
// nothing lost where a row is truly far from all others.
func (p *Partition) chooseAll(from, to int) []reverse {
	rows := p.alive(from, to)
	choices := make([]choice, to-from)
	p.chooseSome(rows, from, to, (*walker).enter, choices)
	slices.SortFunc(rows, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(choices[int(b)-from].near, choices[int(a)-from].near), cmp.Compare(a, b))
	})
	p.chooseSome(rows[:(len(rows)+doubtful-1)/doubtful], from, to, (*walker).enterWide, choices)
	var asks []reverse
	for _, c := range choices {
		asks = append(asks, c.asks...)
	}
	return asks
}

// alive lists the living rows from..to.
func (p *Partition) alive(from, to int) []uint32 {
	p.life.RLock()
	defer p.life.RUnlock()
	rows := make([]uint32, 0, to-from)
	for row := uint32(from); row < uint32(to); row++ {
		if !p.dead.has(row) {
			rows = append(rows, row)
		}
	}
	return rows
}

// chooseSome lets some rows of the batch from..to choose, and puts what each chose at its place in choices.
func (p *Partition) chooseSome(rows []uint32, from, to int, enter entering, choices []choice) {
	p.inSlices(len(rows), 1, func(w *walker, a, b int) {
		for _, row := range rows[a:b] {
			choices[int(row)-from] = w.choose(p, row, from, to, enter)
		}
	})
}

// prepare gives a row its level and empty lists.
func (g *graph) prepare(row uint32) {
	level := g.levelOf(row)
	g.level.data[row] = uint8(level)
	g.upAt.data[row] = uint32(g.uppers)
	g.uppers += level
	for l := 0; l <= level; l++ {
		atomic.StoreUint32(&g.links(row, l)[0], none)
	}
}

// raise makes row the entry point if it is higher than the present one.
func (g *graph) raise(row uint32) {
	level := int(g.level.data[row])
	if _, top := entryRow(g.entry.Load()); g.entry.Load() == noEntry || level > top {
		g.entry.Store(uint64(level)<<32 | uint64(row))
	}
}

// choose finds and stores the neighbours of a row of the batch from..to.
func (w *walker) choose(p *Partition, row uint32, from, to int, enter entering) (c choice) {
	w.unit = sized(w.unit, p.vecs.width)
	copy(w.unit, p.vecs.row(row))
	w.aim(w.unit)
	level := int(w.g.level.data[row])
	top := -1
	if w.g.entry.Load() != noEntry {
		_, top = entryRow(w.g.entry.Load())
		enter(w, min(level, top), w.g.ef, to)
	}
	for l := level; l >= 0; l-- {
		w.cands = w.cands[:0]
		if l <= top {
			pool := w.search(w.seeds, w.g.ef, l, to)
			w.sow()
			w.among(pool, func(row uint32) bool { return !p.dead.has(row) })
			if len(w.cands) < w.g.m { // a deleted neighbourhood: its dead still lead on
				w.among(pool, func(uint32) bool { return true })
			}
		}
		w.companions(p, row, from, to, l)
		kept := w.diverse(w.cands, w.g.m)
		setLinks(w.g.links(row, l), kept)
		for _, target := range kept {
			c.asks = append(c.asks, reverse{target: target, level: l, row: row})
		}
	}
	if len(w.cands) > 0 {
		c.near = keyOf(w.cands[0])
	}
	return c
}

// among makes the candidates that pass the present ones.
func (w *walker) among(pool []uint64, pass func(row uint32) bool) {
	w.cands = w.cands[:0]
	for _, c := range pool {
		if pass(rowOf(c)) {
			w.cands = append(w.cands, c&^expanded)
		}
	}
}

// companions adds the other rows of the batch that reach the level to the candidates, as far as they are near.
func (w *walker) companions(p *Partition, row uint32, from, to, level int) {
	w.rows = w.rows[:0]
	for r := uint32(from); r < uint32(to); r++ {
		if r != row && int(w.g.level.data[r]) >= level && !p.dead.has(r) {
			w.rows = append(w.rows, r)
		}
	}
	for i, k := range w.keys(w.query, w.querySum, w.rows) {
		w.cands, _ = insert(w.cands, candidate(uint32(k), w.rows[i]), w.g.ef)
	}
}

// listsARow is how many lists are rewritten in the time in which a row chooses its neighbours.
const listsARow = 16

// answer adds the reverse links, list by list.
func (p *Partition) answer(asks []reverse) {
	slices.SortFunc(asks, func(a, b reverse) int {
		return cmp.Or(cmp.Compare(a.target, b.target), cmp.Compare(a.level, b.level), cmp.Compare(a.row, b.row))
	})
	var starts []int
	for i, a := range asks {
		if i == 0 || a.target != asks[i-1].target || a.level != asks[i-1].level {
			starts = append(starts, i)
		}
	}
	p.inSlices(len(starts), listsARow, func(w *walker, a, b int) {
		for i := a; i < b; i++ {
			end := len(asks)
			if i+1 < len(starts) {
				end = starts[i+1]
			}
			w.accept(asks[starts[i]:end])
		}
	})
}

// accept adds the rows of asks, which share target and level, to that list, and thins it when it overflows.
func (w *walker) accept(asks []reverse) {
	target := asks[0].target
	list := w.g.links(target, asks[0].level)
	n := degree(list)
	w.rows = append(w.rows[:0], list[:n]...)
	for _, a := range asks {
		if !slices.Contains(w.rows[:n], a.row) {
			w.rows = append(w.rows, a.row)
		}
	}
	if len(w.rows) <= len(list) {
		appendLinks(list, n, w.rows[n:])
		return
	}
	w.thin(target, list)
}

// appendLinks extends a list of n links. A reader meets the new end before the new links.
func appendLinks(list []uint32, n int, rows []uint32) {
	if end := n + len(rows); end < len(list) {
		atomic.StoreUint32(&list[end], none)
	}
	for i := len(rows) - 1; i >= 0; i-- {
		atomic.StoreUint32(&list[n+i], rows[i])
	}
}

// thin replaces the list of row by a diverse choice among w.rows.
func (w *walker) thin(row uint32, list []uint32) {
	sum := w.fromRow(row)
	w.cands = w.cands[:0]
	for i, k := range w.keys(w.node, sum, w.rows) {
		w.cands = append(w.cands, candidate(uint32(k), w.rows[i]))
	}
	slices.Sort(w.cands)
	setLinks(list, w.sociable(w.cands, len(list)))
}
