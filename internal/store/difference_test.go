package store

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// TestDiffBothWays compares two stores with each other, both ways round, while each
// rewrites what was purged of it, for which it waits until nobody reads: none of the four
// waits for ever.
func TestDiffBothWays(t *testing.T) {
	ctx := t.Context()
	var stores [2]*Store
	for i := range stores {
		s, err := Open(ctx, t.TempDir(), Options{GraphDelay: time.Hour})
		require.NoError(t, err)
		stores[i] = s
	}
	var busy sync.WaitGroup
	for i, s := range stores {
		for range 8 {
			busy.Go(func() {
				for n := range 1_000 {
					for _, err := range s.Diff(ctx, stores[1-i], nil) {
						require.NoError(t, err, n)
					}
				}
			})
		}
		busy.Go(func() {
			for n := range 60 {
				id := uuid.UUID{byte(i + 1), byte(n)}
				require.NoError(t, s.Update(ctx, func(tx *ledger.Tx) error {
					if err := tx.Put(&schema.Experience{ID: id, Agent: "ana", Kind: schema.KindFact, Content: "c"}); err != nil {
						return err
					}
					return tx.Purge(schema.TypeExperience, string(id[:]))
				}))
				require.NoError(t, s.ledger.Reclaim(ctx))
			}
		})
	}
	done := make(chan struct{})
	go func() { busy.Wait(); close(done) }()
	select {
	case <-done:
		require.NoError(t, errors.Join(stores[0].Close(), stores[1].Close()))
	case <-time.After(5 * time.Minute):
		require.Fail(t, "they wait for each other")
	}
}
