package dates

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/internal/text"
)

// Roles that a token has by its form rather than by its word.
const (
	period  role = 1 << (28 + iota) // Q3, 2023-W12; value: see periodForm
	figures                         // a date in figures
	year                            // four digits that can be a year
	short                           // 30d; value: 16 times the number, plus the unit
)

// token is a word or phrase of a text.
type token struct {
	meaning
	span text.Span
	text string // folded
	weak bool   // it may well be another word
}

// maxPhrase is the longest phrase of a grammar, in words.
const maxPhrase = 4

// tokens reads s, whose words are given, as words and phrases of the grammar. Words it does not know have no role.
func (g *grammar) tokens(s string, words []token) []token {
	if g.lang == text.Chinese {
		words = g.cut(s)
	}
	out := make([]token, 0, len(words))
	for i := 0; i < len(words); {
		t, n := g.longest(words[i:])
		if n == 0 {
			t, n = words[i], 1
			t.meaning = form(t.text)
		}
		if parts := g.middle(words[i]); parts != nil {
			out = append(out, parts...)
			i++
			continue
		}
		if days := pair(t); days != nil && g.besideMonth(s, out, words[i+n:]) {
			out = append(out, days...)
			i += n
			continue
		}
		if t.roles != 0 && g.weak[t.text] {
			t.weak = g.doubtful(t, s)
		}
		out = append(out, t)
		i += n
	}
	return out
}

// pair takes two days such as 3-5 apart, or returns nil.
func pair(w token) []token {
	a, b, ok := strings.Cut(w.text, "-")
	if !ok {
		return nil
	}
	from, errFrom := strconv.Atoi(a)
	to, errTo := strconv.Atoi(b)
	if errFrom != nil || errTo != nil || from < 1 || from >= to || to > 31 {
		return nil
	}
	at := w.span.Start + len(a)
	return []token{
		{meaning{number, from}, text.Span{Start: w.span.Start, End: at}, a, false},
		{meaning{and, leads}, text.Span{Start: at, End: at + 1}, "-", false},
		{meaning{number, to}, text.Span{Start: at + 1, End: w.span.End}, b, false},
	}
}

// middle takes mid-March, mid-summer and mid-eighties apart, or returns nil.
func (g *grammar) middle(w token) []token {
	name, ok := strings.CutPrefix(w.text, "mid-")
	if !ok || g.words[name].roles&(month|recurs|period) == 0 {
		return nil
	}
	at := w.span.Start + len("mid-")
	return []token{
		{g.words["mid"], text.Span{Start: w.span.Start, End: at - 1}, "mid", false},
		{g.words[name], text.Span{Start: at, End: w.span.End}, name, false},
	}
}

// besideMonth tells whether the words before end with a month, or those after begin with one; what may be another word is
// one with a capital.
func (g *grammar) besideMonth(s string, before, after []token) bool {
	isMonth := func(t token) bool {
		return g.words[t.text].roles&month != 0 && (!g.weak[t.text] || capital(s[t.span.Start:]))
	}
	return len(before) > 0 && isMonth(before[len(before)-1]) || len(after) > 0 && isMonth(after[0])
}

// doubtful tells whether a weak word is likelier another one here. English writes weekdays with a capital, German the
// morning, but not tomorrow.
func (g *grammar) doubtful(t token, s string) bool {
	switch {
	case t.roles&month != 0:
		return true
	case t.roles&day != 0:
		return capital(s[t.span.Start:]) && t.span.Start > 0
	}
	return !capital(s[t.span.Start:])
}

// longest returns the longest phrase of the grammar that words begin with, and how many they are.
func (g *grammar) longest(words []token) (token, int) {
	var room [64]byte
	var ends [maxPhrase + 1]int
	most := min(g.opens[g.plain(words[0].text)], len(words), maxPhrase)
	phrase := room[:0]
	for n, w := range words[:most] {
		if n > 0 {
			phrase = append(phrase, ' ')
		}
		phrase = append(phrase, g.plain(w.text)...)
		ends[n+1] = len(phrase)
	}
	for n := most; n > 0; n-- {
		if m, ok := g.words[string(phrase[:ends[n]])]; ok {
			return token{m, text.Span{Start: words[0].span.Start, End: words[n-1].span.End}, string(phrase[:ends[n]]), false}, n
		}
	}
	return token{}, 0
}

