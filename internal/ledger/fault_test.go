package ledger

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/cockroachdb/pebble/v2/vfs/errorfs"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

// A workload is a series of transactions, each of which leads from one known
// digest to the next. Between them it makes the engine flush and compact.
type step struct {
	tx    func(tx *Tx) error
	after func(l *Ledger) error
}

func workload() []step {
	var steps []step
	add := func(tx func(tx *Tx) error) { steps = append(steps, step{tx: tx}) }
	big := strings.Repeat("so long a text that tables fill up ", 40)
	for i := range 12 {
		add(func(tx *Tx) error {
			e := record("ana", i)
			e.Content += big
			if err := tx.Put(e); err != nil {
				return err
			}
			return tx.Put(&schema.Entity{Agent: "ana", Key: "person:x", Name: fmt.Sprint(i)})
		})
		switch i {
		case 3, 7:
			steps[len(steps)-1].after = func(l *Ledger) error { return l.await(l.db.Flush) }
		case 9:
			steps[len(steps)-1].after = func(l *Ledger) error {
				return l.await(func() error { return l.db.Compact(context.Background(), []byte{0}, []byte{0xff}, false) })
			}
		}
	}
	add(func(tx *Tx) error { return tx.Delete(schema.TypeExperience, record("ana", 3).ObjectKey()) })
	add(func(tx *Tx) error { return tx.Purge(schema.TypeExperience, record("ana", 5).ObjectKey()) })
	steps[len(steps)-1].after = func(l *Ledger) error { return l.Reclaim(context.Background()) }
	add(func(tx *Tx) error { return tx.Touch(Touch{ID: idOf(4), At: day0, Accessed: 1}) })
	add(func(tx *Tx) error { return tx.Put(record("bob", 40)) })
	return steps
}

// work runs the workload until something fails, and says how many transactions
// were acknowledged and how many begun.
func work(l *Ledger) (acked, begun int, err error) {
	for _, s := range workload() {
		begun++
		if err := l.Update(context.Background(), s.tx); err != nil {
			return acked, begun, err
		}
		acked++
		if s.after == nil {
			continue
		}
		if err := s.after(l); err != nil {
			return acked, begun, err
		}
	}
	return acked, begun, nil
}

// milestones are the digests of a run in which nothing fails.
func milestones(t *testing.T) []string {
	t.Helper()
	l := open(t, small(vfs.NewMem()))
	var out []string
	mark := func() {
		d, err := l.Digest(context.Background())
		require.NoError(t, err)
		out = append(out, d)
	}
	mark()
	for _, s := range workload() {
		require.NoError(t, l.Update(context.Background(), s.tx))
		mark()
		if s.after != nil {
			require.NoError(t, s.after(l)) // it may look at the clock
		}
	}
	return out
}

// recovered opens what is left and requires that everything acknowledged is
// there, byte for byte, and of the rest at most the transaction that was
// running, whole (L1, L2).
func recovered(t *testing.T, fs vfs.FS, marks []string, acked, begun int) {
	t.Helper()
	l, err := Open("store", small(fs))
	require.NoError(t, err)
	defer func() { require.NoError(t, l.Close()) }()
	got, err := l.Digest(context.Background())
	require.NoError(t, err)
	require.Contains(t, marks[acked:begun+1], got, "acknowledged %d, begun %d", acked, begun)
	require.Empty(t, problems(t, l))
	require.NoError(t, l.Reclaim(context.Background()))
	put(t, l, record("new", 99)) // it lives on
}

// The n-th call on a file fails, one that writes or one that reads, once or from then on,
// for every n of the workload (900-01).
func TestEveryFailedCall(t *testing.T) {
	for name, kind := range map[string]errorfs.OpReadWrite{"write": errorfs.OpIsWrite, "read": errorfs.OpIsRead} {
		t.Run(name, func(t *testing.T) { everyFailed(t, kind) })
	}
}

func everyFailed(t *testing.T, kind errorfs.OpReadWrite) {
	marks := milestones(t)
	for _, persistent := range []bool{false, true} {
		for _, reopen := range []string{"crash", "same"} {
			t.Run(fmt.Sprintf("persistent=%t/%s", persistent, reopen), func(t *testing.T) {
				failed := 0
				for n := int64(0); ; n++ {
					mem := vfs.NewCrashableMem()
					var count, hit atomic.Int64
					fs := errorfs.Wrap(mem, errorfs.InjectorFunc(func(op errorfs.Op) error {
						if op.Kind.ReadOrWrite() != kind {
							return nil
						}
						if k := count.Add(1) - 1; k == n || persistent && k > n {
							hit.Add(1)
							return errorfs.ErrInjected
						}
						return nil
					}))
					acked, begun, err := attempt(t, fs)
					if hit.Load() == 0 {
						break // past the end of the workload
					}
					if errors.Is(err, ErrFailed) && n%20 == 0 {
						before := hit.Load()
						time.Sleep(20 * time.Millisecond)
						require.Less(t, hit.Load()-before, int64(20), "nothing goes on trying at full speed")
					}
					if err != nil {
						failed++
					}
					left := vfs.FS(mem)
					if reopen == "crash" {
						left = mem.CrashClone(vfs.CrashCloneCfg{})
					}
					t.Logf("call %d: acked %d, begun %d: %v", n, acked, begun, err)
					recovered(t, left, marks, acked, begun)
				}
				require.Positive(t, failed)
			})
		}
	}
}

