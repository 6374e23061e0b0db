package rank_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/query/rank"
)

// TestForeign: what somebody else says of himself is foreign to the asker, unless it speaks to
// somebody, or of the asker by the whole name.
func TestForeign(t *testing.T) {
	for text, want := range map[string]bool{
		"I live in Rome":                     true,
		"I live in Rome, next to Ana":        true,
		"I live in Rome, next to Ana Ho":     false,
		"I left your keys in the cellar":     false,
		"ich habe dir die Schlüssel gegeben": false,
		"":                                   true,
	} {
		require.Equal(t, want, rank.Foreign(text, "Ana Ho"), text)
	}
}

// TestTellsOf: a text tells of somebody by the whole name, as its subject or owner.
func TestTellsOf(t *testing.T) {
	for text, want := range map[string]bool{
		"Ana Ho lives in Berlin":            true,
		"The name of Ana Ho's dog is Wanda": true,
		"Bo Ho lives in Berlin":             false,
		"Ana lives in Berlin":               false,
		"Bo thanked Ana Ho":                 false,
		"Ana Ho":                            false,
	} {
		require.Equal(t, want, rank.TellsOf(text, "Ana Ho"), text)
	}
	require.False(t, rank.TellsOf("lives in Berlin", ""))
	require.True(t, rank.TellsOf("Ana lives in Berlin", "Ana"))
}

// TestMine: who asks of himself is known by the word for him alone; "we" are others too, and
// whoever is named is asked about instead.
func TestMine(t *testing.T) {
	for question, want := range map[string]bool{
		"where do I live?": true, "what is my dog called?": true, "wo wohne ich?": true,
		"where do we live?": false, "where does Bo live?": false, "when did Bo call me?": false, "what is there to do?": false,
	} {
		require.Equal(t, want, rank.Read(question, []string{"Ana", "Bo"}, rank.Parties{I: "Ana", You: "desk"}).Mine, question)
	}
}
