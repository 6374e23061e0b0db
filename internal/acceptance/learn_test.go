package acceptance

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// lessons is a talk in which something is stated, corrected, changed and denied.
var lessons = []spoken{
	{"user", "Hi, my name is Minh and I live in Porto."},
	{"assistant", "Nice to meet you."},
	{"user", "The inspection is on Tuesday, remember that."},
	{"assistant", "Noted."},
	{"user", "Not Tuesday but Wednesday."},
	{"assistant", "Wednesday, then."},
	{"user", "I moved to Lisbon."},
	{"assistant", "Good luck there."},
	{"user", "Which port does the service use?"},
	{"assistant", "9090."},
}

// stands are the contents of what was learned and stands, in their order.
func stands(t *testing.T, m *lukasa.Memory) (out []string) {
	t.Helper()
	for e, err := range m.All(context.Background(), lukasa.Filter{}) {
		require.NoError(t, err)
		if e.Kind != lukasa.KindMessage {
			out = append(out, fmt.Sprint(e.Kind, ": ", e.Content))
		}
	}
	slices.Sort(out)
	return out
}

// TestLearningFromATranscript: messages that were handed in teach what they would have taught as
// turns, the exchanges included, and once (R1, R4).
func TestLearningFromATranscript(t *testing.T) {
	ctx := context.Background()
	byTurns, clock := openTest(t)
	var handed []lukasa.Experience
	var asked lukasa.ID
	for _, s := range lessons {
		clock.advance(time.Minute)
		handed = append(handed, lukasa.Experience{
			Kind: lukasa.KindMessage, Session: "s", Content: s.text, Time: clock.now(), Message: &lukasa.Utterance{Role: s.role, User: "Minh"},
		})
		if s.role == "user" {
			turn, err := byTurns.Turn(ctx, lukasa.Message{Session: "s", User: "Minh", Text: s.text, Time: clock.now()})
			require.NoError(t, err)
			asked = turn.ID
			continue
		}
		_, err := byTurns.ReplyWith(ctx, lukasa.Reply{To: asked, Text: s.text, Time: clock.now()})
		require.NoError(t, err)
		require.NoError(t, byTurns.Flush(ctx))
	}
	want := stands(t, byTurns)
	require.Contains(t, fmt.Sprint(want), "Minh lives in Lisbon.")
	require.Contains(t, fmt.Sprint(want), "Wednesday")
	require.NotContains(t, fmt.Sprint(want), "Minh lives in Porto.")

	m, later := openTest(t)
	later.advance(time.Hour)
	for i := range handed {
		if handed[i].Message.Role == "assistant" {
			handed[i].Speaker = m.Agent() // as replies name who answers
		}
	}
	for upTo := 2; upTo <= len(handed); upTo += 2 {
		_, err := m.RetainTranscript(ctx, handed[:upTo])
		require.NoError(t, err)
		learned, err := m.Learn(ctx, lukasa.Learning{Sessions: []string{"s"}})
		require.NoError(t, err)
		require.Equal(t, 1, learned.Messages)
		require.Equal(t, upTo/2-1, learned.Known)
	}
	require.Equal(t, want, stands(t, m))

	all, later := openTest(t)
	later.advance(time.Hour)
	_, err := all.RetainAll(ctx, handed)
	require.NoError(t, err)
	learned, err := all.Learn(ctx, lukasa.Learning{})
	require.NoError(t, err)
	require.Equal(t, 5, learned.Messages)
	require.Equal(t, want, stands(t, all), "all at once")
	again, err := all.Learn(ctx, lukasa.Learning{})
	require.NoError(t, err)
	require.Equal(t, lukasa.Learned{Known: 5}, again)
	require.Equal(t, want, stands(t, all))
	checked(t, all)
}

