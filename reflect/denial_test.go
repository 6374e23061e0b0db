package reflect_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/reflect"
	"github.com/lukasadb/lukasa/schema"
)

// TestDenialEndsABelief: what the user says is not so any more is believed no longer,
// with the message as the reason; it may be said anew. What was never taught, or is of
// another user, is left alone.
func TestDenialEndsABelief(t *testing.T) {
	for _, tt := range []struct {
		said []string
		left []string
	}{
		{[]string{"I'm vegetarian.", "I'm not vegetarian any more."}, nil},
		{[]string{"I work at Nokia.", "I no longer work at Nokia."}, nil},
		{[]string{"I'm allergic to nuts.", "I'm allergic to milk.", "I'm not allergic to nuts."}, []string{"ana is allergic to milk."}},
		{[]string{"I'm a nurse.", "I'm no longer a nurse."}, nil},
		{[]string{"My name is Ana.", "My name is not Ana."}, nil},
		{[]string{"I'm vegetarian.", "I'm not vegetarian any more.", "I'm vegetarian."}, []string{"ana is vegetarian."}},
		{[]string{"I live in Berlin.", "I don't live in Berlin any more, I live in Bonn."}, []string{"ana lives in Bonn."}},
		{[]string{"I'm allergic to nuts.", "I'm not allergic to nuts, but I'm allergic to milk."}, []string{"ana is allergic to milk."}},
		{[]string{"My goal is to win.", "My goal is not to win. My goal is to travel."}, []string{"ana's goal is to travel."}},
		{
			[]string{"I'm allergic to hazelnuts.", "sorry, mixed up my nuts. it's walnuts I react to, hazelnuts are fine"},
			[]string{"ana is allergic to walnuts."},
		},
		{[]string{"I'm vegetarian.", "so i've gone back to eating meat"}, []string{"ana is eating meat."}},
		{
			[]string{"my son is called Theo", "our son's called Otis"},
			[]string{"The name of ana's son is Theo.", "The name of ana's son is Otis."},
		},
		{[]string{"I live in Berlin.", "I don't live in Rome."}, []string{"ana lives in Berlin."}},
		{[]string{"I live in Berlin.", "Tom says I don't live in Berlin."}, []string{"ana lives in Berlin."}},
		{[]string{"I'm not vegetarian."}, nil},
	} {
		t.Run(tt.said[len(tt.said)-1], func(t *testing.T) {
			k := openTalk(t, reflect.Options{})
			for _, text := range tt.said {
				k.micros.Add(time.Minute.Microseconds())
				k.say(t, text)
			}
			require.Equal(t, tt.left, append(k.held(t, schema.KindFact), k.held(t, schema.KindUserFact)...))
			require.Zero(t, k.turns.Progress().Skipped)
			require.Len(t, k.held(t, schema.KindEpisode), len(tt.said))
		})
	}
	k := openTalk(t, reflect.Options{})
	k.say(t, "I'm vegetarian.")
	_, err := k.turns.Turn(context.Background(), reflect.Message{Agent: "a", Session: "s", User: "tom", Text: "I'm not vegetarian."})
	require.NoError(t, err)
	require.Len(t, k.held(t, schema.KindFact), 1, "tom is not ana")

	turn := k.say(t, "I'm not vegetarian any more.")
	ended := k.taught(t, turn)
	require.Len(t, ended, 1)
	require.Equal(t, schema.StatusInvalidated, ended[0].Status)
	require.Contains(t, ended[0].Evidence, schema.Evidence{ID: turn.ID, Stance: schema.StanceContradicts})
	require.False(t, ended[0].ValidTo.IsZero())
}

// TestDeniedSince: what was said before it was denied is not believed again, in whatever
// order the messages are learned from; what is said after is (001-02).
func TestDeniedSince(t *testing.T) {
	for _, tt := range []struct {
		said []string
		at   []int // minutes
		left int
	}{
		{[]string{"I'm vegetarian.", "I'm not vegetarian any more.", "I'm vegetarian."}, []int{1, 3, 2}, 0},
		{[]string{"I'm vegetarian.", "I'm not vegetarian any more.", "I'm vegetarian."}, []int{1, 3, 4}, 1},
		{[]string{"I'm vegetarian.", "I'm vegetarian.", "I'm not vegetarian any more."}, []int{1, 3, 2}, 1},
		{[]string{"My goal is to win.", "My goal is not to win.", "My goal is to win."}, []int{1, 3, 2}, 0},
		{[]string{"I run daily.", "I don't run any more.", "I run daily."}, []int{1, 3, 2}, 0},
	} {
		k := openTalk(t, reflect.Options{})
		began := time.UnixMicro(k.micros.Load()).UTC()
		for i, text := range tt.said {
			at := began.Add(time.Duration(tt.at[i]-10) * time.Minute)
			_, err := k.turns.Turn(context.Background(), reflect.Message{Agent: "a", Session: "s", User: "ana", Text: text, Time: at})
			require.NoError(t, err)
			require.NoError(t, k.turns.Flush(context.Background()))
		}
		var held []string
		for _, kind := range []schema.Kind{schema.KindFact, schema.KindUserFact, schema.KindInsight} {
			held = append(held, k.held(t, kind)...)
		}
		require.Len(t, held, tt.left, tt.said)
		require.Zero(t, k.turns.Progress().Skipped)
	}
}

// TestForgettingWhatWasDenied: what the user took back goes with the message that
// taught it, though there is evidence against it left (I8, I9).
func TestForgettingWhatWasDenied(t *testing.T) {
	for _, purge := range []bool{false, true} {
		k := openTalk(t, reflect.Options{})
		taught := k.say(t, "I'm vegetarian.")
		denied := k.say(t, "I'm not vegetarian any more.")
		require.Len(t, k.taught(t, denied), 1)
		_, err := k.writer.Forget(context.Background(), experience.Forget{Agent: "a", IDs: []schema.ID{taught.ID}, Purge: purge})
		require.NoError(t, err)
		require.Empty(t, k.taught(t, denied))
	}
}
