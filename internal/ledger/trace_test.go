package ledger

import (
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

// What was purged leaves its id and the number of its last version, and so does a
// record of another store that was known here under another id; an id that was made
// of the content leaves nothing (I9).
func TestTrace(t *testing.T) {
	l := open(t, small(vfs.NewMem()))
	random, named, known, here := uuid.New(), uuid.NewSHA1(uuid.Nil, []byte("words")), uuid.New(), uuid.New()
	for _, id := range []schema.ID{random, named} {
		e := record("ana", 1)
		e.ID = id
		put(t, l, e)
		put(t, l, e)
		change(t, l, func(tx *Tx) error { return tx.Purge(schema.TypeExperience, e.ObjectKey()) })
	}
	back := record("ana", 1) // as an import of what was exported before the purge
	back.ID = random
	put(t, l, back)
	change(t, l, func(tx *Tx) error { return tx.Purge(schema.TypeExperience, back.ObjectKey()) })
	change(t, l, func(tx *Tx) error { return tx.Known(known, 3, here) })
	change(t, l, func(tx *Tx) error { return tx.Known(named, 3, here) })
	view(t, l, func(r *Reader) {
		for id, want := range map[schema.ID]Trace{random: {Number: 2}, known: {Number: 3, As: here}, named: {}, here: {}} {
			got, there, err := r.Trace(id)
			require.NoError(t, err)
			require.Equal(t, want, got)
			require.Equal(t, want != Trace{}, there)
		}
	})
	require.Empty(t, problems(t, l))
}

// What leads to a record with an id that was made of the content tells, once that is
// purged, that it was, and no file has the id (I9).
func TestTraceOutlivesNoContent(t *testing.T) {
	fs := vfs.NewMem()
	opts := small(fs)
	opts.Uncompressed = true
	l := open(t, opts)
	e, led, other := record("ana", 1), uuid.New(), uuid.New()
	e.ID = uuid.NewSHA1(uuid.Nil, []byte("words"))
	put(t, l, e)
	const number = 'N' // before the id, where only a trace has it
	change(t, l, func(tx *Tx) error { return tx.Known(led, number, e.ID) })
	change(t, l, func(tx *Tx) error { return tx.Known(other, number, led) })
	value := append([]byte{number}, e.ID[:]...)
	require.NoError(t, l.await(l.db.Flush))
	require.NotEmpty(t, filesHolding(t, fs, "store", value))

	change(t, l, func(tx *Tx) error { return tx.Purge(schema.TypeExperience, e.ObjectKey()) })
	require.NoError(t, l.Reclaim(t.Context()))
	require.Empty(t, filesHolding(t, fs, "store", value))
	view(t, l, func(r *Reader) {
		for id, want := range map[schema.ID]Trace{led: {Number: number}, other: {Number: number, As: led}} {
			got, _, err := r.Trace(id)
			require.NoError(t, err)
			require.Equal(t, want, got)
		}
	})
}

// All records of a transaction whose ids go with them are looked for in the traces, and
// only in those that lead to them (I9).
func TestTracesEndTogether(t *testing.T) {
	l := open(t, small(vfs.NewMem()))
	var traces []schema.ID
	change(t, l, func(tx *Tx) error {
		for n := range 3 {
			e := record("ana", 1)
			e.ID = uuid.NewSHA1(uuid.Nil, []byte{byte(n)})
			require.NoError(t, tx.Put(e))
			for range 2 {
				traces = append(traces, uuid.New())
				require.NoError(t, tx.Known(traces[len(traces)-1], 7, e.ID))
			}
		}
		return nil
	})
	stays := uuid.NewSHA1(uuid.Nil, []byte{2})
	change(t, l, func(tx *Tx) error {
		for n := range byte(2) {
			id := uuid.NewSHA1(uuid.Nil, []byte{n})
			require.NoError(t, tx.Purge(schema.TypeExperience, string(id[:])))
		}
		return nil
	})
	view(t, l, func(r *Reader) {
		for i, id := range traces {
			got, _, err := r.Trace(id)
			require.NoError(t, err)
			want := Trace{Number: 7}
			if i >= 4 {
				want.As = stays
			}
			require.Equal(t, want, got)
		}
	})
	require.Empty(t, problems(t, l))
}
