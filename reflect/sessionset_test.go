package reflect_test

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/query/prompt"
	"github.com/lukasadb/lukasa/reflect"
	"github.com/lukasadb/lukasa/schema"
)

// labelledTurn is a turn of reflect/digest/testdata/sessions.txt, and whether a summary must hold it.
type labelledTurn struct {
	due           bool
	speaker, text string
}

func labelledSessions(t *testing.T) (list [][]labelledTurn) {
	raw, err := os.ReadFile("digest/testdata/sessions.txt")
	require.NoError(t, err)
	for line := range strings.Lines(string(raw)) {
		mark, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch mark {
		case "#":
			list = append(list, nil)
		case "!", ".", "-":
			speaker, said, _ := strings.Cut(rest, ": ")
			list[len(list)-1] = append(list[len(list)-1], labelledTurn{mark == "!", speaker, said})
		}
	}
	return list
}

// converse retains turns as messages of a session.
func (l *life) converse(t *testing.T, session string, turns []labelledTurn) {
	for _, said := range turns {
		l.advance(time.Second)
		role := "user"
		if said.speaker == "Assistant" || said.speaker == "Agent" {
			role = "assistant"
		}
		_, err := l.writer.Retain(context.Background(), schema.Experience{
			Agent: tutor, Kind: schema.KindMessage, Session: session, Speaker: said.speaker, Content: said.text, Message: &schema.Message{Role: role},
		})
		require.NoError(t, err)
	}
}

// in tells whether a summary has a sentence of a turn.
func (x *labelledTurn) in(summary string) bool {
	for span := range text.Sentences(x.text) {
		if strings.Contains(summary, x.text[span.Start:span.End]) {
			return true
		}
	}
	return false
}

// TestSessionSet sums up the sessions of the labelled set as a caller does (001-14, 004-09): at once, and half by half, where
// the second summary takes the place of the first. What must be remembered is in it.
func TestSessionSet(t *testing.T) {
	l := openLife(t, nil)
	sum := func(session string) string {
		done, err := l.Summarise(context.Background(), reflect.Session{Agent: tutor, Name: session, Now: true})
		require.NoError(t, err)
		require.Len(t, done, 1)
		content := l.get(t, done[0].ID).Content
		require.LessOrEqual(t, prompt.Estimate(content), 500)
		return content
	}
	due, once, twice := 0.0, 0.0, 0.0
	for i, turns := range labelledSessions(t) {
		whole, halves := string(rune('a'+i)), string(rune('A'+i))
		l.converse(t, whole, turns)
		atOnce := sum(whole)
		l.converse(t, halves, turns[:len(turns)/2])
		sum(halves)
		l.converse(t, halves, turns[len(turns)/2:])
		halfByHalf := sum(halves)
		for _, said := range turns {
			if !said.due {
				continue
			}
			due++
			if said.in(atOnce) {
				once++
			}
			if said.in(halfByHalf) {
				twice++
			}
		}
	}
	t.Logf("of what is to be remembered, %.3f at once, %.3f half by half", once/due, twice/due)
	require.Greater(t, once/due, .9)
	require.Greater(t, twice/due, .8)
}
