package acceptance

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/internal/inside"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// stateAt is what was the state of a service at an hour.
func stateAt(clock *testClock, hour int) lukasa.Experience {
	value, _ := json.Marshal(fmt.Sprint("state ", hour))
	return lukasa.Experience{
		Kind: lukasa.KindFact, Content: fmt.Sprintf("The mail service is in state %d", hour), Time: clock.now().Add(time.Duration(hour-24) * time.Hour),
		Statement: &lukasa.Statement{Subject: "service:mail", Predicate: "status", Value: value},
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
	require.NoError(t, m.PutRule(ctx, lukasa.Rule{From: "service", Relation: "status", To: "value", Cardinality: schema.ManyToOne}))
	object := map[lukasa.ID]string{}
	for _, hour := range order {
		e := stateAt(clock, hour)
		object[retain(t, m, e)] = e.Statement.Object()
	}
	facts, err := m.Facts(ctx, lukasa.FactQuery{Subject: "service:mail", All: true})
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
	require.NoError(t, m.PutRule(ctx, lukasa.Rule{From: "service", Relation: "status", To: "value", Cardinality: schema.ManyToOne}))
	last := retain(t, m, stateAt(clock, 20))
	full, err := m.Get(ctx, last)
	require.NoError(t, err)
	for range schema.MaxRefs {
		full.Supersedes = append(full.Supersedes, uuid.New())
	}
	require.NoError(t, inside.Store(m).Update(ctx, func(tx *ledger.Tx) error { return tx.Put(&full) }))
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
	facts, err := m.Facts(ctx, lukasa.FactQuery{Subject: "service:mail", TrueAt: clock.now().Add(-90 * time.Minute)})
	require.NoError(t, err)
	require.Len(t, facts, 1)
}

// What was told long ago is settled as it was then, however little confidence time has left
// of it: of the states of a year, one holds, and nobody need be asked.
func TestOldHistoryLeavesNothingOpen(t *testing.T) {
	m, clock := openTest(t)
	require.NoError(t, m.PutRule(context.Background(), lukasa.Rule{From: "service", Relation: "status", To: "value", Cardinality: schema.ManyToOne}))
	var last lukasa.ID
	for _, day := range []int{-400, -300, -250, -350, -200} {
		last = retain(t, m, stateAt(clock, 24*day))
	}
	require.Equal(t, []lukasa.ID{last}, recordsOf(factsOf(t, m, lukasa.FactQuery{Subject: "service:mail", Predicate: "status"})))
	require.Empty(t, conflictsOf(t, m, lukasa.ConflictQuery{}))
	checked(t, m)
}

// stretch is how long a state held, by hours; one that still holds ends at none.
type stretch struct {
	id       lukasa.ID
	from, to int
}

const noEnd = 1 << 20

// history is what a reader would write down of states: each holds until the next that is
// known began.
type history struct {
	known []*stretch
	told  map[int]bool
}

func (h *history) tell(id lukasa.ID, hour int) {
	s := &stretch{id, hour, noEnd}
	for _, other := range h.known {
		if other.from > hour {
			s.to = min(s.to, other.from)
		} else {
			other.to = min(other.to, hour)
		}
	}
	h.known, h.told[hour] = append(h.known, s), true
}

func (h *history) forget(t require.TestingT, m *lukasa.Memory, i int) {
	_, err := m.Forget(context.Background(), lukasa.Forget{IDs: []lukasa.ID{h.known[i].id}})
	require.NoError(t, err)
	h.known = slices.Delete(h.known, i, i+1)
}

// begin is the first hour of which anything is known.
func (h *history) begin() int {
	first := noEnd
	for _, s := range h.known {
		first = min(first, s.from)
	}
	return first
}

func (h *history) at(hour int) (ids []lukasa.ID) {
	for _, s := range h.known {
		if s.from <= hour && hour < s.to {
			ids = append(ids, s.id)
		}
	}
	return ids
}

// However long a history is, in whatever order it is told, of whichever of two names, and
// whatever of it is forgotten in between: at each moment what began last holds, and nothing
// else.
func TestLongHistoryHoldsInAnyOrder(t *testing.T) {
	fewer(t, 10)
	rapid.Check(t, func(rt *rapid.T) {
		m, clock := openTest(draw{T: rt, root: t.TempDir()}, lukasa.WithEmbedder(nil))
		names := oneOfTwoNames(rt, m)
		h := history{told: map[int]bool{}}
		for range rapid.IntRange(1, 40).Draw(rt, "steps") {
			hour := rapid.IntRange(-40, -1).Draw(rt, "hour")
			switch {
			case len(h.known) > 0 && rapid.IntRange(0, 4).Draw(rt, "forget") == 0:
				h.forget(rt, m, rapid.IntRange(0, len(h.known)-1).Draw(rt, "which"))
			case !h.told[hour]:
				e := stateAt(clock, hour)
				e.Statement.Subject = rapid.SampledFrom(names).Draw(rt, "name")
				h.tell(retain(rt, m, e), hour)
			}
		}
		for hour := h.begin(); hour <= 0; hour++ {
			facts := factsOf(rt, m, lukasa.FactQuery{Subject: names[0], Predicate: "status", TrueAt: stateAt(clock, hour).Time})
			require.ElementsMatch(rt, h.at(hour), recordsOf(facts), "hour %d", hour)
		}
		checked(rt, m)
	})
}

// oneOfTwoNames makes two entities one, that has one state at a time.
func oneOfTwoNames(t require.TestingT, m *lukasa.Memory) []lukasa.EntityKey {
	ctx, names := context.Background(), []lukasa.EntityKey{"service:mail", "service:post"}
	require.NoError(t, m.PutRule(ctx, lukasa.Rule{From: "service", Relation: "status", To: "value", Cardinality: schema.ManyToOne}))
	for _, key := range names {
		require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: key, Name: key.Name()}))
	}
	_, err := m.MergeEntities(ctx, lukasa.Merging{From: names[1], Into: names[0], Force: true})
	require.NoError(t, err)
	return names
}
