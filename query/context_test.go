package query_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// TestContextNamesAgents: a text of several agents' memories tells whose each is; one of
// a single agent's has no word of it.
func TestContextNamesAgents(t *testing.T) {
	ctx := context.Background()
	m := openLife(t, t.TempDir())
	team, err := m.As("team")
	require.NoError(t, err)
	for _, agent := range []*lukasa.Memory{m, team} {
		_, err := agent.Retain(ctx, lukasa.Experience{Kind: "fact", Content: "The lighthouse of " + agent.Agent() + " is painted red."})
		require.NoError(t, err)
	}
	a, err := m.Recall(ctx, lukasa.Query{Text: "Which lighthouse is painted red?", Agents: []string{"desk", "team"}})
	require.NoError(t, err)
	require.Regexp(t, `agent "desk"[^\n]*\n> The lighthouse of desk`, a.Context(0))
	require.Regexp(t, `agent "team"[^\n]*\n> The lighthouse of team`, a.Context(0))
	a, err = m.Recall(ctx, lukasa.Query{Text: "Which lighthouse is painted red?"})
	require.NoError(t, err)
	require.Contains(t, a.Context(0), "The lighthouse of desk")
	require.NotContains(t, a.Context(0), `agent "desk"`)
}
