package dates

import (
	"time"

	"github.com/lukasadb/lukasa/internal/text"
)

// weekday reads the name of a day of the week, and the date that it is said to be.
func (p *parser) weekday(i int, prefixed bool) (Range, int, bool) {
	step, j := 0, i
	said := false
	if p.is(i, mod) && p.is(i+1, weekday) {
		step, j, said = p.tokens[i].value, i+1, true
	}
	if !p.is(j, weekday) {
		return Range{}, i, false
	}
	wd := time.Weekday(p.tokens[j].value)
	weak := p.tokens[j].weak
	j++
	if !said && p.is(j, before|after) && i > 0 && p.tokens[i-1].text == "the" { // the Sunday after the fair: whenever that was
		return Range{}, i, false
	}
	k := p.skip(j)
	if !weak || said || prefixed {
		for _, read := range []func(int, bool) (Range, int, bool){p.figures, p.date} {
			if r, next, ok := read(k, true); ok && r.isDay() {
				return r, next, true
			}
		}
	}
	if r, next, ok := p.weekdayOfMonth(j); ok && !said && !weak && !p.isAnyDay(i) {
		return r, next, true
	}
	for p.is(k, blank) { // Friday of last week
		k++
	}
	switch { // Friday last week, thứ sáu tuần trước, 上周五 is mod and weekday
	case p.is(k, mod) && p.is(k+1, unit) && p.tokens[k+1].value == weeks:
		return dayOf(p.calendar(weeks, p.tokens[k].value), wd), k + 2, true
	case p.is(k, unit) && p.tokens[k].value == weeks && p.is(k+1, mod) && p.suffixes():
		return dayOf(p.calendar(weeks, p.tokens[k+1].value), wd), k + 2, true
	case p.g.lang == text.English && !weak && k == j && p.joins(k): // Tuesday two weeks ago
		if r, next, ok := p.counted(k, false); ok && r.isWeek() {
			return dayOf(r, wd), next, true
		}
	case p.is(j, mod) && p.suffixes():
		step, j, said = p.tokens[j].value, j+1, true
	}
	if !said && (weak && !prefixed || p.isAnyDay(i)) {
		return Range{}, i, false
	}
	if p.g.lang == text.Chinese && said {
		return dayOf(p.calendar(weeks, step), wd), j, true
	}
	if said && step == 0 {
		return dayOf(p.calendar(weeks, 0), wd), j, true
	}
	side := -1
	if step > 0 || !said && p.tense(i) == toCome {
		side = 1
	}
	return oneDay(p.now, 0).nearest(int(wd), side), j, true
}

// determiners are the words before a weekday that is any of them: every Sunday, our Friday dinners.
var determiners = text.Set("a an another any each every other most some my our your his her their")

// anyTimes stand behind a weekday that is any of them.
var anyTimes = text.Set("mornings afternoons evenings nights")

// isAnyDay tells whether the weekday at i is no certain day. What is for Friday is planned, or a part of a plan: the latest
// Friday it is not.
func (p *parser) isAnyDay(i int) bool {
	if p.g.lang == text.English && anyTimes[p.textAt(i+1)] && p.joins(i+1) {
		return true
	}
	return p.g.lang == text.English && i > 0 && (determiners[p.tokens[i-1].text] || p.tokens[i-1].text == "for" || p.is(i-1, nth)) && p.joins(i)
}
