package reflect

import (
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestNearTables: whatever three bits two Simhashes differ in, they stand next to
// each other in one of the tables, and no bit is lost on the way into it.
func TestNearTables(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.Uint64().Draw(t, "simhash")
		b := a
		for range nearDistance {
			b ^= 1 << rapid.IntRange(0, 63).Draw(t, "bit")
		}
		together := 0
		for table := range nearBands * nearBands {
			x, y := bandFirst(a, table), bandFirst(b, table)
			require.Equal(t, bits.OnesCount64(a), bits.OnesCount64(x))
			require.Equal(t, bits.OnesCount64(a^b), bits.OnesCount64(x^y))
			if x>>(64-bandBits-pieceBits) == y>>(64-bandBits-pieceBits) {
				together++
			}
		}
		require.Positive(t, together)
	})
}
