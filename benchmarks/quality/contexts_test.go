package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/query/prompt"
)

// sought is a question with the words of a turn without which it has no answer; the turn tells other things too.
type sought struct{ question, answer string }

// readLong reads testdata/long/dairy.txt: the turns as a conversation, and what is asked of them.
func readLong(t *testing.T) (c Conversation, asked []sought) {
	t.Helper()
	data, err := os.ReadFile("testdata/long/dairy.txt")
	require.NoError(t, err)
	var turns strings.Builder
	for line := range strings.Lines(string(data)) {
		question, isQuestion := strings.CutPrefix(strings.TrimSpace(line), "? ")
		if !isQuestion {
			turns.WriteString(line)
			continue
		}
		cells := strings.Split(question, " | ")
		require.Len(t, cells, 3, line)
		asked = append(asked, sought{cells[0], cells[2]})
	}
	path := filepath.Join(t.TempDir(), "dairy.txt")
	require.NoError(t, os.WriteFile(path, []byte(turns.String()), 0o600))
	c, err = readScript(path)
	require.NoError(t, err)
	return c, asked
}

// What contexts hold of the answers that stand somewhere in long turns. The levels only ever rise, as those of kindFloors.
var answerFloors = map[int]float64{500: 0.72, 1000: 0.82, 2000: 0.89, 4000: 0.93}

// TestAnswersInContexts: a context has not only the records that answer, but of long ones the part that does (003-15).
func TestAnswersInContexts(t *testing.T) {
	t.Parallel()
	c, asked := readLong(t)
	p, err := openProduct(t.Context(), false)
	require.NoError(t, err)
	defer func() { require.NoError(t, p.close()) }()
	agent, err := p.Remember(t.Context(), &c)
	require.NoError(t, err)
	for _, tokens := range budgets {
		found := 0.0
		for _, s := range asked {
			made, err := agent.context(t.Context(), s.question, tokens)
			require.NoError(t, err)
			shown, err := prompt.Parse(made.Text)
			require.NoError(t, err)
			if slices.ContainsFunc(shown, func(q prompt.Quoted) bool { return strings.Contains(q.Text, s.answer) }) {
				found++
			}
		}
		t.Logf("%d tokens: %.3f", tokens, found/float64(len(asked)))
		require.GreaterOrEqual(t, found/float64(len(asked)), answerFloors[tokens])
	}
}
