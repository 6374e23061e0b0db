package vector_test

import (
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/vector"
	"github.com/lukasadb/lukasa/internal/vector/vectortest"
)

// Linking waits for who goes first as long as few vectors wait to be linked, and a
// snapshot tells how many the next process need not link again.
func TestLinkingGivesWay(t *testing.T) {
	opt := vector.Options{Model: "m", Dim: 64, ExactLimit: 100}
	path := filepath.Join(t.TempDir(), "v")
	held, free := make(chan struct{}, 1), make(chan struct{})
	opt.Between = func() {
		select {
		case held <- struct{}{}:
		default:
		}
		<-free
	}
	p, err := vector.Open(path, opt)
	require.NoError(t, err)
	vecs := vectortest.Clustered(1, 1_000, opt.Dim, 10)
	for i, v := range vecs[:150] {
		require.NoError(t, p.Upsert(id(i), v))
	}
	<-held // it was let link what was more than ExactLimit
	for i, v := range vecs[150:] {
		require.NoError(t, p.Upsert(id(150+i), v))
	}
	require.NoError(t, p.Save(1))
	few := p.Stats().Linked
	require.Less(t, few, 150)
	require.Equal(t, few, p.Stats().LinksSaved)
	close(free)
	require.NoError(t, p.Close())

	var q atomic.Pointer[vector.Partition]
	opened, asked, most := make(chan struct{}), atomic.Int32{}, atomic.Int64{}
	opt.Between = func() {
		<-opened
		asked.Add(1)
		st := q.Load().Stats()
		most.Store(max(most.Load(), int64(st.Vectors-st.Linked)))
	}
	p, err = vector.Open(path, opt)
	require.NoError(t, err)
	q.Store(p)
	require.Equal(t, few, p.Stats().LinksSaved)
	close(opened)
	require.NoError(t, p.Settle(t.Context()))
	require.Positive(t, asked.Load())
	require.LessOrEqual(t, most.Load(), int64(opt.ExactLimit))
	require.Greater(t, p.Stats().Linked, 800)
	require.Equal(t, few, p.Stats().LinksSaved)
	require.NoError(t, p.Save(2))
	require.Equal(t, p.Stats().Linked, p.Stats().LinksSaved)
	require.NoError(t, p.Close())
}
