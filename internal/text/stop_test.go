package text_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/kljensen/snowball/english"
	"github.com/kljensen/snowball/french"
	"github.com/kljensen/snowball/hungarian"
	"github.com/kljensen/snowball/norwegian"
	"github.com/kljensen/snowball/russian"
	"github.com/kljensen/snowball/spanish"
	"github.com/kljensen/snowball/swedish"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/hostile"
	"github.com/lukasadb/lukasa/internal/text"
)

// asked is how a function word was told before the lists were one table: by the
// house's own list, by the stemming library, and by the particles of Chinese.
func asked(word string) text.LangSet {
	in := text.OwnStopWords(word)
	if word == "" || len(word) > 24 {
		return in
	}
	for lang, is := range map[text.Lang]func(string) bool{
		text.English: english.IsStopWord, text.French: french.IsStopWord, text.Spanish: spanish.IsStopWord, text.Russian: russian.IsStopWord,
		text.Swedish: swedish.IsStopWord, text.Norwegian: norwegian.IsStopWord, text.Hungarian: hungarian.IsStopWord,
		text.Chinese: func(w string) bool { return strings.ContainsAny(w, "的了吗呢吧啊") },
	} {
		if is(word) {
			in |= text.Langs(lang)
		}
	}
	return in
}

// TestStopInAsTheLibrariesSay: the one table answers for each word as its sources
// do, for all words in it and for hostile ones.
func TestStopInAsTheLibrariesSay(t *testing.T) {
	words := slices.Concat(slices.Collect(maps.Keys(text.StopWords())), hostile.Strings(), []string{
		"你的", "好吗x", "abc的", "了", strings.Repeat("a", 25) + "的", "", "customer", "invoice", "größe", "ответ", "và", "nån", "azért",
	})
	for _, w := range words {
		if at := strings.IndexByte(w, '\''); at > 0 {
			continue // contractions are cut first
		}
		require.Equal(t, asked(w), text.StopIn(w), "%q", w)
	}
	for lang, n := range map[text.Lang]int{
		text.English: 127, text.French: 155, text.Spanish: 313, text.Russian: 151, text.Swedish: 114, text.Norwegian: 119, text.Hungarian: 198,
	} {
		require.Len(t, text.Borrowed(lang), n, "%s", lang)
	}
	require.True(t, text.StopIn("don't").Has(text.English))
	require.True(t, text.StopIn("j'ai").Has(text.French))
}
