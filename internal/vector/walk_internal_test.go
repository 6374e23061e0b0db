package vector

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Merging candidates leaves the pool that inserting each in turn leaves, and tells
// the first place at which one was inserted, as it tells when there was none.
func TestMergeIsInsertingEach(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.IntRange(1, 40).Draw(t, "limit")
		all := rapid.SliceOfNDistinct(rapid.Uint64Range(0, 1000), 0, 80, rapid.ID[uint64]).Draw(t, "candidates")
		old := rapid.IntRange(0, min(limit, len(all))).Draw(t, "in the pool")
		pool := slices.Sorted(slices.Values(all[:old]))
		fresh := all[old:]

		want, first := slices.Clone(pool), len(all)
		for _, c := range fresh {
			var at int
			if want, at = insert(want, c, limit); at < len(want) && want[at] == c {
				first = min(first, at)
			}
		}
		got, at := merge(slices.Clone(pool), slices.Clone(fresh), limit)
		require.Equal(t, len(want), len(got))
		require.True(t, slices.Equal(want, got), "%v, want %v", got, want)
		require.Equal(t, min(first, len(want)), at)
	})
}

// A walk begins on the ground where a greedy descent would, or nearer; among hundreds of clusters often nearer.
func TestEnterBeatsGreed(t *testing.T) {
	t.Parallel()
	const n, dim = 6000, 64
	r := rand.New(rand.NewPCG(1, 2))
	near := func(mid []float32) []float32 {
		v := make([]float32, dim)
		for i := range v {
			v[i] = mid[i] + .6*float32(r.NormFloat64())
		}
		return v
	}
	clusters := make([][]float32, n/10)
	for i := range clusters {
		clusters[i] = near(make([]float32, dim))
	}
	p, err := Open("", Options{Model: "test", Dim: dim, ExactLimit: 100})
	require.NoError(t, err)
	defer func() { require.NoError(t, p.Close()) }()
	for i := range n {
		require.NoError(t, p.Upsert(ID{byte(i), byte(i >> 8)}, near(clusters[i%len(clusters)])))
	}
	require.NoError(t, p.Settle(t.Context()))
	nearer := 0
	for i := range 100 {
		require.NoError(t, p.ask(near(clusters[i]), func(s *scratch) {
			w := p.walker(s)
			w.aim(s.unit)
			row, level := entryRow(w.g.entry.Load())
			for ; level > 0; level-- {
				row = w.descend(row, level)
			}
			greedy := uint32(w.keys(w.query, w.querySum, []uint32{row})[0])
			seeds := w.enter(0, 64, n)
			require.True(t, slices.IsSorted(seeds))
			require.LessOrEqual(t, keyOf(seeds[0]), greedy)
			if keyOf(seeds[0]) < greedy {
				nearer++
			}
		}))
	}
	require.Greater(t, nearer, 10)
}
