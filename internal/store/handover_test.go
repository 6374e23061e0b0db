package store

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// What is fetched is what was left for that model and that text, once, however
// much else was left meanwhile, or nothing; and what is kept stays within bounds.
func TestHandover(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := handover{limit: 100}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			e := embedded{rapid.SampledFrom([]string{"a", "b"}).Draw(t, "model"), rapid.SampledFrom([]string{"", "x", "y", "xy", "zz"}).Draw(t, "text")}
			// A model gives a text one vector: here one that tells of both, and of any length.
			vector := append([]float32{float32(e.model[0])}, make([]float32, 3*len(e.text))...)
			for i, c := range []byte(e.text) {
				vector[1+i] = float32(c)
			}
			if rapid.Bool().Draw(t, "leave") {
				h.leave(e, vector)
			} else if got := h.fetch(e); got != nil {
				require.Equal(t, vector, got)
				require.Nil(t, h.fetch(e), "it was taken away")
			}
			for _, kept := range []handed{h.new, h.old} {
				bytes := 0
				for e, v := range kept.vectors {
					bytes += e.bytes(v)
				}
				require.Equal(t, bytes, kept.bytes)
				require.LessOrEqual(t, bytes, h.limit)
			}
		}
	})
}

// A vector that was left is there until as much else was left as there is room
// for, and whoever left it may go on writing to it.
func TestHandoverKeeps(t *testing.T) {
	h := handover{limit: 1000}
	leave := func(text string) []float32 {
		vector := make([]float32, 24) // 100 bytes with model and text
		vector[0] = float32(text[0])
		h.leave(embedded{"m", text}, vector)
		return vector
	}
	first := leave("aaa")
	want := slices.Clone(first)
	clear(first)
	for i := range 10 {
		leave(fmt.Sprint("b", 10+i))
	}
	require.Equal(t, want, h.fetch(embedded{"m", "aaa"}))
	require.Nil(t, h.fetch(embedded{"m", "aaa"}), "it was taken away")
	require.Nil(t, h.fetch(embedded{"n", "b19"}), "of another model")
	for i := range 20 {
		leave(fmt.Sprint("c", 10+i))
	}
	require.Nil(t, h.fetch(embedded{"m", "b19"}), "dropped for what came later")
	require.NotNil(t, h.fetch(embedded{"m", "c29"}))
}
