package text

import (
	"hash/maphash"
	"strings"
	"sync/atomic"
)

// Stemming takes ten times as long as finding a word, and the words of one text
// are mostly those of the next, in the index of whichever agent. So the stems of
// words met lately are remembered, each in the one slot that its hash names, in
// some two megabytes.
const (
	stemSlots = 1 << 14
	// longestStem is the greatest length of a word that is remembered, in bytes.
	longestStem = 32
)

type stemmed struct {
	word, stem string
	lang       Lang
}

var (
	stems    [stemSlots]atomic.Pointer[stemmed]
	stemSeed = maphash.MakeSeed()
)

// remembered is stemWord.
func remembered(word string, lang Lang) string {
	if len(word) > longestStem {
		return stemWord(word, lang)
	}
	slot := &stems[(maphash.String(stemSeed, word)+uint64(lang))%stemSlots]
	if s := slot.Load(); s != nil && s.lang == lang && s.word == word {
		return s.stem
	}
	word = strings.Clone(word) // it may be part of a long text
	stem := stemWord(word, lang)
	slot.Store(&stemmed{word, stem, lang})
	return stem
}
