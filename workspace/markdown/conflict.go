package markdown

import (
	"bytes"
	"slices"
	"strings"
)

// withoutConflicts returns the Markdown of a page with blank lines in the place of those by
// which a merge marks what two writers changed, so that both sides are read, and reports
// each conflict. One that is shown in code is none.
func (p *reading) withoutConflicts(src []byte) []byte {
	if !bytes.Contains(src, []byte("<<<<<<<")) {
		return src
	}
	type mark struct{ from, to int }
	var found, open []mark
	separated := false // both sides of the open one have begun
	fence, at := "", 0
	for line := range bytes.Lines(src) {
		text := bytes.TrimRight(line, " \t\r\n")
		here := mark{at, at + len(text)}
		at += len(line)
		switch {
		case fence != "":
			fence = fenceAfter(fence, text)
		case isMark(text, "<<<<<<<"):
			open, separated = []mark{here}, false
		case len(open) > 0 && isMark(text, "|||||||"):
			open = append(open, here)
		case len(open) > 0 && string(text) == "=======":
			open, separated = append(open, here), true
		case separated && isMark(text, ">>>>>>>"):
			begin := p.base + open[0].from
			p.problem(p.lineOf(begin), 0, "conflict of a merge: both sides are read")
			p.page.Conflicts = append(p.page.Conflicts, Conflict{Line: p.lineOf(begin), Start: begin, End: p.base + here.to})
			found = append(append(found, open...), here)
			open, separated = nil, false
		default:
			fence = fenceAfter(fence, text)
		}
	}
	if len(found) == 0 {
		return src
	}
	out := bytes.Clone(src)
	for _, m := range found {
		for i := m.from; i < m.to; i++ {
			out[i] = ' '
		}
	}
	return out
}

// inOneConflict tells whether two places are in the same conflict: what stands there is of
// one side or the other, and there once.
func (p *reading) inOneConflict(a, b int) bool {
	return slices.ContainsFunc(p.page.Conflicts, func(c Conflict) bool { return c.Start <= a && b < c.End })
}

// merged tells whether a merge, rather than a person, has changed a region.
func (p *reading) merged(r Region) bool {
	return slices.ContainsFunc(p.page.Conflicts, func(c Conflict) bool { return c.Start < r.End && r.Start < c.End })
}

// isMark tells whether a line is a mark of a conflict, perhaps with the name of a side.
func isMark(line []byte, mark string) bool {
	rest, ok := bytes.CutPrefix(line, []byte(mark))
	return ok && (len(rest) == 0 || rest[0] == ' ')
}

// fenceAfter returns what began the code that a page is in after a line; "" outside of code.
// Code ends with at least as many marks as began it and nothing behind them, so that code
// which shows other code is one; marks in the middle of a line are those of a code span.
func fenceAfter(fence string, line []byte) string {
	line = bytes.TrimLeft(line, " \t")
	for _, mark := range []string{"`", "~"} {
		rest := bytes.TrimLeft(line, mark)
		run := string(line[:len(line)-len(rest)])
		switch {
		case len(run) < 3:
		case fence == "" && (mark == "~" || !bytes.Contains(rest, []byte(mark))):
			return run
		case fence != "" && strings.HasPrefix(run, fence) && len(rest) == 0:
			return ""
		}
	}
	return fence
}
