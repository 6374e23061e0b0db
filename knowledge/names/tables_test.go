package names

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/text"
)

// TestTables: in each part of a table the lines are sorted, and no line says a
// word twice.
func TestTables(t *testing.T) {
	for _, table := range []struct{ name, text, between string }{
		{"bodies", bodyData, "|"},
		{"kin", kinData, " "},
		{"kinds", kindData, "|"},
		{"numbered", numberedData, " "},
		{"petnames", petNames, " "},
		{"pinyin", pinyinData, " "},
		{"places", placeData, "|"},
		{"states", stateData, " "},
		{"synonyms", synonymData, "|"},
	} {
		last := ""
		for line := range strings.SplitSeq(table.text, "\n") {
			head, rest, ok := strings.Cut(line, ":")
			if !ok || strings.HasPrefix(line, "#") {
				last = ""
				continue
			}
			require.Less(t, last, head, table.name)
			last = head
			list := strings.Split(strings.TrimSpace(rest), table.between)
			said := slices.Clone(list)
			slices.Sort(said)
			require.Len(t, slices.Compact(said), len(list), "%s: %s", table.name, line)
			require.NotContains(t, list, head, table.name)
		}
	}
}

// TestSynonymsLeadToOne: no word is said instead of two, nor of one that is
// replaced itself.
func TestSynonymsLeadToOne(t *testing.T) {
	kept := map[string]string{}
	for _, table := range []string{bodyData, kindData, placeData, synonymData} {
		for head, rest := range lines(table) {
			for other := range strings.SplitSeq(rest, "|") {
				other = strings.TrimSpace(other)
				require.Contains(t, []string{"", head}, kept[other], other)
				kept[other] = head
			}
		}
	}
	for other, head := range kept {
		require.Empty(t, kept[head], "%s is %s", other, head)
	}
}

// TestCharacters: each has one reading, and those that are read are the simplified
// ones.
func TestCharacters(t *testing.T) {
	read := map[rune]bool{}
	for _, list := range lines(pinyinData) {
		for _, r := range strings.ReplaceAll(list, " ", "") {
			require.False(t, read[r], "%c", r)
			require.Equal(t, string(r), simplified(string(r)))
			read[r] = true
		}
	}
}

// TestListsOfWords: no list says a word twice.
func TestListsOfWords(t *testing.T) {
	for _, list := range []string{
		beforeNumbers, directions, extents, familyNames, generic, givenNames, inside, particles, personStops, stops, streets, surnames,
		units, venues,
	} {
		said := strings.Fields(list)
		require.Len(t, text.Set(list), len(said), "%.40s", list)
	}
}