func plainWords(s string) (out []token) {
	var scan text.Scanner
	var folded []byte
	out = make([]token, 0, len(s)/4)
	for scan.Reset(s); scan.Next(); {
		folded = text.AppendFold(folded[:0], scan.Key())
		span := scan.Span()
		word := s[span.Start:span.End]
		if string(folded) != word { // small letters need no copy
			word = string(folded)
		}
		out = append(out, token{span: span, text: word})
	}
	return out
}

// cut reads Chinese: figures and Latin words as they are, and of the rest the longest words of the grammar.
func (g *grammar) cut(s string) (out []token) {
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r < utf8.RuneSelf && (unicode.IsDigit(r) || unicode.IsLetter(r)) {
			end := i
			for end < len(s) && (s[end] < utf8.RuneSelf && (unicode.IsDigit(rune(s[end])) || unicode.IsLetter(rune(s[end])) ||
				strings.IndexByte("-/.:", s[end]) >= 0)) {
				end++
			}
			word := strings.TrimRight(s[i:end], "-/.:")
			out = append(out, token{span: text.Span{Start: i, End: i + len(word)}, text: strings.ToLower(word)})
			i = end
			continue
		}
		n := size
		for _, length := range []int{4, 3, 2, 1} {
			if end := runes(s, i, length); end > 0 {
				if _, ok := g.words[s[i:end]]; ok {
					n = end - i
					break
				}
			}
		}
		if !unicode.IsSpace(r) {
			out = append(out, token{span: text.Span{Start: i, End: i + n}, text: s[i : i+n]})
		}
		i += n
	}
	return out
}

// runes returns where n runes from s[i] on end, 0 if there are fewer.
func runes(s string, i, n int) int {
	for ; n > 0; n-- {
		_, size := utf8.DecodeRuneInString(s[i:])
		if size == 0 {
			return 0
		}
		i += size
	}
	return i
}

// form tells what a word is by its form, which has a figure at least.
func form(w string) meaning {
	if !strings.ContainsAny(w, "0123456789") {
		return meaning{}
	}
	if n, err := strconv.Atoi(w); err == nil && len(w) <= 5 {
		if len(w) == 4 && n >= 1900 && n < 2200 {
			return meaning{number | year, n}
		}
		return meaning{number, n}
	}
	for _, suffix := range []string{"st", "nd", "rd", "th", "er", "."} {
		if n, err := strconv.Atoi(strings.TrimSuffix(w, suffix)); err == nil && strings.HasSuffix(w, suffix) && n > 0 && n <= 31 {
			return meaning{number, n}
		}
	}
	if n, u := shortUnit(w); u != 0 {
		return meaning{short, n*16 + u}
	}
	if n, ok := periodForm(w); ok {
		return meaning{period, n}
	}
	if dateLike(w) {
		return meaning{figures, 0}
	}
	return meaning{}
}

// shortUnit reads 30d, 2w, 6mo, 1y, 12h and 90m.
func shortUnit(w string) (n, u int) {
	i := strings.IndexFunc(w, func(r rune) bool { return r < '0' || r > '9' })
	if i <= 0 || i > 4 {
		return 0, 0
	}
	n, _ = strconv.Atoi(w[:i])
	u = map[string]int{"min": minutes, "m": minutes, "h": hours, "d": days, "w": weeks, "mo": months, "y": years}[w[i:]]
	return n, u
}

// dateLike tells whether a word has the form of a date in figures: two or three numbers joined by - / or ., with a year or
// three of them, perhaps with a time behind.
func dateLike(w string) bool {
	w, _, _ = strings.Cut(w, "t")
	for _, sep := range []string{"-", "/", "."} {
		parts := strings.Split(w, sep)
		if len(parts) != 2 && len(parts) != 3 {
			continue
		}
		fours := 0
		for _, p := range parts {
			if n, err := strconv.Atoi(p); err != nil || n == 0 || len(p) > 4 || len(p) == 3 {
				return false
			}
			if len(p) == 4 {
				fours++
			}
		}
		return fours == 1 || len(parts) == 3 && sep != "." && fours == 0
	}
	return false
}

func capital(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}
