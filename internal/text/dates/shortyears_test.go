package dates_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/dates"
)

// Years and decades are named without their century too.
func TestFindShortYears(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ sentence, expression, want string }{
		{"she sang in the sixties", "in the sixties", "1960-01-01 1970-01-01"},
		{"in the seventies Ana sang", "in the seventies", "1970-01-01 1980-01-01"},
		{"games of the 90s", "of the 90s", "1990-01-01 2000-01-01"},
		{"games of the '80s, mostly", "of the '80s", "1980-01-01 1990-01-01"},
		{"in the late eighties he moved", "in the late eighties", "1986-09-01 1990-01-01"},
		{"since the mid-nineties it leaks", "since the mid-nineties", "1993-05-02 ..."},
		{"until the end of the fifties", "until the end of the fifties", "... 1960-01-01"},
		{"they met in '03", "in '03", "2003-01-01 2004-01-01"},
		{"They met back in ’88, in Rome", "in ’88", "1988-01-01 1989-01-01"},
		{"the summer of '69 was hot", "summer of '69", "1969-06-01 1969-09-01"},
		{"we moved in May '98", "in May '98", "1998-05-01 1998-06-01"},
		{"it froze in the winter of 2014/15", "in the winter of 2014/15", "2014-12-01 2015-03-01"},
		{"winter 2014-2015 was mild", "winter 2014-2015", "2014-12-01 2015-03-01"},
		{"winter 1999/00 was mild", "winter 1999/00", "1999-12-01 2000-03-01"},
		{"the first three weeks of May were hot", "first three weeks of May", "2026-05-01 2026-05-22"},
		{"I read it in the first two months of 2024", "in the first two months of 2024", "2024-01-01 2024-03-01"},
		{"in the last ten days of March 2025 it rained", "in the last ten days of March 2025", "2025-03-22 2025-04-01"},
		{"the last couple of days of May", "last couple of days of May", "2026-05-30 2026-06-01"},
		{"we'll be away for the first five days of March", "for the first five days of March", "2027-03-01 2027-03-06"},
		{"the last three months of last year", "last three months of last year", "2025-10-01 2026-01-01"},
		{"it rained on the first weekend of August", "first weekend of August", "2026-08-01 2026-08-03"},
		{"the second weekend in August", "second weekend in August", "2026-08-08 2026-08-10"},
		{"the last weekend of October 2025", "last weekend of October 2025", "2025-10-25 2025-10-27"}, // of which no day is of November
		{"it was due on 07.08.2025", "07.08.2025", "2025-08-07 2025-08-08"},
		{"it was due on 07.28.2025", "07.28.2025", "2025-07-28 2025-07-29"},
		{"it was due on 07/08/2025", "07/08/2025", "2025-07-08 2025-07-09"},
	} {
		got := dates.Find(c.sentence, now, text.English)
		require.Len(t, got, 1, c.sentence)
		require.Equal(t, c.want, show(got[0]), c.sentence)
		require.Equal(t, c.expression, c.sentence[got[0].Span.Start:got[0].Span.End])
	}
}

// Ages, temperatures, sizes and quotations are no years.
func TestFindNoShortYears(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"she is in her eighties", "in her mid-forties", "temperatures in the nineties", "nineties music", "in the eighties bar", "after the 30s timeout",
		"in the 20s", "she is 5'11 tall", "the answer in '24 words'", "the 90s were loud", "the last two weeks of school", "the first three days of work",
	} {
		for _, r := range dates.Find(s, now, text.English) {
			require.Equal(t, "2026-11-06 15:30 2026-11-20 15:30", show(r), s) // the last two weeks, of whatever
		}
	}
}

// A text that is not UTF-8, as a terminal may hand it over, has its years found as well.
func TestFindShortYearsBesideBytes(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"in '97\xff", "in '97 \xe2", "\xf0 in '97 \xf0\x9f"} {
		got := dates.Find(s, now, text.English)
		require.Len(t, got, 1, "%q", s)
		require.Equal(t, "1997-01-01 1998-01-01", show(got[0]), "%q", s)
	}
}

// A megabyte of years without their century is searched once for what closes a quotation, and not once for each.
func TestManyElidedYears(t *testing.T) {
	t.Parallel()
	const n = 150_000
	require.Len(t, dates.Find(strings.Repeat("in '97 ", n), now, text.English), n)
}
