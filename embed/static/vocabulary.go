package static

import "strings"

// unknown is the piece of a word that the vocabulary cannot spell ("[UNK]").
const unknown int32 = 100

const (
	maxWord  = 100 // runes; a longer word is unknown
	maxPiece = 18  // bytes of the longest piece, without its "##"
)

// vocabulary finds a piece by its text. It is an open-addressing table keyed by
// a running hash, so that all prefixes of a word are hashed in one pass and the
// longest known one is found by probing from the long end: most words are whole
// pieces, so most words cost one probe.
type vocabulary struct {
	pieces []string
	slots  []slot
	// sieve has the bit of every piece, and few others: most of what is looked
	// up in rare words is no piece, and the sieve fits a cache that slots do not.
	sieve [1 << sieveBits / 64]uint64
}

type slot struct {
	hash  uint64
	piece int32 // -1: free
}

const (
	slotBits  = 16 // 65,536 slots for 30,522 pieces: under half full
	sieveBits = 18 // one in nine that is no piece passes
)

// The seeds keep "ing" and "##ing" apart.
const (
	seedHead uint64 = 0xcbf29ce484222325
	seedTail uint64 = 0x9ae16a3b2f90404f
)

// hashByte is one step of FNV-1a.
func hashByte(h uint64, c byte) uint64 { return (h ^ uint64(c)) * 0x100000001b3 }

// scatter makes a hash one whose upper bits count: FNV's low bits alone are weak.
func scatter(h uint64) uint64 { return h * 0x9e3779b97f4a7c15 }

// place is where a hash is looked for in the slots.
func place(h uint64) uint64 { return scatter(h) >> (64 - slotBits) }

// sieveBit is the place of a hash's bit in the sieve.
func sieveBit(h uint64) (word, bit uint64) {
	at := scatter(h) >> (64 - sieveBits)
	return at / 64, at % 64
}

func newVocabulary(pieces []string) *vocabulary {
	v := &vocabulary{pieces: pieces, slots: make([]slot, 1<<slotBits)}
	for i := range v.slots {
		v.slots[i].piece = -1
	}
	for id, piece := range pieces {
		h, text := seedHead, piece
		if tail, ok := strings.CutPrefix(piece, "##"); ok && tail != "" {
			h, text = seedTail, tail
		}
		for i := range len(text) {
			h = hashByte(h, text[i])
		}
		word, bit := sieveBit(h)
		v.sieve[word] |= 1 << bit
		at := place(h)
		for v.slots[at].piece >= 0 {
			at = (at + 1) % uint64(len(v.slots))
		}
		v.slots[at] = slot{hash: h, piece: int32(id)}
	}
	return v
}

// find returns the piece that spells text, at the head of a word or after it,
// or -1. hash is that of text from the seed of its place.
func (v *vocabulary) find(hash uint64, text []byte, head bool) int32 {
	for at := place(hash); ; at = (at + 1) % uint64(len(v.slots)) {
		s := v.slots[at]
		if s.piece < 0 {
			return -1
		}
		if s.hash != hash {
			continue
		}
		spelt := v.pieces[s.piece]
		if !head {
			spelt = spelt[len("##"):]
		}
		if spelt == string(text) {
			return s.piece
		}
	}
}

// longest returns the longest piece that begins text and its length in bytes,
// or -1.
func (v *vocabulary) longest(text []byte, head bool) (piece int32, size int) {
	var hashes [maxPiece + 1]uint64
	hashes[0] = seedTail
	if head {
		hashes[0] = seedHead
	}
	size = min(len(text), maxPiece)
	for i, c := range text[:size] {
		hashes[i+1] = hashByte(hashes[i], c)
	}
	for ; size > 0; size-- {
		if word, bit := sieveBit(hashes[size]); v.sieve[word]>>bit&1 == 0 {
			continue
		}
		if piece = v.find(hashes[size], text[:size], head); piece >= 0 {
			return piece, size
		}
	}
	return -1, 0
}

// split appends the pieces of one normalised word, longest match first. A word
// with a part that no piece spells is one unknown piece.
func (v *vocabulary) split(dst []int32, word []byte) []int32 {
	start := len(dst)
	for at := 0; at < len(word); {
		piece, size := v.longest(word[at:], at == 0)
		if piece < 0 {
			return append(dst[:start], unknown)
		}
		dst = append(dst, piece)
		at += size
	}
	return dst
}
