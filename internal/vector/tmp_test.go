package vector_test

import (
	"testing"

	"github.com/lukasadb/lukasa/internal/vector"
	"github.com/lukasadb/lukasa/internal/vector/vectortest"
	"github.com/stretchr/testify/require"
)

func TestTmp(t *testing.T) {
	const n = 6000
	vecs := vectortest.Clustered(1, n+300, 96, 40)
	queries := vecs[n : n+200]
	p := open(t, "", vector.Options{Dim: 96, ExactLimit: 500})
	m := fill(t, p, vecs[:n])
	for _, share := range []int{0, 5, 3, 2} {
		for i := range n {
			if share > 0 && i%share == 0 {
				_, err := p.Delete(id(i))
				require.NoError(t, err)
				delete(m, id(i))
			}
		}
		p.Settle(t.Context())
		q := open(t, "", vector.Options{Dim: 96, ExactLimit: 500})
		for i := range n {
			if v, ok := m[id(i)]; ok {
				q.Upsert(id(i), v)
			}
		}
		q.Settle(t.Context())
		for _, ef := range []int{64, 128, 256} {
			o := vector.SearchOptions{Ef: ef}
			t.Logf("share %d n=%d ef %d: deleted %.4f fresh %.4f", share, len(m), ef, recall(t, p, m, queries, o), recall(t, q, m, queries, o))
		}
	}
}
