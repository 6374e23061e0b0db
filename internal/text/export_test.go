package text

import (
	"slices"
	"strings"
)

// StopWords is the table of all function words.
func StopWords() map[string]LangSet { return stopWords }

// Borrowed lists the function words of a language that come from its stemming library.
func Borrowed(l Lang) []string { return strings.Fields(borrowedLists[l]) }

// OwnStopWords is what the lists of this package alone say of a word.
func OwnStopWords(word string) (in LangSet) {
	for lang, list := range stopLists {
		if slices.Contains(strings.Fields(list), word) {
			in |= Langs(lang)
		}
	}
	return in
}

// Decomposed is Plain by decomposition alone, without the table of Latin letters.
func Decomposed(s string) string { return decomposed(s) }

// Composed tells whether a string is known to be in NFC without being looked up.
func Composed(s string) bool { return composed(s) }
