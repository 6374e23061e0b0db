package lexical

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRarity: in a young memory a word that no record has weighs little more than one
// that a single record has, as it does in an old one.
func TestRarity(t *testing.T) {
	t.Parallel()
	for _, records := range []int{1, 5, 50, 500, 1_000_000} {
		require.Greater(t, rarity(records, 0), rarity(records, 1))
		require.Less(t, rarity(records, 0), 1.3*rarity(records, 1))
		require.Positive(t, rarity(records, records))
	}
	require.InDelta(t, math.Log1p(999_990.5/10.5), rarity(1_000_000, 10), 1e-3)
}
