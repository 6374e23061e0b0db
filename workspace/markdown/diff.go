package markdown

import (
	"bytes"
	"fmt"
	"strings"
)

// contextLines is how many unchanged lines a difference shows around a change.
const contextLines = 3

// Diff writes the difference of two texts as a unified diff of one hunk, or ""
// if there is none: what Lukasa writes lies close together.
func Diff(name string, before, after []byte) string {
	if bytes.Equal(before, after) {
		return ""
	}
	a, b := splitLines(before), splitLines(after)
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	from, upto := max(0, head-contextLines), min(tail, contextLines)
	var out strings.Builder
	fmt.Fprintf(&out, "--- a/%s\n+++ b/%s\n@@ -%s +%s @@\n", name, name, hunk(from, len(a)-tail+upto), hunk(from, len(b)-tail+upto))
	lines := func(mark string, list []string) {
		for _, l := range list {
			out.WriteString(mark + l)
			if !strings.HasSuffix(l, "\n") {
				out.WriteString("\n\\ No newline at end of file\n")
			}
		}
	}
	lines(" ", a[from:head])
	changed(a[head:len(a)-tail], b[head:len(b)-tail], lines)
	lines(" ", a[len(a)-tail:len(a)-tail+upto])
	return out.String()
}

// hunk writes the lines [from, to) as a diff counts them.
func hunk(from, to int) string {
	if to == from {
		return fmt.Sprintf("%d,0", from)
	}
	return fmt.Sprintf("%d,%d", from+1, to-from)
}

func splitLines(text []byte) []string {
	var out []string
	for l := range bytes.Lines(text) {
		out = append(out, string(l))
	}
	return out
}

// longestTable bounds the work of finding common lines: beyond it, all are told
// to be replaced.
const longestTable = 4_000_000

// changed tells two lists of lines as removals and additions, by their longest
// common sequence.
func changed(a, b []string, lines func(mark string, list []string)) {
	if len(a)*len(b) > longestTable {
		lines("-", a)
		lines("+", b)
		return
	}
	width := len(b) + 1
	common := make([]int32, (len(a)+1)*width) // of a[i:] and b[j:]
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				common[i*width+j] = common[(i+1)*width+j+1] + 1
			} else {
				common[i*width+j] = max(common[(i+1)*width+j], common[i*width+j+1])
			}
		}
	}
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			lines(" ", a[i:i+1])
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && common[(i+1)*width+j] >= common[i*width+j+1]:
			lines("-", a[i:i+1])
			i++
		default:
			lines("+", b[j:j+1])
			j++
		}
	}
}
