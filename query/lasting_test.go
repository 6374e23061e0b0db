package query_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/schema"
)

// TestWhatLasted is found by a day in its midst: by filters, by the bounds of a
// question and by the days that it names, in an agent of few records and of many
// (003-11).
func TestWhatLasted(t *testing.T) {
	ctx := context.Background()
	day := func(n int) time.Time { return time.Date(2026, 5, n, 0, 0, 0, 0, time.UTC) }
	for _, others := range []int{3, 1500} {
		m := openLife(t, t.TempDir())
		batch := []lukasa.Experience{
			{ID: numbered(1), Kind: schema.KindEvent, Content: "The fair was in Hue.", Time: day(3), TimeEnd: day(10)},
			{ID: numbered(2), Kind: schema.KindEvent, Content: "The fair was in Hanoi.", Time: day(1), TimeEnd: day(5)},
			{ID: numbered(3), Kind: schema.KindEvent, Content: "The fair was announced.", Time: day(4)},
		}
		for i := range others {
			batch = append(batch, lukasa.Experience{
				ID: numbered(10 + i), Kind: schema.KindMessage, Content: fmt.Sprint("Pump ", i, " hums."), Time: day(20).Add(time.Duration(i) * time.Minute),
			})
		}
		for from := 0; from < len(batch); from += 500 {
			_, err := m.RetainAll(ctx, batch[from:min(from+500, len(batch))])
			require.NoError(t, err)
		}
		want := []lukasa.ID{numbered(1)}
		for _, f := range []lukasa.Filter{{}, {OldestFirst: true}, {Kinds: []schema.Kind{schema.KindEvent}}} {
			f.Since, f.Until = day(5), day(6)
			page, err := m.Find(ctx, f)
			require.NoError(t, err)
			require.Len(t, page.Items, 1)
			require.Equal(t, want[0], page.Items[0].ID)
		}
		for _, q := range []lukasa.Query{
			{Text: "where was the fair?", Since: day(5), Until: day(6)},
			{Since: day(5), Until: day(6)},
			{When: "on 5 May 2026"},
			{Text: "fair since:2026-05-05 until:2026-05-05"},
		} {
			q.Floor = new(float64)
			if q.Text != "" && q.Since.IsZero() {
				parsed, err := lukasa.ParseQuery(q.Text, day(28))
				require.NoError(t, err)
				parsed.Floor = q.Floor
				q = parsed
			}
			a, err := m.Recall(ctx, q)
			require.NoError(t, err)
			var got []lukasa.ID
			for _, h := range a.Hits {
				got = append(got, h.Record.ID)
			}
			require.Equal(t, want, got, "%d others: %+v", others, q)
		}
		a, err := m.Recall(ctx, lukasa.Query{Text: "What happened on 5 May 2026?"})
		require.NoError(t, err)
		at := slices.IndexFunc(a.Arms, func(arm query.Arm) bool { return arm.Name == "time" })
		require.Equal(t, 1, a.Arms[at].Candidates, "of its day, whatever its words")
		require.NoError(t, m.Close())
	}
}
