package reflect_test

import (
	"context"
	"testing"

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
