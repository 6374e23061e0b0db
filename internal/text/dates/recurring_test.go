package dates_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/dates"
)

// Seasons and feasts are times where a word before them or a year behind them says so (003-11).
func TestFindSeasonsAndFeasts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ sentence, expression, want string }{
		{"where did John surf last summer?", "last summer", "2026-06-01 2026-09-01"},
		{"I took that pic on a hike last summer near Fort Wayne", "last summer", "2026-06-01 2026-09-01"},
		{"last summer Ana sailed", "last summer", "2026-06-01 2026-09-01"},
		{"we were in Rome last autumn", "last autumn", "2025-09-01 2025-12-01"},
		{"this past spring she moved", "past spring", "2026-03-01 2026-06-01"},
		{"what will we plant next spring?", "next spring", "2027-03-01 2027-06-01"},
		{"it will be cold this winter", "this winter", "2026-12-01 2027-03-01"},
		{"this summer we painted", "this summer", "2026-06-01 2026-09-01"},
		{"what did we buy in the spring?", "in the spring", "2026-03-01 2026-06-01"},
		{"in the fall we moved", "in the fall", "2026-09-01 2026-12-01"},
		{"over the winter it leaked", "over the winter", "2025-12-01 2026-03-01"},
		{"during summer I swam", "during summer", "2026-06-01 2026-09-01"},
		{"in the summer of 2022 we married", "in the summer of 2022", "2022-06-01 2022-09-01"},
		{"What state did Joanna visit in summer 2021?", "in summer 2021", "2021-06-01 2021-09-01"},
		{"Winter 2022 was cold", "Winter 2022", "2022-12-01 2023-03-01"},
		{"the summer of last year", "summer of last year", "2025-06-01 2025-09-01"},
		{"since last spring it leaks", "since last spring", "2026-03-01 ..."},
		{"it worked until the summer", "until the summer", "... 2026-09-01"},
		{"in late summer we rest", "in late summer", "2026-08-01 2026-09-01"},
		{"at the beginning of spring", "beginning of spring", "2026-03-01 2026-03-31"},
		{"the trip of mid-summer 2025", "of mid-summer 2025", "2025-07-01 2025-08-01"},
		{"the summer before last was hot", "summer before last", "2025-06-01 2025-09-01"},
		{"two summers ago we met", "two summers ago", "2025-06-01 2025-09-01"},
		{"from spring to autumn 2025 he built", "from spring to autumn 2025", "2025-03-01 2025-12-01"},
		{"in the first week of summer", "in the first week of summer", "2026-06-01 2026-06-08"},
		{"who came at Christmas?", "Christmas", "2025-12-24 2025-12-27"},
		{"over Christmas we slept", "over Christmas", "2025-12-24 2025-12-27"},
		{"last Christmas I gave you my heart", "last Christmas", "2025-12-24 2025-12-27"},
		{"where will we be this Christmas?", "this Christmas", "2026-12-24 2026-12-27"},
		{"it broke on Christmas Eve, again", "Christmas Eve", "2025-12-24 2025-12-25"},
		{"on Christmas Day 2022 it snowed", "Christmas Day 2022", "2022-12-25 2022-12-26"},
		{"she rang on Boxing Day", "Boxing Day", "2025-12-26 2025-12-27"},
		{"what did we drink on New Year's Eve?", "New Year's Eve", "2025-12-31 2026-01-01"},
		{"what did we drink on New Year’s Eve?", "New Year’s Eve", "2025-12-31 2026-01-01"},
		{"on New Year's Day we ran", "New Year's Day", "2026-01-01 2026-01-02"},
		{"over New Year 2024 we flew", "over New Year 2024", "2023-12-31 2024-01-02"},
		{"on Halloween he was a ghost", "Halloween", "2026-10-31 2026-11-01"},
		{"on Valentine's Day we dined", "Valentine's Day", "2026-02-14 2026-02-15"},
		{"at Easter we hid eggs", "Easter", "2026-04-03 2026-04-07"},
		{"on Easter Sunday 2025", "Easter Sunday 2025", "2025-04-20 2025-04-21"},
		{"the weekend before last Easter", "weekend before last Easter", "2026-03-28 2026-03-30"},
		{"who cooked on Shrove Tuesday?", "Shrove Tuesday", "2026-02-17 2026-02-18"},
		{"the office was shut on Ash Wednesday", "Ash Wednesday", "2026-02-18 2026-02-19"},
		{"we'll sail on Ascension Day", "Ascension Day", "2027-05-06 2027-05-07"},
		{"the day after Whit Monday it rained", "day after Whit Monday", "2026-05-26 2026-05-27"},
		{"two days after Christmas it rang", "two days after Christmas", "2025-12-26 2025-12-27"},
		{"what did they watch during Thanksgiving?", "during Thanksgiving", "2025-11-27 2025-11-28"},
		{"around Thanksgiving 2024 it began", "around Thanksgiving 2024", "2024-11-25 2024-12-02"},
		{"before Christmas we were rich", "before Christmas", "... 2025-12-24"},
	} {
		got := dates.Find(c.sentence, now, text.English)
		require.Len(t, got, 1, c.sentence)
		require.Equal(t, c.want, show(got[0]), c.sentence)
		require.Equal(t, c.expression, c.sentence[got[0].Span.Start:got[0].Span.End])
	}
}

