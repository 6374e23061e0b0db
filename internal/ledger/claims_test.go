package ledger

import (
	"context"
	"encoding/binary"
	"slices"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

// stated is a record with a statement and nothing else that matters.
func stated(n int, object string) *schema.Experience {
	e := record("ana", n)
	e.Statement = &schema.Statement{Subject: "person:ana", Predicate: "drinks", Value: []byte(object)}
	return e
}

// TestClaims: live statements are found by what they say, however it is spelled,
// and leave the index when they are superseded (004-06, 004-08).
func TestClaims(t *testing.T) {
	l := open(t, small(vfs.NewMem()))
	tea, coffee, old := stated(1, `"green  Tea"`), stated(2, `"coffee"`), stated(3, `"Green tea"`)
	old.Status, old.SupersededBy = schema.StatusSuperseded, tea.ID
	put(t, l, tea, coffee, old)
	form := (&schema.Statement{Value: []byte(`"GREEN TEA"`)}).ObjectForm()
	view(t, l, func(r *Reader) {
		require.Equal(t, []schema.ID{tea.ID}, ids(t, r, "ana", Claiming("person:ana", "drinks", form), Scan{}))
		require.ElementsMatch(t, []schema.ID{tea.ID, coffee.ID}, ids(t, r, "ana", Claimed("person:ana", "drinks"), Scan{}))
		require.Empty(t, ids(t, r, "bob", Claimed("person:ana", "drinks"), Scan{}))
		require.Len(t, ids(t, r, "ana", Stating("person:ana", "drinks"), Scan{}), 3)
	})
	require.Empty(t, problems(t, l))
}

// TestDisputes: conflicts are found by side and by whether they are open (004-13).
func TestDisputes(t *testing.T) {
	l := open(t, small(vfs.NewMem()))
	c := &schema.Conflict{ID: idOf(9), Agent: "ana", Type: "memory_vs_memory", Records: []schema.ID{idOf(1), idOf(2)}}
	put(t, l, c)
	for _, party := range []schema.ID{{}, idOf(1), idOf(2)} {
		view(t, l, func(r *Reader) {
			require.Equal(t, []schema.ID{c.ID}, ids(t, r, "ana", Disputing(party, true), Scan{}))
			require.Empty(t, ids(t, r, "ana", Disputing(party, false), Scan{}))
			require.Empty(t, ids(t, r, "bob", Disputing(party, true), Scan{}))
		})
	}
	c.ResolvedAt = day0.Add(time.Hour)
	put(t, l, c)
	view(t, l, func(r *Reader) {
		require.Empty(t, ids(t, r, "ana", Disputing(idOf(1), true), Scan{}))
		require.Equal(t, []schema.ID{c.ID}, ids(t, r, "ana", Disputing(idOf(1), false), Scan{}))
		require.Empty(t, ids(t, r, "ana", Disputing(idOf(3), false), Scan{}))
	})
	require.Empty(t, problems(t, l))
}

func merged(t *testing.T, l *Ledger, into schema.EntityKey) (keys []schema.EntityKey) {
	view(t, l, func(r *Reader) {
		for key, err := range r.MergedInto("ana", into) {
			require.NoError(t, err)
			keys = append(keys, key)
		}
	})
	return keys
}

// TestMergedEntities are found from what they were merged into (900-02).
func TestMergedEntities(t *testing.T) {
	l := open(t, small(vfs.NewMem()))
	put(t, l,
		&schema.Entity{Agent: "ana", Key: "org:b", MergedInto: "org:gai"}, &schema.Entity{Agent: "ana", Key: "org:a", MergedInto: "org:gai"},
		&schema.Entity{Agent: "ana", Key: "org:gai"}, &schema.Entity{Agent: "bob", Key: "org:c", MergedInto: "org:gai"})
	require.Equal(t, []schema.EntityKey{"org:a", "org:b"}, merged(t, l, "org:gai"))
	put(t, l, &schema.Entity{Agent: "ana", Key: "org:a"})
	require.Equal(t, []schema.EntityKey{"org:b"}, merged(t, l, "org:gai"))
	require.Empty(t, merged(t, l, "org:ga"))
	require.Empty(t, problems(t, l))
}

// TestFormatOneIsBroughtForward: a ledger of format 1 gets the keys that format
// 2 adds when it is opened (002-14).
func TestFormatOneIsBroughtForward(t *testing.T) {
	fs := vfs.NewMem()
	l := open(t, small(fs))
	put(t, l, stated(1, `1`), record("ana", 2),
		&schema.Entity{Agent: "ana", Key: "org:a", MergedInto: "org:gai"},
		&schema.Conflict{ID: idOf(9), Agent: "ana", Type: "memory_vs_db", Records: []schema.ID{idOf(1)}})
	var added [][]byte
	view(t, l, func(r *Reader) {
		prefix := indexPrefix(nil, "ana")
		for kv, err := range r.keys(prefix, keyAfter(prefix)) {
			require.NoError(t, err)
			if slices.Contains([]byte{idxClaim, idxDispute, idxMerged}, kv.key[len(prefix)]) {
				added = append(added, slices.Clone(kv.key))
			}
		}
	})
	require.Len(t, added, 5)
	for _, k := range added {
		require.NoError(t, l.db.Delete(k, nil))
	}
	require.NoError(t, l.db.Set(metaKey(metaFormat), binary.AppendUvarint(nil, 1), pebble.Sync))
	require.NotEmpty(t, problems(t, l))
	require.NoError(t, l.Close())

	opts := small(fs)
	opts.ReadOnly = true
	_, err := Open("store", opts)
	require.ErrorContains(t, err, "open it once for writing")
	l = open(t, small(fs))
	require.Empty(t, problems(t, l))
	require.Equal(t, []schema.EntityKey{"org:a"}, merged(t, l, "org:gai"))
	require.NoError(t, l.Update(context.Background(), func(*Tx) error { return nil }))
}
