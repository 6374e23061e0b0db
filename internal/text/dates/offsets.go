package dates

import (
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// offset reads a time that is counted from another: the week before 9 June, two days after May 3, the Sunday before
// 25 October. Words that may stand for something else beside a unit, such as Vietnamese trước, do not count from anything.
func (p *parser) offset(i int) (Range, int, bool) {
	if p.g.lang == text.Chinese { // the date comes first there
		return Range{}, i, false
	}
	n, j, vague := 0, i, false
	if p.is(i, mod) && p.tokens[i].value < 0 { // last weekend before 10 April
		j++
	} else if c, few, ok := p.fewOr(i); ok && p.is(i+1, unit) {
		n, j, vague = c, i+1, few
	}
	if n > 0 && !vague && p.is(j+1, from) {
		return p.ahead(n, j)
	}
	side := j + 1
	if !p.is(j, unit|weekday) || p.tokens[j].weak || !p.is(side, before|after) || p.is(side, mod|ago) {
		return Range{}, i, false
	}
	date, next, ok := p.bare(p.skip(side+1), true)
	if !ok || date.From.IsZero() || date.To.IsZero() {
		return Range{}, i, false
	}
	step := 1
	if p.is(side, before) {
		step = -1
	}
	if p.is(j, weekday) {
		return date.nearest(p.tokens[j].value, step), next, true
	}
	if vague {
		a, b := date.apart(p.tokens[j].value, fewest, step), date.apart(p.tokens[j].value, most, step)
		if step < 0 {
			a, b = b, a
		}
		return Range{From: a.From, To: b.To, Around: true}, next, true
	}
	return date.apart(p.tokens[j].value, n, step), next, true
}

// ahead reads what lies n of the unit at j after a time: two weeks from today, a week from Friday, which is then the next one. What
// goes on from one time to another, or so often a week, is none.
func (p *parser) ahead(n, j int) (Range, int, bool) {
	between := p.between(j + 1)
	if strings.TrimSpace(between) != "" || p.isRate(j-1) {
		return Range{}, j, false
	}
	at, lasts := p.skip(j+2), p.textAt(j-2) == "for" && p.tokens[j].value >= days
	if lasts {
		p = p.seenFrom(p.now, p.tense(j-2))
	}
	date, next, ok := p.bare(at, true)
	if p.g.lang != text.English || !ok || !date.isDay() || p.is(next, and) {
		return Range{}, j, false
	}
	if lasts { // for two weeks from Friday
		return Range{From: date.From, To: back(date.From, p.tokens[j].value, -n)}, next, true
	}
	if p.is(at, weekday) && next == at+1 {
		date = oneDay(p.now, 0).nearest(p.tokens[at].value, 1)
	}
	step := map[int]int{days: 1, weeks: 7, fortnights: 14}[p.tokens[j].value]
	if step == 0 {
		return date.apart(p.tokens[j].value, n, 1), next, true
	}
	return oneDay(date.From, n*step), next, true
}

// isRate tells whether the number at i says how often: two days a week, once a month.
func (p *parser) isRate(i int) bool {
	return i > 0 && (p.is(i-1, unit) || rates[p.tokens[i-1].text])
}

var rates = text.Set("once twice times")

// beyond reads the week, or the Saturday, before last: the one before the latest; and after next.
func (p *parser) beyond(i int) (Range, int, bool) {
	by := i + 2
	if p.g.lang != text.English || !p.is(i, unit|weekday) || !p.is(by, mod) || !p.closes(by) {
		return Range{}, i, false
	}
	step := p.tokens[by].value
	switch {
	case step == 0 || step < 0 && !p.is(i+1, before) || step > 0 && !p.is(i+1, after):
		return Range{}, i, false
	case p.is(i, unit):
		return p.calendar(p.tokens[i].value, 2*step), by + 1, true
	}
	nearest := oneDay(p.now, 0).nearest(p.tokens[i].value, step)
	return oneDay(nearest.From, 7*step), by + 1, true
}

// closes tells whether nothing that token i could belong to stands behind it: last is before a noun in last Easter.
func (p *parser) closes(i int) bool {
	if i+1 == len(p.tokens) {
		return true
	}
	next := p.tokens[i+1]
	between := p.between(i + 1)
	return strings.TrimSpace(between) != "" || next.roles&^(blank|in) == 0 && text.StopIn(next.text) != 0
}

// nearest is the day of the week that comes next before or after a range.
func (r Range) nearest(weekday, step int) Range {
	if step < 0 {
		return oneDay(r.From, -((int(r.From.Weekday())-weekday+6)%7 + 1))
	}
	last := dayFrom(r.To, -1)
	return oneDay(last, (weekday-int(last.Weekday())+6)%7+1)
}

// apart is the unit that lies n units before or after a range. Without a number it is as long as a unit and beside the
// range, for weekends the nearest one.
func (r Range) apart(u, n, step int) Range {
	switch {
	case n > 0 && u == fortnights:
		return r.apart(weeks, 2*n, step)
	case n > 0:
		return at(back(r.From, u, -step*n), u)
	case u == weekends && step < 0:
		sunday := r.nearest(0, step)
		return Range{From: dayFrom(sunday.From, -1), To: sunday.To}
	case u == weekends:
		saturday := r.nearest(6, step)
		return Range{From: saturday.From, To: dayFrom(saturday.To, 1)}
	case step < 0:
		return Range{From: back(r.From, u, 1), To: r.From}
	}
	return Range{From: r.To, To: back(r.To, u, -1)}
}
