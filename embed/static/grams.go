package static

import (
	"math"
	"math/bits"
	"unicode"
	"unicode/utf8"
)

// Words that the table cannot tell apart get a vector of their own, made of
// hashed character n-grams: words that share most of their n-grams come out
// near one another, others at right angles. README.md has the measurements
// that this rule and its constants come from.
//
// There are two kinds of such words:
//
//   - foreign: a letter outside the Latin script, or no spelling at all. Their
//     pieces say nothing, so the n-grams stand in their place.
//   - shattered: a code, that is a word with a digit, cut into shatteredCode
//     pieces or more. The n-grams are added to the pieces.
//
// Names cut into many pieces are neither: the sum of their pieces tells them
// apart as well as n-grams do.
const (
	shatteredCode = 3

	gramMin, gramMax = 3, 4 // runes of an n-gram, of the word between two marks

	// gramWeight is the length of the n-gram vector of a word of gramLetters
	// letters; it grows with the square root of the letters, as a sum of rows
	// would. The rows of content words are about 1 long.
	gramWeight  = 1.0
	gramLetters = 4

	// gramVersion is part of the model's revision. It changes with anything
	// here that changes a vector.
	gramVersion = "g1"
)

// kind says how a word is represented.
type kind int

const (
	spelt     kind = iota // its pieces
	shattered             // its pieces and its n-grams
	foreign               // its n-grams
)

// classify tells how a word with these pieces is represented.
func classify(word []byte, pieces []int32) kind {
	if len(pieces) == 1 && pieces[0] != unknown && word[0] < utf8.RuneSelf {
		return spelt
	}
	if pieces[0] == unknown || otherScript(word) {
		return foreign
	}
	if len(pieces) >= shatteredCode && hasDigit(word) {
		return shattered
	}
	return spelt
}

func otherScript(word []byte) bool {
	for i := 0; i < len(word); {
		if word[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRune(word[i:])
		if unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) {
			return true
		}
		i += size
	}
	return false
}

func hasDigit(word []byte) bool {
	for _, c := range word {
		if c >= '0' && c <= '9' {
			return true
		}
	}
	return false
}

// addGrams adds the n-gram vector of the word at w to sum.
func addGrams(sum *[Dim]float32, w *words) {
	var counts signCounts
	letters := countGrams(&counts, w)
	var terms [Dim]int32
	square := counts.unpack(&terms)
	if square == 0 {
		return
	}
	weight := gramWeight * math.Sqrt(float64(letters)/gramLetters)
	scale := float32(weight / math.Sqrt(float64(square)))
	for i, c := range terms {
		sum[i] += float32(float32(c) * scale)
	}
}

// countGrams counts the n-grams of the word and the word itself, and returns
// how many letters it is worth. An ideograph has no n-grams and is worth as
// much as a short word.
func countGrams(counts *signCounts, w *words) (letters int) {
	var runes [maxWord + 2]rune
	runes[0] = '<'
	n := 1
	for word := w.word(); len(word) > 0; n++ {
		r, size := utf8.DecodeRune(word)
		runes[n] = r
		word = word[size:]
	}
	runes[n] = '>'
	n++
	counts.add(hashRunes(runes[:n], w.rest))
	if n == 3 && ideograph(runes[1]) {
		return gramLetters
	}
	for size := gramMin; size <= gramMax; size++ {
		for i := 0; i+size <= n; i++ {
			counts.add(hashRunes(runes[i:i+size], uint64(size)))
		}
	}
	return n - 2
}

// hashRunes is FNV-1a over runes, mixed so that every bit depends on all.
func hashRunes(runes []rune, seed uint64) uint64 {
	h := seedHead ^ seed
	for _, r := range runes {
		h = (h ^ uint64(r)) * 0x100000001b3
	}
	return mix(h)
}

// mix is the finaliser of SplitMix64 (Steele, Lea, Flood 2014).
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// signCounts sums random vectors of +1 and -1, one a hash: it counts the +1 of
// each component in a byte, eight components to a word. A word has at most
// 2*maxWord+2 n-grams, so a byte never overflows.
type signCounts struct {
	plus  [Dim / 8]uint64
	terms int32
}

func (s *signCounts) add(hash uint64) {
	s.terms++
	for at := 0; at < len(s.plus); at += 8 {
		hash += 0x9e3779b97f4a7c15
		signs := mix(hash)
		for i := range 8 {
			s.plus[at+i] += spread[byte(signs>>(8*i))]
		}
	}
}

// unpack writes the sum and returns its squared length.
func (s *signCounts) unpack(sum *[Dim]int32) (square int32) {
	for i, plus := range s.plus {
		out := sum[8*i : 8*i+8 : 8*i+8]
		for j := range out {
			c := 2*int32(byte(plus)) - s.terms
			out[j], plus = c, plus>>8
			square += c * c
		}
	}
	return square
}

// spread holds, for each byte, its eight bits as eight bytes.
var spread = func() (table [256]uint64) {
	for b := range table {
		for rest := uint8(b); rest != 0; rest &= rest - 1 {
			table[b] |= 1 << (8 * bits.TrailingZeros8(rest))
		}
	}
	return table
}()
