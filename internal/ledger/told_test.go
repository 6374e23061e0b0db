package ledger

import (
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

// TestToldIn: a record is found by each session that told it and that it is not filed
// under, as long as that is among its tellings, and keeps the tellings it was given.
func TestToldIn(t *testing.T) {
	l := open(t, small(vfs.NewMem()))
	e := record("ana", 1)
	e.Session = "first"
	for i, session := range []string{"second", "", "third"} {
		require.True(t, e.Tell(schema.Telling{Session: session, Time: e.Time.Add(time.Duration(i+1) * time.Hour), Founded: i == 2}))
	}
	put(t, l, e)
	found := func(session string) (ids []schema.ID) {
		view(t, l, func(r *Reader) {
			for entry, err := range r.Scan("ana", ToldIn(session), Scan{}) {
				require.NoError(t, err)
				ids = append(ids, entry.ID)
			}
		})
		return ids
	}
	require.Equal(t, []schema.ID{e.ID}, found("second"))
	require.Equal(t, []schema.ID{e.ID}, found("third"))
	require.Empty(t, found("first"))
	view(t, l, func(r *Reader) {
		got, err := r.Experience(e.ID)
		require.NoError(t, err)
		require.Equal(t, e.Tellings, got.Tellings)
	})
	require.True(t, e.Untell("first"))
	put(t, l, e)
	require.Empty(t, found("second"), "it is filed under that one now")
	require.Equal(t, []schema.ID{e.ID}, found("third"))
	require.Empty(t, problems(t, l))
}
