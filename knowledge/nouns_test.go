package knowledge

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNouns: no noun is in two groups, and the plural of one is known.
func TestNouns(t *testing.T) {
	seen := map[string]bool{}
	for line := range strings.Lines(strings.TrimSpace(nounGroups)) {
		letter, list, _ := strings.Cut(line, ":")
		require.Len(t, letter, 1)
		for w := range strings.FieldsSeq(strings.ReplaceAll(list, "|", " ")) {
			require.False(t, seen[w], w)
			seen[w] = true
			n, ok := nouns.Get(w)
			require.True(t, ok, w)
			require.NotZero(t, n.sort, w)
		}
	}
	one, ok := nounOf("captain")
	require.True(t, ok)
	many, ok := nounOf("captains")
	require.True(t, ok)
	require.True(t, many.many)
	require.Equal(t, one.group, many.group)
	dr, _ := nouns.Get("dr")
	doctor, _ := nouns.Get("doctor")
	require.Equal(t, dr, doctor)
	_, ok = nounOf("tables")
	require.False(t, ok)
}
