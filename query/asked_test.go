package query_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// What is asked for by what is done with it, or by a word that people do not tell it with, is found: the car that somebody drives,
// the age of who turns six, the home of who has moved (003-11).
func TestAskedInOtherWordsThanTold(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 5, 18, 0, 0, 0, time.UTC)
	m, err := lukasa.Open(t.Context(), t.TempDir(), lukasa.WithClock(func() time.Time { return now }))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, m.Close()) })
	for _, said := range []string{
		"My son Jonas is allergic to penicillin.",
		"I promised Paul to help him move on the 14th of February.",
		"We got a second cat, her name is Juno. The other one is Pixel.",
		"My new address is Kaiserstraße 12, 53113 Bonn.",
		"I've started the new job at the Uniklinik, the team is lovely.",
		"Jonas starts school in September, he turns six in May.",
		"I gave up coffee for good. Green tea only now.",
		"I sold the old Polo and bought a used Skoda Fabia.",
		"Jonas has swimming lessons every Tuesday at four.",
		"I have started learning Portuguese, so that I can talk to Rui.",
	} {
		now = now.AddDate(0, 0, 9)
		_, err := m.Retain(t.Context(), lukasa.Experience{Kind: "message", Content: said, Speaker: "user"})
		require.NoError(t, err)
	}
	for question, want := range map[string]string{
		"What car do I drive?":       "Skoda",
		"How old is Jonas?":          "turns six",
		"Where do I live?":           "Kaiserstraße",
		"What do I drink?":           "Green tea",
		"Which language do I learn?": "Portuguese",
	} {
		answer, err := m.Recall(t.Context(), lukasa.Query{Text: question, User: "user"})
		require.NoError(t, err)
		require.NotEmpty(t, answer.Hits, question)
		require.Contains(t, answer.Hits[0].Record.Content, want, question)
	}
}
