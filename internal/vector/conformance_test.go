package vector_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/vector"
	"github.com/lukasadb/lukasa/internal/vector/vectortest"
)

func open(t testing.TB, path string, opt vector.Options) *vector.Partition {
	t.Helper()
	if opt.Model == "" {
		opt.Model = "test"
	}
	p, err := vector.Open(path, opt)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, p.Close()) })
	return p
}

// Every form of a partition is one index (002-15, 900-04).
func TestConformance(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		dim    int
		limit  int
		exact  bool
		recall float64
	}{
		"exact":          {dim: 48, exact: true, recall: 1},
		"exact wide":     {dim: 384, exact: true, recall: 1},
		"two dimensions": {dim: 2, exact: true, recall: 1},
		"growing":        {dim: 96, limit: 700, recall: 0.97},
		"hnsw":           {dim: 128, limit: 1, recall: 0.97},
		"hnsw odd":       {dim: 301, limit: 1, recall: 0.97},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			vectortest.Run(t, vectortest.Config{
				Dim: c.dim, Exact: c.exact, Recall: c.recall,
				Open: func(t testing.TB, dim int) vector.Index {
					return open(t, filepath.Join(t.TempDir(), "p"), vector.Options{Dim: dim, ExactLimit: c.limit, Seed: 1})
				},
			})
		})
	}
}
