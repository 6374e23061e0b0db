package markdown

import (
	"net/url"
	"regexp"
	"strings"
)

// factLine is a line of a region of facts: what another page tells, with its day and a link to it.
var factLine = regexp.MustCompile(`^\d{4}-\d{2}-\d{2} ([WBOS])(\(c=[0-9.]+\))?( \(inferred\))?: (.+) \(\[.+\]\(\.\./\.\./(\S+)#L\d+(?:-L\d+)?\)\)$`)

// quote reads a line of a region of facts that is in none any more, as where a person took both sides
// of a merge: it says what it quotes and nothing besides.
func (b *Block) quote() bool {
	m := factLine.FindStringSubmatch(b.Text)
	if m == nil {
		return false
	}
	path, err := url.PathUnescape(m[5])
	if err != nil {
		return false
	}
	b.Kind, b.Typed, b.Text, b.Quotes, b.Inferred = kindOf(m[1]), true, m[4], path, m[3] != ""
	b.Confidence, b.Rated = confidence(m[2])
	if names, said, ok := strings.Cut(m[4], ": "); ok && areNames(strings.Split(names, ", ")) {
		b.Subjects, b.Text = strings.Split(names, ", "), said
	}
	return true
}

func areNames(list []string) bool {
	for _, s := range list {
		if name, used := nameAt(s); name != s || used != len(s) || s == "" {
			return false
		}
	}
	return true
}
