package query_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/query/prompt"
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

// TestTokensFillTheContext: an answer for a context of a size has as many hits as fit in (004-18, 003-15), best first, whatever
// counts the tokens; a K that is named stays the ceiling, and without either there are ten.
func TestTokensFillTheContext(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	m := openLife(t, t.TempDir())
	var records []lukasa.Experience
	for i := range 120 {
		records = append(records, lukasa.Experience{Kind: "event", Content: fmt.Sprintf("Shipment %d left the harbour of Hue on barge %d.", 100+i, 700+i)})
	}
	_, err := m.RetainAll(ctx, records)
	require.NoError(t, err)
	ask := func(q lukasa.Query) *lukasa.Answer {
		q.Text = "Which shipment left the harbour?"
		a, err := m.Recall(ctx, q)
		require.NoError(t, err)
		return a
	}
	require.Len(t, ask(lukasa.Query{}).Hits, query.DefaultK)
	require.Len(t, ask(lukasa.Query{Tokens: 4000, K: 12}).Hits, 12)
	require.Len(t, ask(lukasa.Query{Tokens: 100_000}).Hits, len(records))
	require.Len(t, ask(lukasa.Query{Tokens: math.MaxInt}).Hits, len(records))

	small, large := ask(lukasa.Query{Tokens: 300}), ask(lukasa.Query{Tokens: 2000})
	require.Greater(t, len(large.Hits), 2*len(small.Hits))
	require.Less(t, len(large.Hits), len(records), "and no more are read than there is room for")
	for i, h := range small.Hits {
		require.Equal(t, large.Hits[i].Record.ID, h.Record.ID)
	}
	vocabulary := func(text string) int { return prompt.Estimate(text) * 3 / 4 }
	for _, counter := range []prompt.Counter{nil, vocabulary} {
		c, err := large.Prompt(lukasa.Prompt{Counter: counter})
		require.NoError(t, err)
		require.LessOrEqual(t, c.Tokens, 2000)
		require.NotEmpty(t, c.Omitted, "the budget is what ends it")
	}
	require.Equal(t, large.Context(2000), large.Context(0), "a context is of the size that was asked for")

	_, err = m.Recall(ctx, lukasa.Query{Text: "shipment", Tokens: -1})
	require.ErrorContains(t, err, "tokens: -1")
}

// TestContextsOfALargerMemory: where not every record is looked at, a context still has all that it has room for (004-18).
func TestContextsOfALargerMemory(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	m := openLife(t, t.TempDir())
	var records []lukasa.Experience
	for i := range 1100 {
		records = append(records, lukasa.Experience{Kind: "event", Content: fmt.Sprintf("Meter %d of the greenhouse was read by Noor: %d litres.", i, 3*i)})
	}
	for i := range 90 {
		records = append(records, lukasa.Experience{Kind: "event", Content: fmt.Sprintf("Shipment %d left the harbour of Hue on barge %d.", i, 700+i)})
	}
	_, err := m.RetainAll(ctx, records)
	require.NoError(t, err)
	a, err := m.Recall(ctx, lukasa.Query{Text: "Which shipment left the harbour?", Tokens: 20_000})
	require.NoError(t, err)
	shipments := 0
	for _, h := range a.Hits {
		if strings.HasPrefix(h.Record.Content, "Shipment") {
			shipments++
		}
	}
	require.Equal(t, 90, shipments)
}

// TestLongContextsEndWithWhatIsUnlikely: of a budget that has room for all, only what is likely enough is given. The first ten
// always are.
func TestLongContextsEndWithWhatIsUnlikely(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	m := openLife(t, t.TempDir())
	records := []lukasa.Experience{{Kind: "fact", Content: "Shipment 100 left the harbour of Hue on a barge."}}
	for i := range 60 {
		records = append(records, lukasa.Experience{Kind: "fact", Content: fmt.Sprintf("Recipe %d wants %d spoons of sugar.", i, 2+i)})
	}
	_, err := m.RetainAll(ctx, records)
	require.NoError(t, err)
	a, err := m.Recall(ctx, lukasa.Query{Text: "Which shipment left the harbour of Hue on a barge?", Tokens: 20_000})
	require.NoError(t, err)
	require.Len(t, a.Hits, query.DefaultK)
	require.Equal(t, records[0].Content, a.Hits[0].Record.Content)
}

// TestLongRecordsLeaveRoom: a record that is longer than the whole context takes the place of
// no other: it is shown by a part.
func TestLongRecordsLeaveRoom(t *testing.T) {
	ctx := context.Background()
	m := openLife(t, t.TempDir())
	records := []lukasa.Experience{{Kind: "observation", Content: "The key of the harbour gate. " + strings.Repeat("The key of the gate hangs in the harbour. ", 400)}}
	for i := range 6 {
		records = append(records, lukasa.Experience{Kind: "observation", Content: fmt.Sprintf("Keeper %d took the key of the harbour gate.", i)})
	}
	_, err := m.RetainAll(ctx, records)
	require.NoError(t, err)
	a, err := m.Recall(ctx, lukasa.Query{Text: "Where is the key of the harbour gate?", Tokens: 1000})
	require.NoError(t, err)
	c, err := a.Prompt(prompt.Options{})
	require.NoError(t, err)
	require.LessOrEqual(t, c.Tokens, 1000)
	require.Contains(t, c.Text, "hangs in the harbour")
	for i := range 6 {
		require.Contains(t, c.Text, fmt.Sprintf("Keeper %d took", i))
	}
}
