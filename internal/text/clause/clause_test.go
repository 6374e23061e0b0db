package clause

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/internal/text/traits"
)

// TestCut: a text is cut where another thing begins to be said, and nowhere else.
func TestCut(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                            "",
		"It works, but slowly.":       "it works | but slowly",
		"12,5 kg at 3.30 - all of it": "12 5 kg at 3 30 | all of it",
		"not so good":                 "not so good",
		"It rained so we left":        "it rained | so we left",
		"late because it snowed":      "late | because it snowed",
		"not yet, though it should":   "not yet | though it should",
		"Does it work? \"No\" - nobody knows why": "does it work | no | nobody knows why",
	} {
		var got []string
		for _, c := range Cut(text) {
			got = append(got, strings.Join(c.Words, " "))
		}
		require.Equal(t, want, strings.Join(got, " | "), text)
	}
	cut := Cut("Was it good? Slow, but good, although dear.")
	require.Equal(t, []bool{true, false, false, false}, []bool{cut[0].Asks, cut[1].Asks, cut[2].Asks, cut[3].Asks})
	require.Equal(t, []bool{false, true, false}, []bool{cut[1].Contrast, cut[2].Contrast, cut[3].Contrast})
	require.True(t, cut[3].Concession)
}

// TestCutAnything: the words of any text stay in their order, and no clause is empty.
func TestCutAnything(t *testing.T) {
	t.Parallel()
	said := rapid.SampledFrom([]string{"so", "we", "but", "yet", ",", ".", "?", "good", "so so", "\xff", "—"})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.OneOf(said, rapid.String())).Draw(t, "words"), " ")
		var want, got []string
		for token := range traits.Tokens(text) {
			want = append(want, token.Word)
		}
		for _, c := range Cut(text) {
			require.NotEmpty(t, c.Words)
			got = append(got, c.Words...)
		}
		require.Equal(t, want, got)
	})
}

// TestWords: what denies and what ends is told from what does not.
func TestWords(t *testing.T) {
	t.Parallel()
	require.True(t, Denies("never") && Denies("doesn't") && !Denies("ever"))
	require.True(t, Ends("gone") && !Ends("going"))
}
