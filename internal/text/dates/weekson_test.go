package dates_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/dates"
)

// Days that are weeks or a year from another day are days.
func TestFindWeeksOn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ sentence, expression, want string }{
		{"the exam is tomorrow week", "tomorrow week", "2026-11-28 2026-11-29"},
		{"we fly today week, at noon", "today week", "2026-11-27 2026-11-28"},
		{"she left yesterday week", "yesterday week", "2026-11-12 2026-11-13"},
		{"Are you free on Friday week?", "Friday week", "2026-12-04 2026-12-05"},
		{"the sale starts Tuesday week", "Tuesday week", "2026-12-01 2026-12-02"},
		{"we move a week tomorrow", "a week tomorrow", "2026-11-28 2026-11-29"},
		{"we'll move two weeks today", "two weeks today", "2026-12-04 2026-12-05"},
		{"it broke a week yesterday", "a week yesterday", "2026-11-12 2026-11-13"},
		{"he rang a week last Tuesday", "a week last Tuesday", "2026-11-10 2026-11-11"},
		{"the gala is a week next Tuesday", "a week next Tuesday", "2026-12-01 2026-12-02"},
		{"the gala is a fortnight tomorrow", "a fortnight tomorrow", "2026-12-05 2026-12-06"},
		{"it broke two weeks ago yesterday", "two weeks ago yesterday", "2026-11-05 2026-11-06"},
		{"a month ago tomorrow we met", "a month ago tomorrow", "2026-10-21 2026-10-22"},
		{"it broke two weeks ago last Monday", "two weeks ago last Monday", "2026-11-02 2026-11-03"},
		{"What was I doing this time last month?", "this time last month", "2026-10-20 2026-10-21"},
		{"this day two years ago we met", "this day two years ago", "2024-11-20 2024-11-21"},
		{"This time next week we'll be in Rome", "This time next week", "2026-11-27 2026-11-28"},
		{"around this time last year it leaked", "around this time last year", "2025-11-17 2025-11-24"},
		{"exactly two months ago it broke", "two months ago", "2026-09-20 2026-09-21"},
		{"it broke a year ago to the day", "a year ago to the day", "2025-11-20 2025-11-21"},
		{"the lease ends in three weeks to the day", "in three weeks to the day", "2026-12-11 2026-12-12"},
		{"we'll meet in exactly a month", "in exactly a month", "2026-12-20 2026-12-21"},
		{"the lease ends in a fortnight", "in a fortnight", "2026-12-04 2026-12-05"},
	} {
		got := dates.Find(c.sentence, now, text.English)
		require.Len(t, got, 1, c.sentence)
		require.Equal(t, c.want, show(got[0]), c.sentence)
		require.Equal(t, c.expression, c.sentence[got[0].Span.Start:got[0].Span.End])
	}
}

// Weeks beside a day are not always counted from it.
func TestFindNoWeeksOn(t *testing.T) {
	t.Parallel()
	for sentence, want := range map[string]string{
		"my Monday week plan":                        "",
		"I run twice a week":                         "",
		"it has been two weeks today since we met":   "2026-11-20 2026-11-21", // only today
		"I ran three days a week last Friday":        "2026-11-13 2026-11-14",
		"I'm away for a week tomorrow":               "2026-11-21 2026-11-22",
		"we met tomorrow week planners":              "2026-11-21 2026-11-22",
		"it broke a week ago. Yesterday it was fine": "2026-11-09 2026-11-16; 2026-11-19 2026-11-20",
	} {
		require.Equal(t, want, showAll(dates.Find(sentence, now, text.English)), sentence)
	}
}