// attempt runs the workload on a failing file system. Whatever fails must come
// out as an error, and keep coming out.
func attempt(t *testing.T, fs vfs.FS) (acked, begun int, err error) {
	t.Helper()
	l, err := Open("store", small(fs))
	if err != nil {
		return 0, 0, err
	}
	acked, begun, err = work(l)
	if err != nil && l.failed.Load() != nil {
		require.ErrorIs(t, l.Update(context.Background(), func(*Tx) error { return nil }), ErrFailed)
		require.ErrorIs(t, l.View(context.Background(), func(*Reader) error { return nil }), ErrFailed)
		_, err := l.Wait(context.Background(), 1<<60)
		require.ErrorIs(t, err, ErrFailed)
	}
	_ = l.Close() // with an error or not, it must return
	return acked, begun, err
}

// A reader that is there while a write of the manifest fails ends, though the engine's goroutine that
// met it stands still for ever, with the lock that closing a snapshot waits for.
func TestReaderOutlivesTheManifest(t *testing.T) {
	var failing atomic.Bool
	fs := errorfs.Wrap(vfs.NewMem(), errorfs.InjectorFunc(func(op errorfs.Op) error {
		if failing.Load() && op.Kind == errorfs.OpFileWrite && strings.Contains(op.Path, "MANIFEST") {
			return errorfs.ErrInjected
		}
		return nil
	}))
	l, err := Open("store", small(fs))
	require.NoError(t, err)
	ctx := context.Background()
	err = l.View(ctx, func(*Reader) error {
		require.NoError(t, l.Update(ctx, func(tx *Tx) error { return tx.Put(record("ana", 1)) }))
		failing.Store(true)
		return l.await(l.db.Flush)
	})
	require.ErrorIs(t, err, ErrFailed)
	require.ErrorIs(t, l.Close(), ErrFailed)
}

// The power fails after any transaction, and what was not synced is there in
// part, block by block, or not at all.
func TestEveryCrash(t *testing.T) {
	marks := milestones(t)
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 1))
		mem := vfs.NewCrashableMem()
		l := open(t, small(mem))
		for i, s := range workload() {
			require.NoError(t, l.Update(context.Background(), s.tx))
			if s.after != nil {
				require.NoError(t, s.after(l))
			}
			clone := mem.CrashClone(vfs.CrashCloneCfg{UnsyncedDataPercent: int(seed) * 33, RNG: rng})
			recovered(t, clone, marks, i+1, i+1)
		}
	}
}

// Writers race while the power fails: whoever was answered finds the record.
func TestCrashUnderConcurrentWriters(t *testing.T) {
	for seed := range uint64(6) {
		rng := rand.New(rand.NewPCG(seed, 2))
		mem := vfs.NewCrashableMem()
		l := open(t, small(mem))
		var acked [8]atomic.Int64
		var stop atomic.Bool
		var wg sync.WaitGroup
		for w := range acked {
			wg.Go(func() {
				for i := 1; !stop.Load() && i < 400; i++ {
					err := l.Update(context.Background(), func(tx *Tx) error {
						if err := tx.Put(record("w", w*1000+i)); err != nil {
							return err
						}
						return tx.Put(record("w", 100_000+w*1000+i))
					})
					if err != nil {
						t.Error(err)
						return
					}
					acked[w].Store(int64(i))
				}
			})
		}
		time.Sleep(time.Duration(rng.IntN(15)) * time.Millisecond)
		var before [8]int
		for w := range acked {
			before[w] = int(acked[w].Load())
		}
		clone := mem.CrashClone(vfs.CrashCloneCfg{UnsyncedDataPercent: rng.IntN(100), RNG: rng})
		stop.Store(true)
		wg.Wait()

		back := open(t, small(clone))
		view(t, back, func(r *Reader) {
			for w := range before {
				for i := 1; i < 400; i++ {
					a, errA := r.Experience(idOf(w*1000 + i))
					b, errB := r.Experience(idOf(100_000 + w*1000 + i))
					require.Equal(t, errA, errB, "both or neither")
					if i <= before[w] {
						require.NoError(t, errA)
						require.Equal(t, record("w", w*1000+i).Content, a.Content)
						require.Equal(t, record("w", 100_000+w*1000+i).Content, b.Content)
					}
				}
			}
		})
		require.Empty(t, problems(t, back))
		require.NoError(t, back.Close())
	}
}
