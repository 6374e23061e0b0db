package text

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestWordSet: a set has its words, however long, and no others.
func TestWordSet(t *testing.T) {
	word := rapid.OneOf(rapid.SampledFrom([]string{"a", "to", "too", "tổ", strings.Repeat("a", 63), strings.Repeat("a", 64), strings.Repeat("a", 65)}), rapid.StringN(1, 4, -1))
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOf(word.Filter(func(w string) bool { return strings.TrimSpace(w) == w && len(strings.Fields(w)) == 1 })).Draw(t, "words")
		set, of := Words(strings.Join(list, " ")), map[string]int{}
		for i, w := range list {
			of[w] = i
		}
		known := NewWordMap(of)
		for _, w := range append(list, "", "to", word.Draw(t, "another")) {
			i, there := of[w]
			require.Equal(t, there, set.Has(w), w)
			got, ok := known.Get(w)
			require.Equal(t, there, ok, w)
			require.Equal(t, i, got, w)
		}
	})
}
