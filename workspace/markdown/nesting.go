package markdown

import (
	"bytes"
	"slices"
)

// maxDepth is how deep blocks may nest.
const maxDepth = 64

// tooDeep finds the first line that stands in more than maxDepth blocks, which would make a tree
// far larger than the page.
func tooDeep(src []byte) (line int, deep bool) {
	var open nesting
	for l := range bytes.Lines(src) {
		if open.take(withoutRule(l)); len(open) > maxDepth {
			return line, true
		}
		line++
	}
	return 0, false
}

// nesting are the quotes and list items that a line may stand in, from the outermost on. It has
// more than there are where something else ends them, as a text does that is not indented.
type nesting []opener

// opener is the sign of a quote or of a list item, by its column.
type opener struct {
	column int
	quote  bool
}

// take opens what a line opens. A quote that goes on has its sign on every line, perhaps a little
// further to the left or right, and a list item is in another if it stands further to the right.
func (n *nesting) take(line []byte) {
	inside := 0 // of the open ones, those that the line goes on with
	for o := range openers(line) {
		if at := n.goesOn(inside, o); at >= 0 {
			inside = at + 1
			continue
		}
		if at := slices.IndexFunc((*n)[inside:], func(have opener) bool { return have.column >= o.column }); at >= 0 {
			*n = (*n)[:inside+at]
		}
		if *n = append(*n, o); len(*n) > maxDepth {
			return
		}
		inside = len(*n)
	}
}

// goesOn returns which of the open quotes goes on with a sign behind those that the line is inside
// of, or -1.
func (n *nesting) goesOn(inside int, o opener) int {
	for at := inside; o.quote && at < len(*n); at++ {
		switch have := (*n)[at]; {
		case have.quote:
			return at
		case have.column >= o.column:
			return -1
		}
	}
	return -1
}

// openers yields what a line may open.
func openers(line []byte) func(yield func(opener) bool) {
	return func(yield func(opener) bool) {
		column := 0
		for i := 0; i < len(line); i++ {
			switch c := line[i]; {
			case c == '\t':
				column += 4 - column%4
				continue
			case isSpace(c):
				column++
				continue
			}
			length := sign(line[i:])
			if length == 0 || !yield(opener{column, line[i] == '>'}) {
				return
			}
			i += length - 1
			column += length
		}
	}
}

// sign returns the length of the sign of a quote or a list item that a text begins with, or 0.
func sign(s []byte) int {
	n := 1
	switch c := s[0]; {
	case c == '>':
		return 1
	case c == '-' || c == '+' || c == '*':
	case c >= '0' && c <= '9':
		for n < len(s) && s[n] >= '0' && s[n] <= '9' {
			n++
		}
		if n == len(s) || s[n] != '.' && s[n] != ')' {
			return 0
		}
		n++
	default:
		return 0
	}
	if n < len(s) && !isSpace(s[n]) {
		return 0
	}
	return n
}

// withoutRule returns a line without the rule that it ends with, such as "* * *".
func withoutRule(line []byte) []byte {
	text := bytes.TrimRight(line, " \t\r\n")
	for _, mark := range []string{"-", "*"} {
		before := bytes.TrimRight(text, mark+" \t")
		if bytes.Count(text[len(before):], []byte(mark)) >= 3 {
			return before
		}
	}
	return line
}
