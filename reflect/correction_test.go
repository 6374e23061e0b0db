package reflect_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/reflect"
	"github.com/lukasadb/lukasa/schema"
)

// held are the live records of a kind, oldest first, once all was learned from.
func (k *talk) held(t require.TestingT, kind schema.Kind) (out []string) {
	require.NoError(t, k.turns.Flush(context.Background()))
	for _, e := range k.all(t) {
		if e.Kind == kind && e.Status.Live() {
			out = append(out, e.Content)
		}
	}
	return out
}

// TestCorrectedUserFact: a correction of a name, of which one is kept anyway, and one to
// what is known already, leave what is right and nothing else, and the exchange is
// recorded.
func TestCorrectedUserFact(t *testing.T) {
	for _, tt := range []struct {
		said []string
		left []string
	}{
		{[]string{"My name is Joanna.", "It's not Joanna but Johanna."}, []string{"ana's name is Johanna."}},
		{[]string{"My name is Ana and I live in Ulm.", "It's not Ana but Anna."}, []string{"ana's name is Anna."}},
		{[]string{"My level is B1.", "Sorry, I meant B2, not B1."}, []string{"ana's level is B2."}},
		{[]string{"I like Blues.", "I like Jazz.", "Sorry, I meant Blues, not Jazz."}, []string{"ana likes Blues."}},
	} {
		t.Run(tt.left[0], func(t *testing.T) {
			k := openTalk(t, reflect.Options{})
			for _, text := range tt.said {
				k.say(t, text)
			}
			require.Equal(t, tt.left, k.held(t, schema.KindUserFact))
			require.NotContains(t, k.held(t, schema.KindFact), "Anna lives in Ulm.")
			require.Zero(t, k.turns.Progress().Skipped)
			require.Len(t, k.held(t, schema.KindEpisode), len(tt.said))
		})
	}
}

// TestCorrectionOfAnotherMessage: who corrects a booking has not moved house; who
// corrects where they live has.
func TestCorrectionOfAnotherMessage(t *testing.T) {
	k := openTalk(t, reflect.Options{})
	k.say(t, "I live in Porto.")
	k.say(t, "Book me a flight to Porto.")
	k.say(t, "Sorry, I meant Lisbon, not Porto.")
	require.Equal(t, []string{"ana lives in Porto."}, k.held(t, schema.KindFact))
	k.say(t, "I live in Porto, by the way.")
	k.say(t, "Sorry, I meant Braga, not Porto.")
	require.Equal(t, []string{"ana lives in Braga."}, k.held(t, schema.KindFact))
}

