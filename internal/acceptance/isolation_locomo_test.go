package acceptance

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// talk is a conversation of LoCoMo's format, with what is asked about it.
type talk struct {
	Name      string                     `json:"sample_id"`
	Sessions  map[string]json.RawMessage `json:"conversation"`
	Questions []struct {
		Text string `json:"question"`
	} `json:"qa"`
}

// messages are the turns of all sessions.
func (c talk) messages(t *testing.T) (out []lukasa.Experience) {
	t.Helper()
	for n := 1; ; n++ {
		name := fmt.Sprint("session_", n)
		raw, ok := c.Sessions[name]
		if !ok {
			return out
		}
		var turns []struct{ Speaker, Text string }
		require.NoError(t, json.Unmarshal(raw, &turns))
		for _, turn := range turns {
			if turn.Text != "" {
				out = append(out, lukasa.Experience{Kind: schema.KindMessage, Session: name, Speaker: turn.Speaker, Content: turn.Text})
			}
		}
	}
}

// TestIsolationOfConversations makes each development conversation of LoCoMo the
// memory of one agent, and asks the questions about each of all the others, by
// recall and by words: no answer holds an id of a conversation other than the
// agent's own (I5). LUKASA_LOCOMO names the file; without it the test is skipped.
func TestIsolationOfConversations(t *testing.T) {
	path := cmp.Or(os.Getenv("LUKASA_LOCOMO"), "../../../shared/data/locomo-dev.json")
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("no conversations at", path)
	}
	require.NoError(t, err)
	var talks []talk
	require.NoError(t, json.Unmarshal(data, &talks))
	require.Greater(t, len(talks), 1)
	ctx := context.Background()
	m, _ := openTest(t)
	owner := map[lukasa.ID]string{}
	for _, c := range talks {
		as, err := m.As(c.Name)
		require.NoError(t, err)
		done, err := as.RetainAll(ctx, c.messages(t))
		require.NoError(t, err)
		for _, r := range done {
			owner[r.ID] = c.Name
		}
	}
	asked, hits := 0, 0
	for i, c := range talks {
		for n, q := range c.Questions {
			if n >= drillCount("LUKASA_DRILL_QUESTIONS", 10) {
				break
			}
			for j, other := range talks {
				if i == j {
					continue
				}
				as, err := m.As(other.Name)
				require.NoError(t, err)
				answer, err := as.Recall(ctx, lukasa.Query{Text: q.Text, K: 20})
				require.NoError(t, err)
				page, err := as.Find(ctx, lukasa.Filter{Contains: strings.Fields(q.Text)[0], Limit: 20})
				require.NoError(t, err)
				asked++
				for _, hit := range answer.Hits {
					hits++
					require.Equal(t, other.Name, owner[hit.Record.ID], q.Text)
				}
				for _, e := range page.Items {
					hits++
					require.Equal(t, other.Name, owner[e.ID], q.Text)
				}
			}
		}
	}
	t.Logf("%d questions asked of agents they are not about, %d records shown, 0 of another", asked, hits)
	require.Positive(t, hits)
}
