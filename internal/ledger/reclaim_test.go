package ledger

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

const canary = "canary-7f3a"

// filesWith names the files that contain the canary.
func filesWith(t *testing.T, fs vfs.FS, dir string) []string {
	t.Helper()
	return filesHolding(t, fs, dir, []byte(canary))
}

// filesHolding names the files that contain some bytes.
func filesHolding(t *testing.T, fs vfs.FS, dir string, what []byte) []string {
	t.Helper()
	var out []string
	names, err := fs.List(dir)
	require.NoError(t, err)
	for _, name := range names {
		f, err := fs.Open(fs.PathJoin(dir, name))
		if err != nil {
			continue
		}
		data, err := io.ReadAll(f)
		require.NoError(t, err)
		require.NoError(t, f.Close())
		if bytes.Contains(data, what) {
			out = append(out, name)
		}
	}
	return out
}

// secret is a record whose every text holds the canary, with a history.
func secret(t *testing.T, l *Ledger) *schema.Experience {
	t.Helper()
	e := record("ana", 1)
	e.Content, e.Tags, e.Session, e.Source.Path = canary, []string{canary, "all"}, canary, canary+".md"
	e.Mentions = []schema.Mention{{Entity: "person:" + canary}}
	put(t, l, e)
	require.NoError(t, l.await(l.db.Flush)) // one version lies in a table
	e.Tags = []string{"no more", canary + "2"}
	put(t, l, e)
	require.NoError(t, l.Update(context.Background(), func(tx *Tx) error {
		return tx.PutVector(canary, e.ID, []byte(canary))
	}))
	return e
}

func TestPurgeLeavesNoByte(t *testing.T) { // I9
	for name, at := range map[string]func(t *testing.T, l *Ledger, fs vfs.FS) *Ledger{
		"at once": func(_ *testing.T, l *Ledger, _ vfs.FS) *Ledger { return l },
		"flushed": func(t *testing.T, l *Ledger, _ vfs.FS) *Ledger {
			require.NoError(t, l.await(l.db.Flush))
			return l
		},
		"reopened": func(t *testing.T, l *Ledger, fs vfs.FS) *Ledger {
			require.NoError(t, l.Close())
			opts := small(fs)
			opts.Uncompressed = true
			return open(t, opts)
		},
	} {
		t.Run(name, func(t *testing.T) {
			fs := vfs.NewMem()
			opts := small(fs)
			opts.Uncompressed = true
			l := open(t, opts)
			for n := range 200 {
				put(t, l, record("ana", 100+n))
			}
			e := secret(t, l)
			require.NotEmpty(t, filesWith(t, fs, "store"), "the test can see the bytes")

			require.NoError(t, l.Update(context.Background(), func(tx *Tx) error {
				return tx.Purge(schema.TypeExperience, e.ObjectKey())
			}))
			l = at(t, l, fs)
			require.NoError(t, l.Reclaim(context.Background()))
			require.Empty(t, filesWith(t, fs, "store"))
			require.Empty(t, problems(t, l))
			view(t, l, func(r *Reader) {
				_, err := r.Current(schema.TypeExperience, e.ObjectKey())
				require.ErrorIs(t, err, ErrNotFound)
				require.Len(t, ids(t, r, "ana", Everything(), Scan{}), 200)
			})
		})
	}
}

// A record whose history is purged stands as it was, and nothing of its past is
// left (I9).
func TestPurgeHistoryLeavesTheLastVersion(t *testing.T) {
	fs := vfs.NewMem()
	opts := small(fs)
	opts.Uncompressed = true
	l := open(t, opts)
	e := secret(t, l)
	require.NoError(t, l.Touch(Touch{ID: e.ID, Accessed: 3}))
	require.NoError(t, l.Update(context.Background(), func(tx *Tx) error { return tx.DropVectorsOf(e.ID) }))
	recorded := e.Recorded
	e.Content, e.Tags, e.Session, e.Source.Path, e.Mentions = "clean", []string{"all"}, "s", "", nil
	require.NoError(t, l.Update(context.Background(), func(tx *Tx) error {
		require.ErrorIs(t, tx.PurgeHistory(schema.TypeExperience, "nothing"), ErrNotFound)
		return errors.Join(tx.Put(e), tx.PurgeHistory(schema.TypeExperience, e.ObjectKey()))
	}))
	require.NoError(t, l.Reclaim(context.Background()))
	require.Empty(t, filesWith(t, fs, "store"))
	require.Empty(t, problems(t, l))
	view(t, l, func(r *Reader) {
		have, err := r.Experience(e.ID)
		require.NoError(t, err)
		require.Equal(t, "clean", have.Content)
		require.Equal(t, 3, have.Version)
		require.Equal(t, recorded, have.Recorded)
		require.Len(t, ids(t, r, "ana", InSession("s"), Scan{}), 1)
		usage, err := r.Usage(e.ID)
		require.NoError(t, err)
		require.Equal(t, 3, usage.AccessCount)
		for v, err := range r.History(schema.TypeExperience, e.ObjectKey()) {
			require.NoError(t, err)
			require.Equal(t, 3, v.Number)
		}
	})
}

