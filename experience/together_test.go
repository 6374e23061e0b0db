package experience

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestTogetherAreCosines: each vector is compared with those before it alone, of
// whatever length the embedder makes them.
func TestTogetherAreCosines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dim, n := rapid.IntRange(1, 70).Draw(t, "dim"), rapid.IntRange(1, 12).Draw(t, "n")
		drafts := make([]*draft, n)
		for i := range drafts {
			v := rapid.SliceOfN(rapid.Float32Range(-1, 1), dim, dim).Draw(t, "v")
			drafts[i] = &draft{near: v}
		}
		all := newTogether(drafts)
		for i, d := range drafts {
			scores := all.before(i)
			require.Len(t, scores, i)
			for j, got := range scores {
				want := 0.0
				for k := range dim {
					want += float64(d.near[k]) * float64(drafts[j].near[k])
				}
				require.InDelta(t, want, float64(got), 1e-4*math.Sqrt(float64(dim)))
			}
		}
	})
}
