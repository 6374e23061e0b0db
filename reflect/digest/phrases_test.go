package digest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPhrases: no phrase is listed twice for what it tells, and each is found where it stands.
func TestPhrases(t *testing.T) {
	for says, list := range phrasesOf {
		seen := map[string]bool{}
		for p := range strings.SplitSeq(strings.ReplaceAll(list, "\n", "|"), "|") {
			require.Equal(t, strings.Join(strings.Fields(strings.ToLower(p)), " "), p)
			require.False(t, seen[p], "%q is listed twice", p)
			seen[p] = true
			got := cueAt(lexicon{}.read(p+" xyz", 0))
			require.NotZero(t, got.says&says, "%q is not found", p)
		}
	}
}
