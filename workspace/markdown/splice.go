package markdown

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ErrSplice says that a page has no place for what is to be written: it is no text in UTF-8,
// ends inside of code or of a comment, or waits for a person to resolve a conflict.
var ErrSplice = errors.New("markdown: page cannot take this")

// Set returns src with body as the region of that name: in the place of the body
// it has, else at the end. Regions of that name that a person has edited lose
// their markers and nothing else: they are the person's (M5), and the new region
// comes after them. An empty body writes no new region, and empties one that is
// there. A region that is as wanted leaves src as it is.
//
// body is lines, each ended by \n, that hold no marker. What is written has the line
// ends of the page.
func Set(src []byte, name, body string) ([]byte, error) {
	eol := lineEnding(src)
	text := []byte(strings.ReplaceAll(body, "\n", eol))
	page := Parse(src, Options{})
	out, at, found := src, -1, false
	for _, r := range slices.Backward(page.Regions) {
		switch {
		case r.Name != name:
		case r.Edited:
			out = slices.Concat(out[:r.Start], out[r.Body:r.BodyEnd], out[r.End:])
			if !found {
				at = r.Start + r.BodyEnd - r.Body
			}
		case found: // a copy that somebody made of ours
			out = slices.Concat(out[:r.Start], out[r.End:])
			at -= r.End - r.Start
		default:
			if sameLines(out[r.Body:r.BodyEnd], text) {
				at, found = r.Start, true
				continue
			}
			out = slices.Concat(out[:r.Start], region(name, text, eol), out[r.End:])
			at, found = r.Start, true
		}
	}
	if !found && len(text) > 0 {
		if err := checkText(src); err != nil {
			return src, err
		}
		if at < 0 {
			at = len(out)
		}
		out = slices.Concat(out[:at], gap(out[:at], eol), region(name, text, eol), out[at:])
		found = true
	}
	if found && !holds(out, name, text) {
		return out, cannotTake(src, "region "+name)
	}
	return out, nil
}

// sameLines tells whether two texts are the same but for how their lines end, which
// on a page of both kinds is nobody's wish.
func sameLines(a, b []byte) bool { return bytes.Equal(unixLines(a), unixLines(b)) }

// holds tells whether the region can be read back.
func holds(out []byte, name string, text []byte) bool {
	return slices.ContainsFunc(Parse(out, Options{}).Regions, func(r Region) bool {
		return r.Name == name && !r.Edited && sameLines(out[r.Body:r.BodyEnd], text)
	})
}

func region(name string, body []byte, eol string) []byte {
	return slices.Concat([]byte("<!-- lukasa:begin "+name+" "+fingerprint(body)+" -->"+eol), body, []byte("<!-- lukasa:end "+name+" -->"+eol))
}

// gap is what must stand between a text and a block that follows it: the end of
// its last line and an empty one.
func gap(before []byte, eol string) []byte {
	switch trimmed := bytes.TrimRight(before, " \t"); {
	case len(before) == 0 || bytes.HasSuffix(before, []byte("\n\n")) || bytes.HasSuffix(before, []byte("\n\r\n")):
		return nil
	case bytes.HasSuffix(trimmed, []byte("\n")):
		return []byte(eol)
	}
	return []byte(eol + eol)
}

