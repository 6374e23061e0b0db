package reflect_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/reflect"
	"github.com/lukasadb/lukasa/schema"
)

// TestNewerMannerHolds: of what a user wants of answers, the newest holds where one holds
// at a time; the others stay in history, and other users' stay as they are (001-02).
func TestNewerMannerHolds(t *testing.T) {
	for _, tt := range []struct{ said, left []string }{
		{
			[]string{"From now on answer in French.", "From now on answer in English."},
			[]string{"ana wants it so from now on: answer in English."},
		},
		{[]string{"Always use emojis.", "Never use emojis."}, []string{"ana wants it so from now on: Never use emojis."}},
		{
			[]string{"From now on answer in French.", "Never answer in German."},
			[]string{"ana wants it so from now on: answer in French.", "ana wants it so from now on: Never answer in German."},
		},
		{
			[]string{"Please correct my English mistakes, every time.", "don't correct my english anymore, I'm tired"},
			[]string{"ana wants it so from now on: don't correct my english anymore."},
		},
		{
			[]string{"US spelling in everything unless I say otherwise", "so switch to British spelling for all my stuff"},
			[]string{"ana wants it so from now on: British spelling for all my stuff."},
		},
		{[]string{"Call me Bob.", "Call me Robert.", "Call me Bob."}, []string{"ana wants to be called Bob."}},
		{
			[]string{"From now on answer in French.", "Always answer briefly."},
			[]string{"ana wants it so from now on: answer in French.", "ana wants it so from now on: Always answer briefly."},
		},
	} {
		t.Run(tt.said[1], func(t *testing.T) {
			k := openTalk(t, reflect.Options{})
			for _, text := range tt.said {
				k.micros.Add(time.Minute.Microseconds())
				k.say(t, text)
			}
			require.ElementsMatch(t, tt.left, k.held(t, schema.KindPreference))
			require.Zero(t, k.turns.Progress().Skipped)
		})
	}
	k := openTalk(t, reflect.Options{})
	k.say(t, "Call me Bob.")
	k.micros.Add(time.Minute.Microseconds())
	turn, err := k.turns.Turn(context.Background(), reflect.Message{Agent: "a", Session: "s", User: "tom", Text: "Call me Tommy."})
	require.NoError(t, err)
	require.NoError(t, k.turns.Flush(context.Background()))
	require.Len(t, k.taught(t, turn), 1)
	require.Len(t, k.held(t, schema.KindPreference), 2, "tom is not ana")
}

// TestNewestMannerHoldsInAnyOrder: the newest by when it was said holds, in whatever order
// the messages are learned from, also one that was said twice.
func TestNewestMannerHoldsInAnyOrder(t *testing.T) {
	for _, tt := range []struct {
		said []string // in the order of learning
		at   []int    // minutes
		left []string
	}{
		{[]string{"Call me Robert.", "Call me Bob."}, []int{2, 1}, []string{"ana wants to be called Robert."}},
		{[]string{"Call me Bob.", "Call me Bob.", "Call me Robert."}, []int{1, 3, 2}, []string{"ana wants to be called Bob."}},
		{[]string{"Call me Rob.", "Call me Robert.", "Call me Bob."}, []int{3, 1, 2}, []string{"ana wants to be called Rob."}},
		{
			[]string{"Never answer in English.", "Từ nay trả lời bằng tiếng Anh."},
			[]int{2, 1},
			[]string{"ana wants it so from now on: Never answer in English."},
		},
		{
			[]string{"Never answer in English.", "Từ nay trả lời bằng tiếng Anh."},
			[]int{1, 2},
			[]string{"ana muốn từ nay: trả lời bằng tiếng Anh."},
		},
	} {
		k := openTalk(t, reflect.Options{})
		k.learnAt(t, tt.said, tt.at)
		require.Equal(t, tt.left, k.held(t, schema.KindPreference), tt.said)
		k.requireSuccessors(t)
	}
}
