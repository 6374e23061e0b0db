package lexical

import "math/bits"

// sieve is a set of records that may seem to have more members than were added: one bit for each, by a hash. Its length is
// a power of two.
type sieve []uint64

// sized returns an empty sieve for n records, of which one in eight that are not in it seems to be. It uses the memory of s.
func (s sieve) sized(n int) sieve {
	size := 1 << bits.Len(uint(n/8))
	if cap(s) < size {
		return make(sieve, size)
	}
	s = s[:size]
	clear(s)
	return s
}

func (s sieve) add(docs []uint32) {
	for _, d := range docs {
		h := s.home(d)
		s[h/64] |= 1 << (h % 64)
	}
}

func (s sieve) has(doc uint32) bool {
	h := s.home(doc)
	return s[h/64]>>(h%64)&1 == 1
}

func (s sieve) home(doc uint32) uint32 { return doc * 0x9E3779B1 >> 3 & uint32(64*len(s)-1) }
