package column_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/internal/column"
	"github.com/lukasadb/lukasa/schema"
)

// TestTold: a table has the times that a record's text tells of, as seen from the record's own, of up to a year; plans and tasks tell of
// what is to come where no verb says another (003-11).
func TestTold(t *testing.T) {
	t.Parallel()
	table := column.New()
	for text, want := range map[string][2]string{
		"The dentist says I need a crown. Appointment on 9 December at 8:30": {"2026-12-09", "2026-12-10"},
		"yesterday we sailed":          {"2026-11-21", "2026-11-22"},
		"we met in May":                {"2026-05-01", "2026-06-01"},
		"the pump failed on 3/14/2026": {"2026-03-14", "2026-03-15"},
		"built 4.2.17 on 2026-11-09":   {"2026-11-09", "2026-11-10"},
		"it came on the 5th":           {"2026-11-05", "2026-11-06"},
		"it rained in 2025":            {"2025-01-01", "2026-01-01"},
	} {
		table.Put(&schema.Experience{ID: id(1), Content: text, Time: at})
		require.Equal(t, []string{want[0], want[1]}, daysIn(table.Told(id(1))), text)
	}
	for _, kind := range []schema.Kind{schema.KindPlan, schema.KindTask} {
		table.Put(&schema.Experience{ID: id(1), Kind: kind, Content: "Sailing in May", Time: at})
		require.Equal(t, []string{"2027-05-01", "2027-06-01"}, daysIn(table.Told(id(1))), kind)
	}
	for _, e := range []*schema.Experience{
		{Content: "since last year", Time: at},
		{Content: "from 1990 to 2010", Time: at},
		{Content: "the pump hums at noon", Time: at},
		{Content: "yesterday we sailed"}, // as seen from no time
	} {
		e.ID = id(1)
		table.Put(e)
		require.Empty(t, table.Told(id(1)), e.Content)
	}
	require.Empty(t, table.Told(id(2)))
}

func daysIn(told []column.Span) (days []string) {
	for _, s := range told {
		days = append(days, column.Moment(s.From).Format(time.DateOnly), column.Moment(s.To).Format(time.DateOnly))
	}
	return days
}

// TestTelling finds by its days what tells of them, as one that looks at every row does, whatever was put, replaced and deleted, and in
// a table that was saved and restored.
func TestTelling(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		table, told := column.New(), map[schema.ID]int{} // days from at on; -1 of what tells of none
		texts := rapid.SampledFrom([]string{"quiet", "today", "tomorrow", "the day after tomorrow", "in 2019 and tomorrow"})
		of := map[string]int{"quiet": -1, "today": 0, "tomorrow": 1, "the day after tomorrow": 2, "in 2019 and tomorrow": 1}
		day := func(n int) int64 { return at.Truncate(24*time.Hour).AddDate(0, 0, n).UnixMicro() }
		t.Repeat(map[string]func(*rapid.T){
			"put": func(t *rapid.T) {
				id, text := id(rapid.ByteRange(1, 12).Draw(t, "id")), texts.Draw(t, "text")
				table.Put(&schema.Experience{ID: id, Content: text, Time: at})
				told[id] = of[text]
			},
			"delete": func(t *rapid.T) {
				id := id(rapid.ByteRange(1, 12).Draw(t, "id"))
				table.Delete(id)
				delete(told, id)
			},
			"restore": func(t *rapid.T) {
				back, _, err := column.Restore(table.Snapshot("ana", 1), "ana")
				require.NoError(t, err)
				table = back
			},
			"": func(t *rapid.T) {
				from, length := rapid.IntRange(-1, 3).Draw(t, "from"), rapid.IntRange(0, 4).Draw(t, "days")
				soonest, wanted := rapid.Bool().Draw(t, "soonest"), rapid.IntRange(1, 13).Draw(t, "wanted")
				var want []schema.ID
				for n := range length {
					on := from + n
					if !soonest {
						on = from + length - 1 - n
					}
					if len(want) >= wanted {
						break
					}
					for b := byte(12); b > 0; b-- {
						if d, known := told[id(b)]; known && d >= 0 && d == on {
							want = append(want, id(b))
						}
					}
				}
				require.Equal(t, want, table.Telling(day(from), day(from+length), soonest, wanted))
			},
		})
	})
}

// TestTellingForGood: an open end has all days, and what tells of more than a month is found by none.
func TestTellingForGood(t *testing.T) {
	t.Parallel()
	table := column.New()
	for n, text := range []string{"we sailed in May", "we sail tomorrow", "I lived there in 2019", "it was on 3 March 1931"} {
		table.Put(&schema.Experience{ID: id(byte(n + 1)), Content: text, Time: at})
	}
	const ever = 1<<63 - 1
	require.Equal(t, []schema.ID{id(2), id(1), id(4)}, table.Telling(-ever-1, ever, false, 9))
	require.Equal(t, []schema.ID{id(2)}, table.Telling(at.UnixMicro(), ever, true, 9))
	require.Equal(t, []schema.ID{id(4)}, table.Telling(-ever-1, 0, true, 9))
	require.Empty(t, table.Telling(ever, -ever, true, 9))
	table.Clear()
	require.Empty(t, table.Telling(-ever-1, ever, true, 9))
	require.False(t, slices.Contains(table.IDs(), id(1)))
}
