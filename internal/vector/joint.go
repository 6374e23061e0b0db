package vector

import (
	"math"

	"github.com/lukasadb/lukasa/internal/vector/kern"
)

// Joint returns, for each set of ids, the cosine of query with the sum of their unit vectors; 0 where the set holds no id that
// is here. Ids that are not here do not count. It fails as [Partition.Search] does.
func (p *Partition) Joint(query []float32, sets [][]ID) ([]float32, error) {
	out := make([]float32, len(sets))
	err := p.ask(query, func(s *scratch) {
		for i, ids := range sets {
			s.rows = s.rows[:0]
			p.names.RLock()
			for _, id := range ids {
				if row, ok := p.rowOf[id]; ok {
					s.rows = append(s.rows, row)
				}
			}
			p.names.RUnlock()
			out[i] = p.joint(s)
		}
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// joint is the cosine of s.unit with the sum of s.rows. The square of the sum's length is that of each row, 1, and twice the dot
// product of each pair.
func (p *Partition) joint(s *scratch) float32 {
	n := len(s.rows)
	if n == 0 {
		return 0
	}
	s.scores = sized(s.scores, n)
	kern.DotF(s.unit, p.vecs.rows(), s.rows, s.scores)
	var dot, square float64
	for _, x := range s.scores {
		dot += float64(x)
	}
	for i, row := range s.rows {
		others := s.scores[:n-i-1]
		kern.DotF(p.vecs.row(row), p.vecs.rows(), s.rows[i+1:], others)
		square++
		for _, x := range others {
			square += 2 * float64(x)
		}
	}
	if square <= 0 {
		return 0
	}
	return float32(min(max(dot/math.Sqrt(square), -1), 1))
}
