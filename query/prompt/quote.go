package prompt

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clean returns s as a context can show it: valid UTF-8, lines ended by \n alone,
// no control characters but tabs, and none that are invisible, turn the
// direction of writing or smuggle text (bidirectional marks, tags, fillers,
// repeated variation selectors); joiners stay where scripts and emoji need them,
// one at a time. Blank lines at either end, space at the ends of lines and the second
// of two blank lines go. Cleaning twice changes nothing.
func Clean(s string) string {
	if simple(s) {
		return tidy(s)
	}
	var b strings.Builder
	b.Grow(len(s))
	var last rune // written last
	s = strings.ReplaceAll(s, "\r\n", "\n")
	for _, r := range s {
		switch r {
		case '\r', '\v', '\f', 0x85, 0x2028, 0x2029:
			r = '\n'
		}
		if hidden(r) || joins(r) && (last == 0 || last == '\n' || joiner(last) || joins(last) && !joiner(r)) {
			continue
		}
		b.WriteRune(r) // what is not UTF-8 comes as U+FFFD
		last = r
	}
	return tidy(b.String())
}

// simple tells whether s is ASCII without any character that Clean changes.
func simple(s string) bool {
	for i := range len(s) {
		if c := s[i]; c >= 0x7F || c < ' ' && c != '\n' && c != '\t' {
			return false
		}
	}
	return true
}

// tidy trims lines and drops blank ones that are not single and inside.
func tidy(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	blank := false
	for line := range strings.SplitSeq(s, "\n") {
		line = strings.TrimRightFunc(line, unicode.IsSpace)
		if line == "" {
			blank = true
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
			if blank {
				b.WriteByte('\n')
			}
		}
		blank = false
		b.WriteString(line)
	}
	return b.String()
}

// joins tells whether r changes how the character before it is shown or joined.
func joins(r rune) bool { return joiner(r) || r >= 0xFE00 && r <= 0xFE0F }

// joiner tells whether r is the joiner or the non-joiner.
func joiner(r rune) bool { return r == 0x200C || r == 0x200D }

// hidden tells whether r shows nothing, or changes what others show.
func hidden(r rune) bool {
	switch {
	case r == '\n' || r == '\t':
		return false
	case r < ' ' || r >= 0x7F && r < 0xA0:
		return true
	case r == 0xAD || r == 0x34F || r == 0x61C || r == 0x115F || r == 0x1160 || r == 0x17B4 || r == 0x17B5 || r == 0x180E:
		return true
	case r >= 0x200B && r <= 0x200F:
		return !joiner(r)
	case r >= 0x202A && r <= 0x202E, r >= 0x2060 && r <= 0x206F:
		return true
	case r == 0x3164 || r == 0xFEFF || r == 0xFFA0 || r >= 0xFFF0 && r <= 0xFFFB:
		return true
	case r >= 0x1D173 && r <= 0x1D17A, r >= 0xE0000 && r <= 0xE0FFF:
		return true
	}
	return r&0xFFFE == 0xFFFE // noncharacters
}

