package ledger

import (
	"context"
	"encoding/binary"
	"io/fs"
	"syscall"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

func TestVersionsAscendAndStay(t *testing.T) { // 000-29, I4
	l := open(t, small(vfs.NewMem()))
	e := record("ana", 1)
	put(t, l, e)
	require.Equal(t, 1, e.Version)
	first := *e
	e.Content = "second"
	put(t, l, e)
	require.Equal(t, 2, e.Version)
	require.Equal(t, first.Recorded, e.Recorded)
	require.True(t, e.Updated.After(first.Updated))

	require.NoError(t, l.Update(context.Background(), func(tx *Tx) error {
		return tx.Delete(schema.TypeExperience, e.ObjectKey())
	}))
	e.Content = "again"
	put(t, l, e)
	require.Equal(t, 4, e.Version)

	view(t, l, func(r *Reader) {
		var got []string
		for v, err := range r.History(schema.TypeExperience, e.ObjectKey()) {
			require.NoError(t, err)
			if v.Deleted {
				got = append(got, "deleted")
			} else {
				got = append(got, v.Object.(*schema.Experience).Content)
			}
		}
		require.Equal(t, []string{"again", "deleted", "second", "record 1"}, got)

		v, err := r.AsOf(schema.TypeExperience, e.ObjectKey(), first.Updated)
		require.NoError(t, err)
		require.Equal(t, &first, v.Object)
		_, err = r.AsOf(schema.TypeExperience, e.ObjectKey(), first.Updated.Add(-time.Microsecond))
		require.ErrorIs(t, err, ErrNotFound)
		v, err = r.At(schema.TypeExperience, e.ObjectKey(), 3)
		require.NoError(t, err)
		require.True(t, v.Deleted)
		v, err = r.At(schema.TypeExperience, e.ObjectKey(), 2)
		require.NoError(t, err)
		require.Equal(t, 2, v.Number)
	})
	require.Empty(t, problems(t, l))
}

// TestVersionErrorNames: an error calls an object by what its caller knows it as: its name, the
// agent's, and ids as they are written elsewhere.
func TestVersionErrorNames(t *testing.T) {
	id := schema.ID{15: 7}
	for want, obj := range map[string]schema.Object{
		`block "human" of "ana"`:                                      &schema.Block{Agent: "ana", Name: "human"},
		`entity "person:bo" of "ana"`:                                 &schema.Entity{Agent: "ana", Key: "person:bo"},
		`alias "Bo ana person:bo" of "ana"`:                           &schema.Alias{Agent: "ana", Text: "Bo", User: "ana", Entity: "person:bo"},
		`conflict 00000000-0000-0000-0000-000000000007 of "ana"`:      &schema.Conflict{Agent: "ana", ID: id},
		`experience 00000000-0000-0000-0000-000000000007: have versi`: &schema.Experience{Agent: "ana", ID: id},
	} {
		require.ErrorContains(t, &VersionError{Type: obj.ObjectType(), Key: obj.ObjectKey(), Have: 1, Want: 2}, want)
	}
}

func TestPutVersion(t *testing.T) {
	l := open(t, small(vfs.NewMem()))
	e := record("ana", 1)
	try := func(want int) error {
		return l.Update(context.Background(), func(tx *Tx) error { return tx.PutVersion(e, want) })
	}
	require.NoError(t, try(0))
	err := try(0)
	require.ErrorIs(t, err, ErrVersion)
	var ve *VersionError
	require.ErrorAs(t, err, &ve)
	require.Equal(t, 1, ve.Have)
	require.ErrorContains(t, err, e.ID.String(), "as other errors write the id of a record")
	require.NoError(t, try(1))
	require.ErrorIs(t, try(7), ErrVersion)
}

func TestRollback(t *testing.T) {
	l := open(t, small(vfs.NewMem()))
	put(t, l, record("ana", 1))
	before, err := l.Digest(context.Background())
	require.NoError(t, err)

	for name, fn := range map[string]func(cancel func()) error{
		"error":  func(func()) error { return errOops },
		"panic":  func(func()) error { panic(errOops) },
		"cancel": func(cancel func()) error { cancel(); return nil },
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			update := func() error {
				return l.Update(ctx, func(tx *Tx) error {
					require.NoError(t, tx.Put(record("ana", 2)))
					require.NoError(t, tx.Delete(schema.TypeExperience, record("ana", 1).ObjectKey()))
					return fn(cancel)
				})
			}
			if name == "panic" {
				require.PanicsWithValue(t, errOops, func() { _ = update() })
			} else {
				require.Error(t, update())
			}
			after, err := l.Digest(context.Background())
			require.NoError(t, err)
			require.Equal(t, before, after)
			require.Equal(t, uint64(1), l.Seq())
			require.Empty(t, problems(t, l))
		})
	}
	put(t, l, record("ana", 2)) // the lock is free again
}

