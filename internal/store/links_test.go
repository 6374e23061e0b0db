package store

import (
	"context"
	"encoding/binary"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/embed/static"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// Linking vectors goes on after they were applied and saved, and steps aside for
// questions. What it did is saved at the end though no record changed: else each
// process that opens the store would do it again, beside the questions it is asked.
func TestLinksAreSaved(t *testing.T) {
	const records = 1_500
	ctx, dir := context.Background(), t.TempDir()
	opts := Options{Embedder: static.New(), ExactLimit: 700, Patience: never}
	open := func() (*Store, *Agent) {
		s, err := Open(ctx, dir, opts)
		require.NoError(t, err)
		a, err := s.Agent(ctx, "ana")
		require.NoError(t, err)
		return s, a
	}
	s, a := open()
	answered := s.Asked()
	require.NoError(t, s.Update(ctx, func(tx *ledger.Tx) error {
		for i := range records {
			id := uuid.UUID{}
			binary.BigEndian.PutUint32(id[:], uint32(i+1))
			e := schema.Experience{ID: id, Agent: "ana", Kind: schema.KindObservation, Content: fmt.Sprintf("berth %d has water %d", i, i*i)}
			if err := tx.Put(&e); err != nil {
				return err
			}
		}
		return nil
	}))
	a.Release()
	a, err := s.Agent(ctx, "ana")
	require.NoError(t, err)
	require.NoError(t, a.views.save())
	index := a.Vectors()
	moment, cancel := context.WithTimeout(ctx, 500*time.Millisecond)
	defer cancel()
	require.ErrorIs(t, index.Settle(moment), context.DeadlineExceeded, "a question is being answered")
	require.Less(t, index.Stats().LinksSaved, 1_100)
	answered()
	require.NoError(t, index.Settle(ctx))
	a.Release()
	require.NoError(t, s.Close())

	s, a = open()
	require.Greater(t, a.Vectors().Stats().LinksSaved, records-256)
	a.Release()
	require.NoError(t, s.Close())
}
