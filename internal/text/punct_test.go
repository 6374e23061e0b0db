package text

import (
	"math/bits"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestPunctOfAPart: whatever part of a text is taken, in whatever case, its bits are
// among those of the text (002-09).
func TestPunctOfAPart(t *testing.T) {
	pieces := []string{"don't", " ", "—", "🎉", "ß", "İ", "\u212A", "é", "e\u0301", "...", "A", ":)", "\xff", "#", "文件", "9", "\x00"}
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOf(rapid.OneOf(rapid.SampledFrom(pieces), rapid.String())).Draw(t, "text"), "")
		low := strings.ToLower(s)
		starts := []int{}
		for at := range low {
			starts = append(starts, at)
		}
		starts = append(starts, len(low))
		from := rapid.IntRange(0, len(starts)-1).Draw(t, "from")
		to := rapid.IntRange(from, len(starts)-1).Draw(t, "to")
		part := low[starts[from]:starts[to]]
		if rapid.Bool().Draw(t, "upper") && strings.ToLower(strings.ToUpper(part)) == part {
			part = strings.ToUpper(part)
		}
		require.Zero(t, Punct(part)&^Punct(s), "%q of %q", part, s)
	})
}

// TestPunctTellsApart: what has no marks has no bits, other marks have other bits, and
// a short text few.
func TestPunctTellsApart(t *testing.T) {
	require.Zero(t, Punct("no marks in 3 words, it seems"[:11]))
	require.Zero(t, Punct("Phở bò e\u0301 文件"))
	require.NotZero(t, Punct(":)")&^Punct("fine :-( but (see) that: it is over..."))
	require.NotZero(t, Punct("C++")&^Punct("c is + and +1"))
	require.NotZero(t, Punct("🎉")&^Punct("done 🙂!"))
	require.Less(t, bits.OnesCount64(Punct("Well, that's it: I'm off to Oslo (again)!")), 24)
}