func TestTxSeesItsOwnWrites(t *testing.T) {
	l := open(t, small(vfs.NewMem()))
	put(t, l, record("ana", 1))
	require.NoError(t, l.Update(context.Background(), func(tx *Tx) error {
		require.NoError(t, tx.Put(record("ana", 2)))
		require.Equal(t, []schema.ID{idOf(2), idOf(1)}, ids(t, &tx.Reader, "ana", Everything(), Scan{}))
		require.NoError(t, tx.Delete(schema.TypeExperience, record("ana", 2).ObjectKey()))
		require.Equal(t, []schema.ID{idOf(1)}, ids(t, &tx.Reader, "ana", Everything(), Scan{}))
		_, err := tx.Experience(idOf(2))
		require.ErrorIs(t, err, ErrNotFound)
		return nil
	}))
	require.Empty(t, problems(t, l))
}

func TestSnapshotStaysAsOthersWrite(t *testing.T) { // L7
	l := open(t, small(vfs.NewMem()))
	put(t, l, record("ana", 1))
	view(t, l, func(r *Reader) {
		e := record("ana", 1)
		e.Content = "changed"
		put(t, l, e, record("ana", 2))
		require.NoError(t, l.Update(context.Background(), func(tx *Tx) error {
			return tx.Purge(schema.TypeExperience, e.ObjectKey())
		}))
		got, err := r.Experience(idOf(1))
		require.NoError(t, err)
		require.Equal(t, "record 1", got.Content)
		require.Equal(t, []schema.ID{idOf(1)}, ids(t, r, "ana", Everything(), Scan{}))
		seq, err := r.Seq()
		require.NoError(t, err)
		require.Equal(t, uint64(1), seq)
	})
}

func TestNewerFormatIsRefused(t *testing.T) {
	fs := vfs.NewMem()
	l := open(t, small(fs))
	require.NoError(t, l.db.Set(metaKey(metaFormat), binary.AppendUvarint(nil, formatVersion+1), pebble.Sync))
	require.NoError(t, l.Close())
	_, err := Open("store", small(fs))
	require.ErrorIs(t, err, ErrNewer)
	_, err = Open("store", small(fs)) // the refusal released the lock
	require.ErrorIs(t, err, ErrNewer)
}

func TestSecondOpenIsLockedOut(t *testing.T) {
	dir := t.TempDir()
	opts := small(nil)
	l, err := Open(dir, opts)
	require.NoError(t, err)
	_, err = Open(dir, opts)
	require.ErrorIs(t, err, ErrLocked)
	t.Chdir(dir)
	_, err = Open(".", opts) // by another name
	require.ErrorIs(t, err, ErrLocked)
	require.NoError(t, l.Close())
	require.NoError(t, l.Close())
	l, err = Open(dir, opts)
	require.NoError(t, err)
	require.NoError(t, l.Close())
	require.ErrorIs(t, l.View(context.Background(), nil), ErrClosed)
	require.ErrorIs(t, l.Update(context.Background(), nil), ErrClosed)
}

// A lock that may not be opened is held by nobody: whoever waits for it would wait for ever.
func TestLockNotOursIsNotHeld(t *testing.T) {
	refused := func(err error) error { return lockError("store", err) }
	require.ErrorIs(t, refused(syscall.EACCES), ErrLocked, "as POSIX has it")
	err := refused(&fs.PathError{Op: "open", Path: "store/LOCK", Err: syscall.EACCES})
	require.NotErrorIs(t, err, ErrLocked)
	require.ErrorIs(t, err, fs.ErrPermission)
}

func TestReadOnly(t *testing.T) {
	fs := vfs.NewMem()
	opts := small(fs)
	opts.ReadOnly = true
	_, err := Open("store", opts)
	require.Error(t, err, "there is nothing to read")
	l := open(t, small(fs))
	put(t, l, record("ana", 1))
	require.NoError(t, l.Close())

	l = open(t, opts)
	require.ErrorIs(t, l.Update(context.Background(), nil), ErrReadOnly)
	require.NoError(t, l.Touch(Touch{ID: idOf(1), Accessed: 1}))
	view(t, l, func(r *Reader) {
		_, err := r.Experience(idOf(1))
		require.NoError(t, err)
	})
	require.Empty(t, problems(t, l))
}

func TestStampsNeverGoBack(t *testing.T) {
	opts := small(vfs.NewMem())
	now := day0
	opts.Clock = func() time.Time { now = now.Add(-time.Hour); return now }
	l := open(t, opts)
	last := time.Time{}
	for range 3 {
		e := record("ana", 1)
		put(t, l, e)
		require.True(t, e.Updated.After(last))
		last = e.Updated
	}
	require.Empty(t, problems(t, l))
}

func TestInvalidObjectsAreRefused(t *testing.T) { // 002-13
	l := open(t, small(vfs.NewMem()))
	put(t, l, record("ana", 1))
	for name, obj := range map[string]schema.Object{
		"no id":         &schema.Experience{Agent: "ana"},
		"NUL in agent":  &schema.Entity{Agent: "a\x00b", Key: "person:x"},
		"another agent": record("bob", 1),
	} {
		t.Run(name, func(t *testing.T) {
			err := l.Update(context.Background(), func(tx *Tx) error { return tx.Put(obj) })
			require.ErrorIs(t, err, ErrInvalid)
		})
	}
}
