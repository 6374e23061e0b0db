package ledger

import (
	"context"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

// parting is a ledger with records 0 to 5 and its copy, opened.
func parting(t *testing.T) (ours, theirs *Ledger) {
	t.Helper()
	fs := vfs.NewMem()
	ours = open(t, small(fs))
	for n := range 6 {
		put(t, ours, record("a", n))
	}
	require.NoError(t, ours.Backup(context.Background(), "copy"))
	theirs, err := Open("copy", small(fs))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, theirs.Close()) })
	return ours, theirs
}

func change(t *testing.T, l *Ledger, fn func(*Tx) error) {
	t.Helper()
	require.NoError(t, l.Update(context.Background(), fn))
}

// both reads two ledgers at once.
func both(t *testing.T, a, b *Ledger, fn func(a, b *Reader)) {
	t.Helper()
	require.NoError(t, a.View(context.Background(), func(x *Reader) error {
		return b.View(context.Background(), func(y *Reader) error {
			fn(x, y)
			return nil
		})
	}))
}

// saying is record n with other words.
func saying(n int, words string) *schema.Experience {
	e := record("a", n)
	e.Content = words
	return e
}

// TestDiverged tells exactly the objects that say something else (900-10): not
// those that were only written again, found similar to others or first heard of
// at another time, and those that are there on one side only.
func TestDiverged(t *testing.T) {
	ours, theirs := parting(t)
	both(t, ours, theirs, func(a, b *Reader) {
		for _, err := range Diverged(a, b, schema.TypeExperience, "") {
			t.Fatal("a copy differs", err)
		}
	})
	again := record("a", 0)
	again.Similar = nil
	put(t, ours, again, saying(1, "ours"), saying(2, "same"), record("b", 6))
	put(t, theirs, saying(2, "same"), saying(3, "theirs"))
	key4 := record("a", 4).ObjectKey()
	change(t, theirs, func(tx *Tx) error { return tx.Delete(schema.TypeExperience, key4) })
	change(t, ours, func(tx *Tx) error { return tx.Purge(schema.TypeExperience, record("a", 5).ObjectKey()) })

	want := map[string]bool{}
	for _, n := range []int{1, 3, 4, 5, 6} {
		want[record("a", n).ObjectKey()] = true
	}
	both(t, ours, theirs, func(a, b *Reader) {
		last, got := "", map[string]bool{}
		for key, err := range Diverged(a, b, schema.TypeExperience, "") {
			require.NoError(t, err)
			require.Greater(t, key, last)
			last, got[key] = key, true
		}
		require.Equal(t, want, got)
		first := ""
		for key := range want {
			if first == "" || key < first {
				first = key
			}
		}
		for key, err := range Diverged(a, b, schema.TypeExperience, "") {
			require.NoError(t, err)
			require.Equal(t, first, key)
			break
		}
	})
}

// TestTogether finds the last version that two histories have in common, and up
// to which change two ledgers were one.
func TestTogether(t *testing.T) {
	ours, theirs := parting(t)
	seq := ours.Seq()
	put(t, ours, saying(0, "one"), saying(1, "ours"))
	put(t, ours, saying(0, "two"))
	put(t, theirs, saying(1, "theirs"), saying(0, "one"))
	change(t, ours, func(tx *Tx) error { return tx.Purge(schema.TypeExperience, record("a", 2).ObjectKey()) })
	change(t, ours, func(tx *Tx) error { return tx.Delete(schema.TypeExperience, record("a", 3).ObjectKey()) })
	both(t, ours, theirs, func(a, b *Reader) {
		parted, err := Parted(a, b)
		require.NoError(t, err)
		require.Equal(t, seq, parted)
		for n, base := range map[int]int{0: 2, 1: 1, 2: 0, 3: 1, 4: 1} {
			past, err := Together(a, b, schema.TypeExperience, record("a", n).ObjectKey())
			require.NoError(t, err)
			if base == 0 {
				require.Nil(t, past.Base)
				require.Empty(t, past.Ours)
				continue
			}
			require.Equal(t, base, past.Base.Number, n)
		}
	})
}
