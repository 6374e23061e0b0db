package ledger

import (
	"encoding/binary"
	"testing"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

// TestFormatFourIsBroughtForward: a statement whose value has its marks apart from their
// letters is found under the value in one piece, and under no other, when a ledger of
// format 4 is opened. What else is claimed stays where it is.
func TestFormatFourIsBroughtForward(t *testing.T) {
	fs := vfs.NewMem()
	l := open(t, small(fs))
	var told []*schema.Experience
	for n, value := range []string{`"Hu\u031bo\u031bng"`, "\"cafe\u0301\"", `"plain"`, `"déjà"`} {
		e := record("ana", n)
		e.Statement = &schema.Statement{Subject: "person:ana", Predicate: "likes", Value: []byte(value)}
		told = append(told, e)
		put(t, l, e)
	}
	claims := func(value string) (ids []schema.ID) {
		form := (&schema.Statement{Value: []byte(value)}).ObjectForm()
		view(t, l, func(r *Reader) {
			for entry, err := range r.Scan("ana", Claiming("person:ana", "likes", form), Scan{}) {
				require.NoError(t, err)
				ids = append(ids, entry.ID)
			}
		})
		return ids
	}
	for i, value := range []string{`"Hương"`, `"café"`} { // as format 4 had them
		var set keySet
		set.addClaim(told[i])
		old := append(indexPrefix(nil, "ana"), stretch(idxClaim, "person:ana", "likes")...)
		old = appendPosition(appendHash(old, "value "+value+" apart"), told[i].Time, told[i].ID)
		require.NoError(t, l.db.Delete(set.at(0), nil))
		require.NoError(t, l.db.Set(old, nil, nil))
		require.Empty(t, claims(value))
	}
	require.NoError(t, l.db.Set(metaKey(metaFormat), binary.AppendUvarint(nil, 4), pebble.Sync))
	require.NoError(t, l.Close())
	l = open(t, small(fs))
	for i, value := range []string{`"Hương"`, `"café"`, `"plain"`, `"déjà"`} {
		require.Equal(t, []schema.ID{told[i].ID}, claims(value), value)
	}
	require.Empty(t, problems(t, l))
}
