package extract

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestManner: instructions of which one holds at a time decide the same, others
// do not (001-02, 004-15).
func TestManner(t *testing.T) {
	for _, tt := range []struct {
		first, second string
		same          bool
	}{
		{"From now on answer in French.", "From now on, please reply in English.", true},
		{"Always write in German.", "Never write in German.", true},
		{"Từ nay trả lời bằng tiếng Anh.", "From now on answer in Vietnamese.", true},
		{"Always answer briefly.", "From now on explain in detail.", true},
		{"Always use emojis.", "Never use emojis.", true},
		{"From now on add citations.", "From now on don't include citations.", true},
		{"Always use metric units.", "From now on use imperial units.", true},
		{"Call me Bob.", "You can call me Robert.", true},
		{"Call me Bob.", "From now on answer in French.", false},
		{"Always answer in French.", "Always answer briefly.", false},
		{"Always write code comments in English.", "From now on answer in French.", false},
		{"Always answer in French when I write French.", "From now on answer in English.", false},
		{"Always use tabs.", "Always use metric units.", false},
		{"From now on include units.", "Always use metric units.", false},
		{"Always add the language.", "From now on answer in French.", false},
	} {
		a, b := mannerOf(t, tt.first), mannerOf(t, tt.second)
		require.Equal(t, tt.same, a != "" && a == b, "%q (%s) and %q (%s)", tt.first, a, tt.second, b)
	}
	require.Empty(t, Manner("The user lives in France."))
	require.Empty(t, Manner(""))
}

// mannerOf is what the only wish of a message decides.
func mannerOf(t *testing.T, message string) string {
	wishes := Read(message).Statements
	require.Len(t, wishes, 1, message)
	require.Equal(t, Preference, wishes[0].Kind, message)
	return Manner(wishes[0].Sentence("ana"))
}
