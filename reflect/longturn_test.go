package reflect_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/reflect"
	"github.com/lukasadb/lukasa/schema"
)

// TestLongTurns: a message that is longer than what an episode may quote is learned
// from like any other (004-05).
func TestLongTurns(t *testing.T) {
	k := openTalk(t, reflect.Options{})
	turn := k.say(t, "I live in Bonn. "+strings.Repeat("Đây là nhật ký. ", 1<<10))
	require.Greater(t, len(turn.Message.Text), schema.MaxShortText)
	require.Len(t, k.taught(t, turn), 1)
	episodes := ofKind(k.all(t), schema.KindEpisode)
	require.Len(t, episodes, 1)
	require.True(t, strings.HasPrefix(episodes[0].Episode.Queries[0], "I live in Bonn. "))
}

// TestTurnCorrectsInLongTexts: what is corrected is found in a text as long as a
// record may be, in which it is part of many other words.
func TestTurnCorrectsInLongTexts(t *testing.T) {
	k := openTalk(t, reflect.Options{})
	const other = "saturdays "
	_, err := k.writer.Retain(context.Background(), schema.Experience{
		Agent: "a", Session: "s", Kind: schema.KindFact, Content: strings.Repeat(other, schema.MaxText/len(other)-1) + "Saturday",
	})
	require.NoError(t, err)
	k.say(t, "No, not Saturday but Sunday.")
	facts := ofKind(k.all(t), schema.KindFact)
	require.Len(t, facts, 1)
	require.True(t, strings.HasSuffix(facts[0].Content, " Sunday"))
}
