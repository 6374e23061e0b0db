package store

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// TestGraphOpensWhenNeeded: a store whose graph nobody asks does not open it, which would copy it, and closes at once;
// one that has been open for a while opens it by itself (900-12).
func TestGraphOpensWhenNeeded(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	folder := filepath.Join(dir, "graph")
	open := func(delay time.Duration) *Store {
		s, err := Open(ctx, dir, Options{GraphDelay: delay})
		require.NoError(t, err)
		return s
	}
	s := open(time.Hour)
	require.NoError(t, s.Update(ctx, func(tx *ledger.Tx) error {
		return tx.Put(&schema.Entity{Agent: "a", Key: "person:ana", Type: "person", Name: "Ana"})
	}))
	require.NoDirExists(t, folder)
	require.NoError(t, s.Close())
	require.NoDirExists(t, folder)
	_, err := s.Graph(ctx)
	require.ErrorIs(t, err, ErrClosed)

	s = open(time.Hour)
	_, err = s.Graph(ctx)
	require.NoError(t, err)
	require.DirExists(t, folder)
	require.NoError(t, s.Close())

	require.NoError(t, os.RemoveAll(folder))
	s = open(time.Millisecond)
	require.Eventually(t, func() bool {
		_, err := os.Stat(folder)
		return err == nil
	}, time.Minute, time.Millisecond)
	require.NoError(t, s.Close())
}
