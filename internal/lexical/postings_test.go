package lexical

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A block is read as it was packed, however far apart its records and however unlike its impacts are.
func TestBlocks(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 1))
	for width := range 25 { // 128 records as far apart as 25 bits say are all there may be
		for _, unlike := range []int{1, 2, 5, 16, levels} {
			base := uint32(rng.IntN(1000))
			var docs, got [blockLen]uint32
			var impacts, gotImpacts [blockLen]uint8
			last := base
			for i := range docs {
				last += 1 + uint32(rng.Uint64N(1<<width))
				docs[i], impacts[i] = last, uint8(levels-unlike+rng.IntN(unlike))
			}
			given := docs
			packed := append(appendBlock(nil, base, &given, &impacts), make([]byte, slack)...)
			readBlock(packed, base, &got, &gotImpacts)
			require.Equal(t, docs, got, "records, %d bits", width)
			require.Equal(t, impacts, gotImpacts, "impacts, %d of them", unlike)
		}
	}
}

// A sieve lets everything through that was added to it, and little else.
func TestSieve(t *testing.T) {
	t.Parallel()
	for _, n := range []uint32{0, 1, 7, 100, 5000} {
		s := sieve(nil).sized(int(n))
		for d := range n {
			s.add([]uint32{d * 7})
		}
		passed := uint32(0)
		for d := range 7 * n {
			has := s.has(d)
			require.True(t, has || d%7 != 0, "record %d", d)
			if has {
				passed++
			}
		}
		require.LessOrEqual(t, passed, 3*n, "of %d", n)
		require.False(t, s.sized(int(n)).has(7), "an empty sieve is empty")
	}
}

// A field holds words of any length, wherever they stand.
func TestFieldWords(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.OneOf(rapid.Uint32Range(0, 130), rapid.Uint32Range(0, 1<<15), rapid.Uint32())
		words := rapid.SliceOfN(word, 0, 20).Draw(t, "words")
		_, enc := appendField(nil, nil, words, 0)
		require.Equal(t, append([]uint32{7}, words...), fieldWords{enc: enc}.decode([]uint32{7}))
	})
}
