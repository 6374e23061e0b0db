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
// of the content is left by neither (I9).
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
	led := uuid.New()
	change(t, l, func(tx *Tx) error { return tx.Known(led, 3, named) })
	view(t, l, func(r *Reader) {
		for id, want := range map[schema.ID]Trace{random: {Number: 2}, known: {Number: 3, As: here}, named: {}, here: {}, led: {}} {
			got, there, err := r.Trace(id)
			require.NoError(t, err)
			require.Equal(t, want, got)
			require.Equal(t, want != Trace{}, there)
		}
	})
	require.Empty(t, problems(t, l))
}