// Elsewhere they are names and parts of names.
func TestSeasonsAndFeastsInNames(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"Summer is my cat", "I walked with Summer", "I ate a spring roll", "a Christmas present", "the Winter Olympics", "during the Winter Olympics",
		"What did she say about Christmas?", "in the summer house", "on Christmas cards", "he wore this winter coat", "last summer camp",
		"a cold spring in the hills", "since the fall he limps", "she likes summer", "Summer's bowl", "Merry Christmas!", "happy new year",
		"Easter Island", "New Year's Eve party", "the best Halloween costume", "a gift for Christmas", "at Christmas dinner", "before Summer is back",
		"winter is coming", "a new year ago", "every summer we sail", "the fall of Rome", "two summers", "the Spring Festival", "Ash Wednesday is a film", "the Whit Monday fair", "Holly Winter called",
	} {
		require.Empty(t, dates.Find(s, now, text.English), s)
	}
}

// A season that is not over is not the last one, and what is hardly over is still this one.
func TestSeasonsAroundNow(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ now, s, want string }{
		{"2027-01-10", "this winter", "2026-12-01 2027-03-01"},
		{"2027-01-10", "last winter", "2025-12-01 2026-03-01"},
		{"2027-01-10", "next winter", "2027-12-01 2028-03-01"},
		{"2027-04-10", "this winter", "2026-12-01 2027-03-01"},
		{"2027-04-10", "last winter", "2026-12-01 2027-03-01"},
		{"2027-04-10", "this summer", "2027-06-01 2027-09-01"},
		{"2027-07-10", "this summer", "2027-06-01 2027-09-01"},
		{"2027-07-10", "last summer", "2026-06-01 2026-09-01"},
		{"2027-07-10", "in summer", "2027-06-01 2027-09-01"},
		{"2027-02-10", "this Christmas", "2026-12-24 2026-12-27"},
		{"2027-10-10", "this Christmas", "2027-12-24 2027-12-27"},
		{"2027-10-10", "christmas", "2026-12-24 2026-12-27"},
	} {
		at, err := time.Parse(time.DateOnly, c.now)
		require.NoError(t, err)
		r, err := dates.Parse(c.s, at)
		require.NoError(t, err, c.s)
		require.Equal(t, c.want, show(r), "%s on %s", c.s, c.now)
	}
}

// Feasts that move fall on the days that almanacs give.
func TestMovableFeasts(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"Easter Sunday 1961": "1961-04-02", "Easter Sunday 2000": "2000-04-23", "Easter Sunday 2008": "2008-03-23", "Easter Sunday 2011": "2011-04-24",
		"Easter Sunday 2024": "2024-03-31", "Easter Sunday 2025": "2025-04-20", "Easter Sunday 2038": "2038-04-25", "Good Friday 2024": "2024-03-29",
		"Easter Monday 2024": "2024-04-01", "Thanksgiving 2018": "2018-11-22", "Thanksgiving 2019": "2019-11-28", "Thanksgiving 2023": "2023-11-23",
		"Thanksgiving 2024":   "2024-11-28",
		"Shrove Tuesday 2024": "2024-02-13", "Shrove Tuesday 2025": "2025-03-04", "Pancake Day 2024": "2024-02-13",
		"Ash Wednesday 2024": "2024-02-14", "Ash Wednesday 2025": "2025-03-05", "Palm Sunday 2024": "2024-03-24",
		"Maundy Thursday 2024": "2024-03-28", "Ascension Day 2024": "2024-05-09", "Ascension Day 2025": "2025-05-29",
		"Pentecost 2024": "2024-05-19", "Whit Sunday 2025": "2025-06-08", "Whit Monday 2024": "2024-05-20",
		"Pentecost Monday 2025": "2025-06-09",
	} {
		r, err := dates.Parse(s, now)
		require.NoError(t, err, s)
		require.Equal(t, want, r.From.Format(time.DateOnly), s)
	}
}

// The past year ends now, as the past month does; last year is the calendar's. A fortnight is two weeks.
func TestPastAndFortnights(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"the past year": "2025-11-20 15:30 2026-11-20 15:30", "over the past year": "2025-11-20 15:30 2026-11-20 15:30", "last year": "2025-01-01 2026-01-01",
		"a fortnight ago": "2026-11-02 2026-11-09", "two fortnights ago": "2026-10-19 2026-10-26", "the last fortnight": "2026-11-06 15:30 2026-11-20 15:30",
		"the past fortnight": "2026-11-06 15:30 2026-11-20 15:30", "a fortnight after 3 May 2026": "2026-05-11 2026-05-18",
	} {
		r, err := dates.Parse(s, now)
		require.NoError(t, err, s)
		require.Equal(t, want, show(r), s)
	}
}
