package query

import (
	"testing"

	"github.com/fxamacker/cbor/v2"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/schema"
)

// TestPartIsNeverMissed: a record that holds a text is let through as it is encoded, whatever
// the characters of either and the case of them (002-09).
func TestPartIsNeverMissed(t *testing.T) {
	letters := rapid.StringOfN(rapid.RuneFrom([]rune("aAkK\u212Aiİıßẞæ ,.é\u00c9дД冰\U0001F600")), 0, 8, -1)
	rapid.Check(t, func(t *rapid.T) {
		e := schema.Experience{
			Context: letters.Draw(t, "context"), Content: letters.Draw(t, "content"), Summary: letters.Draw(t, "summary"),
			Speaker: letters.Draw(t, "speaker"),
		}
		p := letters.Draw(t, "part")
		encoded, err := cbor.Marshal(&e)
		require.NoError(t, err)
		if containsFold(e.Context, p) || containsFold(e.Content, p) || containsFold(e.Summary, p) {
			require.True(t, partOf(p).mayBeIn(encoded), "%q in %+v", p, e)
		}
	})
}

// TestPartIsRefused: most records without a text are not decoded.
func TestPartIsRefused(t *testing.T) {
	encoded, err := cbor.Marshal(&schema.Experience{Content: "The pump of dock TWO is broken, Ä."})
	require.NoError(t, err)
	for part, may := range map[string]bool{"dock two": true, "DOCK TWO": true, "dock  two": false, "dock tw ": false, "ä": true, "ö": false} {
		require.Equal(t, may, partOf(part).mayBeIn(encoded), part)
	}
}
