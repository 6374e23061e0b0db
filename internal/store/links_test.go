package store

import (
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/embed/static"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// Linking vectors goes on after they were applied and saved, and steps aside for
// questions. What a process linked is saved at its end though it changed no record:
// else each that opens the store would do it again, beside the questions it is asked.
func TestLinksAreSaved(t *testing.T) {
	const records = 1_500
	ctx, dir, killed := context.Background(), t.TempDir(), t.TempDir()
	open := func(dir string) (*Store, *Agent) {
		s, err := Open(ctx, dir, Options{Embedder: static.New(), ExactLimit: 700, Patience: never})
		require.NoError(t, err)
		a, err := s.Agent(ctx, "ana")
		require.NoError(t, err)
		return s, a
	}
	closed := func(s *Store, a *Agent) {
		a.Release()
		require.NoError(t, s.Close())
	}

	s, a := open(dir)
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
	a, err := s.Agent(ctx, "ana") // with them
	require.NoError(t, err)
	require.NoError(t, a.views.save())
	moment, cancel := context.WithTimeout(ctx, 500*time.Millisecond)
	defer cancel()
	require.ErrorIs(t, a.Vectors().Settle(moment), context.DeadlineExceeded, "a question is being answered")
	require.NoError(t, os.CopyFS(killed, os.DirFS(dir)))
	answered()
	closed(s, a)

	s, a = open(killed)
	require.Less(t, a.Vectors().Stats().LinksSaved, 1_100)
	require.NoError(t, a.Vectors().Settle(ctx))
	closed(s, a)

	s, a = open(killed)
	require.Greater(t, a.Vectors().Stats().LinksSaved, records-256)
	closed(s, a)
}
