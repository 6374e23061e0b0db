package ledger

import (
	"bytes"
	"context"
	"iter"
	"maps"
	"slices"
	"testing"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/stretchr/testify/require"
)

// TestDamagedFiles damages each file of a closed ledger in turn, and reads all
// of it in every way: whoever is not given the same is told ErrCorrupt, whether
// the damage comes to light when it is opened or when it is read.
func TestDamagedFiles(t *testing.T) {
	files, digest := closedLedger(t)
	other := maps.Clone(files)
	outcomes := map[string]int{}
	try := func(name string, bad []byte, what string, at int) {
		left := maps.Clone(files)
		if left[name] = bad; bad == nil {
			delete(left, name)
		}
		l, err := Open("store", small(writeFiles(t, left)))
		if err == nil {
			var got string
			if got, err = readEverything(l); err == nil {
				require.Equal(t, digest, got, "%s: %s at %d", name, what, at)
			}
			_ = l.Close() // a ledger that failed may say so once more
		}
		if err == nil {
			outcomes["equal"]++
			return
		}
		outcomes["corrupt"]++
		require.ErrorIs(t, err, ErrCorrupt, "%s: %s at %d", name, what, at)
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		good := files[name]
		try(name, nil, "missing", 0)
		for at := 0; at < len(good); at += 1 + len(good)/40 {
			bad := bytes.Clone(good)
			bad[at] ^= 0x10
			try(name, bad, "flipped", at)
			zeros := bytes.Clone(good)
			clear(zeros[at:min(len(zeros), at+64)])
			try(name, zeros, "zeroed", at)
			try(name, bytes.Clone(good[:at]), "cut", at)
		}
		for _, stranger := range slices.Sorted(maps.Keys(other)) {
			if stranger != name {
				try(name, other[stranger], "instead "+stranger, 0)
			}
		}
	}
	t.Log(outcomes)
	require.Positive(t, outcomes["corrupt"])
	require.Positive(t, outcomes["equal"])
}

// readEverything reads a ledger through its own methods, each of which may be
// the one that meets the damage.
func readEverything(l *Ledger) (digest string, err error) {
	ctx := context.Background()
	if digest, err = l.Digest(ctx); err != nil {
		return "", err
	}
	for _, err := range l.Check(ctx) {
		if err != nil {
			return "", err
		}
	}
	err = l.View(ctx, func(r *Reader) error {
		for e, err := range r.Scan("ana", Everything(), Scan{}) {
			if err != nil {
				return err
			}
			if _, err := r.Experience(e.ID); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	if err := l.Update(ctx, func(tx *Tx) error { return tx.Put(record("new", 77)) }); err != nil {
		return "", err
	}
	if err := l.await(func() error { return l.db.Compact(ctx, []byte{0}, []byte{0xff}, false) }); err != nil {
		return "", err
	}
	return digest, l.Backup(ctx, "elsewhere")
}

// TestMalformedKeys: a key that none of ours could be is ErrCorrupt, and named, in whatever
// index a question meets it.
func TestMalformedKeys(t *testing.T) {
	for index, ask := range map[byte]func(*Reader) error{
		idxTime:    func(r *Reader) error { _, err := r.Count("ana", Everything(), Scan{}, 0); return err },
		idxSession: func(r *Reader) error { return last(r.Sequences("ana")) },
		idxLasting: func(r *Reader) error { return last(r.Ongoing("ana", Scan{From: day0})) },
	} {
		l := open(t, small(vfs.NewMem()))
		bad := append(indexPrefix(nil, "ana"), index, 'x')
		require.NoError(t, l.db.Set(bad, nil, pebble.NoSync))
		require.ErrorIs(t, l.View(t.Context(), ask), ErrCorrupt, index)
	}
}

// last is how a sequence ends.
func last[T any](seq iter.Seq2[T, error]) (end error) {
	for _, end = range seq {
	}
	return end
}
