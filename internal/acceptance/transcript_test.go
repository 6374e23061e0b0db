package acceptance

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa"
)

// spoken is a message as a chat loop holds it: whose it is and its words.
type spoken struct{ role, text string }

// asMessages writes a list as records of a session without ids or times.
func asMessages(session string, list []spoken) []lukasa.Experience {
	out := make([]lukasa.Experience, len(list))
	for i, s := range list {
		out[i] = lukasa.Experience{
			Kind: lukasa.KindMessage, Session: session, Content: s.text, Message: &lukasa.Utterance{Role: s.role},
		}
	}
	return out
}

// heldIn returns the messages of a session, oldest first.
func heldIn(t require.TestingT, m *lukasa.Memory, session string) (out []spoken) {
	page, err := m.Find(context.Background(), lukasa.Filter{Sessions: []string{session}, Kinds: []lukasa.Kind{lukasa.KindMessage}, Limit: 1000})
	require.NoError(t, err)
	for _, e := range slices.Backward(page.Items) {
		out = append(out, spoken{e.Message.Role, e.Content})
	}
	return out
}

// TestMessagesOfNowKeepTheirOrder: messages that are handed in together without a time
// are said one after the other, and one that is there twice was said twice.
func TestMessagesOfNowKeepTheirOrder(t *testing.T) {
	m, clock := openTest(t)
	list := []spoken{{"user", "ok"}, {"assistant", "Shall I go on?"}, {"user", "yes"}, {"user", "ok"}, {"user", "yes"}}
	records := asMessages("s", list)
	for i := range records { // ids whose order is not that of the talk
		records[i].ID = uuid.NewSHA1(uuid.NameSpaceOID, []byte{byte(i)})
	}
	done, err := m.RetainAll(context.Background(), records)
	require.NoError(t, err)
	for _, r := range done {
		require.True(t, r.New)
	}
	require.Equal(t, list, heldIn(t, m, "s"))
	first, err := m.Get(context.Background(), done[0].ID)
	require.NoError(t, err)
	require.Equal(t, clock.now(), first.Time)
}

// TestTranscriptHandedInAtEachTurn: a loop that has the whole conversation, or its end,
// hands it in again and again, and each message is held once, as often as it was said.
func TestTranscriptHandedInAtEachTurn(t *testing.T) {
	for _, window := range []int{1000, 6} {
		t.Run(fmt.Sprint("window of ", window), func(t *testing.T) {
			m, clock := openTest(t)
			var list []spoken
			for turn := range 12 {
				list = append(list, spoken{"user", []string{"ok", "And the import?", "ok", "yes"}[turn%4]}, spoken{"assistant", "Done."})
				clock.advance(time.Minute)
				handed := list[max(0, len(list)-window):]
				done, err := m.RetainTranscript(context.Background(), asMessages("s", handed))
				require.NoError(t, err)
				for i, r := range done {
					require.Equal(t, i >= len(handed)-2, r.New, "turn %d, message %d", turn, i)
				}
			}
			require.Equal(t, list, heldIn(t, m, "s"))
			page, err := m.Find(context.Background(), lukasa.Filter{Sessions: []string{"s"}, Limit: 1000})
			require.NoError(t, err)
			for _, e := range page.Items {
				require.Zero(t, e.Usage.Reinforced)
				require.Equal(t, 1, e.Version)
			}
			checked(t, m)
		})
	}
}

// TestTranscriptThatWasChanged: what a client put in the place of older messages is held
// once as well, and what it took the place of stays.
func TestTranscriptThatWasChanged(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	hand := func(list ...spoken) {
		t.Helper()
		clock.advance(time.Minute)
		_, err := m.RetainTranscript(ctx, asMessages("s", list))
		require.NoError(t, err)
	}
	system, ask, ok := spoken{"system", "Be brief."}, spoken{"user", "Which port?"}, spoken{"user", "ok"}
	wrong, right := spoken{"assistant", "8080"}, spoken{"assistant", "9090"}
	summary := spoken{"system", "So far: the port is 9090."}
	hand(system, ask, wrong)
	hand(system, ask, right, ok) // the reply was made anew
	hand(system, ask, right, ok, right)
	hand(summary, ok, right, ok) // the beginning was summed up
	hand(summary, ok, right, ok, right)
	require.Equal(t, []spoken{system, ask, wrong, right, summary, ok, right, ok, right}, heldIn(t, m, "s"))
}

// TestTranscriptBesideTurns: a loop may hand in what turns have stored.
func TestTranscriptBesideTurns(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	turn, err := m.Turn(ctx, lukasa.Message{Session: "s", Text: "Which port?"})
	require.NoError(t, err)
	clock.advance(time.Second)
	reply, err := m.Reply(ctx, turn.ID, "9090")
	require.NoError(t, err)
	clock.advance(time.Second)
	done, err := m.RetainTranscript(ctx, asMessages("s", []spoken{{"user", "Which port?"}, {"assistant", "9090"}, {"user", "ok"}}))
	require.NoError(t, err)
	require.Equal(t, []lukasa.ID{turn.ID, reply.ID}, []lukasa.ID{done[0].ID, done[1].ID})
	require.True(t, done[2].New)
}

