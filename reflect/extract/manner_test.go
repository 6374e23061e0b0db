package extract

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestManners: instructions of which one holds at a time decide the same, others
// do not (001-02).
func TestManners(t *testing.T) {
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
		{"Always answer in French.", "Never answer in French.", true},
		{"Always answer in French.", "From now on don't answer in French, answer in English.", true},
		{"Always answer in French.", "Never answer in German.", false},
		{"Từ nay trả lời bằng tiếng Anh.", "Never answer in English.", true},
		{"Never answer in English.", "Từ nay trả lời bằng tiếng Anh.", true},
		{"Từ nay trả lời bằng tiếng Việt.", "Never answer in English.", false},
		{"Never answer in French.", "Never answer in German.", false},
		{"Always answer briefly.", "Don't ever answer in detail.", true},
		{"Call me Bob.", "You can call me Robert.", true},
		{"Call me Bob.", "From now on answer in French.", false},
		{"Always answer in French.", "Always answer briefly.", false},
		{"Always write code comments in English.", "From now on answer in French.", false},
		{"Always answer in French when I write French.", "From now on answer in English.", false},
		{"US spelling in everything from now on.", "Switch to British spelling for all my stuff.", true},
		{"From now on use US spelling.", "Always use metric units.", false},
		{"Always use tabs.", "Always use metric units.", false},
		{"From now on include units.", "Always use metric units.", false},
		{"Always add the language.", "From now on answer in French.", false},
	} {
		a, b := mannersOf(t, tt.first), mannersOf(t, tt.second)
		share := slices.ContainsFunc(a, func(name string) bool { return slices.Contains(b, name) })
		require.Equal(t, tt.same, share, "%q (%s) and %q (%s)", tt.first, a, tt.second, b)
	}
	require.Empty(t, Manners("The user lives in France."))
	require.Empty(t, Manners(""))
}

// TestOpposed: what is refused takes back what asks for it in more words, and nothing else.
func TestOpposed(t *testing.T) {
	for _, tt := range []struct {
		first, second string
		opposed       bool
	}{
		{"Correct my English mistakes every time.", "Don't correct my English anymore.", true},
		{"Always use short words.", "Stop using emojis.", false},
		{"Don't correct my English anymore.", "Never correct my English mistakes.", false},
		{"Correct my English mistakes every time.", "Always cite sources.", false},
	} {
		a, b := Read(tt.first).Statements, Read(tt.second).Statements
		require.Len(t, a, 1)
		require.Len(t, b, 1)
		require.Equal(t, tt.opposed, Opposed(a[0].Sentence("ana"), b[0].Sentence("ana")), tt.second)
		require.Equal(t, tt.opposed, Opposed(b[0].Sentence("ana"), a[0].Sentence("ana")), tt.second)
	}
	require.False(t, Opposed("The user lives in France.", ""))
}

// mannersOf are what the only wish of a message decides.
func mannersOf(t *testing.T, message string) []string {
	wishes := Read(message).Statements
	require.Len(t, wishes, 1, message)
	require.Equal(t, Preference, wishes[0].Kind, message)
	return Manners(wishes[0].Sentence("ana"))
}
