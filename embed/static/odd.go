package static

const (
	// oddRemembered is how many odd words an artifact remembers: those that the
	// records of a store keep using, in about a megabyte.
	oddRemembered = 4096
	// oddLongest is the length in bytes of the longest word that is remembered.
	oddLongest = 80
)

// oddWord is a word of an index whose [Spelling] does not tell all: one of many
// pieces, or with opaque words among others.
type oddWord struct {
	text   string
	pieces []int32
	opaque []uint64 // by their hashes
}

// oddWord spells a word, or remembers how it was spelt. The result is not to be
// changed.
func (e Embedder) oddWord(text string) *oddWord {
	h := seedHead
	for i := range len(text) {
		h = hashByte(h, text[i])
	}
	slot := &e.odd[mix(h)%oddRemembered]
	if known := slot.Load(); known != nil && known.text == text {
		return known
	}
	odd := &oddWord{text: text}
	var w words
	var buffer [maxWord]int32
	for w.reset(text); w.next(); {
		pieces := e.spell(buffer[:0], &w)
		if classify(w.word(), pieces) == spelt {
			odd.pieces = append(odd.pieces, pieces...)
		} else {
			odd.opaque = append(odd.opaque, hashWord(&w))
		}
	}
	if len(text) <= oddLongest {
		slot.Store(odd)
	}
	return odd
}
