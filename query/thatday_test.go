package query_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// TestWhatHappenedThen: who asks for a time and nothing else gets what is of that time, from a small memory and
// from a large one, whatever the records say and however unlike the question they are (003-11).
func TestWhatHappenedThen(t *testing.T) {
	day := func(back, hour int) time.Time {
		return asked.AddDate(0, 0, -back).Truncate(24 * time.Hour).Add(time.Duration(hour) * time.Hour)
	}
	for name, more := range map[string]int{"small": 0, "large": bigEnough} {
		t.Run(name, func(t *testing.T) {
			m := openLife(t, t.TempDir())
			var records []lukasa.Experience
			for i := range more {
				records = append(records, lukasa.Experience{
					Kind: "observation", Content: fmt.Sprintf("What happened to parcel %d on the day of batch %d.", i, i%97), Time: asked.AddDate(-1, 0, -i/10),
				})
			}
			for _, e := range []lukasa.Experience{
				{Content: "Lunch with Ben at the new ramen place", Time: day(2, 12)},
				{Content: "Fixed the boiler in the cellar", Time: day(3, 12)},
				{Content: "Painted the fence", Time: day(9, 8), TimeEnd: day(1, 20)},
				{Content: "The day before yesterday the cat came back", Time: day(0, 1)},
				{Content: "Slept long", Time: day(0, 2)},
			} {
				e.Kind = "observation"
				records = append(records, e)
			}
			_, err := m.RetainAll(context.Background(), records)
			require.NoError(t, err)
			for question, want := range map[string][]string{
				"What happened on " + day(2, 0).Format("January 2") + "?":           {"Lunch with Ben at the new ramen place", "Painted the fence", "The day before yesterday the cat came back"},
				"What did I do three days ago?":                                     {"Fixed the boiler in the cellar", "Painted the fence"},
				"What did we talk about on " + day(40, 0).Format("January 2") + "?": {},
			} {
				a, err := m.Recall(context.Background(), lukasa.Query{Text: question})
				require.NoError(t, err)
				require.ElementsMatch(t, want, contents(a), question)
				if len(want) == 0 {
					require.Equal(t, "nothing is of the time that is asked about", a.Reason)
				}
			}
		})
	}
}

// TestWhatWasDone: who asks what was done at a time gets what happened then before what was so, and who asks when there was a first talk
// gets it (003-11).
func TestWhatWasDone(t *testing.T) {
	m := openLife(t, t.TempDir())
	var records []lukasa.Experience
	for i, e := range []lukasa.Experience{
		{Kind: "message", Session: "one", Content: "Hello there, nice to meet you."},
		{Kind: "event", Session: "two", Content: "Renamed billing to invoicing."},
		{Kind: "fact", Session: "two", Content: "Logs are kept in Loki since the summer, all done by Ann."},
		{Kind: "event", Session: "two", Content: "The cache was bounded."},
		{Kind: "decision", Session: "two", Content: "Metrics go to Prometheus."},
	} {
		e.Time = asked.AddDate(0, 0, -1).Add(time.Duration(i) * time.Minute)
		if e.Session == "one" {
			e.Time = asked.AddDate(0, 0, -40)
		}
		records = append(records, e)
	}
	_, err := m.RetainAll(context.Background(), records)
	require.NoError(t, err)
	got := contents(ask(t, m, "What have you done since "+asked.AddDate(0, 0, -2).Format("January 2")+"?", 9))
	require.ElementsMatch(t, []string{records[1].Content, records[3].Content}, got[:2])
	require.ElementsMatch(t, []string{records[2].Content, records[4].Content}, got[2:])
	require.Equal(t, []string{records[0].Content}, contents(ask(t, m, "When did we first talk?", 9)))
}

// TestWhatLiesAhead: who asks what is coming up gets what records tell of that is not over, the soonest first, however long ago it was
// told. Records are read as they were written: by their sentences and capitals, and by what kind of record they are (003-11).
func TestWhatLiesAhead(t *testing.T) {
	day := func(ahead int) string { return asked.AddDate(0, 0, ahead).Format("January 2") }
	for name, more := range map[string]int{"small": 0, "large": bigEnough} {
		t.Run(name, func(t *testing.T) {
			m := openLife(t, t.TempDir())
			records := []lukasa.Experience{
				{Kind: "task", Content: "Send the contract " + day(2) + "."},
				{Kind: "message", Content: "The dentist says I need a crown. Appointment on " + day(9) + " at 8:30."},
				{Kind: "plan", Content: "Sailing with Ida, " + day(20) + "."},
				{Kind: "message", Content: "I had a cold on " + day(-9) + "."},
				{Kind: "observation", Content: "Sailing with Ida, " + day(200) + "."}, // that of last year
			}
			for i := range records {
				records[i].Time = asked.AddDate(0, 0, -30)
			}
			for i := range more {
				records = append(records, lukasa.Experience{
					Kind: "observation", Content: fmt.Sprintf("Parcel %d is coming up the hill.", i), Time: asked.Add(-time.Duration(i) * time.Minute),
				})
			}
			_, err := m.RetainAll(context.Background(), records)
			require.NoError(t, err)
			for _, question := range []string{"What's coming up?", "Anything upcoming?", "What lies ahead of me?"} {
				a, err := m.Recall(context.Background(), lukasa.Query{Text: question})
				require.NoError(t, err)
				require.Equal(t, []string{records[0].Content, records[1].Content, records[2].Content}, contents(a), question)
				require.True(t, slices.IsSortedFunc(a.Hits, func(a, b lukasa.Hit) int { return cmp.Compare(b.Score, a.Score) }))
			}
			a, err := m.Recall(context.Background(), lukasa.Query{Text: "What is planned for " + day(9) + "?"})
			require.NoError(t, err)
			require.Equal(t, []string{records[1].Content}, contents(a))
			a, err = m.Recall(context.Background(), lukasa.Query{Text: "What is coming up with Ida?"})
			require.NoError(t, err)
			require.Contains(t, contents(a)[0], "Ida", "what it is about comes first")
		})
	}
}
