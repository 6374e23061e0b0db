package dates

import (
	"slices"
	"time"

	"github.com/lukasadb/lukasa/internal/text"
)

// span reads "X and Y" after between or from. An X that does not say which one it is lies before Y: November and January, March
// to May 2024, Monday to Friday. Two days may share a month: 3 and 5 May, May 3 to 5.
func (p *parser) span(i int, joins role) (Range, int, bool) {
	i = p.skip(i)
	if r, next, ok := p.daysOfMonth(i, joins); ok {
		return r, next, true
	}
	return p.joined(i, joins)
}

// joined reads two expressions and the word between them. What is to come lies from the first on.
func (p *parser) joined(i int, joins role) (Range, int, bool) {
	p = p.seenFrom(p.now, p.tense(i))
	a, j, ok := p.bare(i, true)
	if !ok || !p.is(j, joins) {
		return Range{}, i, false
	}
	second := p.skip(j + 1)
	b, next, ok := p.bare(second, true)
	if !ok {
		return Range{}, i, false
	}
	switch dated := p.says(j+1, next, year|figures); {
	case *p.told == toCome && !dated && !p.says(j+1, next, placed) && a.From.After(p.now):
		b, next, ok = p.seenFrom(a.From, toCome).bare(second, true)
	case !p.says(i, j, placed) && (!a.From.Before(b.From) || dated):
		a, _, ok = p.seenFrom(b.From, unsaid).bare(i, true)
	}
	if !ok || !a.From.Before(b.To) {
		return Range{}, i, false
	}
	return Range{From: a.From, To: b.To}, next, true
}

// longestFirst is how many tokens the first half of a span and what stands before it have at most, and some more.
const longestFirst = 16

// plainSpan reads what is a span without a word before it: May 3 to 5, March to May. Few texts have one: it looks for the word
// that leads from one to the other first.
func (p *parser) plainSpan(i int) (Range, int, bool) {
	if !p.reaches(i, min(i+longestFirst, len(p.tokens))) {
		return Range{}, i, false
	}
	if p.is(i, in) {
		i = p.skip(i + 1)
	}
	if r, next, ok := p.daysOfMonth(i, and); ok && p.reaches(i, next) {
		return r, next, true
	}
	if !p.is(i, month) || p.tokens[i].weak && !p.capital(i) {
		return Range{}, i, false
	}
	r, next, ok := p.joined(i, and)
	if !ok || !p.reaches(i, next) || r.To.Sub(r.From) < shortest || !p.says(i+1, next, month) {
		return Range{}, i, false
	}
	return r, next, true
}

// reaches tells whether what stands from i to end is joined by a word that leads from one to the other: to, and not and.
func (p *parser) reaches(i, end int) bool {
	return slices.ContainsFunc(p.tokens[i:end], func(t token) bool { return t.roles&and != 0 && t.value == leads })
}

// placed are the parts of an expression that tell which of all days, months or weekdays of a name it means.
const placed = day | mod | ago | agoFirst | short | year | figures

// says tells whether a token from i to j plays one of the parts.
func (p *parser) says(i, j int, parts role) bool {
	return slices.ContainsFunc(p.tokens[i:j], func(t token) bool { return t.roles&parts != 0 })
}

// seenFrom is the parser at another time, or of what is known to lie ahead or behind.
func (p *parser) seenFrom(now time.Time, told tense) *parser {
	then := *p
	then.now, then.told = now, &told
	return &then
}

// daysOfMonth reads two days of which one says the month: 3 and 5 May, 28 to 3 January, May 3 to 5 2025, 5月3日到5日.
func (p *parser) daysOfMonth(i int, joins role) (Range, int, bool) {
	if !p.says(i, min(i+2*longestFirst, len(p.tokens)), month|unit) { // a month by its name or, as 5月 and tháng 5 are, by its number
		return Range{}, i, false
	}
	p = p.seenFrom(p.now, p.tense(i))
	if n, j, ok := p.lone(i); ok && p.is(j, joins) {
		return p.dayBefore(n, p.skip(j+1))
	}
	first, j, ok := p.date(i, true)
	if !ok || !first.isDay() || !p.is(j, joins) {
		return Range{}, i, false
	}
	n, next, ok := p.lone(p.skip(j + 1))
	if !ok || p.is(next, unit|month|ago) || p.monthWord(next) {
		return Range{}, i, false
	}
	if p.is(next, year) && !p.says(i, j, year) {
		if first, _, ok = p.seenFrom(midnight(p.tokens[next].value, 12, 31, p.now.Location()), unsaid).date(i, true); !ok {
			return Range{}, i, false
		}
		next++
	}
	last, ok := p.in(named{first.From.Year(), int(first.From.Month()), n})
	if !ok || !first.From.Before(last.From) {
		return Range{}, i, false
	}
	return Range{From: first.From, To: last.To}, next, true
}

// dayBefore is the time from the nth of a month to the date at i, which is of the same month or of the next.
func (p *parser) dayBefore(n, i int) (Range, int, bool) {
	last, next, ok := p.date(i, true)
	if !ok || !last.isDay() {
		return Range{}, i, false
	}
	y, m, d := last.From.Date()
	if n >= d {
		m--
	}
	from := midnight(y, m, n, p.now.Location())
	return Range{From: from, To: last.To}, next, from.Day() == n
}

// lone reads the number of a day that stands without a month.
func (p *parser) lone(i int) (n, next int, ok bool) {
	for i < len(p.tokens) && p.dateWord(i) {
		i++
	}
	theNth := p.is(i, ranked) && i > 0 && p.tokens[i-1].text == "the"
	if i >= len(p.tokens) || !p.dayNumber(i) && !theNth {
		return 0, i, false
	}
	n, i = p.tokens[i].value, i+1
	if p.g.lang == text.Chinese {
		if i >= len(p.tokens) || p.tokens[i].text != "日" && p.tokens[i].text != "号" {
			return 0, i, false
		}
		i++
	}
	return n, i, true
}
