package rank

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkRank is one question over 250 candidates of 30 sessions, as a big agent's first stage passes on.
func BenchmarkRank(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // the same candidates each time
	candidates := make([]Candidate, 250)
	for i := range candidates {
		candidates[i] = Candidate{
			ID: id(i + 1), Prev: id(i), Next: id(i + 2), Session: string(rune('a' + i/9)), Speaker: []string{"Ana", "Ben"}[i%2], Time: day(i),
			Words:   Words{Own: r.Float64(), Around: r.Float64(), Window: r.Float64(), Session: r.Float64(), Length: r.IntN(60)},
			Cosines: Cosines{Own: r.Float64(), WithPrevious: r.Float64(), Window: r.Float64()},
			Best:    []float32{r.Float32(), r.Float32()}, Simhash: r.Uint64(),
		}
	}
	p, q := load(b, "default"), question()
	b.ReportAllocs()
	for b.Loop() {
		p.Rank(q, candidates, Options{K: 10, Explain: true})
	}
}
