package static

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestCoverage(t *testing.T) {
	t.Parallel()
	const query = "When does the doctor see Szczęsny about ORD-2025-88123, 绿?"
	c := New().Coverage(query)
	var words []string
	for _, w := range c.Words() {
		words = append(words, query[w.Start:w.End])
	}
	require.Equal(t, strings.Fields("When does the doctor see Szczęsny about ORD 2025 88123 绿"), words)

	at := func(word, text string) float32 {
		t.Helper()
		scores := c.Best(nil, text)
		for i, w := range words {
			if w == word {
				return scores[i]
			}
		}
		require.Fail(t, "no such word", word)
		return 0
	}
	require.InDelta(t, 1, at("doctor", "The Doctor said so"), 1e-6, "the word itself")
	require.Greater(t, at("doctor", "my physician said so"), float32(.75), "a synonym")
	require.Less(t, at("doctor", "the roses bloom in June"), float32(.35), "neither")
	require.InDelta(t, 1, at("Szczęsny", "Szczesny prefers tea"), 1e-6, "accents fold")
	require.EqualValues(t, 1, at("88123", "ord-2025-88123 was shipped"), "a code")
	require.EqualValues(t, 0, at("88123", "ord-2025-88132 was shipped"), "another code")
	require.EqualValues(t, 1, at("绿", "我喜欢喝绿茶"))
	require.EqualValues(t, 0, at("绿", "我喜欢喝红酒"), "another ideograph")
	require.Equal(t, make([]float32, len(words)), c.Best(nil, ""), "nothing covers nothing")
}

// What a record covers does not depend on the records asked about before, lies
// in 0 to 1, and only grows with the text.
func TestCoverageProperties(t *testing.T) {
	t.Parallel()
	e := New()
	word := rapid.OneOf(
		rapid.Map(rapid.Int32Range(1000, rows-1), func(p int32) string { return strings.TrimPrefix(e.Piece(p), "##") }),
		rapid.StringMatching(`[A-Z]{2}-[0-9]{5}|[а-я]{3,6}|[一-龥]{2}|[ -/]`))
	text := rapid.Map(rapid.SliceOfN(word, 0, 12), func(w []string) string { return strings.Join(w, " ") })
	rapid.Check(t, func(t *rapid.T) {
		query, first, second := text.Draw(t, "query"), text.Draw(t, "first"), text.Draw(t, "second")
		c := e.Coverage(query)
		c.Best(nil, first)
		got := c.Best(nil, second)
		require.Equal(t, e.Coverage(query).Best(nil, second), got)
		both := c.Best(nil, second+" "+first)
		for i := range got {
			require.GreaterOrEqual(t, got[i], float32(0))
			require.LessOrEqual(t, got[i], float32(1.0001))
			require.GreaterOrEqual(t, both[i], got[i])
		}
		for _, score := range c.Best(nil, query) {
			require.InDelta(t, 1, score, 1e-5, "a text covers itself")
		}
	})
}

// S4, and what keeps Coverage from dividing by zero.
func TestRowsHaveLength(t *testing.T) {
	t.Parallel()
	a := load()
	for piece := range int32(rows) {
		require.Positive(t, a.length(piece), a.vocab.pieces[piece])
		require.Positive(t, a.scales[piece], a.vocab.pieces[piece])
	}
}

func BenchmarkCoverage(b *testing.B) {
	e := New()
	v := load().vocab
	records := make([]string, 300)
	for i := range records {
		var words []string
		for j := range 30 {
			words = append(words, v.pieces[1996+(i*i*31+j*j*57+i*j)%4000])
		}
		records[i] = strings.Join(words, " ")
	}
	var scores []float32
	for b.Loop() {
		c := e.Coverage("what did the customer say about the broken printer in the office last Friday")
		for _, r := range records {
			scores = c.Best(scores[:0], r)
		}
	}
}

// Words with numbers cover what the same words cover as text.
func TestNumberedCoversAlike(t *testing.T) {
	t.Parallel()
	e := New()
	word := rapid.OneOf(
		rapid.Map(rapid.Int32Range(1000, rows-1), func(p int32) string { return strings.TrimPrefix(e.Piece(p), "##") }),
		rapid.StringMatching(`[A-Z]{2}-[0-9]{5}|[а-я]{3,6}|[一-龥]{2}|[a-z]{2,4}([A-Z][a-z]{2,5}){1,3}|[a-z]{3}\.[a-z]{2}[A-Z]{1,3}[0-9]?`))
	rapid.Check(t, func(t *rapid.T) {
		vocabulary := rapid.SliceOfN(word, 1, 2000).Draw(t, "vocabulary")
		c := e.Coverage(strings.Join(rapid.SliceOfN(word, 0, 8).Draw(t, "query"), " "))
		numbered := c.Numbered()
		defer numbered.Release()
		records := rapid.SliceOfN(rapid.SliceOfN(rapid.IntRange(0, len(vocabulary)-1), 0, 1500), 3, 3).Draw(t, "records")
		for _, w := range slices.Concat(records...) {
			enter(numbered, uint32(w), vocabulary[w])
		}
		numbered.Compare()
		for _, record := range records {
			var text strings.Builder
			numbered.Reset()
			for _, w := range record {
				numbered.Add(enter(numbered, uint32(w), vocabulary[w]))
				text.WriteString(vocabulary[w] + " ")
			}
			got := numbered.Best(nil)
			require.Equal(t, c.Best(nil, text.String()), got)
		}
	})
}

