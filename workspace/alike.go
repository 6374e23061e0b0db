package workspace

import (
	"maps"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/lukasadb/lukasa/workspace/markdown"
)

// alikeProblems lists the pages whose names are told apart only by letter case, or by how
// letters are composed. Here they are two, and all that both tell is known; where a file
// system takes the names for one, as those of macOS and Windows do, one takes the place of
// the other.
func (x *index) alikeProblems() (out []Problem) {
	first := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(x.files)) {
		alike := withoutCase(name)
		if other, ok := first[alike]; ok {
			out = append(out, Problem{name, markdown.Problem{Reason: "on some systems the same name as " + other + ", which differs only in letter case or in how letters are composed: one would replace the other"}})
			continue
		}
		first[alike] = name
	}
	return out
}

// withoutCase is what names have in common that some systems take for one.
func withoutCase(name string) string { return strings.ToLower(norm.NFC.String(name)) }

// hasAlike tells whether some of these names differ in letter case alone, as when a page was given
// the same name in another: where a file system takes the two for one, to look at each would
// find the page twice, and only a list of what there is tells its name.
func hasAlike(names []string) bool {
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		seen[withoutCase(name)] = true
	}
	return len(seen) < len(names)
}
