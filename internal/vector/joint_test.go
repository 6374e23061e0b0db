package vector_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/vector"
)

// Joint is the cosine with the sum of unit vectors, and leaves out who is not there.
func TestJoint(t *testing.T) {
	t.Parallel()
	const dim, n = 20, 12
	p, err := vector.Open("", vector.Options{Dim: dim, Model: "m"})
	require.NoError(t, err)
	defer p.Close()
	rng := rand.New(rand.NewPCG(1, 2))
	units := make([][]float64, n)
	ids := make([]vector.ID, n)
	for i := range ids {
		v := make([]float32, dim)
		for d := range v {
			v[d] = float32(rng.NormFloat64())
		}
		if i == n-1 { // equal vectors share a row
			for d := range v {
				v[d] = float32(units[0][d])
			}
		}
		ids[i] = vector.ID{15: byte(i + 1)}
		units[i] = unit(v)
		require.NoError(t, p.Upsert(ids[i], v))
	}
	query := make([]float32, dim)
	for d := range query {
		query[d] = float32(rng.NormFloat64())
	}
	gone := vector.ID{0: 9}
	groups := []vector.ID{ids[3], ids[1], ids[2], gone, ids[0], ids[n-1], gone, gone, gone}
	got, err := p.Joint(query, groups, 3, 1, 3)
	require.NoError(t, err)
	for i, of := range [][]int{{3}, {3, 1, 2}, {}, {0, n - 1}, {}, {}} {
		sum := make([]float64, dim)
		for _, k := range of {
			for d, x := range units[k] {
				sum[d] += x
			}
		}
		require.InDelta(t, cosine(unit(query), sum), got[i], 1e-5, "set %d", i)
	}
	// Groups have the same cosines whatever groups come before them.
	rows := make([]vector.ID, 0, 300)
	for range 100 {
		at := rng.IntN(n + 2) // some follow one another, with gaps and doubles
		for d := range 3 {
			rows = append(rows, append(ids, gone, ids[0], ids[2], ids[1])[(at+d)%(n+4)])
		}
	}
	together, err := p.Joint(query, rows, 3, 1, 2, 3)
	require.NoError(t, err)
	for i := range len(rows) / 3 {
		alone, err := p.Joint(query, rows[3*i:3*i+3], 3, 1, 2, 3)
		require.NoError(t, err)
		require.Equal(t, alone, together[3*i:3*i+3])
	}
	_, err = p.Joint(make([]float32, dim), groups, 3, 1)
	require.ErrorIs(t, err, vector.ErrZero)
}

func unit(v []float32) []float64 {
	out, square := make([]float64, len(v)), 0.0
	for _, x := range v {
		square += float64(x) * float64(x)
	}
	for d, x := range v {
		out[d] = float64(x) / math.Sqrt(square)
	}
	return out
}

func cosine(a, b []float64) float64 {
	var dot, aa, bb float64
	for d := range a {
		dot, aa, bb = dot+a[d]*b[d], aa+a[d]*a[d], bb+b[d]*b[d]
	}
	if bb == 0 {
		return 0
	}
	return dot / math.Sqrt(aa*bb)
}