// A name in camel case is covered by its parts as if they were words, and as a whole by itself.
func TestCamelCaseIsCovered(t *testing.T) {
	t.Parallel()
	e := New()
	parts := e.Coverage("timeout client certificate")
	require.Equal(t, []float32{1, 1, 1}, rounded(parts.Best(nil, "ErrTimeout in getClientCertificate()")))
	whole := e.Coverage("getclientcertificate")
	require.InDelta(t, 1, whole.Best(nil, "getClientCertificate")[0], 1e-3)
	require.Less(t, e.Coverage("client").Best(nil, "getclientcertificate")[0], float32(0.5), "small letters tell no parts")
}

func rounded(best []float32) []float32 {
	out := make([]float32, len(best))
	for i, x := range best {
		out[i] = float32(math.Round(float64(x)*1000) / 1000)
	}
	return out
}

// enter returns the place of a word, entering it if it is new.
func enter(n *Numbered, number uint32, word string) int {
	place, entered := n.Place(number)
	if !entered {
		place = n.Enter(number, New().Spelling(word), func() string { return word })
	}
	return place
}

// A widened word is covered by what is known to be alike, in records as text and by number; other words are as before.
func TestWiden(t *testing.T) {
	t.Parallel()
	e := New()
	plain, wide := e.Coverage("which pets came"), e.Coverage("which pets came")
	wide.Widen(1, func(word string) float32 { return map[string]float32{"tortoise": .75}[word] })
	for text, covered := range map[string]float32{"our Tortoise": .75, "our pets": 1, "a hat": 0, "": 0} {
		was, is := plain.Best(nil, text), wide.Best(nil, text)
		require.InDelta(t, max(covered, was[1]), is[1], 1e-6, text)
		require.Equal(t, [2]float32{was[0], was[2]}, [2]float32{is[0], is[2]}, text)
		numbered := wide.Numbered()
		words := strings.Fields(strings.ToLower(text))
		for range 2 { // new, and known
			for i, word := range words {
				enter(numbered, uint32(len(word)+i), word)
			}
		}
		numbered.Compare()
		numbered.Reset()
		for i, word := range words {
			numbered.Add(enter(numbered, uint32(len(word)+i), word))
		}
		require.Equal(t, is, numbered.Best(nil), text)
		numbered.Release()
	}
	wide.Release()
	require.Less(t, e.Coverage("pets").Best(nil, "tortoise")[0], float32(.5), "what is widened ends with the coverage")
}

// Where pieces tell nothing, a record covers what it is said to: as text and by number.
func TestAlike(t *testing.T) {
	t.Parallel()
	shares := map[string]float32{"ram": 1, "ra": .8}
	c := New().Alike(2, func(i int, word string) float32 { return float32(i) * shares[word] })
	numbered := c.Numbered()
	defer numbered.Release()
	for text, covered := range map[string]float32{"ra ba ram": 1, "ra ba": .8, "ba": 0, "": 0} {
		require.Equal(t, []float32{0, covered}, c.Best(nil, text), text)
	}
	for i, word := range strings.Fields("ra ba") {
		enter(numbered, uint32(i+1), word)
	}
	numbered.Compare()
	numbered.Reset()
	numbered.Add(0)
	numbered.Add(1)
	require.Equal(t, []float32{0, .8}, numbered.Best(nil))
}

// What is remembered of a spelling never shows: words that take one another's
// place, asked for at once from many sides, are spelt as they are alone.
func TestSpellingsRemembered(t *testing.T) {
	t.Parallel()
	e, table := New(), new(remembered)
	words := make([]string, 2*len(table)) // more than there are places
	for i := range words {
		words[i] = fmt.Sprint("word", i)
	}
	var all sync.WaitGroup
	for seed := range uint64(4) {
		all.Go(func() {
			random := rand.New(rand.NewPCG(seed, seed))
			for range len(words) / 4 {
				word := words[random.IntN(len(words))]
				for range 2 {
					if got := table.of(word, e.spelling); got != e.spelling(word) {
						t.Errorf("%s: %x", word, got)
					}
				}
			}
		})
	}
	all.Wait()
	asked := 0
	for range 2 {
		table.of("platypus", func(string) Spelling { asked++; return 7 })
	}
	require.Equal(t, 1, asked, "what was asked for is remembered")
}
