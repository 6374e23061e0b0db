package lexical

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/paged"
)

// An arena keeps what was put into it as it grows, and gives back the room for more without losing any of it.
func TestArenaGrowsAndTrims(t *testing.T) {
	t.Parallel()
	var a arena
	var refs []uint32
	grow := func(n int) {
		for range n {
			i := len(refs)
			ref, b := a.alloc(1 + i*37%400)
			require.Empty(t, bytes.Trim(b, "\x00"))
			b[0], b[len(b)-1] = byte(i), byte(i)
			refs = append(refs, ref)
		}
	}
	check := func() {
		total := 0
		for i, ref := range refs {
			n := 1 + i*37%400
			total += n
			b := a.from(ref)
			if len(b) < n+slack || b[0] != byte(i) || b[n-1] != byte(i) {
				t.Fatalf("string %d has changed", i)
			}
		}
		require.LessOrEqual(t, a.bytes, max(256, total*8/5), "room to spare in the arena")
	}
	for _, n := range []int{1, 50, 700, paged.PageSize, 3} {
		grow(n)
		check()
		a.trim()
		check()
	}
	(&arena{}).trim()
}
