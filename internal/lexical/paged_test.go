package lexical

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

// An array and an arena keep what was put into them as they grow, and give back the room for more without losing any of it.
func TestGrowAndTrim(t *testing.T) {
	t.Parallel()
	var p paged[int]
	var a arena
	var refs []uint32
	grow := func(n int) {
		for range n {
			i := p.len()
			require.Equal(t, uint32(i), p.push(i*3))
			ref, b := a.alloc(1 + i*37%400)
			require.Empty(t, bytes.Trim(b, "\x00"))
			b[0], b[len(b)-1] = byte(i), byte(i)
			refs = append(refs, ref)
		}
	}
	check := func() {
		total := 0
		for i, ref := range refs {
			if *p.at(uint32(i)) != i*3 {
				t.Fatalf("element %d has changed", i)
			}
			n := 1 + i*37%400
			total += n
			b := a.from(ref)
			if len(b) < n+slack || b[0] != byte(i) || b[n-1] != byte(i) {
				t.Fatalf("string %d has changed", i)
			}
		}
		require.GreaterOrEqual(t, p.cells(), len(refs))
		require.LessOrEqual(t, p.cells(), max(8, len(refs)*3/2+1), "room to spare in the array")
		require.LessOrEqual(t, a.bytes, max(256, total*8/5), "room to spare in the arena")
	}
	for _, n := range []int{1, 50, 700, pageSize, 3} {
		grow(n)
		check()
		p.trim()
		a.trim()
		require.Equal(t, len(refs), p.cells())
		check()
	}
	var none paged[int]
	none.trim()
	(&arena{}).trim()
}