func lineEnding(src []byte) string {
	if i := bytes.IndexByte(src, '\n'); i > 0 && src[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// Append returns src with bullets, lines that each begin with "- ", at the end of
// its last Retain section that is nobody's region, or in a new one at the end. No side
// of a conflict gets them: it may be the one that is thrown away.
func Append(src []byte, bullets []string) ([]byte, error) {
	if err := checkText(src); err != nil {
		return nil, err
	}
	page := Parse(src, Options{})
	eol := lineEnding(src)
	lines := []byte(strings.Join(bullets, eol) + eol)
	want := typedBlocks(page) + len(bullets)
	for _, s := range slices.Backward(page.Sections) {
		end := ownEnd(page, s)
		if end < 0 {
			continue
		}
		at := lastLine(src, s.Start, end)
		if slices.ContainsFunc(page.Conflicts, func(c Conflict) bool { return c.Start < at && at < c.End }) {
			continue
		}
		head := slices.Concat(src[:at], lineBreak(src[:at], eol), lines)
		for _, between := range []string{"", eol} {
			out := slices.Concat(head, []byte(between), src[at:])
			if takes(out, len(head), want) {
				return out, nil
			}
		}
	}
	out := slices.Concat(src, gap(src, eol), []byte("## Retain"+eol), lines)
	if !takes(out, len(out), want) {
		return nil, cannotTake(src, "bullets")
	}
	return out, nil
}

// takes tells whether a page with bullets that end at a byte has as many as it should, and none
// that goes on in what follows.
func takes(out []byte, end, want int) bool {
	page := Parse(out, Options{})
	return typedBlocks(page) == want && !slices.ContainsFunc(page.Blocks, func(b Block) bool { return b.Start < end && end < b.End })
}

// Extend returns src with list items at its end, as part of the list that it ends
// with, if any.
func Extend(src []byte, items []string) ([]byte, error) {
	if err := checkText(src); err != nil {
		return nil, err
	}
	eol := lineEnding(src)
	lines := []byte(strings.Join(items, eol) + eol)
	end := lastLine(src, 0, len(src))
	page := Parse(src, Options{})
	if n := len(page.Blocks); n == 0 || !bytes.HasPrefix(src[lineStart(src, page.Blocks[n-1].Start):], []byte("- ")) {
		lines = slices.Concat(gap(src[:end], eol), lines)
	}
	out := slices.Concat(src[:end], lineBreak(src[:end], eol), lines, src[end:])
	if got := Parse(out, Options{}).Blocks; len(got) < len(items) || got[len(got)-len(items)].Start < end {
		return nil, cannotTake(src, "list")
	}
	return out, nil
}

func lineStart(src []byte, at int) int { return bytes.LastIndexByte(src[:at], '\n') + 1 }

func typedBlocks(p Page) (n int) {
	for _, b := range p.Blocks {
		if b.Typed {
			n++
		}
	}
	return n
}

// ownEnd returns where the part of a section before any region ends, or -1 if
// it begins inside one.
func ownEnd(p Page, s Section) int {
	end := s.End
	for _, r := range p.Regions {
		if r.Start <= s.Start && s.Start < r.End {
			return -1
		}
		if r.Start > s.Start {
			end = min(end, r.Start)
		}
	}
	return end
}

// lastLine returns the end of the last line in [from, to) that is not empty.
func lastLine(src []byte, from, to int) int {
	at := from + len(bytes.TrimRight(src[from:to], " \t\r\n"))
	if i := bytes.IndexByte(src[at:to], '\n'); i >= 0 {
		return at + i + 1
	}
	return to
}

func lineBreak(before []byte, eol string) []byte {
	if len(before) == 0 || before[len(before)-1] == '\n' {
		return nil
	}
	return []byte(eol)
}

// Rejoin returns text with a section at its end that holds the lines which theirs
// added to base and text does not have. Without such lines it returns text.
func Rejoin(text, base, theirs []byte) []byte {
	known := map[string]int{}
	for _, src := range [][]byte{base, text} {
		for l := range bytes.Lines(src) {
			known[string(bytes.TrimSpace(l))]++
		}
	}
	eol := lineEnding(text)
	var lost []byte
	for l := range bytes.Lines(theirs) {
		if s := bytes.TrimSpace(l); len(s) > 0 && known[string(s)] == 0 {
			lost = append(append(lost, bytes.TrimRight(l, "\r\n")...), eol...)
		}
	}
	if len(lost) == 0 {
		return text
	}
	return slices.Concat(text, gap(text, eol), []byte("## Conflict: lines from another writer"+eol+eol), lost)
}

// Bullet writes a line of a Retain section; what it says reads back the same,
// but for line breaks, which become spaces.
func Bullet(b Block) string {
	var s strings.Builder
	s.WriteString("- " + b.Kind.Prefix())
	if b.Kind == Opinion && b.Rated {
		fmt.Fprintf(&s, "(c=%.2f)", b.Confidence)
	}
	for _, name := range b.Subjects {
		s.WriteString(" @" + name)
	}
	return s.String() + ": " + Escape(b.Text)
}

// Escape writes a text so that it reads back as itself, on one line.
func Escape(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	var b strings.Builder
	comments := commentsEnd(text)
	for i := 0; i < len(text); {
		s := text[i:]
		if s[0] == '`' {
			whole, used := special(s, comments)
			b.WriteString(whole)
			i += used
			continue
		}
		switch read, used := special(s, comments); {
		case s[0] == '&' && read != s[:used]:
			b.WriteString("&amp;")
		case s[0] == '<' && strings.HasPrefix(s, "<!--"):
			b.WriteString("&lt;")
		case s[0] == '\\' && used > 1:
			b.WriteString(`\\`)
		default:
			b.WriteByte(s[0])
		}
		i++
	}
	return b.String()
}
