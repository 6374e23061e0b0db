package dates

import (
	"strings"
	"time"

	"github.com/lukasadb/lukasa/internal/text"
)

// counted reads a number of units: back from now, or the last so many, or as short as 30d.
func (p *parser) counted(i int, prefixed bool) (Range, int, bool) {
	if p.is(i, short) {
		if !prefixed {
			return Range{}, i, false
		}
		n, u := p.tokens[i].value/16, p.tokens[i].value%16
		return Range{From: back(p.now, u, n), To: p.now}, i + 1, true
	}
	if p.is(i, half) && p.is(i+1, unit) {
		return p.halfAgo(i)
	}
	first := p.is(i, agoFirst)
	last := p.is(i, mod) && p.tokens[i].value < 0
	j := i
	if first || last {
		j++
	}
	count := j
	n, vague, ok := p.fewOr(j)
	switch {
	case !ok && last: // the last year and a half
		return p.andHalf(j, 1, true)
	case !ok:
		return Range{}, i, false
	}
	j++
	if wd, ok := p.weekdays(j); ok && !vague && p.is(j+1, ago) { // two Saturdays ago
		return oneDay(oneDay(p.now, 0).nearest(wd, -1).From, 7-7*n), j + 2, true
	}
	if r, next, ok := p.andHalf(j, n, last); ok {
		return r, next, true
	}
	if p.is(j, mod) && p.tokens[j].value < 0 && p.is(j+1, unit) { // les 30 derniers jours
		last, j = true, j+1
	}
	if !p.is(j, unit) || p.tokens[j].value == quarters && p.textAt(j+1) == "of" {
		return Range{}, i, false
	}
	u := p.tokens[j].value
	j++
	switch {
	case vague && p.is(j, ago):
		return Range{From: p.ago(u, most).From, To: p.ago(u, fewest).To, Around: true}, j + 1, true
	case last:
		return Range{From: back(p.now, u, n), To: p.now}, j, true
	case first:
		return p.ago(u, n), j, true
	case p.is(j, ago):
		at := back(p.now, u, n)
		r, next := p.dayWithin(p.ago(u, n), at, j)
		if next == j+1 {
			r, next = p.exactly(r, at, u, count, next)
		}
		return r, next, true
	case p.is(j, past) && p.suffixes():
		return Range{From: back(p.now, u, n), To: p.now}, j + 1, true
	}
	return Range{}, i, false
}

// dayWithin reads the day that stands behind "ago", in English: a month ago today is a day, two weeks ago on Tuesday the
// Tuesday of that week. at is the time so far back, in r, and ago where the word is.
func (p *parser) dayWithin(r Range, at time.Time, ago int) (Range, int) {
	j := ago + 1
	for p.is(j, blank) && p.joins(j) {
		j++
	}
	switch {
	case p.g.lang != text.English || !p.joins(j):
	case p.is(j, day) && !p.tokens[j].weak:
		return oneDay(at, p.tokens[j].value), j + 1
	case p.is(j, mod) && p.tokens[j].value == 0 && p.is(j+1, unit) && !r.isDay(): // two years ago this month
		return whole(at, p.tokens[j+1].value), j + 2
	case r.isWeek() && p.is(j, mod) && p.tokens[j].value == 0 && p.is(j+1, weekday): // two weeks ago this Friday
		return dayOf(r, time.Weekday(p.tokens[j+1].value)), j + 2
	case r.isWeek() && p.is(j, mod) && p.tokens[j].value < 0 && p.is(j+1, weekday): // a week ago last Friday
		return oneDay(at, 0).nearest(p.tokens[j+1].value, -1), j + 2
	case r.isWeek() && p.is(j, weekday) && !p.tokens[j].weak:
		return dayOf(r, time.Weekday(p.tokens[j].value)), j + 1
	}
	return r, ago + 1
}

// joins tells whether only blanks stand between token i and the one before it.
func (p *parser) joins(i int) bool {
	return i > 0 && i < len(p.tokens) && strings.TrimSpace(p.between(i)) == ""
}

// weekdays reads the plural of an English weekday.
func (p *parser) weekdays(i int) (wd int, ok bool) {
	if p.g.lang != text.English || i >= len(p.tokens) {
		return 0, false
	}
	name, plural := strings.CutSuffix(p.tokens[i].text, "days")
	m := p.g.words[name+"day"]
	return m.value, plural && m.roles&weekday != 0
}

// halves are what half a unit is in the units that it is made of.
var halves = map[int]struct{ u, n int }{years: {months, 6}, months: {weeks, 2}, weeks: {days, 4}, days: {hours, 12}, hours: {minutes, 30}}

// halfAgo reads half a unit back from now.
func (p *parser) halfAgo(i int) (Range, int, bool) {
	of, ok := halves[p.tokens[i+1].value]
	if !ok || p.tokens[i].value == leads || !p.is(i+2, ago) {
		return Range{}, i, false
	}
	return p.ago(of.u, of.n), i + 3, true
}

// andHalf reads a number of units and half a one: a year and a half ago, the last two and a half weeks. It is as exact as a half
// is, but for weeks, of which it tells no day.
func (p *parser) andHalf(i, n int, last bool) (Range, int, bool) {
	u, second := i, i+1
	if p.is(i, half) {
		u, second = second, u
	}
	if !p.is(u, unit) || !p.is(second, half) || p.tokens[second].value != leads || n <= 0 || n > longestCount {
		return Range{}, i, false
	}
	of, ok := halves[p.tokens[u].value]
	at := back(back(p.now, p.tokens[u].value, n), of.u, of.n)
	switch {
	case !ok:
		return Range{}, i, false
	case last:
		return Range{From: at, To: p.now}, i + 2, true
	case !p.is(i+2, ago):
		return Range{}, i, false
	case of.u == days:
		return whole(at, weeks), i + 3, true
	}
	return whole(at, of.u), i + 3, true
}

// count reads a number of units. Vietnamese năm is five before another unit, and else the year.
func (p *parser) count(i int) (n int, ok bool) {
	if p.is(i, number) {
		return p.tokens[i].value, true
	}
	return 5, p.g.lang == text.Vietnamese && p.is(i, unit) && p.tokens[i].value == years && p.is(i+1, unit)
}
