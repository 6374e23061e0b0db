package workspace

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

// telling is a page of a day with places that tell records of these numbers.
func telling(name string, day time.Time, undated bool, records ...int) *state {
	s := &state{Path: name, Day: day, Undated: undated}
	for line, n := range records {
		s.places = append(s.places, place{id: recordOf(n), line: uint32(line + 1), rated: unrated})
	}
	return s
}

func recordOf(n int) (id schema.ID) {
	binary.BigEndian.PutUint64(id[8:], uint64(n))
	return id
}

var someDay = time.Date(2025, 11, 27, 0, 0, 0, 0, time.UTC)

// TestLineOfAllPages takes in and drops pages that have a line in common: for each page that is a
// look at its own places, and not at those of all pages.
func TestLineOfAllPages(t *testing.T) {
	const pages = 3000
	x := newIndex()
	name := func(i int) string { return fmt.Sprintf("notes/%05d.md", i) }
	for i := range pages {
		x.set(telling(name(i), someDay.AddDate(0, 0, i), false, 0))
	}
	require.Equal(t, someDay.AddDate(0, 0, pages-1), x.lastDay(recordOf(0)))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for i := range pages {
		at, ok := x.first(recordOf(0))
		require.True(t, ok)
		require.Equal(t, name(i), at.state.Path)
		x.set(&state{Path: name(i), Gone: true})
	}
	runtime.ReadMemStats(&after)
	require.False(t, x.tells(recordOf(0)))
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(pages*8<<10))
}

// TestSpotsInOrder takes pages in, anew and out by chance: of each record the places are those of the
// pages that are there, in order.
func TestSpotsInOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	x := newIndex()
	for step := range 2000 {
		name := fmt.Sprintf("memory/%d.md", random.IntN(12))
		var records []int
		for range random.IntN(8) {
			records = append(records, random.IntN(4))
		}
		s := telling(name, someDay.AddDate(0, 0, random.IntN(3)), random.IntN(3) == 0, records...)
		s.Gone = random.IntN(4) == 0
		for i := range s.places {
			s.places[i].inferred, s.places[i].quoted = random.IntN(3) == 0, random.IntN(3) == 0
		}
		x.set(s)
		for n := range 4 {
			require.Equal(t, spotsOf(x, recordOf(n)), slices.Collect(x.spots(recordOf(n))), step)
			require.Equal(t, lastDayOf(x, recordOf(n)), x.lastDay(recordOf(n)), step)
		}
	}
}

// spotsOf finds the places that tell a record by looking at all.
func spotsOf(x *index, id schema.ID) (all []spot) {
	for _, s := range x.files {
		for i := range s.places {
			if s.places[i].id == id {
				all = append(all, spot{s, i})
			}
		}
	}
	slices.SortFunc(all, spot.compare)
	return all
}

// lastDayOf is the last day by looking at all places.
func lastDayOf(x *index, id schema.ID) (day time.Time) {
	for i, at := range spotsOf(x, id) {
		if i == 0 {
			day = at.state.Day
		}
		if told := at.told(); !at.place().inferred && told.After(day) {
			day = told
		}
	}
	return day
}
