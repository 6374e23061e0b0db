package static

const (
	// oddRemembered is how many odd words an artifact remembers: those that the
	// records of a store keep using, in a few megabytes.
	oddRemembered = 1 << 15
	// oddLongest is the length in bytes of the longest word that is remembered.
	oddLongest = 80
)

// oddWord is a word of an index whose [Spelling] does not tell all: one of many
// pieces, with opaque words among others, or in camel case.
type oddWord struct {
	spelling Spelling
	pieces   []int32
	opaque   []uint64 // by their hashes
}

// oddSpellingOf is the spelling of an odd text, which tells it from others by a hash.
func oddSpellingOf(text string) Spelling {
	h := seedHead
	for i := range len(text) {
		h = hashByte(h, text[i])
	}
	return oddSpelling | Spelling(mix(h))&hashMask
}

// oddWord spells a word, or remembers how it was spelt. The result is not to be
// changed.
func (e Embedder) oddWord(s Spelling, text func() string) *oddWord {
	slot := &e.odd[s%oddRemembered]
	if known := slot.Load(); known != nil && known.spelling == s {
		return known
	}
	word := text()
	odd := &oddWord{spelling: s}
	var w words
	var buffer [maxWord]int32
	for w.reset(word); w.next(); {
		odd.pieces = e.humps(odd.pieces, word[w.start:w.end])
		pieces := e.spell(buffer[:0], &w)
		if classify(w.word(), pieces) == spelt {
			odd.pieces = append(odd.pieces, pieces...)
		} else {
			odd.opaque = append(odd.opaque, hashWord(&w))
		}
	}
	if len(word) <= oddLongest {
		slot.Store(odd)
	}
	return odd
}
