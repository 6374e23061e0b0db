package markdown

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
)

// Strike returns src without the lines of the list items that drop asks for. A
// block that is no list item by itself stays: to take it out would change what
// stands beside it.
func Strike(src []byte, o Options, drop func(*Block) bool) []byte {
	var kept [][]byte
	at := 0 // what stands before it is decided on
	for _, b := range Parse(src, o).Blocks {
		from, to := lineStart(src, b.Start), lineStop(src, b.End)
		if item(src[from:b.Start]) && drop(&b) && to > at {
			kept = append(kept, src[at:max(at, from)])
			at = to
		}
	}
	if at == 0 {
		return src
	}
	return slices.Concat(append(kept, src[at:])...)
}

// item tells whether what stands before a block on its line makes it a list item: a
// sign or a number, perhaps in a quote.
func item(before []byte) bool { return itemMark.Match(before) }

var itemMark = regexp.MustCompile(`^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]`)

// lineStop returns where the line that a place is in ends.
func lineStop(src []byte, at int) int {
	if at > 0 && src[at-1] == '\n' {
		return at
	}
	if i := bytes.IndexByte(src[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(src)
}

// Body returns what stands in the region of a name that nobody has edited, with
// line ends of \n, and whether there is one.
func Body(src []byte, name string) (body string, ok bool) {
	page := Parse(src, Options{})
	return page.Body(src, name)
}

// Body is [Body] of a page that was read from src.
func (p *Page) Body(src []byte, name string) (body string, ok bool) {
	for _, r := range p.Regions {
		if r.Name == name && !r.Edited {
			return strings.ReplaceAll(string(src[r.Body:r.BodyEnd]), "\r\n", "\n"), true
		}
	}
	return "", false
}
