package lukasa

import (
	"context"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestRequestsForAnotherAgentAreRefused hands every request that has an agent's
// name in it to a memory seen as another agent. Carried out, a forgetting would
// take away the memory of the wrong one (I5).
func TestRequestsForAnotherAgentAreRefused(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	m, _ := openTest(t)
	kept := retain(t, m, Experience{Kind: "fact", Content: "Ana prefers tea", Session: "s"})
	other := "other"
	ask := map[string]func() error{
		"forget":      func() error { _, err := m.Forget(ctx, Forget{Agent: other, All: true}); return err },
		"erase":       func() error { _, err := m.Erase(ctx, Erasure{Agent: other, All: true}); return err },
		"sweep":       func() error { _, err := m.Sweep(ctx, Sweep{Agent: other}); return err },
		"turn":        func() error { _, err := m.Turn(ctx, Message{Agent: other, Text: "hello"}); return err },
		"reply":       func() error { _, err := m.ReplyWith(ctx, Reply{Agent: other, To: kept, Text: "hello"}); return err },
		"insight":     func() error { _, err := m.AddInsight(ctx, Experience{Agent: other}); return err },
		"user fact":   func() error { _, err := m.AddUserFact(ctx, Experience{Agent: other}); return err },
		"consolidate": func() error { _, err := m.Consolidate(ctx, Consolidation{Agent: other}); return err },
		"reflect":     func() error { _, err := m.Reflect(ctx, Reflection{Agent: other}); return err },
		"summarise":   func() error { _, err := m.Summarise(ctx, Session{Agent: other, Name: "s"}); return err },
		"verify":      func() error { _, err := m.Verify(ctx, Review{Agent: other}); return err },
		"brief":       func() error { _, err := m.Brief(ctx, Briefing{Agent: other}); return err },
		"facts":       func() error { _, err := m.Facts(ctx, FactQuery{Agent: other}); return err },
		"conflicts":   func() error { _, err := m.Conflicts(ctx, ConflictQuery{Agent: other}); return err },
		"block":       func() error { _, err := m.EditBlock(ctx, BlockEdit{Agent: other, Block: "b", Text: "x"}); return err },
		"add alias":   func() error { _, err := m.AddAlias(ctx, Alias{Agent: other}); return err },
		"alias":       func() error { return m.PutAlias(ctx, Alias{Agent: other}) },
		"entity":      func() error { return m.PutEntity(ctx, Entity{Agent: other, Key: "a:b", Name: "b"}) },
		"relation":    func() error { return m.PutRelation(ctx, Relation{Agent: other}) },
		"rule":        func() error { return m.PutRule(ctx, Rule{Agent: other}) },
		"audit": func() error {
			for _, err := range m.Audit(ctx, Auditing{Agent: other}) {
				return err
			}
			return nil
		},
	}
	for _, what := range slices.Sorted(maps.Keys(ask)) {
		err := ask[what]()
		require.ErrorIs(t, err, ErrInvalid, what)
		require.ErrorContains(t, err, `agent_id: "other", want "default"`, what)
	}
	_, err := m.Get(ctx, kept)
	require.NoError(t, err)
	require.Len(t, everything(t, m, Filter{}), 1, "nothing was written either")

	_, err = m.Forget(ctx, Forget{Agent: m.Agent(), Session: "s"})
	require.NoError(t, err, "its own name may be given")
}

// TestErasureOfAnotherAgentIsRefused: a filter or a question names no agent, or the
// memory's own. Another's was silently taken for its own (I5).
func TestErasureOfAnotherAgentIsRefused(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	m, _ := openTest(t)
	retain(t, m, Experience{Kind: "fact", Content: "Ana prefers tea", Session: "s"})
	asked, err := ParseQuery("agent:other tea", time.Now())
	require.NoError(t, err)
	for field, e := range map[string]Erasure{
		"filter.agents[0]":   {Filter: &Filter{Agents: []string{"other"}, Sessions: []string{"s"}}},
		"filter.agents[1]":   {Filter: &Filter{Agents: []string{m.Agent(), "other"}, Sessions: []string{"s"}}},
		"question.agents[1]": {Question: &Query{Agents: []string{m.Agent(), "other"}, Text: "tea"}},
		"question.agents[0]": {Question: &asked},
	} {
		for _, e.DryRun = range []bool{true, false} {
			_, err := m.Erase(ctx, e)
			var invalid *InvalidError
			require.ErrorAs(t, err, &invalid, field)
			require.Equal(t, field, invalid.Fields[0].Field)
			require.ErrorContains(t, err, `"other", want "default"`)
		}
	}
	require.Len(t, everything(t, m, Filter{}), 1)

	gone, err := m.Erase(ctx, Erasure{Filter: &Filter{Agents: []string{m.Agent()}, Sessions: []string{"s"}}})
	require.NoError(t, err)
	require.Len(t, gone.Records, 1, "its own name may be given")
}

// TestErrorsSayWhatIsMeant asks in ways that people do by mistake.
func TestErrorsSayWhatIsMeant(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	m, _ := openTest(t)
	for want, ask := range map[string]func() error{
		"invalid agent: agent_id: empty":     func() error { _, err := m.As(""); return err },
		"invalid experience: statement":      func() error { _, err := m.State(ctx, Experience{}); return err },
		`not found: entity ""`:               func() error { _, err := m.Entity(ctx, ""); return err },
		"such as 30d, last week or around":   func() error { _, err := m.Recall(ctx, Query{Text: "x", When: "soonish"}); return err },
		"invalid entity question: text: emp": func() error { _, err := m.ResolveEntity(ctx, EntityQuestion{}); return err },
	} {
		require.ErrorContains(t, ask(), want)
	}
}
