package ledger

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

// onDisk are options for a ledger in the system's files.
func onDisk() Options {
	o := small(nil)
	o.FS = nil
	return o
}

// contents reads the files of a directory.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		require.NoError(t, err)
		out[e.Name()] = string(data)
	}
	return out
}

// TestGone takes the directory of an open ledger away, and puts another ledger in its place or
// none: no call of the first touches what is there, and it says what happened (L10).
func TestGone(t *testing.T) {
	ctx := context.Background()
	for name, call := range map[string]func(l *Ledger) error{
		"close":  func(*Ledger) error { return ErrGone }, // by itself
		"update": func(l *Ledger) error { return l.Update(ctx, func(tx *Tx) error { return tx.Put(record("ana", 2)) }) },
		"flush":  func(l *Ledger) error { return l.await(l.db.Flush) },
		"compact": func(l *Ledger) error {
			return l.await(func() error { return l.db.Compact(ctx, []byte{0}, []byte{0xff}, false) })
		},
		"reclaim": func(l *Ledger) error { return l.Reclaim(ctx) },
	} {
		for _, replaced := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				dir := filepath.Join(t.TempDir(), "ledger")
				l, err := Open(dir, onDisk())
				require.NoError(t, err)
				put(t, l, record("ana", 1))
				require.NoError(t, l.Update(ctx, func(tx *Tx) error { return tx.Purge(schema.TypeExperience, record("ana", 1).ObjectKey()) }))

				require.NoError(t, os.RemoveAll(dir))
				var before map[string]string
				if replaced {
					other := filepath.Join(t.TempDir(), "ledger")
					o, err := Open(other, onDisk())
					require.NoError(t, err)
					put(t, o, record("bob", 7))
					require.NoError(t, o.Close())
					require.NoError(t, os.Rename(other, dir))
					before = contents(t, dir)
				}
				require.ErrorIs(t, call(l), ErrGone)
				require.ErrorIs(t, l.Close(), schema.ErrGone)
				if !replaced {
					require.NoDirExists(t, dir)
					return
				}
				require.Equal(t, before, contents(t, dir))
				again, err := Open(dir, onDisk())
				require.NoError(t, err)
				view(t, again, func(r *Reader) { require.Len(t, ids(t, r, "bob", Everything(), Scan{}), 1) })
				require.NoError(t, again.Close())
			})
		}
	}
}
