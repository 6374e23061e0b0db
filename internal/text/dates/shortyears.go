package dates

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/internal/text"
)

// Years and decades without their century, in English: in '97, the nineties, the '80s, the winter of 2010/11.

// shortYears makes years of two figures behind an apostrophe, the latest that have begun.
func (p *parser) shortYears() {
	i := slices.IndexFunc(p.tokens, p.isShortYear)
	if i < 0 {
		return // as in most texts: they are not searched for a quotation
	}
	closed := lastClosing(p.s)
	for ; i < len(p.tokens); i++ {
		if t := &p.tokens[i]; t.span.End > closed && p.isShortYear(*t) {
			t.meaning = meaning{year, p.century(t.value)}
		}
	}
}

func (p *parser) isShortYear(t token) bool {
	return t.roles == number && len(t.text) == 2 && t.text[0] <= '9' && p.isElided(t.span)
}

const apostrophes = "'’‘"

// isElided tells whether an apostrophe before a word stands for what is left out. It is none behind a letter or figure, as in 5'11.
func (p *parser) isElided(at text.Span) bool {
	mark, size := utf8.DecodeLastRuneInString(p.s[:at.Start])
	before, _ := utf8.DecodeLastRuneInString(p.s[:at.Start-size])
	return strings.ContainsRune(apostrophes, mark) && !isWordRune(before)
}

// lastClosing is where the last apostrophe stands that may close a quotation, which makes those before it no apostrophes of years;
// -1 for none.
func lastClosing(s string) int {
	for end := len(s); ; {
		at := strings.LastIndexAny(s[:end], apostrophes)
		if at < 0 {
			return -1
		}
		_, size := utf8.DecodeRuneInString(s[at:])
		if next, _ := utf8.DecodeRuneInString(s[at+size:]); !isWordRune(next) {
			return at
		}
		end = at
	}
}

func isWordRune(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// Words beside the nineties that make them no time, and those that lead to them.
var (
	measured     = text.Set("temperature temperatures degrees weather high highs low lows score scores scored marks speed speeds")
	beforeDecade = text.Set("in of during since throughout from until till by around over")
)

// shortDecade reads the nineties, the '80s, the late seventies, from its tens: the latest that has begun.
func (p *parser) shortDecade(i, tens int) (Range, int, bool) {
	the := i - 1
	if the > 0 && p.is(the, part) {
		the--
	}
	if p.g.lang != text.English || the < 1 || p.textAt(the) != "the" || !p.ends(i+1) {
		return Range{}, i, false
	}
	if lead := p.textAt(the - 1); !beforeDecade[lead] && !p.is(the-1, part) || p.isMeasured(i) {
		return Range{}, i, false
	}
	y := p.century(tens)
	return Range{From: p.newYear(y), To: p.newYear(y + 10)}, i + 1, true
}

// isMeasured tells whether a word before i makes numbers of the nineties: degrees, or scores.
func (p *parser) isMeasured(i int) bool {
	return slices.ContainsFunc(p.tokens[max(0, i-nearVerb):i], func(t token) bool { return measured[t.text] })
}

// acrossYears reads the first of two years that a winter lies in: 2010/11, 2010-2011.
func acrossYears(w string) (y int, ok bool) {
	head, tail, cut := strings.Cut(strings.ReplaceAll(w, "/", "-"), "-")
	if !cut || len(head) != 4 || len(tail) != 2 && len(tail) != 4 {
		return 0, false
	}
	y, err := strconv.Atoi(head)
	next, errNext := strconv.Atoi(tail)
	return y, err == nil && errNext == nil && y > 0 && (next == y+1 || next == (y+1)%100)
}
