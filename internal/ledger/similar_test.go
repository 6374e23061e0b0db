package ledger

import (
	"encoding/binary"
	"testing"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

// akin is a record and what it was found similar to.
func akin(agent string, n int, to ...schema.Similarity) *schema.Experience {
	e := record(agent, n)
	e.Similar = to
	return e
}

func similarTo(t *testing.T, l *Ledger, agent string, to ...schema.ID) (out map[schema.ID][]schema.Similarity) {
	t.Helper()
	view(t, l, func(r *Reader) {
		var err error
		out, err = r.SimilarTo(agent, to)
		require.NoError(t, err)
	})
	return out
}

// TestSimilarTo: who was found similar to a record is known with the score, as the
// records have it now, and of the agent alone (002-04, I5).
func TestSimilarTo(t *testing.T) {
	l := open(t, small(vfs.NewMem()))
	a, b := idOf(1), idOf(2)
	if schema.CompareIDs(a, b) > 0 {
		a, b = b, a
	}
	put(t, l,
		akin("ana", 10, schema.Similarity{ID: a, Score: .75}, schema.Similarity{ID: b, Score: .1 + .2}),
		akin("ana", 11, schema.Similarity{ID: a, Score: 1}),
		akin("bob", 12, schema.Similarity{ID: a, Score: .9}))
	require.Equal(t, map[schema.ID][]schema.Similarity{
		a: {{ID: idOf(10), Score: .75}, {ID: idOf(11), Score: 1}},
		b: {{ID: idOf(10), Score: .1 + .2}},
	}, similarTo(t, l, "ana", a, b))
	require.Empty(t, similarTo(t, l, "ana"))
	require.Empty(t, similarTo(t, l, "an", a))

	put(t, l, akin("ana", 10, schema.Similarity{ID: a, Score: .5})) // another score, and one neighbour less
	require.Equal(t, map[schema.ID][]schema.Similarity{a: {{ID: idOf(10), Score: .5}, {ID: idOf(11), Score: 1}}}, similarTo(t, l, "ana", a, b))
	require.Empty(t, problems(t, l))
	require.NoError(t, l.Update(t.Context(), func(tx *Tx) error {
		gone := idOf(11)
		return tx.Delete(schema.TypeExperience, string(gone[:]))
	}))
	require.Equal(t, map[schema.ID][]schema.Similarity{a: {{ID: idOf(10), Score: .5}}}, similarTo(t, l, "ana", a))
	require.Empty(t, problems(t, l))
}

// scoreKeys lists the keys that hold a score.
func scoreKeys(t *testing.T, l *Ledger) (keys [][]byte) {
	t.Helper()
	view(t, l, func(r *Reader) {
		for kv, err := range r.keys([]byte{spaceIndex}, []byte{spaceIndex + 1}) {
			require.NoError(t, err)
			if len(kv.value) > 0 {
				keys = append(keys, append([]byte(nil), kv.key...))
			}
		}
	})
	return keys
}

// TestAScoreThatIsNotTheRecords: Check tells of a key whose score is another than
// its record's, and who reads one that makes no sense is told so (L5).
func TestAScoreThatIsNotTheRecords(t *testing.T) {
	l := open(t, small(vfs.NewMem()))
	put(t, l, akin("ana", 10, schema.Similarity{ID: idOf(1), Score: .75}))
	keys := scoreKeys(t, l)
	require.Len(t, keys, 1)
	require.NoError(t, l.db.Set(keys[0], appendScore(nil, .7), pebble.Sync))
	found := problems(t, l)
	require.Len(t, found, 1)
	require.Equal(t, "L5", found[0].Invariant)
	require.NoError(t, l.db.Set(keys[0], []byte{1}, pebble.Sync))
	view(t, l, func(r *Reader) {
		_, err := r.SimilarTo("ana", []schema.ID{idOf(1)})
		require.ErrorIs(t, err, ErrCorrupt)
	})
}

// TestFormatTwoIsBroughtForward: a ledger of format 2 gets its scores when it is
// opened (002-14).
func TestFormatTwoIsBroughtForward(t *testing.T) {
	fs := vfs.NewMem()
	l := open(t, small(fs))
	e := akin("ana", 10, schema.Similarity{ID: idOf(1), Score: .75})
	e.Statement = nil
	put(t, l, e, record("bob", 2))
	keys := scoreKeys(t, l)
	require.Len(t, keys, 2)
	for _, k := range keys {
		require.NoError(t, l.db.Set(k, nil, nil))
	}
	require.NoError(t, l.db.Set(metaKey(metaFormat), binary.AppendUvarint(nil, 2), pebble.Sync))
	require.NotEmpty(t, problems(t, l))
	require.NoError(t, l.Close())

	l = open(t, small(fs))
	require.Empty(t, problems(t, l))
	require.Equal(t, map[schema.ID][]schema.Similarity{idOf(1): {{ID: idOf(10), Score: .75}}}, similarTo(t, l, "ana", idOf(1)))
}