// The feed names the keys of what was purged until it is trimmed.
func TestPurgedNamesGoWithTheFeed(t *testing.T) {
	fs := vfs.NewMem()
	opts := small(fs)
	opts.Uncompressed = true
	l := open(t, opts)
	b := &schema.Block{Agent: "ana", Name: canary, Text: canary}
	a := &schema.Alias{Agent: "ana", Text: canary, Entity: "person:" + canary}
	r := &schema.Relation{Agent: "ana", From: "person:" + canary, Type: "knows", To: "person:x"}
	put(t, l, b, a, r)
	require.NoError(t, l.Update(context.Background(), func(tx *Tx) error {
		for _, o := range []schema.Object{b, a, r} {
			if err := tx.Purge(o.ObjectType(), o.ObjectKey()); err != nil {
				return err
			}
		}
		return nil
	}))
	require.NoError(t, l.TrimFeed(context.Background(), l.Seq()))
	require.NoError(t, l.Reclaim(context.Background()))
	require.Empty(t, filesWith(t, fs, "store"))
}

// A Reclaim that never ran is made up for after the next open.
func TestReclaimIsOwedAcrossACrash(t *testing.T) {
	mem := vfs.NewCrashableMem()
	opts := small(mem)
	opts.Uncompressed = true
	l := open(t, opts)
	e := secret(t, l)
	require.NoError(t, l.Update(context.Background(), func(tx *Tx) error {
		return tx.Purge(schema.TypeExperience, e.ObjectKey())
	}))
	clone := mem.CrashClone(vfs.CrashCloneCfg{})
	opts = small(clone)
	opts.Uncompressed = true
	back := open(t, opts)
	require.NotEmpty(t, filesWith(t, clone, "store"))
	require.NoError(t, back.Reclaim(context.Background()))
	require.Empty(t, filesWith(t, clone, "store"))
	require.True(t, back.dirt.empty())
	require.NoError(t, back.Close())

	back = open(t, opts)
	require.True(t, back.dirt.empty(), "the debt is paid")
}

// A Reclaim for one agent, which has trimmed the feed up to its own purge, leaves that of
// another owed, across a crash as well. When it is done for that one too, no file names
// what the feed named until then (I9).
func TestReclaimOfOneAgent(t *testing.T) {
	ctx := context.Background()
	mem := vfs.NewCrashableMem()
	opts := small(mem)
	opts.Uncompressed = true
	l := open(t, opts)
	purge := func(agent string, key schema.EntityKey) {
		e := &schema.Entity{Agent: agent, Key: key, Name: "someone"}
		put(t, l, e)
		change(t, l, func(tx *Tx) error { return tx.Purge(schema.TypeEntity, e.ObjectKey()) })
	}
	purge("ana", "person:ana")
	upto := l.DurableSeq()
	purge("bo", "person:"+canary)
	purge("ana", "person:"+canary)
	require.NoError(t, l.TrimFeed(ctx, upto))
	require.NoError(t, l.ReclaimOf(ctx, "ana", upto))
	require.True(t, l.Owed())

	opts = small(mem.CrashClone(vfs.CrashCloneCfg{}))
	require.True(t, open(t, opts).Owed(), "the next open can make good for it")

	upto = l.DurableSeq()
	require.NoError(t, l.TrimFeed(ctx, upto))
	require.NoError(t, l.ReclaimOf(ctx, "bo", upto))
	require.True(t, l.Owed(), "what was purged of ana since")
	require.Empty(t, filesWith(t, mem, "store"))
	require.NoError(t, l.ReclaimOf(ctx, "ana", upto))
	require.False(t, l.Owed())
	require.Empty(t, problems(t, l))
}

// TestSettle settles beside a view from before the purge, which goes on reading
// what it read, and beside one from after it. The debt stays until the Reclaim,
// which leaves no byte either way (I9).
func TestSettle(t *testing.T) {
	ctx := context.Background()
	for _, before := range []bool{true, false} {
		fs := vfs.NewMem()
		opts := small(fs)
		opts.Uncompressed = true
		l := open(t, opts)
		require.NoError(t, l.Settle(ctx), "nothing to do")
		for n := range 200 {
			put(t, l, record("ana", 100+n))
		}
		e := secret(t, l)
		purge := func() {
			require.NoError(t, l.Update(ctx, func(tx *Tx) error { return tx.Purge(schema.TypeExperience, e.ObjectKey()) }))
		}
		if !before {
			purge()
		}
		view(t, l, func(r *Reader) {
			if before {
				purge()
			}
			require.NoError(t, l.Settle(ctx))
			_, err := r.Current(schema.TypeExperience, e.ObjectKey())
			require.Equal(t, before, err == nil)
		})
		require.True(t, l.Owed())
		require.NoError(t, l.Reclaim(ctx))
		require.False(t, l.Owed())
		require.Empty(t, filesWith(t, fs, "store"))
		require.Empty(t, problems(t, l))
	}
}

