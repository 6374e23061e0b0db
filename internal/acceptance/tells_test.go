package acceptance

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// TestToldByOthers asks about people who take part in the talk what only others told of them. Of somebody whom others only
// address, nothing is known.
func TestToldByOthers(t *testing.T) {
	t.Parallel()
	said := [][2]string{
		{"Joan", "Maria moved to Lisbon last month."},
		{"Ben", "Joan, can you send me the numbers for April?"},
	}
	for _, what := range []string{"printer", "invoice", "coffee machine", "parking lot", "newsletter", "budget"} {
		for i, who := range []string{"Maria", "Ben", "Joan"} {
			said = append(said, [2]string{who, fmt.Sprintf([]string{"The %s is late again.", "I'll see to the %s.", "Thanks for the %s."}[i], what)})
		}
	}
	at := time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)
	mem, err := lukasa.Open(t.Context(), t.TempDir(), lukasa.WithClock(func() time.Time { return at.AddDate(0, 0, 3) }))
	require.NoError(t, err)
	defer func() { require.NoError(t, mem.Close()) }()
	for i, s := range said {
		_, err := mem.Retain(t.Context(), lukasa.Experience{
			Kind: "message", Speaker: s[0], Content: s[1], Session: "1", Time: at.Add(time.Duration(i) * time.Hour),
		})
		require.NoError(t, err)
	}
	sure := 0.3
	answer := func(question string) []string {
		found, err := mem.Recall(t.Context(), lukasa.Query{Text: question, Floor: &sure})
		require.NoError(t, err)
		var out []string
		for _, h := range found.Hits {
			out = append(out, h.Record.Content)
		}
		return out
	}
	require.Contains(t, answer("Where does Maria live?"), "Maria moved to Lisbon last month.")
	require.Empty(t, answer("Where does Joan live?"))
	require.Empty(t, answer("Where does Ben live?"))
}
