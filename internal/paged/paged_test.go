package paged_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/paged"
)

// An array keeps what was put into it as it grows, and gives back the room for more without losing any of it.
func TestGrowAndTrim(t *testing.T) {
	t.Parallel()
	var p paged.Array[int]
	check := func(n int) {
		require.Equal(t, n, p.Len())
		met := 0
		for i, v := range p.All() {
			if i != uint32(met) || *v != met*3 || p.At(i) != v || &p.Pages()[i/paged.PageSize][i%paged.PageSize] != v {
				t.Fatalf("element %d has changed", i)
			}
			met++
		}
		require.Equal(t, n, met)
		require.GreaterOrEqual(t, p.Cells(), n)
		require.LessOrEqual(t, p.Cells(), max(8, n*3/2+1), "room to spare in the array")
	}
	for _, n := range []int{1, 50, 700, paged.PageSize, 3} {
		for range n {
			i := p.Len()
			require.Equal(t, uint32(i), p.Push(i*3))
		}
		total := p.Len()
		check(total)
		p.Trim()
		require.Equal(t, total, p.Cells())
		check(total)
	}
	var none paged.Array[int]
	none.Trim()
	require.Zero(t, none.Cells())
}

// An array of which it is known how long it will be has no more room than that, and takes more all the same.
func TestExpected(t *testing.T) {
	t.Parallel()
	var p paged.Array[int]
	p.Expect(100)
	for i := range 100 {
		p.Push(i)
	}
	require.Equal(t, 100, p.Cells())
	p.Push(100)
	require.Equal(t, 100, *p.At(100))
}