// Quote writes a cleaned text as quoted lines, each ended by a line break. A
// backslash is put
//
//   - before # = ~ ` > | [ at the beginning of a line, and before three of - * _:
//     headings, rules, fences, tables, quotes, heads of records;
//   - between ! and [, ] and (, ] and [: images and links;
//   - after < before what could be a tag or a token of a chat template: | / ! ? <
//     and names that are followed by > / : | or an attribute;
//   - after [ before a name in capitals that ] follows ([INST]).
//
// Where the text has backslashes there already, one more is put, so that
// [Unquote] gives the text back.
func Quote(s string) string {
	var b strings.Builder
	b.Grow(len(s) + len(s)/16 + 8)
	for line := range strings.SplitSeq(s, "\n") {
		b.WriteByte('>')
		if line != "" {
			b.WriteByte(' ')
			hold(&b, line, 1)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Unquote gives back the text that Quote was given.
func Unquote(quoted string) string {
	var b strings.Builder
	for i, line := range strings.Split(strings.TrimSuffix(quoted, "\n"), "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		hold(&b, strings.TrimPrefix(strings.TrimPrefix(line, ">"), " "), -1)
	}
	return b.String()
}

// hold copies a line with one backslash more, or one less, wherever something
// would start.
func hold(b *strings.Builder, line string, change int) {
	indent := len(line) - len(strings.TrimLeft(line, " \t"))
	b.WriteString(line[:indent])
	before := byte('\n')
	for i := indent; i < len(line); {
		if strings.IndexByte("\n!]<[", before) < 0 { // nothing starts before the next of these
			end := len(line)
			if at := strings.IndexAny(line[i:], "!]<["); at >= 0 {
				end = i + at + 1
			}
			b.WriteString(line[i:end])
			before, i = line[end-1], end
			continue
		}
		n := 0
		for i+n < len(line) && line[i+n] == '\\' {
			n++
		}
		if i += n; starts(before, line[i:]) {
			n = max(0, n+change)
		}
		b.WriteString(strings.Repeat(`\`, n))
		if i < len(line) {
			b.WriteByte(line[i])
			before = line[i]
			i++
		}
	}
}

// starts tells whether rest, behind the byte before (\n at the beginning of a
// line), starts something.
func starts(before byte, rest string) bool {
	if rest == "" {
		return false
	}
	c := rest[0]
	switch before {
	case '\n':
		return strings.IndexByte("#=~`>|[", c) >= 0 || len(rest) > 2 && strings.IndexByte("-*_", c) >= 0 && rest[1] == c && rest[2] == c
	case '!':
		return c == '['
	case ']':
		return c == '(' || c == '['
	case '<':
		return strings.IndexByte("|/!?<", c) >= 0 || strings.HasPrefix(rest, "｜") || tag(rest)
	case '[':
		return capitals(strings.TrimPrefix(rest, "/"))
	}
	return false
}

// maxTag bounds how far a name is followed.
const maxTag = 64

// tag tells whether rest begins with a name as tags have them.
func tag(rest string) bool {
	if !letter(rest[0]) {
		return false
	}
	for i := 1; i < min(len(rest), maxTag); i++ {
		switch c := rest[i]; {
		case letter(c) || digit(c) || c == '_' || c == '-':
		case c == ' ' || c == '\t':
			return attributes(strings.TrimLeft(rest[i:], " \t"))
		default:
			return c == '>' || c == '/' || c == ':' || c == '|'
		}
	}
	return true
}

// attributes tells whether rest begins with a name and = or >.
func attributes(rest string) bool {
	for i := range min(len(rest), maxTag) {
		if c := rest[i]; !letter(c) && c != '-' {
			return i > 0 && (c == '=' || c == '>')
		}
	}
	return false
}

// capitals tells whether rest is a name of three capitals or more, and ].
func capitals(rest string) bool {
	for i := 0; i < min(len(rest), maxTag); i++ {
		if c := rest[i]; c == ']' {
			return i >= 3
		} else if !upper(c) && !digit(c) && c != '_' && c != ' ' {
			return false
		}
	}
	return false
}

// maxAttribute bounds, in bytes, what stands in the quotes of a head.
const maxAttribute = 160

// attribute writes a value in quotes on one line. Double quotes in it become
// single ones.
func attribute(s string) string {
	// Of a long value only the beginning is read: it is cut in any case.
	s = strings.Join(strings.Fields(Clean(s[:min(len(s), 16*maxAttribute)])), " ")
	if len(s) > maxAttribute {
		cut := maxAttribute
		for !utf8.RuneStart(s[cut]) {
			cut--
		}
		s = s[:cut] + "…"
	}
	var b strings.Builder
	hold(&b, strings.ReplaceAll(s, `"`, "'"), 1)
	return `"` + b.String() + `"`
}

// label reduces s to small letters, digits, _ and -; it stands unquoted.
func label(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_' || r == '-' {
			return r
		}
		return -1
	}, s[:min(len(s), maxTag)])
}
