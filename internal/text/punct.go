package text

import "unicode"

// Punct is a fingerprint of the marks in a text, which are all but letters, digits and space: 64 bits, of which each mark
// sets one, and another with each neighbour it has, by a hash. A text that holds another, in any case, has all bits of
// that one; a text that has not does not hold it. Long texts have most bits, and tell little.
func Punct(s string) (bits uint64) {
	before, marked := rune(0), false
	for _, r := range s {
		r = unicode.ToLower(r) // as strings.ToLower
		is := isMark(r)
		if is {
			bits |= punctBit(0, r)
		}
		if before != 0 && (is || marked) {
			bits |= punctBit(before, r)
		}
		before, marked = r, is
	}
	return bits
}

func punctBit(before, r rune) uint64 {
	return 1 << (mix(uint64(before)<<32|uint64(r)) >> 58)
}

func isMark(r rune) bool {
	if r <= unicode.MaxASCII {
		return r > ' ' && (r < '0' || r > '9') && (r < 'a' || r > 'z')
	}
	return !unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.Z)
}
