package outcome

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestRead (900-08): each way of saying how something ended is read as it is meant.
func TestRead(t *testing.T) {
	for _, c := range []struct {
		text string
		want float64 // 0: cannot be told
	}{
		{"tests pass again", 1},
		{"import finished at 04:10, disk at 61 %", 1},
		{"no stall since", 1},
		{"not a single complaint in three weeks", 1},
		{"no errors or warnings", 1},
		{"2.8 s to 190 ms", 1},
		{"50 s in place of 40 minutes", 1},
		{"CPU 14 s -> 3 s", 1},
		{"false alarms from 120 to 3 a week", 1},
		{"sales from 40 to 96 a day", 1},
		{"58 of 60 parts", 1},
		{"the warnings are gone", 1},
		{"bypassed the broken lift, all on time", 1},
		{"After two refusals the bank approved the loan", 1},
		{"failed at first, but worked with libssl-dev", 1},
		{"can't reproduce it any more", 1},

		{"no change at all", -1},
		{"it didn't help", -1},
		{"the planner doesn't use it", -1},
		{"quiet until Wednesday, then the same stall", -0.5},
		{"fresh for two days, then it was back", -0.5},
		{"all green; reverted after an hour", -1},
		{"guests loved it, but we had to take it off the card; taken back", -1},
		{"keystrokes from 16 ms to 380 ms", -1},
		{"throughput from 1200 to 700", -1},
		{"one of six pupils", -1},
		{"still the old value", -1},
		{"works, but the build is broken now", -0.5},
		{"no longer works", -1},
		{"HTTP 500, permission denied", -1},

		{"", 0},
		{"no reply yet", 0},
		{"merged; nobody knows whether anyone reads it", 0},
		{"passed in staging, too early to say in production", 0},
		{"quick, but you know him", 0},
		{"a number, nothing more", 0},
		{"the import started", 0},
	} {
		score, known := Read(c.text)
		require.Equal(t, c.want, score, c.text) //nolint:testifylint // whole and half
		require.Equal(t, c.want != 0, known, c.text)
	}
}

// TestReadOfWhatPeopleWrite: three in five of what others wrote are read, fewer than one in twenty the wrong way round, and what is open
// mostly as open.
func TestReadOfWhatPeopleWrite(t *testing.T) {
	data, err := os.ReadFile("testdata/outcomes.txt")
	require.NoError(t, err)
	var told, misread, judged, left, open float64
	for line := range strings.Lines(string(data)) {
		sign, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		score, known := Read(text)
		switch sign {
		case "+", "-":
			judged++
			switch {
			case known && score > 0 == (sign == "+"):
				told++
			case known:
				misread++
			}
		case "?":
			open++
			if !known {
				left++
			}
		}
	}
	t.Logf("told %.3f, misread %.3f, left open %.3f", told/judged, misread/judged, left/open)
	require.Greater(t, told/judged, 0.6)
	require.Less(t, misread/judged, 0.045)
	require.Greater(t, left/open, 0.85)
}

// TestReadAnything: whatever the text, the score is within its bounds, nothing where nothing is known, and the same each time; and
// whatever went before, what was undone did not work.
func TestReadAnything(t *testing.T) {
	said := rapid.SampledFrom([]string{
		"no", "not", "errors", "but", "then", "green", "again", ".", ",", ";", "5", "of", "6", "%", "to", "12", "ms", "s", "still", "down", "worked", "\xff",
	})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.OneOf(said, rapid.String())).Draw(t, "words"), " ")
		score, known := Read(text)
		require.LessOrEqual(t, score, 1.0)
		require.GreaterOrEqual(t, score, -1.0)
		require.Equal(t, known, score != 0)
		again, _ := Read(text)
		require.Equal(t, score, again) //nolint:testifylint // the very same
		score, known = Read(text + " ; reverted")
		require.True(t, known)
		require.InDelta(t, -1, score, 0)
	})
}

// TestReadTheEnd: of a long text the end tells, in any alphabet.
func TestReadTheEnd(t *testing.T) {
	score, known := Read(strings.Repeat("ошибка error ", 10_000) + strings.Repeat("и так далее; ", 200) + "all tests pass")
	require.True(t, known)
	require.Positive(t, score)
}
