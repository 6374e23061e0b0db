package text

import (
	"crypto/sha256"
	"hash/fnv"
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
		word = AppendFold(word[:0], string(scan.Key()))
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
	var sums [64]int
	add := func(h uint64, weight int) {
		for b := range sums {
			if h>>b&1 == 1 {
				sums[b] += weight
			} else {
				sums[b] -= weight
			}
		}
	}
	f := fnv.New64a()
	var prev, word []byte
	for scan.Next() {
		word = AppendFold(word[:0], string(scan.Key()))
		f.Reset()
		f.Write(word)
		one := mix(f.Sum64())
		f.Write([]byte{0})
		f.Write(prev)
		add(one, 1)
		add(mix(f.Sum64()), 2)
		prev = append(prev[:0], word...)
	}
	var out uint64
	for b, n := range sums {
		if n > 0 {
			out |= 1 << b
		}
	}
	return out
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
