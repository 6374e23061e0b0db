package acceptance

import (
	"context"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// TestRequestsForAnotherAgentAreRefused hands every request that has an agent's
// name in it to a memory seen as another agent. Carried out, a forgetting would
// take away the memory of the wrong one (I5).
func TestRequestsForAnotherAgentAreRefused(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	m, _ := openTest(t)
	kept := retain(t, m, lukasa.Experience{Kind: "fact", Content: "Ana prefers tea", Session: "s"})
	other := "other"
	ask := map[string]func() error{
		"forget": func() error { _, err := m.Forget(ctx, lukasa.Forget{Agent: other, All: true}); return err },
		"erase":  func() error { _, err := m.Erase(ctx, lukasa.Erasure{Agent: other, All: true}); return err },
		"sweep":  func() error { _, err := m.Sweep(ctx, lukasa.Sweep{Agent: other}); return err },
		"turn":   func() error { _, err := m.Turn(ctx, lukasa.Message{Agent: other, Text: "hello"}); return err },
		"reply": func() error {
			_, err := m.ReplyWith(ctx, lukasa.Reply{Agent: other, To: kept, Text: "hello"})
			return err
		},
		"insight":     func() error { _, err := m.AddInsight(ctx, lukasa.Experience{Agent: other}); return err },
		"user fact":   func() error { _, err := m.AddUserFact(ctx, lukasa.Experience{Agent: other}); return err },
		"consolidate": func() error { _, err := m.Consolidate(ctx, lukasa.Consolidation{Agent: other}); return err },
		"reflect":     func() error { _, err := m.Reflect(ctx, lukasa.Reflection{Agent: other}); return err },
		"summarise":   func() error { _, err := m.Summarise(ctx, lukasa.Session{Agent: other, Name: "s"}); return err },
		"verify":      func() error { _, err := m.Verify(ctx, lukasa.Review{Agent: other}); return err },
		"brief":       func() error { _, err := m.Brief(ctx, lukasa.Briefing{Agent: other}); return err },
		"facts":       func() error { _, err := m.Facts(ctx, lukasa.FactQuery{Agent: other}); return err },
		"conflicts":   func() error { _, err := m.Conflicts(ctx, lukasa.ConflictQuery{Agent: other}); return err },
		"block": func() error {
			_, err := m.EditBlock(ctx, lukasa.BlockEdit{Agent: other, Block: "b", Text: "x"})
			return err
		},
		"add alias": func() error { _, err := m.AddAlias(ctx, lukasa.Alias{Agent: other}); return err },
		"alias":     func() error { return m.PutAlias(ctx, lukasa.Alias{Agent: other}) },
		"entity":    func() error { return m.PutEntity(ctx, lukasa.Entity{Agent: other, Key: "a:b", Name: "b"}) },
		"relation":  func() error { return m.PutRelation(ctx, lukasa.Relation{Agent: other}) },
		"rule":      func() error { return m.PutRule(ctx, lukasa.Rule{Agent: other}) },
		"audit": func() error {
			for _, err := range m.Audit(ctx, lukasa.Auditing{Agent: other}) {
				return err
			}
			return nil
		},
	}
	for _, what := range slices.Sorted(maps.Keys(ask)) {
		err := ask[what]()
		require.ErrorIs(t, err, lukasa.ErrInvalid, what)
		require.ErrorContains(t, err, `agent_id: "other", want "default"`, what)
	}
	_, err := m.Get(ctx, kept)
	require.NoError(t, err)
	require.Len(t, everything(t, m, lukasa.Filter{}), 1, "nothing was written either")

	_, err = m.Forget(ctx, lukasa.Forget{Agent: m.Agent(), Session: "s"})
	require.NoError(t, err, "its own name may be given")
}

// TestErasureOfAnotherAgentIsRefused: a filter or a question names no agent, or the
// memory's own. Another's was silently taken for its own (I5).
func TestErasureOfAnotherAgentIsRefused(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	m, _ := openTest(t)
	retain(t, m, lukasa.Experience{Kind: "fact", Content: "Ana prefers tea", Session: "s"})
	asked, err := lukasa.ParseQuery("agent:other tea", time.Now())
	require.NoError(t, err)
	for field, e := range map[string]lukasa.Erasure{
		"filter.agents[0]":   {Filter: &lukasa.Filter{Agents: []string{"other"}, Sessions: []string{"s"}}},
		"filter.agents[1]":   {Filter: &lukasa.Filter{Agents: []string{m.Agent(), "other"}, Sessions: []string{"s"}}},
		"question.agents[1]": {Question: &lukasa.Query{Agents: []string{m.Agent(), "other"}, Text: "tea"}},
		"question.agents[0]": {Question: &asked},
	} {
		for _, e.DryRun = range []bool{true, false} {
			_, err := m.Erase(ctx, e)
			var invalid *lukasa.InvalidError
			require.ErrorAs(t, err, &invalid, field)
			require.Equal(t, field, invalid.Fields[0].Field)
			require.ErrorContains(t, err, `"other", want "default"`)
		}
	}
	require.Len(t, everything(t, m, lukasa.Filter{}), 1)

	gone, err := m.Erase(ctx, lukasa.Erasure{Filter: &lukasa.Filter{Agents: []string{m.Agent()}, Sessions: []string{"s"}}})
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
		"invalid experience: statement":      func() error { _, err := m.State(ctx, lukasa.Experience{}); return err },
		`not found: entity ""`:               func() error { _, err := m.Entity(ctx, ""); return err },
		"such as 30d, last week or around":   func() error { _, err := m.Recall(ctx, lukasa.Query{Text: "x", When: "soonish"}); return err },
		"invalid entity question: text: emp": func() error { _, err := m.ResolveEntity(ctx, lukasa.EntityQuestion{}); return err },
		"entity question: text: empty":       func() error { _, err := m.ResolveEntity(ctx, lukasa.EntityQuestion{Text: " \t"}); return err },
	} {
		require.ErrorContains(t, ask(), want)
	}
	for door, open := range map[string]func() error{
		"open":   func() error { _, err := lukasa.OpenWorkspace(ctx, ""); return err },
		"init":   func() error { _, err := lukasa.InitWorkspace(""); return err },
		"append": func() error { _, err := lukasa.AppendToWorkspace("", time.Now()); return err },
		"watch":  func() error { return lukasa.WatchWorkspace(ctx, "", lukasa.WatchOptions{}) },
	} {
		var invalid *lukasa.InvalidError
		require.ErrorAs(t, open(), &invalid, door)
		require.Equal(t, "dir", invalid.Fields[0].Field)
	}
}
