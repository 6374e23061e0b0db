package vector

import "slices"

// repairShare is the share of linked rows that must have died since the last repair before the next. Until
// then dead rows lead searches on like living ones.
const repairShare = 5 // one in five

// repairDue reports whether enough rows died.
func (p *Partition) repairDue() bool {
	g := p.currentGraph()
	if g == nil {
		return false
	}
	lost := int(g.lost.Load())
	return lost >= batch && lost*repairShare >= int(g.linked.Load())
}

// repair routes every link list around the rows that died: a list that names dead rows chooses anew among its
// living links and the living links of its dead ones (as FreshDiskANN does: Singh et al., 2021). No list of a
// dead row changes, and every other list is written from itself and from lists of dead rows, so the result
// does not depend on order. The caller holds linking. Searches and writes go on.
func (p *Partition) repair() {
	g := p.graph
	lost := g.lost.Load()
	p.inSlices(int(g.linked.Load()), listsARow, func(w *walker, from, to int) {
		for row := uint32(from); row < uint32(to) && !p.closed.Load(); row++ {
			w.rerouteAll(p, row)
		}
	})
	p.life.RLock()
	defer p.life.RUnlock()
	g.reenter(p)
	g.lost.Add(-lost)
}

// rerouteAll rewrites the lists of a living row that name dead rows.
func (w *walker) rerouteAll(p *Partition, row uint32) {
	if p.dead.has(row) {
		return
	}
	for l := 0; l <= int(w.g.level.data[row]); l++ {
		w.reroute(p, row, l)
	}
}

// reroute rewrites one list if it names dead rows.
func (w *walker) reroute(p *Partition, row uint32, level int) {
	list := w.g.links(row, level)
	old := list[:degree(list)]
	if !slices.ContainsFunc(old, p.dead.has) {
		return
	}
	w.begin(int(w.g.linked.Load()))
	w.visit(row)
	w.rows = w.rows[:0]
	w.gather(p, old, func(dead uint32) {
		beyond := w.g.links(dead, level)
		w.gather(p, beyond[:degree(beyond)], nil)
	})
	w.thin(row, list)
}

// gather collects the living among links, once each, and calls through for the dead.
func (w *walker) gather(p *Partition, links []uint32, through func(uint32)) {
	for _, v := range links {
		if p.dead.has(v) {
			if through != nil {
				through(v)
			}
		} else if w.visit(v) {
			w.rows = append(w.rows, v)
		}
	}
}

// reenter moves the entry point off a dead row, to the highest living one.
func (g *graph) reenter(p *Partition) {
	row, _ := entryRow(g.entry.Load())
	if g.entry.Load() == noEntry || !p.dead.has(row) {
		return
	}
	entry := noEntry
	for row := range g.linked.Load() {
		level := uint64(g.level.data[row])
		if !p.dead.has(row) && (entry == noEntry || level > entry>>32) {
			entry = level<<32 | uint64(row)
		}
	}
	g.entry.Store(entry)
}
