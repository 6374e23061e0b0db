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
		require.Equal(t, dotFourGo(&four, &b), dotFour(&four, &b))
		require.Equal(t, [4]int32{dotRowsGo(&a, &b), dotRowsGo(&b, &b), 0, dotRowsGo(&a, &b)}, dotFour(&four, &b))

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
	require.Equal(t, [4]int32{Dim * 128 * 128, 0, 0, 0}, dotFour(&[4]wide{widen(&low)}, &low))
}
