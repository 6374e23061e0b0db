package query_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// TestBoundsBetweenMicroseconds: a bound that lies between the microseconds in which
// records are kept is no earlier one to recall than it is to find.
func TestBoundsBetweenMicroseconds(t *testing.T) {
	ctx := context.Background()
	m := openLife(t, t.TempDir())
	for i, at := range []time.Time{asked, asked.Add(time.Microsecond)} {
		_, err := m.Retain(ctx, lukasa.Experience{ID: numbered(i + 1), Kind: "message", Content: []string{"The lamp is on.", "The lamp broke."}[i], Time: at})
		require.NoError(t, err)
	}
	for _, c := range []struct {
		since, until time.Time
		want         []lukasa.ID
	}{
		{since: asked, want: []lukasa.ID{numbered(1), numbered(2)}},
		{since: asked.Add(1), want: []lukasa.ID{numbered(2)}},
		{since: asked.Add(time.Microsecond), want: []lukasa.ID{numbered(2)}},
		{until: asked},
		{until: asked.Add(1), want: []lukasa.ID{numbered(1)}},
		{until: asked.Add(time.Microsecond), want: []lukasa.ID{numbered(1)}},
	} {
		a, err := m.Recall(ctx, lukasa.Query{Text: "lamp", Since: c.since, Until: c.until, Floor: new(float64)})
		require.NoError(t, err)
		var recalled, found []lukasa.ID
		for _, h := range a.Hits {
			recalled = append(recalled, h.Record.ID)
		}
		page, err := m.Find(ctx, lukasa.Filter{Since: c.since, Until: c.until})
		require.NoError(t, err)
		for _, e := range page.Items {
			found = append(found, e.ID)
		}
		require.ElementsMatch(t, c.want, found, "found since %v until %v", c.since, c.until)
		require.ElementsMatch(t, c.want, recalled, "recalled since %v until %v", c.since, c.until)
	}
}