func TestReclaimWhileOthersWork(t *testing.T) {
	l := open(t, small(vfs.NewMem()))
	var wg sync.WaitGroup
	for w := range 3 {
		wg.Go(func() {
			for i := range 60 {
				n := w*1000 + i
				put(t, l, record("ana", n))
				view(t, l, func(r *Reader) {
					_, err := r.Experience(idOf(n))
					require.NoError(t, err)
				})
				if i%3 == 0 {
					require.NoError(t, l.Update(context.Background(), func(tx *Tx) error {
						return tx.Purge(schema.TypeExperience, record("ana", n).ObjectKey())
					}))
				}
			}
		})
	}
	wg.Go(func() {
		for range 10 {
			require.NoError(t, l.Reclaim(context.Background()))
		}
	})
	wg.Wait()
	require.Empty(t, problems(t, l))
	view(t, l, func(r *Reader) { require.Len(t, ids(t, r, "ana", Everything(), Scan{}), 120) })
}

func TestBackup(t *testing.T) {
	fs := vfs.NewMem()
	l := open(t, small(fs))
	put(t, l, record("ana", 1), record("ana", 2))
	var wg sync.WaitGroup
	stop := make(chan struct{})
	wg.Go(func() { // under load
		for n := 10; ; n++ {
			select {
			case <-stop:
				return
			default:
				put(t, l, record("ana", n), record("bob", n+100_000))
			}
		}
	})
	require.NoError(t, l.Backup(context.Background(), "copy"))
	close(stop)
	wg.Wait()
	require.Error(t, l.Backup(context.Background(), "copy"), "it exists")

	back, err := Open("copy", small(fs))
	require.NoError(t, err)
	require.Empty(t, problems(t, back))
	view(t, back, func(r *Reader) {
		a, b := ids(t, r, "ana", Everything(), Scan{}), ids(t, r, "bob", Everything(), Scan{})
		require.Len(t, a, len(b)+2, "one moment, whole transactions")
	})
	first, err := back.Digest(context.Background())
	require.NoError(t, err)
	require.NoError(t, back.Backup(context.Background(), "again"))
	require.NoError(t, back.Close())
	again, err := Open("again", small(fs))
	require.NoError(t, err)
	second, err := again.Digest(context.Background())
	require.NoError(t, err)
	require.Equal(t, first, second)
	put(t, again, record("ana", 9999))
	third, err := again.Digest(context.Background())
	require.NoError(t, err)
	require.NotEqual(t, second, third)
	require.NoError(t, again.Close())
	require.False(t, strings.Contains(first, third))
}

// TestReclaimOutlastsViewsAndWriters reclaims everything while others delete keys
// under views that keep those deletions from being cleared away: it must start
// over behind a fresh fence, and not give up.
func TestReclaimOutlastsViewsAndWriters(t *testing.T) {
	l := open(t, small(vfs.NewMem()))
	ctx := context.Background()
	for n := range 50 {
		put(t, l, record("ana", n))
	}
	stop := make(chan struct{})
	time.AfterFunc(400*time.Millisecond, func() { close(stop) })
	running := func() bool {
		select {
		case <-stop:
			return false
		default:
			return true
		}
	}
	var wg sync.WaitGroup
	for w := range 2 {
		wg.Go(func() {
			for n := w; running(); n += 2 { // each version deletes the index keys of the one before
				e := record("ana", n%50)
				e.Tags = []string{strconv.Itoa(n)}
				put(t, l, e)
			}
		})
		wg.Go(func() {
			for running() {
				view(t, l, func(*Reader) { time.Sleep(20 * time.Millisecond) })
			}
		})
	}
	for n := 0; running(); n++ {
		require.NoError(t, l.Update(ctx, func(tx *Tx) error {
			return tx.Purge(schema.TypeExperience, record("ana", n%50).ObjectKey())
		}))
		l.dirt.addAll()
		require.NoError(t, l.Reclaim(ctx))
		put(t, l, record("ana", n%50))
	}
	wg.Wait()
	require.Empty(t, problems(t, l))
}

// TestReclaimNeedsNoSecondTry purges the only records there are, over and over:
// tombstones are left with nothing below them, and the engine itself clears some
// away while Reclaim does. With nobody else at work, one try must do.
func TestReclaimNeedsNoSecondTry(t *testing.T) {
	l, err := Open(t.TempDir(), Options{Clock: tick(), UsageInterval: -1})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, l.Close()) })
	ctx := context.Background()
	for round := range 12 {
		for n := range 300 {
			put(t, l, record("ana", n))
		}
		require.NoError(t, l.Update(ctx, func(tx *Tx) error {
			for n := range 300 {
				if err := tx.Purge(schema.TypeExperience, record("ana", n).ObjectKey()); err != nil {
					return err
				}
			}
			return nil
		}))
		keys, all := l.dirt.take()
		require.NoError(t, l.rewrite(ctx, keys, all), "round %d", round)
	}
	require.Empty(t, problems(t, l))
}
