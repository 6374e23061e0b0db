package query_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// TestEachUserIsAnsweredOfThemselves: where several users talk with one agent, "I" is who asks.
// What was learned from them answers as if they were named, and what another says of himself
// does not stand before that, as a message nor in the episode that has it. What another says
// to the asker or of them is no such thing.
func TestEachUserIsAnsweredOfThemselves(t *testing.T) {
	ctx := context.Background()
	m := openLife(t, t.TempDir())
	say := func(user string, days int, text string) {
		at := asked.AddDate(0, 0, -days)
		turn, err := m.Turn(ctx, lukasa.Message{User: user, Session: fmt.Sprint(user, days), Text: text, Time: at})
		require.NoError(t, err)
		_, err = m.ReplyWith(ctx, lukasa.Reply{To: turn.ID, Text: "Noted.", Time: at.Add(time.Minute)})
		require.NoError(t, err)
	}
	say("Ana", 300, "I live in Graz and I work at Siemens.")
	say("Ana", 80, "I moved to Berlin.")
	say("Bo", 290, "I live in Rome. I work at Fiat.")
	say("Bo", 50, "I left the keys of the cellar with your neighbour.")
	say("Ana", 20, "My favourite colour is red.")
	say("Bo", 20, "My favourite colour is blue.")
	require.NoError(t, m.Flush(ctx))
	ask := func(user, text string) (texts []string) {
		answer, err := m.Recall(ctx, lukasa.Query{Text: text, User: user, K: 3})
		require.NoError(t, err)
		for _, h := range answer.Hits {
			texts = append(texts, h.Record.Text())
		}
		return texts
	}
	require.Equal(t, "My favourite colour is red.", ask("Ana", "What is my favourite colour?")[0])
	require.Contains(t, ask("Ana", "What is my favourite colour?")[1], "Ana's favourite color is red")
	require.Equal(t, "My favourite colour is blue.", ask("Bo", "What is my favourite colour?")[0])
	require.Contains(t, ask("Bo", "What is my favourite colour?")[1], "Bo's favourite color is blue")
	ana := ask("Ana", "Where do I live?")
	require.Contains(t, ana, "Ana lives in Berlin.")
	require.NotContains(t, strings.Join(ana, " "), "Rome")
	bo := ask("Bo", "Where do I live?")
	require.Equal(t, []string{"I live in Rome. I work at Fiat.", "Bo lives in Rome."}, bo[:2])
	require.Contains(t, ask("Ana", "Who has the keys of my cellar?")[0], "I left the keys of the cellar with your neighbour.")
}
