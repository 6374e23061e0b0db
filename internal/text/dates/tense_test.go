package dates_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/dates"
)

// A date without a year lies ahead where the verb that governs it says so, in records and in questions (003-11).
func TestFindToCome(t *testing.T) {
	t.Parallel()
	for sentence, want := range map[string]string{
		"we fly in May":                                      "2027-05-01 2027-06-01",
		"When do we fly in May?":                             "2027-05-01 2027-06-01",
		"I've got tickets for the concert in May":            "2027-05-01 2027-06-01",
		"We made a reservation for the 8th of May":           "2027-05-08 2027-05-09",
		"Please send the draft by 4 May":                     "2027-05-04 2027-05-05",
		"I've got an appointment with Dr. Ho on 3 May":       "2027-05-03 2027-05-04",
		"See you on the 5th":                                 "2026-12-05 2026-12-06",
		"What will we do in May?":                            "2027-05-01 2027-06-01",
		"We'll move in early March.":                         "2027-03-01 2027-03-11",
		"I'm moving to Oslo in June":                         "2027-06-01 2027-07-01",
		"Who is coming to Rome on 3 July?":                   "2027-07-03 2027-07-04",
		"the wedding is on 5 June":                           "2027-06-05 2027-06-06",
		"The lease ends in November":                         "2026-11-01 2026-12-01",
		"does the lease end in February?":                    "2027-02-01 2027-03-01",
		"In May we will sail again":                          "2027-05-01 2027-06-01",
		"In May we sailed and in July we will fly":           "2026-05-01 2026-06-01; 2027-07-01 2027-08-01",
		"I was in Rome in May and will be in Oslo in June":   "2026-05-01 2026-06-01; 2027-06-01 2027-07-01",
		"He said that we will meet in May":                   "2027-05-01 2027-06-01",
		"It will be opened in May":                           "2027-05-01 2027-06-01",
		"I want to run on 29 February":                       "2028-02-29 2028-03-01",
		"I'll call you on Monday":                            "2026-11-23 2026-11-24",
		"We're meeting Tuesday":                              "2026-11-24 2026-11-25",
		"What's on Friday?":                                  "2026-11-27 2026-11-28",
		"Remind me to call Ana on Monday":                    "2026-11-23 2026-11-24",
		"Don't forget to pay in January":                     "2027-01-01 2027-02-01",
		"What do I have on Friday?":                          "2026-11-27 2026-11-28",
		"I have an exam on Friday":                           "2026-11-27 2026-11-28",
		"We will be away from Monday to Wednesday":           "2026-11-23 2026-11-26",
		"We will be away from November to March":             "2026-11-01 2027-04-01",
		"we're travelling between March and May":             "2027-03-01 2027-06-01",
		"it will be closed from 28 to 3 January":             "2026-12-28 2027-01-04",
		"Where will we be at Christmas?":                     "2026-12-24 2026-12-27",
		"we'll plant them in the spring":                     "2027-03-01 2027-06-01",
		"It will be ready by 12 January":                     "2027-01-12 2027-01-13",
		"The launch is planned for March":                    "2027-03-01 2027-04-01",
		"Tháng 5 chúng tôi sẽ bay":                           "2027-05-01 2027-06-01",
		"Chúng tôi sẽ bay vào tháng 5":                       "2027-05-01 2027-06-01",
		"She will be renting the renovated house in January": "2027-01-01 2027-02-01",
		"The sale kicks off at 10:00 on Thursday":            "2026-11-26 2026-11-27",
		"When does my card run out in March?":                "2027-03-01 2027-04-01",
		"She comes back on 4 May":                            "2027-05-04 2027-05-05",
		"The shop is closed from Tuesday to Friday":          "2026-11-24 2026-11-28",
		"the pool is open between May and July":              "2027-05-01 2027-08-01",
		"we're staying with Jo from 29 December to 2 May":    "2026-12-29 2027-05-03",
		"I'm in Rome from Monday to Wednesday":               "2026-11-23 2026-11-26",
		"we're visiting Aunt Jo from May 3 to May 5":         "2027-05-03 2027-05-06",
		"What's on in the last week of July?":                "2027-07-25 2027-08-01",
		"the lease ends on the last day of April":            "2027-04-30 2027-05-01",
		"The gala is on the second Friday in March":          "2027-03-12 2027-03-13",
		"the gala is on the second Friday of November":       "2027-11-12 2027-11-13", // that of this month is over
		"the gala is on the last Friday of November":         "2026-11-27 2026-11-28",
		"We have guests the first week of May":               "2027-05-01 2027-05-08",
		"we've got a fair the weekend of 6 March":            "2027-03-06 2027-03-08",
		"I've got an exam on Tuesday":                        "2026-11-24 2026-11-25",
		"the shop reopens the day after New Year's Day":      "2027-01-02 2027-01-03",
		"school finishes on 18 December":                     "2026-12-18 2026-12-19",
	} {
		require.Equal(t, want, showAll(dates.Find(sentence, now, text.Und)), sentence)
	}
}

