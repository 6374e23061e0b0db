package static

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// S1: the kernel that this machine chose gives the bits of the plain one.
func TestKernelsAgree(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		bytes := rapid.SliceOfN(rapid.Byte(), Dim, Dim)
		a, b := [Dim]byte(bytes.Draw(t, "a")), [Dim]byte(bytes.Draw(t, "b"))
		require.Equal(t, dotRowsGo(&a, &b), dotRows(&a, &b))

		low := rapid.SliceOfN(rapid.Float32Range(-1, 1), 0, 40).Draw(t, "row")
		raised := rapid.SliceOfN(rapid.Float32Range(0, 1), len(low), len(low)+9).Draw(t, "best")
		expected := slices.Clone(raised)
		raiseGo(expected, low)
		raise(raised, low)
		require.Equal(t, expected, raised)
		for i, x := range low {
			require.Equal(t, expected[i], max(expected[i], x))
		}

		four := [4]wide{widen(&a), widen(&b), {}, widen(&a)}
		table := slices.Concat(a[:], b[:])
		numbers := rapid.SliceOfN(rapid.Int32Range(0, 1), 0, 9).Draw(t, "numbers")
		want4, got4 := make([][4]int32, len(numbers)), make([][4]int32, len(numbers)+1)
		dotFoursGo(&four, table, numbers, want4)
		dotFours(&four, table, numbers, got4)
		require.Equal(t, append(want4, [4]int32{}), got4, "and no more than there are")
		for i, number := range numbers {
			row := [2]*[Dim]byte{&a, &b}[number]
			require.Equal(t, [4]int32{dotRowsGo(&a, row), dotRowsGo(&b, row), 0, dotRowsGo(&a, row)}, got4[i])
		}

		floats := rapid.SliceOfN(rapid.Float32Range(-100, 100), Dim, Dim)
		got := [Dim]float32(floats.Draw(t, "sum"))
		want := got
		scale := rapid.Float32Range(0, 1).Draw(t, "scale")
		addRowGo(&want, &a, scale)
		addRow(&got, &a, scale)
		require.Equal(t, want, got)
	})
}

func TestDotOfExtremes(t *testing.T) {
	t.Parallel()
	var low [Dim]byte
	for i := range low {
		low[i] = 0x80
	}
	require.Equal(t, int32(Dim*128*128), dotRows(&low, &low))
	var sums [1][4]int32
	dotFours(&[4]wide{widen(&low)}, low[:], []int32{0}, sums[:])
	require.Equal(t, [4]int32{Dim * 128 * 128, 0, 0, 0}, sums[0])
}
