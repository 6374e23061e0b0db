package dates_test

import (
	"fmt"
	"testing"
	"time"

	dateparser "github.com/markusmobius/go-dateparser"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/dates"
)

// forms are the ways each language writes a day: day, month name, month, year.
var forms = map[text.Lang][]string{
	text.English: {
		"%[1]d %[2]s %[4]d", "%[2]s %[1]d, %[4]d", "%[1]dth of %[2]s %[4]d", "%[3]d/%[1]d/%[4]d", "%[3]d-%[1]d-%[4]d",
		"%[4]d-%02[3]d-%02[1]d", "%[2]s %[1]d", "%[1]d %[2]s",
	},
	text.Vietnamese: {"ngày %[1]d tháng %[3]d năm %[4]d", "%[1]d tháng %[3]d", "%[1]d/%[3]d/%[4]d", "%[1]d-%[3]d-%[4]d"},
	text.German:     {"%[1]d. %[2]s %[4]d", "%[1]d. %[2]s", "%[1]d.%[3]d.%[4]d", "%[1]d/%[3]d/%[4]d"},
	text.French:     {"%[1]d %[2]s %[4]d", "%[1]d %[2]s", "%[1]d/%[3]d/%[4]d", "%[1]d-%[3]d-%[4]d"},
}

var monthNames = map[text.Lang][]string{
	text.English: {"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"},
	text.German:  {"Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember"},
	text.French:  {"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"},
}

// TestDatesAgreeWithDateparser reads days in every form as the library does.
func TestDatesAgreeWithDateparser(t *testing.T) {
	t.Parallel()
	langs := []text.Lang{text.English, text.Vietnamese, text.German, text.French}
	rapid.Check(t, func(t *rapid.T) {
		lang := rapid.SampledFrom(langs).Draw(t, "language")
		form := rapid.SampledFrom(forms[lang]).Draw(t, "form")
		at := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, rapid.IntRange(-3000, 3000).Draw(t, "day"))
		name := ""
		if names := monthNames[lang]; names != nil {
			name = names[at.Month()-1]
		}
		s := fmt.Sprintf(form+"%.0[5]s", at.Day(), name, int(at.Month()), at.Year(), "")
		want, err := dateparser.Parse(&dateparser.Configuration{
			CurrentTime: now, PreferredDateSource: dateparser.Past, Languages: []string{lang.String()},
		}, s)
		require.NoError(t, err, s)
		found := dates.Find(s, now, lang)
		require.Len(t, found, 1, s)
		require.Equal(t, want.Time.Format(time.DateOnly), found[0].From.Format(time.DateOnly), s)
		require.Equal(t, found[0].From.AddDate(0, 0, 1), found[0].To, s)
	})
}

// TestDatesInFull fixes what is no matter of form alone.
func TestDatesInFull(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lang    text.Lang
		s, want string
	}{
		{text.English, "27/11/2025", "2025-11-27 2025-11-28"}, // no 27th month: the day comes first
		{text.English, "27.11.2025", "2025-11-27 2025-11-28"},
		{text.English, "11/27/25", "2025-11-27 2025-11-28"},
		{text.English, "1/2/99", "1999-01-02 1999-01-03"}, // 2099 is to come
		{text.German, "3.4.2024", "2024-04-03 2024-04-04"},
		{text.Vietnamese, "11/2025", "2025-11-01 2025-12-01"},
		{text.Vietnamese, "mồng hai tháng mười một", "2026-11-02 2026-11-03"},
		{text.Chinese, "2025/11/27", "2025-11-27 2025-11-28"},
		{text.Chinese, "25/11/27", "2025-11-27 2025-11-28"},
		{text.French, "2024/2", "2024-02-01 2024-03-01"},
		{text.English, "29 February", "2024-02-29 2024-03-01"}, // the latest there was
		{text.English, "February 2024", "2024-02-01 2024-03-01"},
		{text.English, "December", "2025-12-01 2026-01-01"},
		{text.English, "20 November", "2026-11-20 2026-11-21"}, // today has begun
		{text.English, "21 November", "2025-11-21 2025-11-22"},
		{text.English, "June 31 people came", "2026-06-01 2026-07-01"},
		{text.German, "der 30. Februar", "2026-02-01 2026-03-01"},
		{text.English, "29 February 2025", "2025-02-01 2025-03-01"},
		{text.English, "13/13/2025", ""},
		{text.English, "31/2/2025", ""},
		{text.English, "two May 5", "2026-05-05 2026-05-06"},
	} {
		got := ""
		for _, r := range dates.Find(c.s, now, c.lang) {
			got += show(r)
		}
		require.Equal(t, c.want, got, c.s)
	}
}
