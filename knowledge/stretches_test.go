package knowledge

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/schema"
)

// TestStretches: what is taken of a text is known whatever the caller mentions, in
// whatever order it was taken.
func TestStretches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		part := func() (start, end int) {
			start = rapid.IntRange(0, 30).Draw(t, "start")
			return start, start + rapid.IntRange(1, 4).Draw(t, "length")
		}
		var taken [50]bool
		var e schema.Experience
		for range rapid.IntRange(0, 4).Draw(t, "mentions") {
			start, end := part()
			e.Mentions = append(e.Mentions, schema.Mention{Start: start, End: end})
			for i := start; i < end; i++ {
				taken[i] = true
			}
		}
		p := places{spans: explicit(&e)}
		for range 20 {
			start, end := part()
			overlaps := false
			for i := start; i < end; i++ {
				overlaps = overlaps || taken[i]
			}
			require.Equal(t, overlaps, p.taken(start, end), "%d to %d of %v", start, end, p.spans)
			if overlaps {
				continue
			}
			p.take(start, end)
			for i := start; i < end; i++ {
				taken[i] = true
			}
		}
	})
}