// TestFindSoon: where no verb says on which side of now a date without a year lies, it is the next one if that is soon and the latest was
// most of a year ago, for who speaks of that says its year (003-11).
func TestFindSoon(t *testing.T) {
	t.Parallel()
	for sentence, want := range map[string]string{
		"Appointment on the 17th of January at 8:30 with Dr. Matos.": "2027-01-17 2027-01-18",
		"I have an appointment with Dr. Matos on 17 January":         "2027-01-17 2027-01-18",
		"Deadline 3 December":                       "2026-12-03 2026-12-04",
		"I booked a table for the 20th of December": "2026-12-20 2026-12-21",
		"Dentist booked for December 17":            "2026-12-17 2026-12-18",
		"Call mum on 3 December":                    "2026-12-03 2026-12-04",
		"A week in Lisbon in January":               "2027-01-01 2027-02-01",
		"Flight to Lisbon on 21 February":           "2026-02-21 2026-02-22", // in more than three months
		"The dentist was booked for December 17":    "2025-12-17 2025-12-18",
		"Visited Rome in December":                  "2025-12-01 2026-01-01",
		"The invoice of December":                   "2025-12-01 2026-01-01",
		"Photos from 3 December":                    "2025-12-03 2025-12-04",
		"December sales":                            "2025-12-01 2026-01-01",
		"My birthday is on 3 December":              "2025-12-03 2025-12-04",
		"3 December":                                "2025-12-03 2025-12-04", // what stands alone
		"What did I do this weekend?":               "2026-11-14 2026-11-16",
		"What are we doing this weekend?":           "2026-11-21 2026-11-23",
	} {
		require.Equal(t, want, showAll(dates.Find(sentence, now, text.Und)), sentence)
	}
}

// Elsewhere it lies behind, also where what is to come is said of something else.
func TestFindBehind(t *testing.T) {
	t.Parallel()
	for sentence, want := range map[string]string{
		"I bought the tickets on 8 May":                         "2026-05-08 2026-05-09",
		"The report was done by 4 May":                          "2026-05-04 2026-05-05",
		"It was nice to see you on the 5th":                     "2026-11-05 2026-11-06",
		"I will send you what I wrote in May":                   "2026-05-01 2026-06-01",
		"We'll go back to the place that we saw in May":         "2026-05-01 2026-06-01",
		"When will the shop that opened in May close?":          "2026-05-01 2026-06-01",
		"I'll show you what I have seen in May":                 "2026-05-01 2026-06-01",
		"I will send the invoice of May":                        "2026-05-01 2026-06-01",
		"I'll send you the photos from June":                    "2026-06-01 2026-07-01",
		"I'll read the notes from May to July":                  "2026-05-01 2026-08-01",
		"I'll send you the Monday report":                       "2026-11-16 2026-11-17",
		"I will read Monday's notes":                            "2026-11-16 2026-11-17",
		"did you want to move in May?":                          "2026-05-01 2026-06-01",
		"when did we fly in May?":                               "2026-05-01 2026-06-01",
		"she was going to move in May":                          "2026-05-01 2026-06-01",
		"My birthday is in May":                                 "2026-05-01 2026-06-01",
		"We always fly in May":                                  "2026-05-01 2026-06-01",
		"What are our sales in May?":                            "2026-05-01 2026-06-01",
		"his will was read in May":                              "2026-05-01 2026-06-01",
		"I met Will in May":                                     "2026-05-01 2026-06-01",
		"It's going well. In May it rained":                     "2026-05-01 2026-06-01",
		"I have been going to yoga in May":                      "2026-05-01 2026-06-01",
		"What did we decide in May about where we will live?":   "2026-05-01 2026-06-01",
		"The end of our lease in May came soon":                 "2026-05-01 2026-06-01",
		"Will it work? It broke on Monday":                      "2026-11-16 2026-11-17",
		"Have you talked to her on Monday?":                     "2026-11-16 2026-11-17",
		"Did you remember to call on Monday?":                   "2026-11-16 2026-11-17",
		"Remind me what we did in May":                          "2026-05-01 2026-06-01",
		"I have a photo from June":                              "2026-06-01 2026-07-01",
		"Who would have been in Oslo in May?":                   "2026-05-01 2026-06-01",
		"the ring I'm wearing is the one he gave me in June":    "2026-06-01 2026-07-01",
		"I'm glad that we met in June":                          "2026-06-01 2026-07-01",
		"we met on the last Friday of November":                 "2025-11-28 2025-11-29", // that of this month is to come
		"We have met the first week of May":                     "2026-05-01 2026-05-08",
		"I've got the keys that he lost the weekend of 7 March": "2026-03-07 2026-03-09",
		"I'm reading the notes from Ada from May to July":       "2026-05-01 2026-08-01",
		"I'll send you photos of Rome from May to July":         "2026-05-01 2026-08-01",
		"I'm proud of the first week of June":                   "2026-06-01 2026-06-08",
		"What was on in the last week of July?":                 "2026-07-25 2026-08-01",
		"The photos are from the first week of June":            "2026-06-01 2026-06-08",
		"when did my card run out in March?":                    "2026-03-01 2026-04-01",
		"it was closed from Tuesday to Friday":                  "2026-11-10 2026-11-14",
		"I have got up at six on Monday":                        "2026-11-16 2026-11-17",
		"The trees that we will fell are those planted in May":  "2026-05-01 2026-06-01",
	} {
		require.Equal(t, want, showAll(dates.Find(sentence, now, text.English)), sentence)
	}
}

