package markdown

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
)

// Strike returns src without the lines of the list items that drop asks for, and what else
// stands in those, such as code. A block that is no list item by itself stays: to take it out
// would change what stands beside it. Where it would be read otherwise without the items, there
// are empty lines in their place.
func Strike(src []byte, o Options, drop func(*Block) bool) []byte {
	blocks := Parse(src, o).Blocks
	var kept []Block
	var goes [][2]int // bytes
	at := 0           // what stands before it is decided on
	for i, b := range blocks {
		from := lineStart(src, b.Start)
		if !item(src[from:b.Start]) || !drop(&b) {
			kept = append(kept, b)
			continue
		}
		limit := len(src)
		if i+1 < len(blocks) {
			limit = lineStart(src, blocks[i+1].Start)
		}
		if to := itemEnd(src, from, lineStop(src, b.End), limit); to > at {
			goes = append(goes, [2]int{max(at, from), to})
			at = to
		}
	}
	if len(goes) == 0 {
		return src
	}
	out := without(src, goes, "")
	if !tellAll(Parse(out, o).Blocks, kept) {
		out = without(src, goes, lineEnding(src))
	}
	return out
}

// without returns src with something else in the place of some of its bytes.
func without(src []byte, goes [][2]int, instead string) []byte {
	var parts [][]byte
	at := 0
	for _, g := range goes {
		parts = append(parts, src[at:g[0]], []byte(instead))
		at = g[1]
	}
	return slices.Concat(append(parts, src[at:])...)
}

// tellAll tells whether all of some blocks are among others, in their order.
func tellAll(blocks, some []Block) bool {
	for i := range blocks {
		if len(some) > 0 && blocks[i].Kind == some[0].Kind && blocks[i].Text == some[0].Text && blocks[i].Region == some[0].Region {
			some = some[1:]
		}
	}
	return len(some) == 0
}

// item tells whether what stands before a block on its line makes it a list item: a
// sign or a number, perhaps in a quote.
func item(before []byte) bool { return itemMark.Match(before) }

var itemMark = regexp.MustCompile(`^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]`)

// itemEnd returns where the lines end that stand in a list item, which begins at from and goes on
// until to at least and limit at most: those that are indented as its text is.
func itemEnd(src []byte, from, to, limit int) int {
	mark := itemMark.FindIndex(src[from:to])
	quotes := bytes.Count(src[from:from+mark[1]], []byte{'>'})
	behind := from + mark[1] - 1 // the sign
	text := to - len(bytes.TrimLeft(src[behind:to], " \t"))
	column := width(src[from:text])
	if sign := width(src[from:behind]); column > sign+4 {
		column = sign + 1 // it begins with code
	}
	for at := to; at < limit; {
		end := min(lineStop(src, at+1), limit)
		switch line := indent(src[at:end]); {
		case line.quotes < quotes:
			return to
		case line.blank:
		case line.column < column:
			return to
		default:
			to = end
		}
		at = end
	}
	return to
}

// indented is what a line begins with.
type indented struct {
	column int // of the text
	quotes int // signs before it
	blank  bool
}

func indent(line []byte) indented {
	rest := bytes.TrimLeft(line, " \t>")
	before := line[:len(line)-len(rest)]
	return indented{width(before), bytes.Count(before, []byte{'>'}), len(bytes.TrimRight(rest, "\r\n")) == 0}
}

// width is how many columns a text without wide characters takes.
func width(s []byte) (n int) {
	for _, c := range s {
		if c == '\t' {
			n += 4 - n%4
		} else {
			n++
		}
	}
	return n
}

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
