package store

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// TestWaitGivenUp: who waits for views that somebody else is at may give up (900-01).
func TestWaitGivenUp(t *testing.T) {
	s, err := Open(context.Background(), t.TempDir(), Options{})
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close()) }()
	s.stop() // the applier, which would wait as well
	s.applier.Wait()
	_, err = s.Graph(context.Background())
	require.NoError(t, err)
	require.NoError(t, s.Update(context.Background(), func(tx *ledger.Tx) error {
		return tx.Put(&schema.Experience{ID: uuid.UUID{1}, Agent: "ana", Kind: schema.KindObservation, Content: "c"})
	}))
	a, err := s.pin("ana")
	require.NoError(t, err)
	defer a.unpin()
	for name, wait := range map[string]struct {
		held Mutex
		call func(ctx context.Context) error
	}{
		"graph":       {s.graph.mu, func(ctx context.Context) error { _, err := s.Graph(ctx); return err }},
		"indexes":     {a.mu, func(ctx context.Context) error { _, err := s.Agent(ctx, "ana"); return err }},
		"all indexes": {s.following.mu, s.Flush},
	} {
		wait.held.Lock()
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan error)
		go func() { done <- wait.call(ctx) }()
		cancel()
		require.ErrorIs(t, <-done, context.Canceled, name)
		wait.held.Unlock()
	}
}