// TestCorrectionOfTheTurnBefore: what does not say what it corrects corrects what the turn
// before taught, where only one thing of the sort can be meant (004-07).
func TestCorrectionOfTheTurnBefore(t *testing.T) {
	for _, tt := range []struct {
		said []string
		kind schema.Kind
		left []string
	}{
		{[]string{"Remember that my exam is on Monday.", "Actually, it's on Tuesday."}, schema.KindFact, []string{"my exam is on Tuesday."}},
		{[]string{"Remember that my exam is on Monday.", "actually it's on tuesday"}, schema.KindFact, []string{"my exam is on tuesday."}},
		{[]string{"Remember that my exam is on 4 May.", "Sorry, make it Tuesday."}, schema.KindFact, []string{"my exam is on Tuesday."}},
		{[]string{"Remember that I want the red lamp.", "no, I meant the blue one"}, schema.KindFact, []string{"I want the blue lamp."}},
		{[]string{"Remind me to call Ben at 8pm.", "sorry, make that 7pm"}, schema.KindTask, []string{"ana wants to be reminded: call Ben at 7pm."}},
		{
			[]string{"Remind me to call Ben at 8pm.", "sorry, make that 7pm", "Make that 6pm."},
			schema.KindTask,
			[]string{"ana wants to be reminded: call Ben at 6pm."},
		},
		{
			[]string{"put a reminder in for his jab on the 19th at 10.20", "gp rang, the jab is on the 26th instead, same time"},
			schema.KindTask,
			[]string{"ana wants to be reminded: his jab on the 26th at 10.20."},
		},
		{[]string{"I live in Porto.", "Sorry, I meant Lisbon."}, schema.KindFact, []string{"ana lives in Lisbon."}},
		{[]string{"My level is B1.", "Sorry, I meant B2."}, schema.KindUserFact, []string{"ana's level is B2."}},
		{
			[]string{"From now on answer in French.", "Sorry, I meant German."},
			schema.KindPreference,
			[]string{"ana wants it so from now on: answer in German."},
		},
		// It is not clear what is meant, or it is something else.
		{[]string{"I live in Porto.", "Nice weather today.", "Sorry, I meant Lisbon."}, schema.KindFact, []string{"ana lives in Porto."}},
		{
			[]string{"Remember that my exam is on Monday and my trip on Friday.", "Actually, it's on Tuesday."},
			schema.KindFact,
			[]string{"my exam is on Monday and my trip on Friday."},
		},
		{
			[]string{"Dinner is at 6pm. Remind me to call Ben at 8pm.", "sorry, make that 7pm"},
			schema.KindTask,
			[]string{"ana wants to be reminded: call Ben at 8pm."},
		},
		{[]string{"Remind me to call Ben at 8pm.", "No, it's 42."}, schema.KindTask, []string{"ana wants to be reminded: call Ben at 8pm."}},
		{[]string{"Remind me to call Ben at 8pm.", "Sorry, I meant Lisbon."}, schema.KindTask, []string{"ana wants to be reminded: call Ben at 8pm."}},
		{[]string{"I live in Porto.", "Actually, it's on Tuesday."}, schema.KindFact, []string{"ana lives in Porto."}},
		{[]string{"Remember that my exam is on Monday.", "Is it on Tuesday?"}, schema.KindFact, []string{"my exam is on Monday."}},
		{[]string{"Remember that my exam is on Monday.", "Actually, it's on Tuesday that I swim."}, schema.KindFact, []string{"my exam is on Monday."}},
	} {
		t.Run(tt.said[len(tt.said)-1], func(t *testing.T) {
			k := openTalk(t, reflect.Options{})
			for _, text := range tt.said {
				k.micros.Add(time.Minute.Microseconds())
				k.say(t, text)
			}
			require.Equal(t, tt.left, k.held(t, tt.kind))
			require.Zero(t, k.turns.Progress().Skipped)
			report, err := k.store.Check(context.Background())
			require.NoError(t, err)
			require.True(t, report.OK(), "%+v", report.Problems)
		})
	}
}

// TestCorrectionOfAnAnswer: where the agent has named another hour, a correction may be of
// that; another session's turn is none before it.
func TestCorrectionOfAnAnswer(t *testing.T) {
	for answer, left := range map[string]string{
		"Noted, 8pm.": "call Ben at 7pm.", "He is free at 6pm, too.": "call Ben at 8pm.", "Fine.": "call Ben at 7pm.",
	} {
		k := openTalk(t, reflect.Options{})
		turn := k.say(t, "Remind me to call Ben at 8pm.")
		_, err := k.turns.Reply(context.Background(), reflect.Reply{Agent: "a", To: turn.ID, Text: answer})
		require.NoError(t, err)
		k.say(t, "Sorry, make that 7pm.")
		require.Equal(t, []string{"ana wants to be reminded: " + left}, k.held(t, schema.KindTask), answer)
	}
	k := openTalk(t, reflect.Options{})
	k.say(t, "Remind me to call Ben at 8pm.")
	_, err := k.turns.Turn(context.Background(), reflect.Message{Agent: "a", Session: "another", User: "ana", Text: "Sorry, make that 7pm."})
	require.NoError(t, err)
	require.Equal(t, []string{"ana wants to be reminded: call Ben at 8pm."}, k.held(t, schema.KindTask))
}
