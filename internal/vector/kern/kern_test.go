package kern

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// bundle is one random slab in every format, and row numbers that visit it out of order.
type bundle struct {
	q    []int8
	rows []uint8
	qf   []float32
	f    []float32
	ids  []uint32
}

func newBundle(seed uint64, dims, n int, extreme bool) bundle {
	r := rand.New(rand.NewPCG(seed, uint64(dims)))
	b := bundle{q: make([]int8, dims), rows: make([]uint8, dims*n), qf: make([]float32, dims), f: make([]float32, dims*n)}
	for i := range b.q {
		b.q[i] = int8(r.IntN(255) - 127)
		if extreme {
			b.q[i] = 127
		}
		b.qf[i] = float32(r.NormFloat64())
	}
	for i := range b.rows {
		b.rows[i] = uint8(r.IntN(256))
		if extreme {
			b.rows[i] = 255
		}
		b.f[i] = float32(r.NormFloat64())
	}
	for i := 0; i < n; i++ {
		b.ids = append(b.ids, uint32(r.IntN(n)))
	}
	return b
}

// Every implementation this machine has gives the sums of plain Go, for every row length and batch length,
// with the largest values too (K1, K2).
func TestKernelsAgree(t *testing.T) {
	for _, k := range available() {
		t.Run(kindNames[k], func(t *testing.T) {
			for _, dims := range []int{128, 256, 384, 512, 768, 1536, 3072, 4096} {
				for _, n := range []int{1, 2, 3, 7, 33} {
					for _, extreme := range []bool{false, true} {
						checkKernels(t, k, newBundle(uint64(n), dims, n, extreme), dims)
					}
				}
			}
		})
	}
}

// Rows of one block, the shortest there are.
func TestKernelsShortRows(t *testing.T) {
	for _, k := range available() {
		b := newBundle(1, 64, 5, false)
		want, got := make([]int32, 5), make([]int32, 5)
		dot8Go(b.q, b.rows, 64, b.ids, want)
		dot8(k, b.q, b.rows, 64, b.ids, got)
		require.Equal(t, want, got, kindNames[k])
		for _, dims := range []int{16, 32, 48, 80, 304} {
			f := newBundle(2, dims, 5, false)
			checkFloat(t, k, f)
		}
	}
}

func checkKernels(t *testing.T, k kind, b bundle, dims int) {
	t.Helper()
	n := len(b.ids)
	want, got := make([]int32, n), make([]int32, n)
	dot8Go(b.q, b.rows, dims, b.ids, want)
	dot8(k, b.q, b.rows, dims, b.ids, got)
	require.Equal(t, want, got, "dot8 %d dims %d rows", dims, n)
	dot4Go(b.q, b.rows, dims/2, b.ids, want)
	dot4(k, b.q, b.rows, dims/2, b.ids, got)
	require.Equal(t, want, got, "dot4 %d dims %d rows", dims, n)
	checkFloat(t, k, b)
}

func checkFloat(t *testing.T, k kind, b bundle) {
	t.Helper()
	got := make([]float32, len(b.ids))
	dotF(k, b.qf, b.f, b.ids, got)
	for i, id := range b.ids {
		var want, size float64
		for j, v := range b.qf {
			p := float64(v) * float64(b.f[int(id)*len(b.qf)+j])
			want, size = want+p, size+math.Abs(p)
		}
		require.InDelta(t, want, got[i], 1e-6*size, "row %d", i)
	}
}

// The plain 4-bit kernel reads the layout that the package comment states.
func TestDot4Layout(t *testing.T) {
	for dim := 0; dim < 256; dim++ {
		q, row := make([]int8, 256), make([]uint8, 128)
		q[dim] = 1
		at, shift := dim/128*64+dim%64, uint(dim%128/64*4)
		row[at] = 9 << shift
		out := make([]int32, 1)
		Dot4(q, row, 128, []uint32{0}, out)
		require.Equal(t, int32(9), out[0], "dimension %d", dim)
	}
}

// Empty batches touch nothing.
func TestEmptyBatch(t *testing.T) {
	for _, k := range available() {
		dot8(k, make([]int8, 64), nil, 64, nil, nil)
		dot4(k, make([]int8, 128), nil, 64, nil, nil)
		dotF(k, make([]float32, 16), nil, nil, nil)
	}
}

// The environment variable chooses among what the machine has and is otherwise ignored.
func TestChoose(t *testing.T) {
	require.Equal(t, plainGo, choose("go"))
	require.Equal(t, available()[0], choose(""))
	require.Equal(t, available()[0], choose("no such kernel"))
	require.NotEmpty(t, Name())
}

func BenchmarkKernels(b *testing.B) {
	const dims, n = 384, 20000
	d := newBundle(1, dims, n, false)
	out, outF := make([]int32, n), make([]float32, n)
	for _, k := range available() {
		for _, batch := range []int{16} {
			run := func(name string, f func(ids []uint32)) {
				b.Run(fmt.Sprintf("%s/%s", name, kindNames[k]), func(b *testing.B) {
					for i := 0; i < b.N; i += batch {
						o := i % (n - batch)
						f(d.ids[o : o+batch])
					}
				})
			}
			run("dot4", func(ids []uint32) { dot4(k, d.q, d.rows, dims/2, ids, out) })
			run("dot8", func(ids []uint32) { dot8(k, d.q, d.rows, dims, ids, out) })
			run("dotF", func(ids []uint32) { dotF(k, d.qf, d.f, ids, outF) })
		}
	}
}
