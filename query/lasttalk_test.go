package query_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// TestLastTalk: who asks for the last talk, or the first, and nothing else gets what was said in it, whatever that was, of a small
// memory and of a large one. A talk in which the question is put is not the last one (003-11).
func TestLastTalk(t *testing.T) {
	ctx := context.Background()
	for name, more := range map[string]int{"small": 0, "large": bigEnough} {
		t.Run(name, func(t *testing.T) {
			m := openLife(t, t.TempDir())
			at := asked.AddDate(0, -1, 0)
			var records []lukasa.Experience
			say := func(session, text string) {
				at = at.Add(time.Minute)
				records = append(records, lukasa.Experience{Kind: "message", Speaker: "user", Session: session, Time: at, Content: text})
			}
			say("s1", "My sister is getting married in June.")
			say("s1", "She likes good knives.")
			at = at.AddDate(0, 0, 7)
			for i := range more {
				say("s2", fmt.Sprintf("The last conversation about parcel %d was short.", i))
			}
			at = asked.AddDate(0, 0, -2)
			say("s3", "Peanuts are not for me.")
			say("s3", "The plumber will come again.")
			at = asked.AddDate(0, 0, -1)
			records = append(records, lukasa.Experience{Kind: "fact", Time: at, Content: "The office closes at six."})
			_, err := m.RetainAll(ctx, records)
			require.NoError(t, err)
			first, last := []string{"My sister is getting married in June.", "She likes good knives."}, []string{"Peanuts are not for me.", "The plumber will come again."}
			for question, want := range map[string][]string{
				"What did we talk about last time?":              last,
				"Can you summarise our last conversation?":       last,
				"Worüber haben wir letztes Mal gesprochen?":      last,
				"What was the last thing I told you?":            last,
				"What was said in the previous session?":         last,
				"What did we discuss in our first conversation?": first,
				"What did we do today?":                          {},
			} {
				a, err := m.Recall(ctx, lukasa.Query{Text: question, User: "user"})
				require.NoError(t, err)
				require.ElementsMatch(t, want, contents(a), question)
			}
			named, err := m.Recall(ctx, lukasa.Query{Text: "When was the last time that the plumber came?", User: "user", K: 1})
			require.NoError(t, err)
			require.Equal(t, "The plumber will come again.", named.Hits[0].Record.Content)
			turn, err := m.Turn(ctx, lukasa.Message{Session: "s4", Text: "What did we talk about last time?"})
			require.NoError(t, err)
			for _, text := range last {
				require.Contains(t, turn.Context.Text, text)
			}
		})
	}
}

// TestWhatYouKnowOfMe: a question for all that is known of the asker names nothing else, and gets what they said (004-16).
func TestWhatYouKnowOfMe(t *testing.T) {
	m := openLife(t, t.TempDir())
	for _, text := range []string{"I work as a nurse in Leeds.", "Peanuts are not for me."} {
		_, err := m.Retain(context.Background(), lukasa.Experience{Kind: "message", Speaker: "user", Session: "s1", Content: text})
		require.NoError(t, err)
	}
	for _, question := range []string{"What do you know about me?", "Tell me what you know about me"} {
		a, err := m.Recall(context.Background(), lukasa.Query{Text: question, User: "user"})
		require.NoError(t, err)
		require.Len(t, a.Hits, 2, question)
	}
}
