package markdown

import (
	"html"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// plain turns what stands in the lines of a block into text: lines are joined
// by a space, comments dropped and, outside of code, escapes and HTML entities
// resolved. Emphasis and links stay as written: people read them well.
func plain(raw string) string {
	var b strings.Builder
	b.Grow(len(raw))
	comments := commentsEnd(raw)
	for len(raw) > 0 {
		i := strings.IndexAny(raw, "`\\&<")
		if i < 0 {
			break
		}
		b.WriteString(raw[:i])
		text, used := special(raw[i:], comments)
		b.WriteString(text)
		raw = raw[i+used:]
	}
	b.WriteString(raw)
	return clean(strings.Join(strings.Fields(b.String()), " "))
}

// commentsEnd returns how long the end of a text is that begins where its last comment may
// end: longer than the text, if none does. Sought anew behind each "<!--", that end would
// make a text of nothing else a matter of seconds.
func commentsEnd(s string) int {
	if at := strings.LastIndex(s, "-->"); at >= 0 {
		return len(s) - at
	}
	return len(s) + 1
}

// special reads what begins with one of the characters ` \ & <, in a text of whose
// [commentsEnd] it is told.
func special(s string, comments int) (text string, used int) {
	switch s[0] {
	case '`':
		n := len(s) - len(strings.TrimLeft(s, "`"))
		if end := codeEnd(s, n); end > 0 {
			return s[:end], end
		}
		return s[:n], n
	case '\\':
		if len(s) > 1 && strings.IndexByte(punctuation, s[1]) >= 0 {
			return s[1:2], 2
		}
	case '&':
		if end := strings.IndexByte(s[:min(len(s), longestEntity)], ';'); end > 0 && !strings.ContainsAny(s[1:end], "&\\`< ") {
			return html.UnescapeString(s[:end+1]), end + 1
		}
	case '<':
		if len(s) > comments && strings.HasPrefix(s, "<!--") {
			if end := strings.Index(s, "-->"); end > 0 {
				return "", end + len("-->")
			}
		}
	}
	return s[:1], 1
}

// longestEntity bounds the name of an HTML entity with its signs.
const longestEntity = 36

const punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"

// codeEnd finds the end of a code span that n backquotes begin, or 0.
func codeEnd(s string, n int) int {
	for at := n; at < len(s); {
		i := strings.IndexByte(s[at:], '`')
		if i < 0 {
			return 0
		}
		at += i
		run := len(s[at:]) - len(strings.TrimLeft(s[at:], "`"))
		at += run
		if run == n {
			return at
		}
	}
	return 0
}

// clean makes text that a record can hold: valid UTF-8 without NUL.
func clean(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	return strings.ReplaceAll(s, "\x00", "\uFFFD")
}

// mentions lists the @entities in a text, each once, in order. In code and in the address
// of a page an @ is part of something else.
func mentions(s string) []string {
	var out nameList
	before := ' '
	for i := 0; i < len(s); {
		if n := opaque(s[i:]); n > 0 {
			before, i = 'x', i+n
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == '@' && !inName(before) {
			if name, used := nameAt(s[i+1:]); name != "" {
				out.add(name)
				n += used
				r = 'x'
			}
		}
		before, i = r, i+n
	}
	return out.names
}

// opaque returns how much of the beginning of a text is code, or an address from its "://"
// on; 0 if it begins with neither.
func opaque(s string) int {
	switch {
	case s[0] == '`':
		line, _, _ := strings.Cut(s, "\n") // what is joined by one is of several blocks
		_, used := special(line, 0)
		return used
	case strings.HasPrefix(s, "://"):
		if end := strings.IndexFunc(s, endsAddress); end > 0 {
			return end
		}
		return len(s)
	}
	return 0
}

// endsAddress tells whether a rune ends an address in running text or in a link.
func endsAddress(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("<>()[]\"", r) }

// nameList collects names, each once, in whatever letter case it is written later.
type nameList struct {
	names []string
	known map[string]bool // by foldCase
}

func (l *nameList) add(name string) {
	key := foldCase(name)
	if l.known[key] {
		return
	}
	if l.known == nil {
		l.known = map[string]bool{}
	}
	l.known[key] = true
	l.names = append(l.names, name)
}

// foldCase returns what texts have in common that [strings.EqualFold] takes for the same.
func foldCase(s string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			least = min(least, f)
		}
		return least
	}, s)
}

// maxSlug is how long the name of an entity may be, in bytes.
const maxSlug = 120

// nameAt reads the name of an entity at the start of s, and how much of s is used by it:
// more, if something is said to be the entity's, as in "Ana's boat".
func nameAt(s string) (name string, used int) {
	name = slugAt(s)
	used = len(name)
	for _, apostrophe := range []string{"'", "\u2019"} {
		for _, ending := range []string{"s", "S"} {
			name = strings.TrimSuffix(name, apostrophe+ending)
		}
	}
	return name, used
}

// slugAt reads at the start of s what a name is made of: letters, marks, digits
// and underscores, with single hyphens, dots and apostrophes between them.
func slugAt(s string) string {
	end := 0
	for i, r := range s {
		if i >= maxSlug {
			break
		}
		if inName(r) {
			end = i + utf8.RuneLen(r)
			continue
		}
		if !joins(r) || i == 0 || i > end {
			break
		}
	}
	return s[:end]
}

// Slug returns a name as it is written behind an @: what cannot be in the name of an entity
// becomes a hyphen between what can; "" if nothing can.
func Slug(name string) string {
	if read, _ := nameAt(name); read == name {
		return name
	}
	parts := strings.FieldsFunc(name, func(r rune) bool { return !inName(r) && !joins(r) })
	for i, part := range parts {
		parts[i] = strings.TrimFunc(part, joins)
	}
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	name, _ = nameAt(strings.Join(parts, "-"))
	return name
}

// joins tells whether a rune may stand, alone, between others in a name.
func joins(r rune) bool { return r == '-' || r == '.' || r == '\'' || r == '\u2019' }

func inName(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) || r == '_')
}
