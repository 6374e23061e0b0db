package ledger

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

// TestOngoing agrees with a loop over all records, of a microsecond to millennia, in
// both orders and from any cursor.
func TestOngoing(t *testing.T) {
	l := open(t, small(vfs.NewMem()))
	r := rand.New(rand.NewPCG(1, 2))
	origin := time.Date(2026, 5, 3, 0, 0, 0, 0, time.UTC)
	var all []*schema.Experience
	for n := range 400 {
		e := record([]string{"ana", "bob"}[n%2], n)
		e.Time = origin.Add(time.Duration(r.Int64N(1 << r.IntN(58))))
		if n%5 > 0 {
			e.TimeEnd = e.Time.Add(time.Duration(r.Int64N(1<<62) >> r.IntN(62)))
		}
		if n%40 == 1 {
			e.TimeEnd = time.Date(9000, 1, 1, 0, 0, 0, 0, time.UTC)
		}
		e.Time, e.TimeEnd = e.Time.Truncate(time.Microsecond), e.TimeEnd.Truncate(time.Microsecond)
		put(t, l, e)
		all = append(all, e)
	}
	view(t, l, func(r *Reader) {
		for i, at := range all {
			from := at.Time.Add(time.Duration(i%3-1) * 300 * time.Nanosecond)
			if i%2 == 0 && !at.TimeEnd.IsZero() {
				from = at.TimeEnd.Add(time.Duration(i%3-1) * 300 * time.Nanosecond)
			}
			var want []schema.ID
			sorted := slices.SortedFunc(slices.Values(all), func(a, b *schema.Experience) int {
				return cmp.Or(a.Time.Compare(b.Time), bytes.Compare(a.ID[:], b.ID[:]))
			})
			for _, e := range sorted {
				if e.Agent == "ana" && e.Time.Before(from) && e.TimeEnd.After(from) {
					want = append(want, e.ID)
				}
			}
			for _, oldest := range []bool{true, false} {
				s := Scan{From: from, OldestFirst: oldest}
				var got []schema.ID
				for n := 0; ; n++ { // each page is of one
					next := false
					for e, err := range r.Ongoing("ana", s) {
						require.NoError(t, err)
						got, s.After, next = append(got, e.ID), e.Cursor(), true
						break
					}
					if !next {
						break
					}
				}
				require.Equal(t, want, got, from)
				slices.Reverse(want)
			}
		}
		for e, err := range r.Ongoing("ana", Scan{}) {
			t.Fatal("all of it begins nowhere", e, err)
		}
	})
	require.Empty(t, problems(t, l))
}

// TestFormatThreeIsBroughtForward: a ledger of format 3 gets the index of what lasted
// when it is opened.
func TestFormatThreeIsBroughtForward(t *testing.T) {
	fs := vfs.NewMem()
	l := open(t, small(fs))
	e := record("ana", 1)
	e.TimeEnd = e.Time.Add(time.Hour)
	put(t, l, e, record("ana", 2))
	ongoing := Scan{From: e.Time.Add(time.Minute)}
	found := func() (ids []schema.ID) {
		view(t, l, func(r *Reader) {
			for e, err := range r.Ongoing("ana", ongoing) {
				require.NoError(t, err)
				ids = append(ids, e.ID)
			}
		})
		return ids
	}
	require.Equal(t, []schema.ID{e.ID}, found())
	lasting := append(indexPrefix(nil, "ana"), idxLasting)
	require.NoError(t, l.db.DeleteRange(lasting, keyAfter(lasting), nil))
	require.NoError(t, l.db.Set(metaKey(metaFormat), binary.AppendUvarint(nil, 3), pebble.Sync))
	require.Empty(t, found())
	require.NoError(t, l.Close())
	l = open(t, small(fs))
	require.Equal(t, []schema.ID{e.ID}, found())
	require.Empty(t, problems(t, l))
}
