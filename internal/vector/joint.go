package vector

import (
	"math"

	"github.com/lukasadb/lukasa/internal/vector/kern"
)

// Joint looks at ids in groups of the given size. For each group, and each of counts, it returns the cosine of query with
// the sum of the unit vectors of the first so many ids of the group; 0 where none of them is here. Ids that are not here do
// not count. It fails as [Partition.Search] does.
func (p *Partition) Joint(query []float32, ids []ID, size int, counts ...int) ([]float32, error) {
	out := make([]float32, 0, len(ids)/size*len(counts))
	err := p.ask(query, func(s *scratch) {
		for ; len(ids) >= size; ids = ids[size:] {
			p.stand(s, ids[:size])
			p.compare(s)
			for _, n := range counts {
				out = append(out, s.joint(s.stands[n]))
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// stand leaves the rows of ids in s.rows, and in s.stands how many there are of the first so many ids.
func (p *Partition) stand(s *scratch, ids []ID) {
	s.rows, s.stands = s.rows[:0], append(s.stands[:0], 0)
	p.names.RLock()
	defer p.names.RUnlock()
	for _, id := range ids {
		if row, ok := p.rowOf[id]; ok {
			s.rows = append(s.rows, row)
		}
		s.stands = append(s.stands, len(s.rows))
	}
}

// compare fills in the dot products of the query and s.rows, and of each row with those behind it.
func (p *Partition) compare(s *scratch) {
	n := len(s.rows)
	p.scoreRows(s, s.rows)
	s.pairs = sized(s.pairs, n*n)
	for i, row := range s.rows {
		kern.DotF(p.vecs.row(row), p.vecs.rows(), s.rows[i+1:], s.pairs[i*n+i+1:i*n+n])
	}
}

// joint is the cosine of the query with the sum of the first n of s.rows. The square of the sum's length is that of each row,
// 1, and twice the dot product of each pair.
func (s *scratch) joint(n int) float32 {
	var dot, square float64
	for _, x := range s.scores[:n] {
		dot += float64(x)
	}
	for i := range n {
		square++
		at := i * len(s.rows)
		for _, x := range s.pairs[at+i+1 : at+n] {
			square += 2 * float64(x)
		}
	}
	if square <= 0 {
		return 0
	}
	return float32(min(max(dot/math.Sqrt(square), -1), 1))
}
