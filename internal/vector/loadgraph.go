package vector

import "sync/atomic"

// readGraph reads the links and checks that a walk cannot leave them.
func (p *Partition) readGraph(s *sectionReader, m meta) error {
	if p.form != form4 {
		return nil
	}
	g := newGraph(p.opt)
	linked, uppers := int(m.Linked), int(m.Uppers)
	if s.length(secLevel) != linked || s.length(secUpAt) != linked*4 ||
		s.length(secGround) != linked*g.m0*4 || s.length(secUpper) != uppers*g.m*4 {
		return damaged("graph sections of unequal length")
	}
	p.graph = g
	g.grow(linked, uppers)
	g.uppers = uppers
	parts := []struct {
		section int
		into    []byte
	}{
		{secLevel, g.level.data[:linked]},
		{secUpAt, bytesOf(g.upAt.data[:linked])},
		{secGround, bytesOf(g.ground.data[:linked*g.m0])},
		{secUpper, bytesOf(g.upper.data[:uppers*g.m])},
	}
	for _, part := range parts {
		if err := s.read(part.section, part.into); err != nil {
			return err
		}
	}
	if err := g.check(linked, m.Entry); err != nil {
		return err
	}
	g.linked.Store(m.Linked)
	g.entry.Store(m.Entry)
	for row := range m.Linked {
		if p.dead.has(row) {
			g.buried.Add(1)
			g.lost.Add(1)
		}
	}
	return nil
}

// check proves that every list a walk can reach lies inside the graph and names rows of at least its level.
func (g *graph) check(linked int, entry uint64) error {
	if entry != noEntry {
		row, level := entryRow(entry)
		if int(row) >= linked || level > int(g.level.data[row]) {
			return damaged("entry point")
		}
	}
	for row := range uint32(linked) {
		level := int(g.level.data[row])
		if level > maxLevel || int(g.upAt.data[row])+level > g.uppers {
			return damaged("level of row %d", row)
		}
	}
	for row := range uint32(linked) {
		for l := 0; l <= int(g.level.data[row]); l++ {
			if !g.sound(g.links(row, l), l, linked) {
				return damaged("links of row %d on level %d", row, l)
			}
		}
	}
	return nil
}

// sound reports whether a list names only linked rows that reach the level.
func (g *graph) sound(list []uint32, level, linked int) bool {
	for i := range list {
		v := atomic.LoadUint32(&list[i])
		if v == none {
			return true
		}
		if int(v) >= linked || int(g.level.data[v]) < level {
			return false
		}
	}
	return true
}