// TestLearningLeavesTurnsAlone: messages of turns are learned from by themselves, other roles and
// kinds teach nothing, and another agent's messages are its own (I5).
func TestLearningLeavesTurnsAlone(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	_, err := m.Turn(ctx, lukasa.Message{Session: "s", User: "Minh", Text: "I live in Porto."})
	require.NoError(t, err)
	for role, text := range map[string]string{"system": "I live in Faro.", "tool": "I live in Braga."} {
		_, err = m.Retain(ctx, lukasa.Experience{Kind: lukasa.KindMessage, Session: "s", Content: text, Message: &lukasa.Utterance{Role: role, User: "Minh"}})
		require.NoError(t, err)
	}
	_, err = m.Retain(ctx, lukasa.Experience{Agent: "other", Kind: lukasa.KindMessage, Session: "s", Content: "I live in Evora.", Message: &lukasa.Utterance{Role: "user", User: "Minh"}})
	require.NoError(t, err)
	learned, err := m.Learn(ctx, lukasa.Learning{})
	require.NoError(t, err)
	require.Zero(t, learned)
	require.NoError(t, m.Flush(ctx))
	facts, err := m.Facts(ctx, lukasa.FactQuery{})
	require.NoError(t, err)
	require.Len(t, facts, 1)
	_, err = m.Learn(ctx, lukasa.Learning{Agent: "other"})
	var invalid *lukasa.InvalidError
	require.ErrorAs(t, err, &invalid)
}

// TestLearningFromSessions goes by when something was said, in whatever order sessions are named.
func TestLearningFromSessions(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	for session, text := range map[string]string{"b": "I live in Porto.", "a": "I moved to Lisbon.", "c": "I moved to Faro."} {
		at := clock.now().Add(map[string]time.Duration{"b": -3, "a": -2, "c": -1}[session] * time.Hour)
		_, err := m.Retain(ctx, lukasa.Experience{
			Kind: lukasa.KindMessage, Session: session, Content: text, Time: at, Message: &lukasa.Utterance{Role: "user", User: "Minh"},
		})
		require.NoError(t, err)
	}
	learned, err := m.Learn(ctx, lukasa.Learning{Sessions: []string{"a", "b", "a"}})
	require.NoError(t, err)
	require.Equal(t, lukasa.Learned{Messages: 2, Lessons: 2}, learned)
	facts, err := m.Facts(ctx, lukasa.FactQuery{})
	require.NoError(t, err)
	require.Len(t, facts, 1)
	require.Equal(t, "Minh lives in Lisbon.", facts[0].Record.Content)
	require.Equal(t, clock.now().Add(-2*time.Hour), facts[0].Record.Time)
}

// TestLearningThatIsCutShort is finished by the next call, with what one undisturbed call gives.
func TestLearningThatIsCutShort(t *testing.T) {
	m, clock := openTest(t)
	whole, later := openTest(t)
	later.advance(time.Hour)
	records := make([]lukasa.Experience, 0, 40)
	for i := range 40 {
		clock.advance(time.Minute)
		records = append(records, lukasa.Experience{
			Kind: lukasa.KindMessage, Session: "s", Content: fmt.Sprintf("My locker is number %d, remember that.", i), Time: clock.now(), Message: &lukasa.Utterance{Role: "user", User: "Minh"},
		})
	}
	for _, to := range []*lukasa.Memory{m, whole} {
		_, err := to.RetainAll(context.Background(), records)
		require.NoError(t, err)
	}
	_, err := whole.Learn(context.Background(), lukasa.Learning{})
	require.NoError(t, err)
	messages := 0
	for range 40 {
		ctx, cancel := context.WithTimeout(context.Background(), 3*time.Millisecond)
		learned, err := m.Learn(ctx, lukasa.Learning{})
		cancel()
		if messages += learned.Messages; err == nil {
			break
		}
		require.ErrorIs(t, err, context.DeadlineExceeded)
	}
	_, err = m.Learn(context.Background(), lukasa.Learning{})
	require.NoError(t, err)
	require.Equal(t, stands(t, whole), stands(t, m))
}
