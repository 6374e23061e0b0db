package store

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// TestFilesHaveOneOwner: whoever asks for an agent that is being evicted waits until its
// indexes are closed. Two partitions at one file of vectors gave wrong answers, and
// ended the process where one cut short what the other had mapped (I2, 900-01).
func TestFilesHaveOneOwner(t *testing.T) {
	ctx := context.Background()
	s, err := Open(ctx, t.TempDir(), Options{Memory: 1})
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close()) }()
	s.stop() // the applier, which would be at the agent too
	s.applier.Wait()
	require.NoError(t, s.Update(ctx, func(tx *ledger.Tx) error {
		return tx.Put(&schema.Experience{ID: uuid.UUID{1}, Agent: "ana", Kind: schema.KindObservation, Content: "c"})
	}))
	a, err := s.Agent(ctx, "ana")
	require.NoError(t, err)
	a.Release()

	for name, again := range map[string]func() error{
		"asked for": func() error {
			a, err := s.Agent(ctx, "ana")
			if err == nil {
				a.Release()
			}
			return err
		},
		"opened anew": func() error { return s.reopenAgent("ana") },
	} {
		require.NoError(t, again())
		a, err := s.Agent(ctx, "ana")
		require.NoError(t, err)
		old := a.views
		a.Release()

		old.mu.Lock() // so that it cannot close yet
		left := make(chan struct{})
		go func() { defer close(left); s.evict() }()
		require.Eventually(t, func() bool {
			s.mu.Lock()
			defer s.mu.Unlock()
			return s.leaving["ana"] != nil
		}, time.Minute, time.Millisecond)
		got := make(chan error)
		go func() {
			err := again()
			if err == nil {
				var a *Agent
				if a, err = s.Agent(ctx, "ana"); err == nil {
					a.Release()
				}
			}
			got <- err
		}()
		select {
		case err := <-got:
			old.mu.Unlock()
			require.Fail(t, "there were two", "%s: %v", name, err)
		case <-time.After(100 * time.Millisecond):
		}
		old.mu.Unlock()
		require.NoError(t, <-got, name)
		<-left
	}
}

// TestRetiredViewsOpenNothing: who got hold of an agent's views just before others took
// their place is given those: the files are theirs (I2).
func TestRetiredViewsOpenNothing(t *testing.T) {
	s, err := Open(t.Context(), t.TempDir(), Options{})
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close()) }()

	early, err := s.pin("ana")
	require.NoError(t, err)
	require.NoError(t, s.renewAgent("ana"))
	require.ErrorIs(t, early.catchUp(t.Context()), errRetired)
	early.unpin()
	require.Nil(t, early.all)

	a, err := s.Agent(t.Context(), "ana")
	require.NoError(t, err)
	require.NotSame(t, early, a.views)
	a.Release()
}

// TestEvictionLeavesWhatIsReplaced: views that are being put in the place of others are
// not evicted, as neither would ever end (900-01).
func TestEvictionLeavesWhatIsReplaced(t *testing.T) {
	s, err := Open(t.Context(), t.TempDir(), Options{Memory: 1})
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close()) }()
	for _, name := range []string{"ana", "bob"} {
		v, err := s.pin(name)
		require.NoError(t, err)
		v.size.Store(2)
		v.unpin()
	}
	require.NoError(t, s.replaceAgent("ana", func(*agentViews) error {
		s.evict()
		return s.removeAgentDir("ana")
	}))
}
