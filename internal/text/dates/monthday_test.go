package dates_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/dates"
)

// A day of the month alone is the latest or, where the verb tells so, the next.
func TestFindDayOfTheMonth(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ sentence, expression, want string }{
		{"we paid the plumber on the 7th", "7th", "2026-11-07 2026-11-08"},
		{"we paid the plumber on the 21st", "21st", "2026-10-21 2026-10-22"},
		{"who rang on the 20th?", "20th", "2026-11-20 2026-11-21"}, // today has begun
		{"it broke on the 31st, again", "31st", "2026-10-31 2026-11-01"},
		{"On the 3rd we sailed", "3rd", "2026-11-03 2026-11-04"},
		{"what is new since the 9th?", "since the 9th", "2026-11-09 ..."},
		{"it rained until the 9th", "until the 9th", "... 2026-11-10"},
		{"the test is on the 2nd", "2nd", "2026-12-02 2026-12-03"},
		{"we'll meet on the 20th", "20th", "2026-11-20 2026-11-21"}, // today is not over
		{"I'll pay on the 31st", "31st", "2026-12-31 2027-01-01"},
		{"I'm at the dentist's on the 24th", "24th", "2026-11-24 2026-11-25"},
		{"What do I have on the 24th?", "24th", "2026-11-24 2026-11-25"},
		{"we will be away from the 28th to the 3rd", "from the 28th to the 3rd", "2026-11-28 2026-12-04"},
		{"we were away from the 28th to the 3rd", "from the 28th to the 3rd", "2026-10-28 2026-11-04"},
		{"it rained between the 3rd and the 9th", "between the 3rd and the 9th", "2026-11-03 2026-11-10"},
		{"we had guests from the 4th for two weeks", "from the 4th for two weeks", "2026-11-04 2026-11-18"},
		{"we had guests for two weeks from the 4th", "for two weeks from the 4th", "2026-11-04 2026-11-18"},
		{"we'll have guests for four days from the 4th", "for four days from the 4th", "2026-12-04 2026-12-08"},
		{"it was shut for a month from May 4", "for a month from May 4", "2026-05-04 2026-06-04"},
		{"the pool was shut from Monday for three days", "from Monday for three days", "2026-11-16 2026-11-19"},
		{"I was ill the week of the 10th", "week of the 10th", "2026-11-09 2026-11-16"},
		{"I'm on duty the week of the 10th", "week of the 10th", "2026-12-07 2026-12-14"},
		{"We have visitors the weekend of the 28th", "weekend of the 28th", "2026-11-28 2026-11-30"},
		{"it broke on the 5th last month", "5th last month", "2026-10-05 2026-10-06"},
		{"we'll meet on the 5th next month", "5th next month", "2026-12-05 2026-12-06"},
		{"On Friday the 13th we met", "Friday the 13th", "2026-11-13 2026-11-14"},
		{"we met on Monday the 9th", "Monday the 9th", "2026-11-09 2026-11-10"},
		{"we'll meet on Monday the 14th", "Monday the 14th", "2026-12-14 2026-12-15"},
		{"we met on Tuesday the 31st, at noon", "Tuesday the 31st", "2026-03-31 2026-04-01"},
		{"We're in Rome until the 15th", "until the 15th", "... 2026-12-16"},
		{"Jo comes on the 16th", "16th", "2026-12-16 2026-12-17"},
		{"I have read the week of the 10th again", "week of the 10th", "2026-11-09 2026-11-16"},
	} {
		got := dates.Find(c.sentence, now, text.English)
		require.Len(t, got, 1, c.sentence)
		require.Equal(t, c.want, show(got[0]), c.sentence)
		require.Equal(t, c.expression, c.sentence[got[0].Span.Start:got[0].Span.End])
	}
}

// Months that have no such day are passed over.
func TestDayOfTheMonthInShortMonths(t *testing.T) {
	t.Parallel()
	for at, want := range map[string][2]string{
		"2026-03-02": {"2026-01-31 2026-02-01", "2026-03-31 2026-04-01"},
		"2027-01-01": {"2026-12-31 2027-01-01", "2027-01-31 2027-02-01"},
		"2026-09-01": {"2026-08-31 2026-09-01", "2026-10-31 2026-11-01"},
	} {
		day, err := time.Parse(time.DateOnly, at)
		require.NoError(t, err)
		require.Equal(t, want[0], showAll(dates.Find("I saw her on the 31st", day, text.English)), at)
		require.Equal(t, want[1], showAll(dates.Find("I'll see her on the 31st", day, text.English)), at)
	}
}

// What counts things is no day.
func TestFindNoDayOfTheMonth(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"the 5th floor", "on the 2nd floor", "the 5th time", "on the 3rd attempt", "it worked on the 3rd and 4th attempts", "the 5th was best",
		"from the 2nd to the 5th floor", "until the 3rd round", "on the 4th of the list", "on the 5th most popular site",
		"rent on the 1st each month", "before the 2nd half", "the 2nd of three", "we came in the 3rd", "by the 2nd lap he led",
		"it was the Tuesday after, the 3rd of them",
	} {
		require.Empty(t, dates.Find(s, now, text.English), s)
	}
}
