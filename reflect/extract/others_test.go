package extract

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What a message states of others is found, each of whom it is said of, and nothing else: not what
// is asked, supposed, quoted or reported, nor what the writer says of themselves.
func TestOthers(t *testing.T) {
	raw, err := os.ReadFile("testdata/others.tsv")
	require.NoError(t, err)
	for line := range strings.Lines(string(raw)) {
		if line[0] == '#' {
			continue
		}
		message, want, ok := strings.Cut(strings.TrimSpace(line), "\t")
		require.True(t, ok, line)
		require.Equal(t, want, ofOthers(Read(message)), message)
	}
}

// ofOthers writes what a reading has of others as the labels do.
func ofOthers(r Reading) string {
	var out []string
	for _, s := range r.Others {
		who := s.About.Text
		if s.About.Kin != "" {
			who = "[" + s.About.Kin + "]"
		}
		if s.Denied {
			who = "not " + who
		}
		out = append(out, who+":"+s.Predicate+"="+s.Value)
	}
	if len(out) == 0 {
		return "-"
	}
	return strings.Join(out, "; ")
}

// Whom a statement is about, and its value, stand in the message where it says (X1), whatever the message.
func TestOthersStandInTheMessage(t *testing.T) {
	for _, l := range readLabelled(t) {
		for _, message := range []string{l.message, "My son Jonas, he's ill. " + l.message, strings.ReplaceAll(l.message, "I", "Emma")} {
			for _, s := range Read(message).Others {
				require.Equal(t, s.About.Text, message[s.About.Start:s.About.End], message)
				require.Contains(t, message[s.Start:s.End], s.Value, message)
				require.NotEmpty(t, s.Value, message)
			}
		}
	}
}
