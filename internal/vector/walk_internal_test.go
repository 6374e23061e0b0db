package vector

import (
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
