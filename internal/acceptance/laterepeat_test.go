package acceptance

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// What stands and turns out to have been told before held since then, unless something else
// was told in between: then it held twice.
func TestLateRepeat(t *testing.T) {
	ctx := context.Background()
	day := func(n int) time.Time { return time.Date(2026, 4, n, 12, 0, 0, 0, time.UTC) }
	type told struct {
		day  int
		town string
	}
	tests := map[string]struct {
		told []told
		true map[int]string // by day
	}{
		"nothing in between":    {[]told{{3, "Bonn"}, {9, "Hue"}, {6, "Hue"}}, map[int]string{4: "Bonn", 7: "Hue", 10: "Hue"}},
		"something in between":  {[]told{{3, "Hue"}, {6, "Bonn"}, {9, "Hue"}}, map[int]string{4: "Hue", 7: "Bonn", 10: "Hue"}},
		"the first comes last":  {[]told{{6, "Bonn"}, {9, "Hue"}, {3, "Hue"}}, map[int]string{4: "Hue", 7: "Bonn", 10: "Hue"}},
		"the middle comes last": {[]told{{3, "Hue"}, {9, "Hue"}, {6, "Bonn"}}, map[int]string{10: "Hue"}},
		"newest first":          {[]told{{9, "Hue"}, {6, "Bonn"}, {3, "Hue"}}, map[int]string{4: "Hue", 7: "Bonn", 10: "Hue"}},
		"among three":           {[]told{{2, "Rome"}, {4, "Bonn"}, {9, "Hue"}, {3, "Hue"}, {7, "Hue"}}, map[int]string{2: "Rome", 3: "Hue", 5: "Bonn", 8: "Hue"}},
	}
	for name, tt := range tests {
		m, clock := openTest(t)
		require.True(t, clock.now().After(day(11)))
		require.NoError(t, m.PutRule(ctx, lukasa.Rule{From: "person", Relation: "lives_in", To: "value", Cardinality: schema.ManyToOne}))
		for _, s := range tt.told {
			value, _ := json.Marshal(s.town)
			retain(t, m, lukasa.Experience{
				Kind: lukasa.KindFact, Content: "Ana lives in " + s.town + day(s.day).Format(", said on 2 January"), Time: day(s.day),
				Statement: &lukasa.Statement{Subject: "person:ana", Predicate: "lives_in", Value: value},
			})
		}
		for n, town := range tt.true {
			facts, err := m.Facts(ctx, lukasa.FactQuery{Subject: "person:ana", Predicate: "lives_in", TrueAt: day(n).Add(time.Hour)})
			require.NoError(t, err)
			require.Len(t, facts, 1, "%s: day %d", name, n)
			require.Equal(t, town, facts[0].Record.Statement.Object(), "%s: day %d", name, n)
		}
		now, err := m.Facts(ctx, lukasa.FactQuery{Subject: "person:ana", Predicate: "lives_in"})
		require.NoError(t, err)
		require.Len(t, now, 1, name)
		require.Equal(t, "Hue", now[0].Record.Statement.Object(), name)
		checked(t, m)
	}
}
