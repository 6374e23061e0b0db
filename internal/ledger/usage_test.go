package ledger

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

// What is stamped does not depend on whether usage was written meanwhile, which happens now and then in the background (I10).
func TestUsageTakesNoStamp(t *testing.T) {
	t.Parallel()
	stamps := func(between func(l *Ledger)) (out []time.Time) {
		o := small(vfs.NewMem())
		o.Clock = func() time.Time { return day0 }
		l := open(t, o)
		for n := 1; n <= 3; n++ {
			put(t, l, record("ana", n))
			between(l)
		}
		view(t, l, func(r *Reader) {
			for n := 1; n <= 3; n++ {
				id := idOf(n)
				v, err := r.Current(schema.TypeExperience, string(id[:]))
				require.NoError(t, err)
				out = append(out, v.Stamp)
			}
		})
		require.NoError(t, l.Close())
		return out
	}
	want := stamps(func(*Ledger) {})
	require.Equal(t, 2*time.Microsecond, want[2].Sub(want[0]), "each write has its own")
	require.Equal(t, want, stamps(func(l *Ledger) {
		require.NoError(t, l.Touch(Touch{ID: idOf(1), At: day0, Accessed: 1}))
		require.NoError(t, l.FlushUsage(context.Background()))
	}))
}

func TestUsageIsCoalesced(t *testing.T) { // 000-23, 000-26
	fs := vfs.NewMem()
	l := open(t, small(fs))
	put(t, l, record("ana", 1), record("ana", 2))
	seq := l.Seq()
	for i := range 5 {
		require.NoError(t, l.Touch(Touch{ID: idOf(1), At: day0.Add(time.Duration(5-i) * time.Hour), Accessed: 1}))
	}
	require.NoError(t, l.Touch(Touch{ID: idOf(2), At: day0, Accessed: 2, Reinforced: 1}, Touch{ID: idOf(9), Accessed: 1}))
	want := map[int]schema.Usage{
		1: {LastAccessed: day0.Add(5 * time.Hour), AccessCount: 5},
		2: {LastAccessed: day0, AccessCount: 2, Reinforced: 1},
	}
	same := func(flushed bool) {
		view(t, l, func(r *Reader) {
			for n, u := range want {
				e, err := r.Experience(idOf(n))
				require.NoError(t, err)
				require.Equal(t, u, e.Usage)
			}
			got := ids(t, r, "ana", Accessed(), Scan{})
			if flushed {
				require.Equal(t, []schema.ID{idOf(1), idOf(2)}, got)
			} else {
				require.Empty(t, got)
			}
		})
	}
	same(false)
	require.NoError(t, l.FlushUsage(context.Background()))
	same(true)
	require.Equal(t, seq, l.Seq(), "the feed does not tell")
	require.NoError(t, l.Touch(Touch{ID: idOf(2), At: day0.Add(9 * time.Hour), Accessed: 1}))
	require.NoError(t, l.Close())

	l = open(t, small(fs))
	view(t, l, func(r *Reader) {
		require.Equal(t, []schema.ID{idOf(2), idOf(1)}, ids(t, r, "ana", Accessed(), Scan{}), "Close writes them")
	})
	require.NoError(t, l.Update(context.Background(), func(tx *Tx) error {
		return tx.Delete(schema.TypeExperience, record("ana", 1).ObjectKey())
	}))
	put(t, l, record("ana", 1))
	view(t, l, func(r *Reader) {
		u, err := r.Usage(idOf(1))
		require.NoError(t, err)
		require.Zero(t, u, "a deleted record takes its usage along")
	})
	require.Empty(t, problems(t, l))
}

func TestUsageIsFlushedInTheBackground(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		opts := small(vfs.NewMem())
		opts.UsageInterval = time.Minute
		l, err := Open("store", opts)
		require.NoError(t, err)
		put(t, l, record("ana", 1))
		require.NoError(t, l.Touch(Touch{ID: idOf(1), At: day0, Accessed: 1}))
		time.Sleep(time.Minute + time.Second)
		synctest.Wait()
		view(t, l, func(r *Reader) { require.Len(t, ids(t, r, "ana", Accessed(), Scan{}), 1) })
		require.NoError(t, l.Close())
	})
}

func TestVectors(t *testing.T) { // I11
	l := open(t, small(vfs.NewMem()))
	put(t, l, record("ana", 1), record("ana", 2))
	require.NoError(t, l.Update(context.Background(), func(tx *Tx) error {
		for _, v := range []struct {
			generation string
			n          int
		}{{"small", 1}, {"small", 2}, {"smaller", 1}} {
			if err := tx.PutVector(v.generation, idOf(v.n), []byte(v.generation)); err != nil {
				return err
			}
		}
		return nil
	}))
	count := func(generation string) (n int) {
		view(t, l, func(r *Reader) {
			for v, err := range r.Vectors(generation) {
				require.NoError(t, err)
				require.Equal(t, generation, string(v.Data))
				n++
			}
		})
		return n
	}
	require.Equal(t, 2, count("small"))
	require.Equal(t, 1, count("smaller"))
	require.Equal(t, 0, count("smal"))
	require.NoError(t, l.Update(context.Background(), func(tx *Tx) error { return tx.DropVectors("small") }))
	require.Equal(t, 0, count("small"))
	require.Equal(t, 1, count("smaller"))
	require.NoError(t, l.Update(context.Background(), func(tx *Tx) error {
		return tx.Delete(schema.TypeExperience, record("ana", 1).ObjectKey())
	}))
	require.Equal(t, 0, count("smaller"))
	require.Empty(t, problems(t, l))
}
