package vector_test

import (
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/vector"
	"github.com/lukasadb/lukasa/internal/vector/vectortest"
)

// Linking waits for who goes first, and meanwhile holds nothing that a search, a write or a delete needs, not even one
// that moves the memory of all rows. However it was cut into slices, the graph is the same (V6).
func TestLinkingGivesWay(t *testing.T) {
	opt := vector.Options{Model: "m", Dim: 64, ExactLimit: 100}
	dir := t.TempDir()
	vecs := vectortest.Clustered(1, 5_000, opt.Dim, 10)
	fill := func(p *vector.Partition, vecs [][]float32, from int) {
		for i, v := range vecs {
			require.NoError(t, p.Upsert(id(from+i), v))
		}
	}

	held, free := make(chan struct{}, 1), make(chan struct{})
	polite := opt
	polite.Between = func() {
		select {
		case held <- struct{}{}:
		default:
		}
		<-free
	}
	p, err := vector.Open(filepath.Join(dir, "polite"), polite)
	require.NoError(t, err)
	fill(p, vecs[:150], 0)
	<-held
	fill(p, vecs[150:], 150)
	gone, err := p.Delete(id(4_999))
	require.NoError(t, err)
	require.True(t, gone)
	require.NoError(t, p.Upsert(id(4_999), vecs[4_999]))
	hits, err := p.Search(t.Context(), vecs[4_999], vector.SearchOptions{K: 1})
	require.NoError(t, err)
	require.Equal(t, id(4_999), hits[0].ID)
	require.LessOrEqual(t, p.Stats().Linked, 150)
	close(free)
	require.NoError(t, p.Settle(t.Context()))
	require.Greater(t, p.Stats().Linked, 4_700)

	q, err := vector.Open(filepath.Join(dir, "rude"), opt)
	require.NoError(t, err)
	fill(q, vecs, 0)
	_, err = q.Delete(id(4_999))
	require.NoError(t, err)
	require.NoError(t, q.Upsert(id(4_999), vecs[4_999]))
	require.NoError(t, q.Settle(t.Context()))
	var files [2][]byte
	for i, p := range []*vector.Partition{p, q} {
		require.NoError(t, p.Save(1))
		require.NoError(t, p.Close())
		files[i], err = os.ReadFile(filepath.Join(dir, []string{"polite", "rude"}[i]))
		require.NoError(t, err)
	}
	require.Equal(t, files[1], files[0])
}

// A snapshot tells how many vectors the next process need not link again.
func TestLinksOfASnapshot(t *testing.T) {
	opt := vector.Options{Model: "m", Dim: 64, ExactLimit: 100}
	path := filepath.Join(t.TempDir(), "v")
	var slices atomic.Int32
	enough, free := make(chan struct{}), make(chan struct{})
	opt.Between = func() {
		if slices.Add(1) == 400 {
			close(enough)
			<-free
		}
	}
	p, err := vector.Open(path, opt)
	require.NoError(t, err)
	for i, v := range vectortest.Clustered(1, 2_000, opt.Dim, 10) {
		require.NoError(t, p.Upsert(id(i), v))
	}
	<-enough
	saved := make(chan error)
	go func() { saved <- p.Save(1) }()
	close(free)
	require.NoError(t, <-saved)
	few := p.Stats().LinksSaved
	require.NoError(t, p.Close())

	opt.Between = nil
	p, err = vector.Open(path, opt)
	require.NoError(t, err)
	require.Equal(t, few, p.Stats().LinksSaved)
	require.NoError(t, p.Settle(t.Context()))
	require.Greater(t, p.Stats().Linked, 1_700)
	require.Equal(t, few, p.Stats().LinksSaved)
	require.NoError(t, p.Save(2))
	require.Equal(t, p.Stats().Linked, p.Stats().LinksSaved)
	require.NoError(t, p.Close())
}
