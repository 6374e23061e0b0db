package text

import (
	"crypto/sha256"
	"math/bits"
)

// Fingerprint returns a hash that is equal for texts with the same words in the same order, whatever their case, width,
// composition, spacing and punctuation: two of them count as the same content. Signs inside a word count. A text without
// words is hashed as it is.
func Fingerprint(s string) [16]byte {
	var scan Scanner
	scan.Reset(s)
	h := sha256.New()
	var word []byte
	n := 0
	for ; scan.Next(); n++ {
		word = AppendFold(word[:0], scan.Key())
		h.Write(append(word, 0))
	}
	if n == 0 {
		h.Write([]byte{1})
		h.Write([]byte(s))
	}
	var sum [16]byte
	copy(sum[:], h.Sum(nil))
	return sum
}

// Simhash returns 64 bits that differ in few places between texts that share most of their words and word pairs (Charikar,
// "Similarity estimation techniques from rounding algorithms", 2002). Compare with SimhashDistance. Texts under about ten
// words say little.
func Simhash(s string) uint64 {
	var scan Scanner
	scan.Reset(s)
	var ones counters
	weight := 0
	var prev, word []byte
	for scan.Next() {
		word = AppendFold(word[:0], scan.Key())
		one := fnv(fnvStart, word)
		pair := fnv(fnv(one, []byte{0}), prev)
		ones.add(mix(one), 0)
		ones.add(mix(pair), 1) // a pair of words counts twice
		weight += 3
		prev, word = word, prev
	}
	return ones.above(weight / 2)
}

// fnvStart is the hash of nothing by fnv.
const fnvStart = 14695981039346656037

// fnv goes on with a hash of 64 bits, FNV-1a, as package hash/fnv does, but in registers.
func fnv(h uint64, b []byte) uint64 {
	for _, c := range b {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h
}

// counters are 64 counters, one for each bit of a hash, of which plane i holds bit i. A hash is added to all of them at once.
type counters [32]uint64

// add raises the counter of each bit set in h by 1<<plane.
func (c *counters) add(h uint64, plane int) {
	for carry := h; carry != 0 && plane < len(c); plane++ {
		c[plane], carry = c[plane]^carry, c[plane]&carry
	}
}

// above returns the bits whose counter is more than n, comparing all of them at once from the highest plane down.
func (c *counters) above(n int) uint64 {
	var more uint64
	equal := ^uint64(0)
	for plane := len(c) - 1; plane >= 0; plane-- {
		if n>>plane&1 == 1 {
			equal &= c[plane]
		} else {
			more |= equal & c[plane]
			equal &^= c[plane]
		}
	}
	return more
}

// SimhashDistance returns how many of the 64 bits differ; at most 3 means near duplicates.
func SimhashDistance(a, b uint64) int { return bits.OnesCount64(a ^ b) }

// mix spreads the entropy of a hash over all of its bits (the finaliser of MurmurHash3).
func mix(h uint64) uint64 {
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}