// What stands alone, such as a condition of a query: it lies behind whatever it is.
func TestParseLiesBehind(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"May", "Monday", "5 June", "in May", "at Christmas", "from Monday to Wednesday"} {
		r, err := dates.Parse(s, now)
		require.NoError(t, err, s)
		require.True(t, r.To.Before(now), s)
	}
}

// clocks are zones of which some skip midnight, or half an hour, when summer begins.
func clocks(t *testing.T) []*time.Location {
	zones := []*time.Location{time.UTC}
	for _, name := range []string{"America/Santiago", "Africa/Cairo", "Australia/Lord_Howe"} {
		zone, err := time.LoadLocation(name)
		require.NoError(t, err)
		zones = append(zones, zone)
	}
	return zones
}

// Whatever is said of it, a date of a name is on a day of that name, and near.
func TestToComeProperties(t *testing.T) {
	t.Parallel()
	zones := clocks(t)
	rapid.Check(t, func(t *rapid.T) {
		at := time.Unix(rapid.Int64Range(0, 4_000_000_000).Draw(t, "now"), 0).In(rapid.SampledFrom(zones).Draw(t, "zone"))
		day := time.Date(2024, 1, 1, 12, 0, 0, 0, time.UTC).AddDate(0, 0, rapid.IntRange(0, 365).Draw(t, "day")) // of a leap year
		for lead, form := range map[string]string{"on ": "January 2", "in ": "January"} {
			name := day.Format(form)
			ahead, behind := dates.Find("we will meet "+lead+name, at, text.English), dates.Find("we met "+lead+name, at, text.English)
			require.Len(t, ahead, 1, name)
			require.Len(t, behind, 1, name)
			require.True(t, ahead[0].To.After(at), name)
			require.False(t, behind[0].From.After(at), name)
			for _, r := range []dates.Range{ahead[0], behind[0]} {
				require.True(t, r.From.Before(r.To))
				require.Equal(t, name, r.From.Format(form))
			}
		}
		name := day.Weekday().String()
		ahead := dates.Find("we will meet on "+name, at, text.English)
		require.Len(t, ahead, 1)
		require.Equal(t, day.Weekday(), ahead[0].From.Weekday())
		require.True(t, ahead[0].From.After(at))
		require.LessOrEqual(t, ahead[0].From.Sub(at), 7*24*time.Hour+2*time.Hour)
	})
}

// In what is kept as something to come a date lies ahead of which no verb tells another.
func TestFindAhead(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"A week in Lisbon in May, from the 9th to the 16th": "2027-05-01",
		"Barbecue on 24 June":                               "2027-06-24",
		"Return what Olof lent me in May":                   "2026-05-01",
		"The notes of last May":                             "2026-05-01",
	} {
		got := dates.FindAhead(s, now, text.English)
		require.NotEmpty(t, got, s)
		require.Equal(t, want, got[0].From.Format(time.DateOnly), s)
	}
	require.Equal(t, 2026, dates.Find("Barbecue on 24 June", now, text.English)[0].From.Year())
}
