package claim

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTable: no line of the table says a word twice, none is in two groups, and every line is of a kind that is read.
func TestTable(t *testing.T) {
	kinds := map[string]bool{"noun": true, "opposite": true, "phrase": true, "verb": true, "verbs": true, "word": true}
	for kind := range roles {
		kinds[kind] = true
	}
	for kind := range traitsOf {
		kinds[kind] = true
	}
	group := map[string]string{}
	said := map[string]bool{}
	for line := range strings.Lines(source) {
		line = strings.TrimSpace(line)
		kind, words, ok := strings.Cut(line, ":")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		require.True(t, ok && kinds[kind], line)
		if kind == "opposite" || kind == "phrase" {
			require.False(t, said[line], line)
			said[line] = true
			continue
		}
		for _, word := range strings.Fields(words) {
			word, _, _ = strings.Cut(word, "=")
			word, _, _ = strings.Cut(word, "/")
			require.False(t, said[kind+" "+word], "%s twice as %s", word, kind)
			said[kind+" "+word] = true
			if kind == "word" || kind == "noun" || kind == "verb" || kind == "verbs" || kind == "unit" {
				require.Empty(t, group[word], "%s in two groups: %s", word, line)
				group[word] = line
			}
		}
	}
}
