package lukasa

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// stateAt is what was the state of a service at an hour.
func stateAt(clock *testClock, hour int) Experience {
	value, _ := json.Marshal(fmt.Sprint("state ", hour))
	return Experience{
		Kind: KindFact, Content: fmt.Sprintf("The mail service is in state %d", hour), Time: clock.now().Add(time.Duration(hour-24) * time.Hour),
		Statement: &Statement{Subject: "service:mail", Predicate: "status", Value: value},
	}
}

// A history says the same in whatever order it is told: each state gave way to the one
// that began next, and names the one that it took the place of.
func TestHistoryInAnyOrder(t *testing.T) {
	for _, order := range [][]int{{4, 3, 2, 1, 0}, {4, 0, 1, 2, 3}, {2, 4, 0, 3, 1}, {4, 1, 3, 0, 2}, {0, 4, 2, 1, 3}, {3, 0, 2, 4, 1}} {
		want, got := toldIn(t, []int{0, 1, 2, 3, 4}), toldIn(t, order)
		require.Equal(t, want, got, order)
	}
}

// toldIn tells hours in an order, and what stands then of each.
func toldIn(t *testing.T, order []int) (lines []string) {
	ctx := context.Background()
	m, clock := openTest(t)
	require.NoError(t, m.PutRule(ctx, Rule{From: "service", Relation: "status", To: "value", Cardinality: schema.ManyToOne}))
	object := map[ID]string{}
	for _, hour := range order {
		e := stateAt(clock, hour)
		object[retain(t, m, e)] = e.Statement.Object()
	}
	facts, err := m.Facts(ctx, FactQuery{Subject: "service:mail", All: true})
	require.NoError(t, err)
	for _, f := range facts {
		var before []string
		for _, id := range f.Record.Supersedes {
			before = append(before, object[id])
		}
		since := f.Record.ValidFrom
		if since.IsZero() { // of what nothing is known before: since it was told, at least
			since = f.Record.Time
		}
		lines = append(lines, fmt.Sprintf("%s %s from %s to %s, after %v, gave way to %q", f.Record.Statement.Object(), f.Record.Status,
			since.Format(time.Kitchen), f.Record.ValidTo.Format(time.Kitchen), before, object[f.Record.SupersededBy]))
	}
	checked(t, m)
	return lines
}

// A statement that names as many as it may takes another that comes late all the same: the
// late one is kept, says what took its place, and from then on others come behind it.
func TestLateBehindAFullStatement(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	require.NoError(t, m.PutRule(ctx, Rule{From: "service", Relation: "status", To: "value", Cardinality: schema.ManyToOne}))
	last := retain(t, m, stateAt(clock, 20))
	full, err := m.Get(ctx, last)
	require.NoError(t, err)
	for range schema.MaxRefs {
		full.Supersedes = append(full.Supersedes, uuid.New())
	}
	require.NoError(t, m.store.Update(ctx, func(tx *ledger.Tx) error { return tx.Put(&full) }))
	for _, hour := range []int{10, 9, 12} {
		id := retain(t, m, stateAt(clock, hour))
		late, err := m.Get(ctx, id)
		require.NoError(t, err)
		require.Equal(t, schema.StatusSuperseded, late.Status)
		require.NoError(t, late.Validate())
		now, err := m.Get(ctx, last)
		require.NoError(t, err)
		require.NoError(t, now.Validate())
		require.False(t, slices.Contains(late.Supersedes, last))
	}
	facts, err := m.Facts(ctx, FactQuery{Subject: "service:mail", TrueAt: clock.now().Add(-90 * time.Minute)})
	require.NoError(t, err)
	require.Len(t, facts, 1)
}
