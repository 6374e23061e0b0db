package lang

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// ErrSyntax is matched by every error of this package.
var ErrSyntax = errors.New("lang: syntax")

// Error says what is wrong with a query and where.
type Error struct {
	Line    int    // from 1
	Column  int    // from 1, in characters
	Offset  int    // in bytes of the text
	Term    string // the term that is wrong, shortened
	Problem string
	Near    string // what was probably meant; empty: nothing comes near

	source string
}

// maxTerm bounds, in bytes, what an error repeats of the text.
const maxTerm = 40

// problem is an error that does not yet know its place.
type problem struct {
	text, near string
	shift      int // bytes from the beginning of the term
}

func fail(source string, offset int, term string, p *problem) *Error {
	offset = min(offset+p.shift, len(source))
	before := source[:offset]
	start := strings.LastIndexByte(before, '\n') + 1
	return &Error{
		Line: strings.Count(before, "\n") + 1, Column: utf8.RuneCountInString(before[start:]) + 1, Offset: offset,
		Term: shorten(term), Problem: p.text, Near: p.near, source: source,
	}
}

func shorten(s string) string {
	if len(s) <= maxTerm {
		return s
	}
	cut := maxTerm
	for cut > maxTerm-utf8.UTFMax && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}

// Error formats the error on one line, as in
// `lang: syntax: 1:12: "tags:deploy": unknown field; did you mean "tag"?`.
func (e *Error) Error() string {
	text := fmt.Sprintf("%v: %d:%d: %q: %s", ErrSyntax, e.Line, e.Column, e.Term, e.Problem)
	if e.Near != "" {
		text += fmt.Sprintf("; did you mean %q?", e.Near)
	}
	return text
}

// Unwrap makes the error match [ErrSyntax].
func (e *Error) Unwrap() error { return ErrSyntax }

// window is how many characters Caret shows on either side.
const window = 40

// Caret returns two lines: the part of the text around the error, and a caret
// under the column. Tabs and control characters are shown as spaces.
func (e *Error) Caret() string {
	start := strings.LastIndexByte(e.source[:e.Offset], '\n') + 1
	line, _, _ := strings.Cut(e.source[start:], "\n")
	left := []rune(strings.ToValidUTF8(tail(line[:e.Offset-start]), "\uFFFD"))
	right := []rune(strings.ToValidUTF8(head(line[e.Offset-start:]), "\uFFFD"))
	left, right = left[max(0, len(left)-window):], right[:min(len(right), window)]
	shown := strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7F || r >= 0x80 && r < 0xA0 {
			return ' '
		}
		return r
	}, string(left)+string(right))
	return shown + "\n" + strings.Repeat(" ", len(left)) + "^"
}

// tail and head bound a line to the bytes that a window can need.
func tail(s string) string { return s[max(0, len(s)-utf8.UTFMax*(window+1)):] }
func head(s string) string { return s[:min(len(s), utf8.UTFMax*(window+1))] }
