package digest

import (
	"cmp"
	"math"
	"slices"
)

// term is a component of a sentence's vector. Vectors are in the order of ids.
type term struct {
	id     int
	weight float64
}

// weigh gives every sentence its vector, its reading and its worth.
func weigh(list []*sentence, passages []Passage) {
	greatest := centralities(list)
	for _, s := range list {
		s.reading = readingOf(s)
	}
	talk := talkOf(list, passages)
	talk.hear(list)
	talk.revoke(list)
	share := threaded
	if talk.spoken() {
		share = central
	}
	for _, s := range list {
		s.Score = (share*s.Score/greatest + s.reading.own()) * weightOf(passages[s.Passage])
	}
	talk.share(list)
	most := 0.0
	for _, s := range list {
		m := s.reading.manner()
		s.factual = m >= plain && weightOf(passages[s.Passage]) > 0
		s.Score *= m
		most = max(most, s.Score)
	}
	for _, s := range list {
		if most > 0 {
			s.Score /= most
		}
	}
}

// centralities fills in the vectors of sentences, and as their worth so far how central they are, which
// is at most what it returns.
func centralities(list []*sentence) (greatest float64) {
	terms := vectors(list)
	sum := make([]float64, terms)
	for _, s := range list {
		for _, t := range s.vector {
			sum[t.id] += t.weight
		}
	}
	for _, s := range list {
		for _, t := range s.vector {
			s.Score += t.weight * sum[t.id]
		}
		greatest = max(greatest, s.Score)
	}
	return max(greatest, 1)
}

func weightOf(p Passage) float64 {
	if p.Weight == 0 {
		return 1
	}
	return max(0, p.Weight)
}

// vectors fills in the vectors of sentences and returns how many terms there
// are. Ids follow the first use of a term, so that sums are always in one order.
func vectors(list []*sentence) (terms int) {
	ids := map[string]int{}
	var df []int
	for _, s := range list {
		counts := map[int]int{}
		for _, w := range s.words {
			if !w.content {
				continue
			}
			id, ok := ids[w.stem]
			if !ok {
				id = len(df)
				ids[w.stem] = id
				df = append(df, 0)
			}
			if counts[id]++; counts[id] == 1 {
				df[id]++
				s.vector = append(s.vector, term{id: id})
			}
		}
		slices.SortFunc(s.vector, func(a, b term) int { return cmp.Compare(a.id, b.id) })
		for i := range s.vector {
			s.vector[i].weight = float64(counts[s.vector[i].id])
		}
	}
	for _, s := range list {
		norm(s.vector, df, len(list))
	}
	return len(df)
}

// norm weighs terms by how rare they are and gives the vector the length one.
func norm(v []term, df []int, n int) {
	length := 0.0
	for i, t := range v {
		v[i].weight = t.weight * math.Log1p(float64(n)/float64(df[t.id]))
		length += v[i].weight * v[i].weight
	}
	for i := range v {
		v[i].weight /= math.Sqrt(length)
	}
}

// cosine of two vectors of length one.
func cosine(a, b []term) float64 {
	sum := 0.0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i].id < b[j].id:
			i++
		case a[i].id > b[j].id:
			j++
		default:
			sum += a[i].weight * b[j].weight
			i++
			j++
		}
	}
	return sum
}
