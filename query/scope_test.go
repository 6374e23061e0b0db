package query_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// TestAskedWithoutASubject: what names no subject is answered by all records of the kind it names, by what was said by whom it names
// and the newest first, or by nothing if it asks nothing, of a small memory and of a large one (004-16, 900-05).
func TestAskedWithoutASubject(t *testing.T) {
	for name, more := range map[string]int{"small": 0, "large": bigEnough} {
		t.Run(name, func(t *testing.T) {
			m := openLife(t, t.TempDir())
			at := asked.AddDate(0, -6, 0)
			var records []lukasa.Experience
			keep := func(kind lukasa.Kind, speaker, text string) {
				at = at.Add(time.Minute)
				records = append(records, lukasa.Experience{Kind: kind, Speaker: speaker, Time: at, Content: text})
			}
			keep("decision", "", "We keep YAML, since the operators know it.")
			for i := range more {
				keep("message", "porter", fmt.Sprintf("Thanks, I know what you told me of parcel %d, hello again.", i))
			}
			keep("message", "user", "My sister likes good knives.")
			keep("message", "assistant", "A whetstone goes well with them.")
			keep("message", "user", "Peanuts are not for me.")
			keep("task", "", "Ask Farid whether port 7946 is open.")
			keep("decision", "", "Invoices are made by a worker.")
			_, err := m.RetainAll(context.Background(), records)
			require.NoError(t, err)
			decisions := []string{"Invoices are made by a worker.", "We keep YAML, since the operators know it."}
			for question, want := range map[string][]string{
				"Which decisions did we make?": decisions,
				"What did we decide?":          decisions,
				"What is on my to-do list?":    {"Ask Farid whether port 7946 is open."},
				"Thanks!":                      {},
				"Hello, how are you?":          {},
			} {
				a := ask(t, m, question, 3)
				require.Equal(t, want, contents(a), question)
				if len(want) == 0 {
					require.Equal(t, "nothing is asked", a.Reason)
				}
			}
			require.Equal(t, "A whetstone goes well with them.", said(ask(t, m, "What was the last thing you said?", 3))[0])
			require.Equal(t, []string{"Peanuts are not for me.", "My sister likes good knives."}, said(ask(t, m, "What have I told you so far?", 10)))
			require.Equal(t, decisions[0], contents(ask(t, m, "What happened most recently?", 1))[0])
			tagged, err := m.Recall(context.Background(), lukasa.Query{Text: "Thanks!", User: "user", Kinds: []lukasa.Kind{"task"}})
			require.NoError(t, err)
			require.Len(t, tagged.Hits, 1, "conditions ask for what meets them")
			always, err := m.Recall(context.Background(), lukasa.Query{Text: "Thanks!", User: "user", Floor: new(0.0)})
			require.NoError(t, err)
			require.NotEmpty(t, always.Hits, "a floor of 0 always answers")
		})
	}
}

func ask(t *testing.T, m *lukasa.Memory, question string, k int) *lukasa.Answer {
	t.Helper()
	a, err := m.Recall(context.Background(), lukasa.Query{Text: question, User: "user", K: k})
	require.NoError(t, err)
	return a
}

// said are the texts of the hits that somebody said.
func said(a *lukasa.Answer) []string {
	var texts []string
	for _, h := range a.Hits {
		if h.Record.Speaker != "" {
			texts = append(texts, h.Record.Content)
		}
	}
	return texts
}

