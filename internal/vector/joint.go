package vector

import (
	"math"
	"slices"

	"github.com/lukasadb/lukasa/internal/vector/kern"
)

// Joint looks at ids in groups of the given size. For each group, and each of counts, it returns the cosine of query with
// the sum of the unit vectors of the first so many ids of the group; 0 where none of them is here. Ids that are not here do
// not count. It fails as [Partition.Search] does.
func (p *Partition) Joint(query []float32, ids []ID, size int, counts ...int) ([]float32, error) {
	out := make([]float32, 0, len(ids)/size*len(counts))
	err := p.ask(query, func(s *scratch) {
		var now, last group
		for ; len(ids) >= size; ids = ids[size:] {
			now, last = last, now
			p.stand(&now, &last, ids[:size])
			p.compare(s, &now, &last)
			for _, n := range counts {
				out = append(out, now.joint(now.stands[n]))
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// group is the rows of some ids. Groups are often those of records that follow one another: most of a group's rows are then
// among those of the group before, and with them what they were found to have in common.
type group struct {
	ids    []ID
	rows   []uint32  // of the ids that are here
	as     []int     // the place of each row in the group before; -1 if it was not there
	stands []int     // how many rows there are of the first so many ids
	scores []float32 // dot products with the query
	pairs  []float32 // dot products of each row and those behind it, in rows of len(rows)
}

// stand fills in the rows of ids, after those of the last group.
func (p *Partition) stand(now, last *group, ids []ID) {
	now.ids, now.rows, now.as, now.stands = now.ids[:0], now.rows[:0], now.as[:0], append(now.stands[:0], 0)
	p.names.RLock()
	defer p.names.RUnlock()
	for _, id := range ids {
		if at := slices.Index(last.ids, id); at >= 0 {
			now.ids, now.rows, now.as = append(now.ids, id), append(now.rows, last.rows[at]), append(now.as, at)
		} else if row, ok := p.rowOf[id]; ok {
			now.ids, now.rows, now.as = append(now.ids, id), append(now.rows, row), append(now.as, -1)
		}
		now.stands = append(now.stands, len(now.rows))
	}
}

// compare fills in the dot products of a group, as far as the last one has them not.
func (p *Partition) compare(s *scratch, now, last *group) {
	n := len(now.rows)
	now.scores, now.pairs = sized(now.scores, n), sized(now.pairs, n*n)
	for i, a := range now.as {
		if a < 0 {
			kern.DotF(s.unit, p.vecs.rows(), now.rows[i:i+1], now.scores[i:i+1])
			kern.DotF(p.vecs.row(now.rows[i]), p.vecs.rows(), now.rows[i+1:], now.pairs[i*n+i+1:i*n+n])
			continue
		}
		now.scores[i] = last.scores[a]
		for j := i + 1; j < n; j++ {
			if b := now.as[j]; b >= 0 && b != a {
				now.pairs[i*n+j] = last.pairs[min(a, b)*len(last.rows)+max(a, b)]
			} else {
				kern.DotF(p.vecs.row(now.rows[i]), p.vecs.rows(), now.rows[j:j+1], now.pairs[i*n+j:i*n+j+1])
			}
		}
	}
}

// joint is the cosine of the query with the sum of the first n of the rows. The square of the sum's length is that of each row,
// 1, and twice the dot product of each pair.
func (g *group) joint(n int) float32 {
	var dot, square float64
	for _, x := range g.scores[:n] {
		dot += float64(x)
	}
	for i := range n {
		square++
		at := i * len(g.rows)
		for _, x := range g.pairs[at+i+1 : at+n] {
			square += 2 * float64(x)
		}
	}
	if square <= 0 {
		return 0
	}
	return float32(min(max(dot/math.Sqrt(square), -1), 1))
}
