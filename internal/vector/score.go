package vector

import (
	"iter"
	"math"
)

// Scores returns the cosine of query with the vector of each id, in the order of ids; NaN for ids that are not
// here. It costs about 50 ns an id. It fails as [Partition.Search] does.
func (p *Partition) Scores(query []float32, ids []ID) ([]float32, error) {
	out := make([]float32, len(ids))
	if err := p.ask(query, func(s *scratch) { p.score(s, ids, out) }); err != nil {
		return nil, err
	}
	return out, nil
}

func (p *Partition) score(s *scratch, ids []ID, out []float32) {
	s.rows = s.rows[:0]
	p.names.RLock()
	for i, id := range ids {
		row, ok := p.rowOf[id]
		if !ok {
			out[i] = float32(math.NaN())
			continue
		}
		s.rows = append(s.rows, row)
	}
	p.names.RUnlock()
	p.scoreRows(s, s.rows)
	at := 0
	for i, v := range out {
		if v == v { // not NaN
			out[i] = min(max(s.scores[at], -1), 1)
			at++
		}
	}
}

// Vector returns a copy of the unit vector of id, and whether id is here.
func (p *Partition) Vector(id ID) ([]float32, bool) {
	p.life.RLock()
	defer p.life.RUnlock()
	p.names.RLock()
	row, ok := p.rowOf[id]
	p.names.RUnlock()
	if !ok || p.closed.Load() {
		return nil, false
	}
	return append([]float32(nil), p.vecs.row(row)[:p.opt.Dim]...), true
}

// Rest gives the pages of mapped vectors that searches have read back to the page cache, from which the next
// search has them again at the cost of some page faults. It is for a partition that nobody asks for a while.
func (p *Partition) Rest() {
	p.life.RLock()
	defer p.life.RUnlock()
	if !p.closed.Load() {
		p.vecs.view.forget()
	}
}

// Has reports whether id is here.
func (p *Partition) Has(id ID) bool {
	p.names.RLock()
	defer p.names.RUnlock()
	_, ok := p.rowOf[id]
	return ok
}

// IDs yields every id present when it begins, in order.
func (p *Partition) IDs() iter.Seq[ID] {
	return func(yield func(ID) bool) {
		for _, id := range p.sortedIDs() {
			if !yield(id) {
				return
			}
		}
	}
}
