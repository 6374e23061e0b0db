package ledger

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/cockroachdb/pebble/v2/vfs/errorfs"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

// A follower that applies the feed ends up with every object, and never learns
// of a change that is not durable (I2).
func TestFollowers(t *testing.T) {
	l := open(t, small(vfs.NewMem()))
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	const writers, each = 4, 50
	seen := map[string]int{}
	var wg sync.WaitGroup
	wg.Go(func() {
		at := uint64(0)
		for at < writers*each {
			_, err := l.Wait(ctx, at)
			require.NoError(t, err)
			require.NoError(t, l.ViewDurable(ctx, func(r *Reader) error {
				seq, err := r.Seq()
				require.NoError(t, err)
				require.LessOrEqual(t, seq, l.DurableSeq())
				for c, err := range r.Changes(at) {
					require.NoError(t, err)
					require.Equal(t, at+1, c.Seq)
					require.Equal(t, "ana", c.Agent)
					_, err := r.Get(c.Type, c.Key)
					require.NoError(t, err)
					seen[c.Key]++
					at = c.Seq
				}
				return nil
			}))
		}
	})
	for w := range writers {
		wg.Go(func() {
			for i := range each {
				put(t, l, record("ana", w*1000+i))
			}
		})
	}
	wg.Wait()
	require.Len(t, seen, writers*each)
}

func TestTrimmedFeed(t *testing.T) {
	l := open(t, small(vfs.NewMem()))
	for n := range 5 {
		put(t, l, record("ana", n))
	}
	require.NoError(t, l.TrimFeed(context.Background(), 3))
	require.NoError(t, l.TrimFeed(context.Background(), 2)) // nothing to do
	view(t, l, func(r *Reader) {
		for _, err := range r.Changes(2) {
			require.ErrorIs(t, err, ErrTrimmed)
		}
		var got []uint64
		for c, err := range r.Changes(3) {
			require.NoError(t, err)
			got = append(got, c.Seq)
		}
		require.Equal(t, []uint64{4, 5}, got)
		n := 0
		for obj, err := range r.Objects(schema.TypeExperience, "") { // what a rebuild reads instead
			require.NoError(t, err)
			require.Equal(t, "ana", obj.ObjectAgent())
			n++
		}
		require.Equal(t, 5, n)
	})
	require.Empty(t, problems(t, l))
}

func TestWaitEnds(t *testing.T) {
	l := open(t, small(vfs.NewMem()))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := l.Wait(ctx, 0)
	require.ErrorIs(t, err, context.Canceled)
	done := make(chan error)
	go func() {
		_, err := l.Wait(context.Background(), 0)
		done <- err
	}()
	require.NoError(t, l.Close())
	require.ErrorIs(t, <-done, ErrClosed)
}

// Concurrent callers share syncs: with the disk held up, one more sync is
// enough for all that came meanwhile.
func TestGroupCommit(t *testing.T) {
	var syncs atomic.Int64
	var slow atomic.Bool
	fs := errorfs.Wrap(vfs.NewMem(), errorfs.InjectorFunc(func(op errorfs.Op) error {
		if slow.Load() && (op.Kind == errorfs.OpFileSync || op.Kind == errorfs.OpFileSyncData || op.Kind == errorfs.OpFileSyncTo) {
			syncs.Add(1)
			time.Sleep(2 * time.Millisecond)
		}
		return nil
	}))
	l := open(t, small(fs))
	slow.Store(true)
	const callers = 64
	var wg sync.WaitGroup
	for n := range callers {
		wg.Go(func() { put(t, l, &schema.Setting{Agent: "ana", Name: string(rune('a' + n))}) })
	}
	wg.Wait()
	slow.Store(false)
	require.Equal(t, uint64(callers), l.DurableSeq())
	require.Less(t, syncs.Load(), int64(callers/2))
}

// A transaction that found its work done already may only say so once that
// work is durable.
func TestNothingToDoWaitsForWhatItRead(t *testing.T) {
	var hold atomic.Bool
	release := make(chan struct{})
	fs := errorfs.Wrap(vfs.NewMem(), errorfs.InjectorFunc(func(op errorfs.Op) error {
		switch op.Kind {
		case errorfs.OpFileSync, errorfs.OpFileSyncData, errorfs.OpFileSyncTo:
			if hold.Load() {
				<-release
			}
		}
		return nil
	}))
	l := open(t, small(fs))
	hold.Store(true)
	first, second := make(chan error, 1), make(chan error, 1)
	go func() {
		first <- l.Update(context.Background(), func(tx *Tx) error { return tx.Put(record("ana", 1)) })
	}()
	require.Eventually(t, func() bool { return l.Seq() == 1 }, 10*time.Second, time.Millisecond)
	require.Zero(t, l.DurableSeq())
	found := make(chan struct{})
	go func() {
		second <- l.Update(context.Background(), func(tx *Tx) error {
			_, err := tx.Experience(idOf(1))
			close(found)
			return err
		})
	}()
	<-found
	select {
	case err := <-second:
		t.Fatalf("answered before it was durable: %v", err)
	case <-time.After(20 * time.Millisecond):
	}
	hold.Store(false)
	close(release)
	require.NoError(t, <-first)
	require.NoError(t, <-second)
}
