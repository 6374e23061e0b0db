package lexical

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/text"
)

// germanIndex has a record for each text.
func germanIndex(t *testing.T, texts ...string) *Index {
	t.Helper()
	x, err := Open("", Options{})
	require.NoError(t, err)
	for i, s := range texts {
		require.NoError(t, x.Put(Doc{ID: ID{15: byte(i + 1)}, Body: s, Language: "de"}))
	}
	return x
}

// finds lists the records that a question finds, by the place of their text.
func finds(t *testing.T, x *Index, question string) (places []int) {
	t.Helper()
	p, err := x.Prepare(Query{Text: question, Language: "de"})
	require.NoError(t, err)
	hits, err := p.Search(t.Context(), SearchOptions{OwnOnly: true})
	require.NoError(t, err)
	for _, h := range hits {
		places = append(places, int(h.ID[15])-1)
	}
	return places
}

// A German word finds the compounds that it begins or ends, and a compound its parts: by words that the records have.
func TestCompounds(t *testing.T) {
	t.Parallel()
	x := germanIndex(t,
		"Die Marktkirche ist alt",        // 0
		"Unsere Kirche hat einen Turm",   // 1
		"Die Haustür klemmt, das Haus",   // 2
		"In der Natur ist es still",      // 3
		"Der Chor probt am Donnerstag",   // 4
		"Das Schulpraktikum war lang",    // 5
		"Der Kirchturm wurde renoviert",  // 6: stems without their endings
		"Die Bank ist aus Robinie",       // 7
		"Wir bauen eine Gartenbank dazu", // 8
	)
	require.Equal(t, []int{1, 0, 6}, finds(t, x, "Kirche"), "the word itself before its compounds")
	require.Equal(t, []int{2}, finds(t, x, "Tür"), "what is left of it is a word, which Na-tur has not")
	require.Equal(t, []int{4}, finds(t, x, "Chorprobe"))
	require.Equal(t, []int{5}, finds(t, x, "Praktikum"))
	require.Equal(t, []int{7, 8}, finds(t, x, "Bank"))
	require.Empty(t, finds(t, x, "Zaun"))
}

// A compound makes its parts no commoner, and a word that only compounds have is known.
func TestCompoundsCount(t *testing.T) {
	t.Parallel()
	x := germanIndex(t, "Die Bank steht da", "Die Gartenbank steht da", "Eine Parkbank auch", "Das Sommerkonzert war schön")
	p, err := x.Prepare(Query{Text: "Bank Konzert", Language: "de"})
	require.NoError(t, err)
	terms := p.Terms()
	require.Equal(t, 1, terms[0].DF)
	require.Len(t, terms[0].Variants, 3)
	require.Equal(t, 1, terms[1].DF)
	require.NoError(t, x.Put(Doc{ID: ID{15: 9}, Body: "Das Herbstkonzert", Language: "de"}))
	require.Equal(t, 2, p.Terms()[1].DF, "words that came since are known to a prepared question")
	english, err := x.Prepare(Query{Text: "Bank", Language: "en"})
	require.NoError(t, err)
	require.Len(t, english.Terms()[0].Variants, 1, "no other language joins words so")
}

// A question that does not show its language is in the one that most records are in.
func TestTongue(t *testing.T) {
	t.Parallel()
	x := germanIndex(t)
	require.Equal(t, text.English, x.Tongue("gift ideas"))
	x = germanIndex(t, "Das ist die Kirche", "Wir haben den Chor gehört")
	require.Equal(t, text.German, x.Tongue("chor probe"))
	require.Equal(t, text.English, x.Tongue("when was the choir rehearsal"))
}
