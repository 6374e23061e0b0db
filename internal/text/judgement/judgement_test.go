package judgement

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// said writes what a text judges: "taste+ price-".
func said(text string) string {
	var out []string
	for _, j := range Read(text).Judgements {
		for d, name := range names {
			if s := fmt.Sprint(name, map[int]string{1: "+", -1: "-"}[j.Pole]); j.Of.Meets(Of(Dimension(d))) && !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// TestRead (003-20): each way of judging is read by its measure and on its side, and what only sounds like it is not.
func TestRead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"The soup was delicious", "taste+"},
		{"asked for the recipe twice", "taste+"},
		{"left almost half of it on the plate", "taste-"},
		{"He rolled his eyes", "kind-"},
		{"It crashed again", "reliable- safe-"},
		{"on the dot", "punctual+"},
		{"she couldn't sleep a wink", "rest-"},
		{"no wonder", ""},
		{"It opens at nine", ""},

		{"not delicious", "taste-"},
		{"never late", "punctual+"},
		{"not punctual or kind", "kind- punctual-"},
		{"It was hardly noisy at all", "quiet+"},
		{"walked all day without a single blister", "comfort+ health+"},
		{"On days without yoga she yawned", "fun- rest-"},
		{"It doesn't lack beauty, nor is it dull", "fun+"},
		{"not only punctual", "punctual+"},
		{"no longer punctual", "punctual-"},
		{"It used to be punctual", "punctual-"},
		{"The cramps have gone", "health+"},
		{"It got the stains out", "clean+"},
		{"reduces pain", "health+"},
		{"poorly organised", "general- order-"},
		{"far too generous", "amount- generous-"},
		{"not too expensive", "price+"},
		{"punctual despite the noise", "punctual+"},

		{"Is it punctual?", ""},
		{"If it is punctual, we catch the train", ""},
		{"I hope that it will be punctual", ""},

		{"tastier and tastiest", "taste+"},
		{"tastily done", "taste+"},
		{"her portion", "amount"},
		{"terribly", ""},
		{"three emails and still nothing", "informing-"},
		{"one of three trams", ""},
	} {
		require.Equal(t, c.want, said(c.text), c.text)
	}
}

// TestComparison: what stands behind "than" is told from what stands before it, unless it is how things were.
func TestComparison(t *testing.T) {
	t.Parallel()
	r := Read("The tram is faster than the bus")
	require.Len(t, r.Judgements, 1)
	require.Equal(t, "than", r.Words[r.Judgements[0].Than].Text)
	require.Zero(t, Read("faster than before").Judgements[0].Than)
	require.Equal(t, []int{1}, Read("slow, but good").Contrasts)
}

// TestTold: measures tell of others, never of themselves, and a verdict in general hears of all but what is no merit.
func TestTold(t *testing.T) {
	t.Parallel()
	require.True(t, Of(Quiet).Told().Meets(Of(Rest)))
	require.False(t, Of(Quiet).Told().Meets(Of(Taste)))
	for d := range dimensions {
		require.NotEmpty(t, names[d])
		require.False(t, Of(d).Told().Meets(Of(d)), names[d])
		require.Equal(t, d != Strict && d != Effect && d != General, Of(General).Told().Meets(Of(d)), names[d])
	}
}

// TestLexicon: the lexicon is as it says: every line is understood, sorted, without a stem twice, and no entry is on both sides of a
// dimension.
func TestLexicon(t *testing.T) {
	t.Parallel()
	_, err := read(source)
	require.NoError(t, err)
	sides := map[string]string{}
	entries := 0
	for line := range strings.Lines(source) {
		head, list, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || line[0] == '#' {
			continue
		}
		entry := func(e string) string { return strings.TrimPrefix(e, "=") }
		all := strings.Split(list, ", ")
		require.True(t, slices.IsSortedFunc(all, func(a, b string) int { return strings.Compare(entry(a), entry(b)) }), head)
		require.Len(t, slices.Compact(slices.Clone(all)), len(all), head)
		entries += len(all)
		dimension, rest, _ := strings.Cut(head, " ")
		for _, e := range all {
			side, known := sides[dimension+e]
			require.True(t, !known || side == rest[:min(1, len(rest))], "%s: %s", head, e)
			sides[dimension+e] = rest[:min(1, len(rest))]
		}
	}
	require.Greater(t, entries, 5000)
	_, err = read("taste: x\nsmell +: y")
	require.ErrorContains(t, err, "smell")
	_, err = read("taste")
	require.Error(t, err)
}

// TestReadAnything: whatever the text, its words are in order and its judgements lie within it.
func TestReadAnything(t *testing.T) {
	t.Parallel()
	word := rapid.SampledFrom([]string{"not", "too", "than", "used", "to", "good", "slow", "gone", "out", "got", "a", "two", "messages", "?", ",", "but", "\xff"})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.OneOf(word, rapid.String())).Draw(t, "words"), " ")
		r := Read(text)
		last := 0
		for _, j := range r.Judgements {
			require.GreaterOrEqual(t, j.At, last)
			require.Less(t, max(j.At, j.Than), len(r.Words))
			require.LessOrEqual(t, max(j.Pole, -j.Pole), 1)
			last = j.At
		}
		require.Equal(t, r, Read(text))
	})
}

// TestReadTheEnd: of a long text the end counts, in any alphabet.
func TestReadTheEnd(t *testing.T) {
	t.Parallel()
	require.Equal(t, "punctual+", said(strings.Repeat("ужасно awful. ", 2_000)+strings.Repeat("и так далее. ", 400)+"It was punctual"))
}

func BenchmarkRead(b *testing.B) {
	const text = "Had the plum dumplings at the inn on Sunday, then ordered a second plate, though the waiter was slow. No regrets."
	Read(text) // reads the lexicon
	b.ReportAllocs()
	for b.Loop() {
		Read(text)
	}
}
