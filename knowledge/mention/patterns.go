package mention

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Form is what a thing that can be told by its look is.
type Form uint8

// The forms.
const (
	Handle Form = iota + 1 // @ana
	Email
	URL
	Path   // of a file
	Code   // an identifier, an error code, a number of an order
	Amount // of money, or a measure
	Name   // by its capitals
)

// Thing is a place in a text where something is told by its look.
type Thing struct {
	Start, End int // bytes
	Form       Form
	Sort       Sort    // of names: what kind of name it looks like
	Confidence float64 // 0 to 1
}

// Sort is what kind of name a name looks like.
type Sort uint8

// The sorts of names.
const (
	AnyName Sort = iota
	PersonName
	OrgName
)

// How sure each form is. A thing with signs of its own is hardly anything else.
const (
	sureForm   = 0.95
	likelyForm = 0.8
)

// Patterns appends what has a form of its own in s, from left to right. What a
// look alone does not settle, such as a date, is not here: see package dates.
func Patterns(dst []Thing, s string) []Thing {
	for at := 0; at < len(s); {
		start, end := chunk(s, at)
		if start == end {
			break
		}
		at = end
		if isPlain(s[start:end]) {
			continue
		}
		if t, ok := quotedCode(s, start, end); ok {
			dst = append(dst, t)
			continue
		}
		start, end = trim(s, start, end)
		if isPlain(s[start:end]) {
			continue
		}
		if t, ok := read(s, start, end); ok {
			dst = append(dst, t)
			at = max(at, t.End)
		}
	}
	return dst
}

// isPlain tells whether a chunk is of small letters, but for the first, as most are:
// it looks like nothing but a word.
func isPlain(c string) bool {
	for i := range len(c) {
		if b := c[i]; (b < 'a' || b > 'z') && (i > 0 || b < 'A' || b > 'Z') {
			return false
		}
	}
	return true
}

// chunk returns the next run of s from at on that has no space in it.
func chunk(s string, at int) (start, end int) {
	start = at
	for start < len(s) {
		r, n := utf8.DecodeRuneInString(s[start:])
		if !parts(r) {
			break
		}
		start += n
	}
	end = start
	for end < len(s) {
		if c := s[end]; c < utf8.RuneSelf {
			if parts(rune(c)) {
				break
			}
			end++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[end:])
		if parts(r) {
			break
		}
		end += n
	}
	return start, end
}

// parts tells whether a rune stands between chunks: space, brackets and quotes
// that no path or code has, and the marks of scripts without spaces.
func parts(r rune) bool {
	switch r {
	case ' ', '\n', '\t', '\r', '"', '<', '>', '|', '“', '”', '«', '»', '「', '」', '，', '。', '、', '；', '：', '！', '？', '（', '）', '—':
		return true
	}
	return r >= utf8.RuneSelf && unicode.IsSpace(r)
}

// quotedCode reads what stands between backquotes, in one chunk.
func quotedCode(s string, start, end int) (Thing, bool) {
	open := strings.IndexByte(s[start:end], '`')
	if open < 0 {
		return Thing{}, false
	}
	from := start + open + 1
	to := strings.IndexByte(s[from:end], '`')
	if to < 2 || to > longestCode || !strings.ContainsFunc(s[from:from+to], unicode.IsLetter) {
		return Thing{}, false
	}
	return Thing{Start: from, End: from + to, Form: Code, Confidence: sureForm}, true
}

// longestCode bounds identifiers, in bytes.
const longestCode = 64

// longest bounds everything else that has a form: what is longer is no longer
// read, and does not fit an entity's key.
const longest = 400

// trim takes the punctuation around a chunk off.
func trim(s string, start, end int) (from, to int) {
	for start < end && strings.IndexByte("([{'`*,;:!?", s[start]) >= 0 {
		start++
	}
	for end > start && strings.IndexByte(")]}'`*,;:!?.", s[end-1]) >= 0 {
		if s[end-1] == ')' && strings.HasSuffix(s[start:end], "()") {
			break
		}
		end--
	}
	if strings.HasSuffix(s[start:end], "'s") {
		end -= 2
	}
	return start, end
}

// read tells what a chunk is by its look.
func read(s string, start, end int) (Thing, bool) {
	c := s[start:end]
	if c == "" || len(c) > longest || !utf8.ValidString(c) {
		return Thing{}, false
	}
	for _, f := range [...]func(string) (from, to int, form Form, sure float64){readURL, readAddress, readPath, readCode} {
		if from, to, form, sure := f(c); form != 0 {
			return Thing{Start: start + from, End: start + to, Form: form, Confidence: sure}, true
		}
	}
	if to, ok := readAmount(s, start, end); ok {
		return Thing{Start: start, End: to, Form: Amount, Confidence: likelyForm}, true
	}
	return Thing{}, false
}

func readURL(c string) (from, to int, form Form, sure float64) {
	if at := strings.Index(c, "://"); at > 0 && at+3 < len(c) {
		from = at
		for from > 0 && isASCIIWord(c[from-1]) {
			from--
		}
		if from < at {
			return from, len(c), URL, sureForm
		}
	}
	if rest, ok := strings.CutPrefix(strings.ToLower(c), "www."); ok && strings.Contains(rest, ".") {
		return 0, len(c), URL, sureForm
	}
	return 0, 0, 0, 0
}

// readAddress reads ana@example.com and @ana.
func readAddress(c string) (from, to int, form Form, sure float64) {
	at := strings.IndexByte(c, '@')
	if at < 0 {
		return 0, 0, 0, 0
	}
	local, domain := c[:at], c[at+1:]
	if at == 0 {
		n := handleLength(domain)
		if n == 0 {
			return 0, 0, 0, 0
		}
		return 0, 1 + n, Handle, sureForm
	}
	from = at
	for from > 0 && (isASCIIWord(local[from-1]) || strings.IndexByte("._%+-", local[from-1]) >= 0) {
		from--
	}
	n, dot := 0, -1
	for n < len(domain) && (isASCIIWord(domain[n]) || domain[n] == '-' || domain[n] == '.') {
		if domain[n] == '.' {
			dot = n
		}
		n++
	}
	if from == at || dot <= 0 || n-dot < 3 {
		return 0, 0, 0, 0
	}
	return from, at + 1 + n, Email, sureForm
}

// handleLength returns how much of s is a handle: letters of any script, digits,
// and dots, hyphens and underscores between them, a letter first.
func handleLength(s string) int {
	end := 0
	for i, r := range s {
		switch {
		case unicode.IsLetter(r) || unicode.Is(unicode.M, r) || i > 0 && unicode.IsDigit(r):
			end = i + utf8.RuneLen(r)
		case i > 0 && (r == '_' || r == '-' || r == '.'):
		default:
			return end
		}
	}
	return end
}
