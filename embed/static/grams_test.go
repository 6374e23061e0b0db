package static

import (
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write testdata/grams.json anew")

// embedPieces is the reference: the pieces' rows alone.
func embedPieces(e Embedder, text string) (v [Dim]float32) {
	for _, piece := range e.Pieces(nil, text) {
		e.add(&v, piece)
	}
	normalise(v[:])
	return v
}

func embedFull(e Embedder, text string) (v [Dim]float32) {
	e.Embed(&v, text)
	return v
}

// triple is a labelled pair of pairs: near must come out nearer to anchor than
// far does.
type triple struct{ anchor, near, far string }

// triples reads the labelled set by kind. Those of even number in their kind
// were used to choose the constants; the others were held out.
func triples(t *testing.T, heldOut bool) (kinds []string, of map[string][]triple) {
	t.Helper()
	data, err := os.ReadFile("testdata/triples.tsv")
	require.NoError(t, err)
	of = map[string][]triple{}
	count := map[string]int{}
	for line := range strings.Lines(string(data)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		require.Len(t, f, 4, line)
		if _, seen := of[f[0]]; !seen {
			kinds, of[f[0]] = append(kinds, f[0]), nil
		}
		if count[f[0]]++; (count[f[0]]%2 == 0) == heldOut {
			of[f[0]] = append(of[f[0]], triple{f[1], f[2], f[3]})
		}
	}
	return kinds, of
}

// separation is what an embedding makes of the triples of one kind.
type separation struct {
	right float64 // share of triples with near nearer than far
	area  float64 // chance that any near pair has a higher cosine than any far pair
	far   float64 // mean cosine of the far pairs
}

func separate(set []triple, embed func(string) [Dim]float32) (s separation) {
	near, far := make([]float64, len(set)), make([]float64, len(set))
	n := float64(len(set))
	for i, x := range set {
		a, b, c := embed(x.anchor), embed(x.near), embed(x.far)
		near[i], far[i] = dotFloat(&a, &b), dotFloat(&a, &c)
		s.far += far[i] / n
		if near[i] > far[i] {
			s.right += 1 / n
		}
	}
	for _, x := range near {
		for _, y := range far {
			switch {
			case x > y:
				s.area += 1 / n / n
			case x == y:
				s.area += .5 / n / n
			}
		}
	}
	return s
}

// Words that the table cannot represent do not collapse into one another,
// and the n-grams are what keeps them apart: measured on the held-out half.
func TestGramsSeparateWhatTheTableCannot(t *testing.T) {
	t.Parallel()
	e := New()
	kinds, of := triples(t, true)
	require.Len(t, kinds, 5)
	for _, kind := range kinds {
		table := separate(of[kind], func(s string) [Dim]float32 { return embedPieces(e, s) })
		full := separate(of[kind], func(s string) [Dim]float32 { return embedFull(e, s) })
		t.Logf("%-10s %d triples: table alone: right %.2f, area %.3f, far %.2f; with n-grams: %.2f, %.3f, %.2f",
			kind, len(of[kind]), table.right, table.area, table.far, full.right, full.area, full.far)
		require.GreaterOrEqual(t, full.right, .93, kind)
		require.GreaterOrEqual(t, full.area, .93, kind)
		require.GreaterOrEqual(t, full.area, table.area, kind)
		if kind == "chinese" || kind == "other" {
			require.Greater(t, table.far, .85, "%s: the table alone takes all for one", kind)
			require.Less(t, full.far, .25, kind)
		}
	}
}

// Plain English is what the table was trained on: its vectors are the table's.
func TestGramsLeavePlainEnglishAlone(t *testing.T) {
	t.Parallel()
	e := New()
	for _, text := range []string{
		"I went to the LGBTQ support group yesterday.",
		"error: disk full on /dev/sda1 (code 28)",
		"naïve café déjà vu",
		"The unbelievably overqualified electrician reinstalled 12 dishwashers in 2024.",
		"xin chào, tôi là kỹ sư",
	} {
		require.True(t, embedPieces(e, text) == embedFull(e, text), text)
	}
}

func TestClassify(t *testing.T) {
	t.Parallel()
	e := New()
	for text, want := range map[string]kind{
		"dog":                    spelt,
		"LGBTQ":                  spelt,
		"Dhomhnaill":             spelt,
		"88123":                  shattered,
		"sda1":                   spelt,
		"2024":                   spelt,
		"绿":                      foreign,
		"зелёный":                foreign,
		"한국어":                    foreign,
		"😀":                      foreign,
		strings.Repeat("a", 101): foreign,
	} {
		var w words
		w.reset(text)
		require.True(t, w.next())
		require.Equal(t, want, classify(w.word(), e.spell(nil, &w)), text)
	}
}

// Long words differ even where only what is past the limit differs.
func TestLongWordsDiffer(t *testing.T) {
	t.Parallel()
	e := New()
	head := strings.Repeat("0123456789abcdef", 10)
	a, b := embedFull(e, head+"a"), embedFull(e, head+"b")
	require.Less(t, dotFloat(&a, &b), .9999)
	require.Greater(t, dotFloat(&a, &b), .9, "they have most n-grams in common")
}

// S1: n-gram vectors are pinned, as golden.json pins the table's. A change here
// needs a new gramVersion.
func TestGramsArePinned(t *testing.T) {
	t.Parallel()
	type pin struct {
		Version string
		Vectors map[string][]float32
	}
	e := New()
	got := pin{Version: gramVersion, Vectors: map[string][]float32{}}
	for _, text := range []string{"绿茶 15%", "Привет, мир", "ORD-2025-88123", "CYP2D6 result", "😀", strings.Repeat("é", 120)} {
		v := embedFull(e, text)
		got.Vectors[text] = v[:8]
	}
	const file = "testdata/grams.json"
	if *update {
		data, err := json.MarshalIndent(got, "", "\t")
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(file, append(data, '\n'), 0o644))
	}
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	var want pin
	require.NoError(t, json.Unmarshal(data, &want))
	require.Equal(t, want, got)
}
