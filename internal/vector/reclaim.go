package vector

import (
	"bufio"
	"os"
)

// reclaim renumbers the living rows without gaps and drops the dead, bytes and all. Order is kept, so ties
// and batches stay as they were. The old float file stays until a snapshot names the new one (V5). The caller
// holds linking and writing; searches wait only for the exchange at the end.
func (p *Partition) reclaim() error {
	if p.graph != nil && p.graph.lost.Load() > 0 {
		p.pace = p.hurried() // writers wait
		p.repair()
	}
	keep, number := p.living()
	next := newPartition(p.path, p.opt)
	next.generation = p.generation
	next.form = p.wantedForm(len(keep))
	if err := p.copyRows(next, keep); err != nil {
		return err
	}
	if next.form == form4 && p.form == form4 {
		p.graph.renumber(keep, number, next)
	}
	for row, list := range p.more {
		next.more[number[row]] = list
		for _, id := range list {
			next.rowOf[id] = number[row]
		}
	}
	return p.become(next, len(keep))
}

// living lists the rows to keep and gives each its new number, none to the dead.
func (p *Partition) living() (keep, number []uint32) {
	n := p.count.Load()
	number = make([]uint32, n)
	for row := range n {
		number[row] = none
		if !p.dead.has(row) {
			number[row] = uint32(len(keep))
			keep = append(keep, row)
		}
	}
	return keep, number
}

// copyRows fills the rows of next with those to keep.
func (p *Partition) copyRows(next *Partition, keep []uint32) error {
	if err := p.copyFloats(next, keep); err != nil {
		return err
	}
	n := len(keep)
	next.sums.grow(n + 1)
	next.ids.grow(n + 1)
	next.dead.grow(n + 1)
	for i, row := range keep {
		next.sums.data[i], next.ids.data[i] = p.sums.data[row], p.ids.data[row]
		next.rowOf[p.ids.data[row]], next.rowBy[p.sums.data[row]] = uint32(i), uint32(i)
	}
	if next.form != p.form {
		next.recode(next.form, n)
		return nil
	}
	next.rough = p.rough
	stride := p.stride()
	next.codes.grow((n + 1) * stride)
	for i, row := range keep {
		copy(next.codes.data[i*stride:][:stride], p.codes.data[int(row)*stride:])
	}
	return nil
}

// copyFloats writes the float vectors to a new file, or to the heap if they are few.
func (p *Partition) copyFloats(next *Partition, keep []uint32) error {
	if p.path == "" || next.form == formFloat {
		next.vecs.heap.grow((len(keep) + 1) * p.vecs.width)
		for i, row := range keep {
			copy(next.vecs.heap.data[i*p.vecs.width:], p.vecs.row(row))
		}
		return nil
	}
	next.generation++
	f, err := newFloatFile(p.floatPath(next.generation))
	if err != nil {
		return err
	}
	next.vecs.file = f
	w := bufio.NewWriterSize(f, 1<<20)
	for _, row := range keep {
		if _, err := w.Write(bytesOf(p.vecs.row(row))); err != nil {
			return next.abandon(err)
		}
	}
	if err := w.Flush(); err != nil {
		return next.abandon(err)
	}
	if err := next.vecs.grow(len(keep) + 1); err != nil {
		return next.abandon(err)
	}
	return nil
}

// abandon removes a float file that could not be finished.
func (p *Partition) abandon(cause error) error {
	_ = p.vecs.close()
	_ = os.Remove(p.floatPath(p.generation))
	return cause
}

// renumber copies the graph of the rows to keep into next. Repaired lists of living rows name no dead ones;
// rows that died unrepaired are dropped from them.
func (g *graph) renumber(keep, number []uint32, next *Partition) {
	to := newGraph(next.opt)
	linked := 0
	for linked < len(keep) && keep[linked] < g.linked.Load() {
		linked++
	}
	to.grow(linked, g.uppers)
	for i := range uint32(linked) {
		old := keep[i]
		level := int(g.level.data[old])
		to.level.data[i] = uint8(level)
		to.upAt.data[i] = uint32(to.uppers)
		to.uppers += level
		for l := 0; l <= level; l++ {
			renumberList(to.links(i, l), g.links(old, l), number)
		}
	}
	to.linked.Store(uint32(linked))
	if row, level := entryRow(g.entry.Load()); g.entry.Load() != noEntry && number[row] != none {
		to.entry.Store(uint64(level)<<32 | uint64(number[row]))
	}
	next.graph = to
}

func renumberList(to, from, number []uint32) {
	n := 0
	for _, v := range from {
		if v == none {
			break
		}
		if number[v] != none {
			to[n] = number[v]
			n++
		}
	}
	if n < len(to) {
		to[n] = none
	}
}

// become takes over the memory of next.
func (p *Partition) become(next *Partition, n int) error {
	p.life.Lock()
	defer p.life.Unlock()
	p.names.Lock()
	defer p.names.Unlock()
	p.graph.free()
	p.codes.free()
	p.sums.free()
	p.ids.free()
	p.dead.words.free()
	err := p.vecs.close()
	p.vecs, p.codes, p.sums, p.ids, p.dead = next.vecs, next.codes, next.sums, next.ids, next.dead
	p.graph, p.form, p.rough = next.graph, next.form, next.rough
	p.rowOf, p.rowBy, p.more, p.tombs = next.rowOf, next.rowBy, next.more, 0
	p.generation = next.generation
	p.count.Store(uint32(n))
	p.rename()
	return err
}
