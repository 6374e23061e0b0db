package acceptance

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/internal/inside"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// spans tells what a memory knows of when states held, and who told them.
func spans(t require.TestingT, m *lukasa.Memory) (lines []string) {
	for _, f := range factsOf(t, m, lukasa.FactQuery{Subject: "service:mail", All: true, Limit: 100}) {
		e := f.Record
		lines = append(lines, fmt.Sprintf("%s of %s, told at %s, known at %s, true from %s to %s, %s",
			e.Statement.Value, e.Session, e.Time, e.Confirmed(), e.ValidFrom, e.ValidTo, e.Status))
	}
	return lines
}

// TestForgottenSessionLeavesNoTime: of a history that one session told, and another too now
// and then, sooner or later, nothing is left of the other's times once that is forgotten: it
// is what it would be had the other told nothing (I6, I9).
func TestForgottenSessionLeavesNoTime(t *testing.T) {
	fewer(t, 15)
	rapid.Check(t, func(rt *rapid.T) {
		m, clock := openTest(draw{T: rt, root: t.TempDir()}, plain)
		alone, _ := openTest(draw{T: rt, root: t.TempDir()}, plain)
		for _, mem := range []*lukasa.Memory{m, alone} {
			require.NoError(rt, mem.PutRule(context.Background(), lukasa.Rule{From: "service", Relation: "status", To: "value", Cardinality: schema.ManyToOne}))
		}
		hour := 0
		say := func(state int, session string) {
			value, _ := json.Marshal(fmt.Sprint("state ", state))
			hour++
			e := lukasa.Experience{
				Kind: lukasa.KindFact, Content: fmt.Sprintf("The mail service is in state %d", state), Session: session, Time: clock.now().Add(time.Duration(hour-100) * time.Hour),
				Statement: &lukasa.Statement{Subject: "service:mail", Predicate: "status", Value: value},
			}
			retain(rt, m, e)
			if session != "gone" {
				retain(rt, alone, e)
			}
		}
		for state := range rapid.IntRange(1, 4).Draw(rt, "states") {
			for _, session := range rapid.SampledFrom([][]string{{"stays"}, {"gone", "stays"}, {"stays", "gone"}, {"gone", "stays", "other"}, {"stays", "gone", "other"}}).Draw(rt, "who") {
				say(state, session)
			}
		}
		purge := rapid.Bool().Draw(rt, "purge")
		_, err := m.Forget(context.Background(), lukasa.Forget{Session: "gone", Purge: purge})
		if err != nil {
			require.ErrorIs(rt, err, lukasa.ErrNotFound)
		}
		require.Equal(rt, spans(rt, alone), spans(rt, m))
		checked(rt, m)
	})
}

// What a forgotten session told sooner, though it was learned later, begins when it was told
// by who is left, and what was true before is true until then, its relation too.
func TestForgottenSessionLeavesNoEarlierTime(t *testing.T) {
	ctx := context.Background()
	for _, purge := range []bool{false, true} {
		m, clock := openTest(t, plain)
		require.NoError(t, m.PutRule(ctx, lukasa.Rule{From: "person", Relation: "works_at", To: "company", Cardinality: schema.ManyToOne}))
		say := func(company lukasa.EntityKey, hour int, session string) lukasa.ID {
			return retain(t, m, lukasa.Experience{
				Kind: lukasa.KindFact, Content: "Ana works at " + company.Name(), Session: session, Time: clock.now().Add(time.Duration(hour-30) * time.Hour),
				Statement: &lukasa.Statement{Subject: "person:ana", Predicate: "works_at", Entity: company},
			})
		}
		old, now := say("company:acme", 10, "stays"), say("company:globex", 20, "stays")
		require.Equal(t, now, say("company:globex", 15, "gone"))
		was, err := m.Get(ctx, old)
		require.NoError(t, err)
		require.Equal(t, clock.now().Add(-15*time.Hour), was.ValidTo)

		_, err = m.Forget(ctx, lukasa.Forget{Session: "gone", Purge: purge})
		require.NoError(t, err)
		change := clock.now().Add(-10 * time.Hour)
		was, err = m.Get(ctx, old)
		require.NoError(t, err)
		require.Equal(t, change, was.ValidTo)
		is, err := m.Get(ctx, now)
		require.NoError(t, err)
		require.Equal(t, change, is.ValidFrom)
		for company, id := range map[lukasa.EntityKey]lukasa.ID{"company:acme": old, "company:globex": now} {
			key := (&schema.Relation{Agent: is.Agent, From: "person:ana", Type: "works_at", To: company, Statement: id}).ObjectKey()
			require.NoError(t, inside.Store(m).View(ctx, func(r *ledger.Reader) error {
				rel, err := ledger.Load[*schema.Relation](r, key)
				require.NoError(t, err)
				require.Contains(t, []time.Time{rel.ValidFrom, rel.ValidTo}, change)
				return nil
			}))
		}
		if purge {
			past, err := m.History(ctx, old)
			require.NoError(t, err)
			require.Len(t, past, 1, "no version tells that there was another")
		}
		checked(t, m)
	}
}
