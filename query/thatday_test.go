package query_test

import (
	"context"
	"fmt"
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
