package llm

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// M1: a span that find returns holds the quote's words and nothing else, and a
// quote that was cut from the text is found, however its white space changed.
func TestFindIsWordForWord(t *testing.T) {
	t.Parallel()
	word := rapid.StringMatching(`[abé字]{1,3}`)
	space := rapid.SampledFrom([]string{" ", "\n", " \t ", "\u00a0"})
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(word, 1, 8).Draw(t, "words")
		var text strings.Builder
		for _, w := range words {
			text.WriteString(w + space.Draw(t, "space"))
		}
		from := rapid.IntRange(0, len(words)-1).Draw(t, "from")
		to := rapid.IntRange(from+1, len(words)).Draw(t, "to")
		quote := strings.Join(words[from:to], space.Draw(t, "other space"))
		start, end, found := find(text.String(), quote)
		require.True(t, found)
		require.Equal(t, strings.Fields(quote), strings.Fields(text.String()[start:end]))
		require.Equal(t, text.String()[start:end], strings.TrimSpace(text.String()[start:end]))

		start, end, found = find(text.String(), rapid.StringMatching(`[abé字 \n]{0,6}`).Draw(t, "any"))
		if found {
			require.NotEmpty(t, strings.Fields(text.String()[start:end]))
		}
	})
	_, _, found := find("she said no", "she said yes")
	require.False(t, found)
	_, _, found = find("nowhere", "now here")
	require.False(t, found, "white space may differ, but must be there")
}

// M1: no answer, however broken, makes a reader panic or return what breaks the
// rules.
func TestReadersOfAnyAnswer(t *testing.T) {
	t.Parallel()
	q := Extraction{Passages: []Passage{{Text: "a b"}}, Kinds: []Option{{Name: "k"}}}
	choose := Question{Choices: []Option{{Name: "k"}, {Name: "l"}}}
	token := rapid.SampledFrom([]string{
		`{`, `}`, `[`, `]`, `:`, `,`, `"statements"`, `"kind"`, `"k"`, `"text"`, `"quote"`, `"a b"`, `"passage"`, `"passages"`, `0`, `9`,
		`-1`, `0.5`, `1e99`, `"confidence"`, `"points"`, `"topics"`, `"choice"`, `null`, `true`, "\xff", `"\ud800"`,
		`"text":"x","quote":"a","confidence":0.5,"passage":0,"kind":"k"`, `{"statements":[{`, `}]}`,
	})
	rapid.Check(t, func(t *rapid.T) {
		answer := []byte(strings.Join(rapid.SliceOfN(token, 0, 20).Draw(t, "tokens"), ""))
		if got, err := readStatements(answer, q, 2); err == nil {
			require.LessOrEqual(t, len(got.Statements), 2)
			for _, s := range got.Statements {
				require.Equal(t, "k", s.Kind)
				require.Zero(t, s.Passage)
				require.Less(t, s.Start, s.End)
				require.True(t, s.Confidence >= 0 && s.Confidence <= 1)
			}
		}
		if got, err := readVerdict(answer, choose); err == nil {
			require.Equal(t, "k", got.Choice)
		}
		if got, err := readSummary(answer, 1, 5, 2); err == nil {
			require.NotEmpty(t, got.Text)
			for _, p := range got.Points {
				require.Equal(t, []int{0}, p.Passages)
			}
		}
	})
}

func TestPrintable(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 40).Draw(t, "n")
		got := printable(rapid.String().Draw(t, "text"), n)
		require.LessOrEqual(t, len(got), n)
		require.True(t, utf8.ValidString(got))
		require.False(t, strings.ContainsFunc(got, unicode.IsControl))
	})
	require.Equal(t, "👩\u200d🔬 a b", printable(" 👩\u200d🔬\r\na\u202e\tb", 99))
}