// TestWhatSomebodyIsCalled: who asks for a name gets what those who bear it said of it, the newest first, from a small memory and from a
// large one (900-05).
func TestWhatSomebodyIsCalled(t *testing.T) {
	for name, more := range map[string]int{"small": 0, "large": bigEnough} {
		t.Run(name, func(t *testing.T) {
			m := openLife(t, t.TempDir())
			var records []lukasa.Experience
			say := func(speaker, text string) {
				at := asked.AddDate(0, -6, 0).Add(time.Duration(len(records)) * time.Minute)
				records = append(records, lukasa.Experience{Kind: "message", Speaker: speaker, Time: at, Content: text})
			}
			say("user", "Hi, I'm Martina. I just moved to Porto.")
			say("assistant", "Welcome, Martina! I'm Ada, your assistant.")
			say("user", "My cat is called Pipa, and my sister's name is Ana.")
			say("user", "You can call me Marta from now on.")
			for i := range more {
				say("user", fmt.Sprintf("What's the name of parcel %d?", i))
			}
			_, err := m.RetainAll(context.Background(), records)
			require.NoError(t, err)
			mine := []string{records[3].Content, records[0].Content}
			for _, question := range []string{"What's my name?", "Do you remember my name?", "who am I"} {
				require.Equal(t, mine, contents(ask(t, m, question, 2)), question)
			}
			require.Equal(t, records[1].Content, contents(ask(t, m, "And what's your name?", 1))[0])
		})
	}
}

// TestTheLatest: who asks for the latest on a subject gets what speaks of it, the newest first, before what does not (004-16).
func TestTheLatest(t *testing.T) {
	m := openLife(t, t.TempDir())
	told := []string{
		"The car failed its inspection because of the rear brakes.", "The brakes of the car were repaired.", "The car passed its inspection.",
		"I had lapsang tea.", "Olof teaches the oboe.",
	}
	for i, text := range told {
		_, err := m.Retain(context.Background(), lukasa.Experience{Kind: "event", Content: text, Time: asked.AddDate(0, 0, i-9)})
		require.NoError(t, err)
	}
	for _, question := range []string{"What's the latest on the car?", "Any news about the car?"} {
		require.Equal(t, []string{told[2], told[1], told[0]}, contents(ask(t, m, question, 3)), question)
	}
}

// TestSilenceOfNobody: an answer of agents that have nothing says so, for who misspelt a name; conditions
// that nothing meets are told apart from it (900-05).
func TestSilenceOfNobody(t *testing.T) {
	m := openLife(t, t.TempDir())
	_, err := m.Retain(t.Context(), lukasa.Experience{Kind: "event", Content: "The brakes were repaired by Olof."})
	require.NoError(t, err)
	for reason, q := range map[string]lukasa.Query{
		`there are no records of "ana", "bo"`: {Agents: []string{"ana", "bo"}},
		"no record meets the conditions":      {Agents: []string{"ana", m.Agent()}, Tags: []string{"garage"}},
	} {
		q.Text = "who repaired the brakes?"
		a, err := m.Recall(t.Context(), q)
		require.NoError(t, err)
		require.Empty(t, a.Hits)
		require.Equal(t, reason, a.Reason)
	}
	nothing, err := m.Similar(t.Context(), lukasa.Situation{Text: "worn brakes", Agents: []string{"ana"}})
	require.NoError(t, err)
	require.Equal(t, `there are no records of "ana"`, nothing.Reason)
}

// TestLiftedScoresAddUp: scores keep the order of what is asked for without a subject, and each tells why (I8).
func TestLiftedScoresAddUp(t *testing.T) {
	m := openLife(t, t.TempDir())
	for i, text := range []string{"The brakes were repaired by Olof.", "I had tea.", "The brakes were repaired."} {
		_, err := m.Retain(context.Background(), lukasa.Experience{Kind: "event", Content: text, Time: asked.AddDate(0, 0, i-9)})
		require.NoError(t, err)
	}
	a, err := m.Recall(context.Background(), lukasa.Query{Text: "Which events were there?", Explain: true})
	require.NoError(t, err)
	require.Equal(t, []string{"The brakes were repaired.", "I had tea.", "The brakes were repaired by Olof."}, contents(a))
	for _, h := range a.Hits {
		sum := 0.0
		for _, p := range h.Why.Parts {
			sum += p.Value
		}
		require.InDelta(t, h.Score, sum, 1e-9)
		require.InDelta(t, h.Score, h.Why.Value, 1e-9)
	}
}