// TestTranscriptOfSomeTimes: where only what people say has times, replies stand where the list
// has them, whether those times are past or to come, and are held once.
func TestTranscriptOfSomeTimes(t *testing.T) {
	for name, ahead := range map[string]time.Duration{"past": -time.Hour, "to come": time.Hour} {
		t.Run(name, func(t *testing.T) {
			m, clock := openTest(t)
			list := []spoken{{"user", "Which port?"}, {"assistant", "8080"}, {"user", "And now?"}, {"assistant", "9090"}, {"assistant", "8080"}}
			said := asMessages("s", list)
			said[0].Time = clock.now().Add(ahead)
			said[2].Time = said[0].Time.Add(time.Minute)
			for _, n := range []int{4, 4, 5, 5} {
				clock.advance(time.Second)
				_, err := m.RetainTranscript(context.Background(), said[:n])
				require.NoError(t, err)
				require.Equal(t, list[:n], heldIn(t, m, "s"))
			}
		})
	}
}

// TestTranscriptWithForgottenIDs: a message that has its id stays forgotten, and what is said
// after it is held once all the same.
func TestTranscriptWithForgottenIDs(t *testing.T) {
	for name, purge := range map[string]bool{"forgotten": false, "purged": true} {
		t.Run(name, func(t *testing.T) {
			ctx := context.Background()
			m, clock := openTest(t)
			list := []spoken{{"user", "ok"}, {"assistant", "Done."}, {"user", "My PIN is 4711."}, {"assistant", "Done."}}
			said := asMessages("s", list)
			said[2].ID = uuid.UUID{6: 0x40, 8: 0x80, 15: 2}
			_, err := m.RetainTranscript(ctx, said)
			require.NoError(t, err)
			_, err = m.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{said[2].ID}, Purge: purge})
			require.NoError(t, err)
			clock.advance(time.Second)
			done, err := m.RetainTranscript(ctx, append(said, asMessages("s", []spoken{{"user", "ok"}})...))
			require.NoError(t, err)
			require.Equal(t, lukasa.Retained{ID: said[2].ID}, done[2])
			require.Equal(t, []spoken{list[0], list[1], list[3], {"user", "ok"}}, heldIn(t, m, "s"))
		})
	}
}

// TestTranscriptsOfAnyTalk: whatever is said, handing in the whole at each turn holds it.
func TestTranscriptsOfAnyTalk(t *testing.T) {
	m, clock := openTest(t)
	talks := 0
	rapid.Check(t, func(r *rapid.T) {
		talks++
		session := fmt.Sprint("talk ", talks)
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"ok", "yes", "no"}), 1, 12).Draw(r, "words")
		var list []spoken
		for len(list) < len(words) {
			more := rapid.IntRange(1, len(words)-len(list)).Draw(r, "more")
			for _, w := range words[len(list) : len(list)+more] {
				list = append(list, spoken{"user", w})
			}
			for range rapid.IntRange(1, 2).Draw(r, "times") { // the request came twice
				clock.advance(time.Second)
				_, err := m.RetainTranscript(context.Background(), asMessages(session, list))
				require.NoError(r, err)
			}
			require.Equal(r, list, heldIn(r, m, session))
		}
	})
}

// TestTranscriptsOfOneSessionAtATime: who hands in the same at the same time adds nothing.
func TestTranscriptsOfOneSessionAtATime(t *testing.T) {
	m, _ := openTest(t)
	list := []spoken{{"user", "ok"}, {"assistant", "Done."}, {"user", "ok"}}
	errs := make(chan error)
	for range 8 {
		go func() {
			_, err := m.RetainTranscript(context.Background(), asMessages("s", list))
			errs <- err
		}()
	}
	for range 8 {
		require.NoError(t, <-errs)
	}
	require.Equal(t, list, heldIn(t, m, "s"))
}

// TestTranscriptRefuses names the message and the field that cannot be taken.
func TestTranscriptRefuses(t *testing.T) {
	m, _ := openTest(t)
	good := asMessages("s", []spoken{{"user", "Which port?"}})[0]
	for field, change := range map[string]func(e *lukasa.Experience){
		"session":  func(e *lukasa.Experience) { e.Session = "" },
		"kind":     func(e *lukasa.Experience) { e.Kind = lukasa.KindFact },
		"agent_id": func(e *lukasa.Experience) { e.Agent = "another" },
		"content":  func(e *lukasa.Experience) { e.Content = "" },
		"speaker":  func(e *lukasa.Experience) { e.Message = nil },
	} {
		bad := good
		change(&bad)
		_, err := m.RetainTranscript(context.Background(), []lukasa.Experience{good, bad})
		var of *lukasa.RecordError
		require.ErrorAs(t, err, &of, field)
		require.Equal(t, 1, of.Index)
		var invalid *lukasa.InvalidError
		require.ErrorAs(t, err, &invalid)
		require.Equal(t, field, invalid.Fields[0].Field)
	}
	require.Empty(t, heldIn(t, m, "s"))
}
