package coder_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/vector"
	"github.com/lukasadb/lukasa/internal/vector/coder"
	"github.com/lukasadb/lukasa/internal/vector/vectortest"
)

func open(t testing.TB, dim int) *coder.Index {
	x, err := coder.New(coder.Options{Dim: dim, Seed: 1})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, x.Close()) })
	return x
}

// The library behind the fences does what an index must, if not well (000-12).
func TestConformance(t *testing.T) {
	t.Parallel()
	vectortest.Run(t, vectortest.Config{
		Dim: 32, Recall: 0.2,
		Open: func(t testing.TB, dim int) vector.Index { return open(t, dim) },
	})
}

// What makes the library panic does not reach the user: adding again, deleting and adding, deleting the last.
func TestDeletesAndReAdds(t *testing.T) {
	t.Parallel()
	vecs := vectortest.Clustered(1, 450, 16, 10)
	for seed := range 5 {
		x, err := coder.New(coder.Options{Dim: 16, Seed: int64(seed)})
		require.NoError(t, err)
		for i, v := range vecs[:300] {
			require.NoError(t, x.Upsert(vectortest.NumberedID(i), v))
			require.NoError(t, x.Upsert(vectortest.NumberedID(i), v))
		}
		for i := range 300 {
			found, err := x.Delete(vectortest.NumberedID(i))
			require.NoError(t, err)
			require.True(t, found)
			_, err = x.Search(t.Context(), vecs[i], vector.SearchOptions{})
			require.NoError(t, err)
		}
		for i, v := range vecs[300:] {
			require.NoError(t, x.Upsert(vectortest.NumberedID(i), v))
		}
		hits, err := x.Search(t.Context(), vecs[300], vector.SearchOptions{K: 150})
		require.NoError(t, err)
		require.Len(t, hits, 150)
		require.Equal(t, vectortest.NumberedID(0), hits[0].ID)
	}
}

// Whoever chooses the library is told what it finds.
func TestRecallIsMeasured(t *testing.T) {
	t.Parallel()
	x := open(t, 64)
	for i, v := range vectortest.Clustered(1, 2100, 64, 50) {
		require.NoError(t, x.Upsert(vectortest.NumberedID(i), v))
	}
	st := x.Stats()
	require.Equal(t, "coder", st.Form)
	require.Greater(t, st.Recall, 0.0)
	require.LessOrEqual(t, st.Recall, 1.0)
	t.Logf("recall@10 of 2,048 vectors of 64 dimensions, 200 candidates: %.2f", st.Recall)
}

// Options out of range are refused.
func TestOptions(t *testing.T) {
	t.Parallel()
	for _, opt := range []coder.Options{{}, {Dim: vector.MaxDim + 1}, {Dim: 3, M: -1}} {
		_, err := coder.New(opt)
		require.ErrorIs(t, err, vector.ErrOption)
	}
}
