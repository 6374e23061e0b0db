package dates

import (
	"time"

	"github.com/lukasadb/lukasa/internal/text"
)

// Days that are weeks, or a year, from another day: tomorrow week, a week last Friday, this time last year, in English.

// plainDays are the words of days that weeks are counted from.
var plainDays = text.Set("yesterday today tomorrow")

// weekBehind reads tomorrow week and Monday week: the day a week after that; yesterday week lies a week before.
func (p *parser) weekBehind(i int) (Range, int, bool) {
	by := i + 1
	if p.g.lang != text.English || p.textAt(by) != "week" || !p.joins(by) || !p.closes(by) || p.textAt(by+1) == "of" || p.saidOf(i) {
		return Range{}, i, false
	}
	switch {
	case plainDays[p.textAt(i)] && p.tokens[i].value < 0:
		return oneDay(p.now, -8), by + 1, true
	case plainDays[p.textAt(i)]:
		return oneDay(p.now, p.tokens[i].value+7), by + 1, true
	case p.is(i, weekday) && !p.tokens[i].weak && !determiners[p.textAt(i-1)] && p.tense(i) != behind:
		return oneDay(p.coming(p.tokens[i].value).From, 7), by + 1, true
	}
	return Range{}, i, false
}

// coming is the next day of the week.
func (p *parser) coming(weekday int) Range { return oneDay(p.now, 0).nearest(weekday, 1) }

// weeksOn reads a week on Friday, a week tomorrow, a week last Friday: so many weeks after a day that is to come, or before one
// that lies behind. What is so long today may also have lasted so long: only where the verb is of what is to come is it a day.
func (p *parser) weeksOn(i, n int) (Range, int, bool) {
	inWeek := map[int]int{weeks: 7, fortnights: 14}[p.tokens[i+1].value]
	j := i + 2
	if inWeek == 0 || !p.joins(j) || p.isRate(i) || p.textAt(i-1) == "for" {
		return Range{}, i, false
	}
	n *= inWeek
	told := p.tense(i)
	switch {
	case p.textAt(j) == "on" && p.is(j+1, weekday) && !p.tokens[j+1].weak && told != behind && !p.saidOf(j+1):
		return oneDay(p.coming(p.tokens[j+1].value).From, n), j + 2, true
	case plainDays[p.textAt(j)] && p.closes(j) && !p.saidOf(j):
		step := p.tokens[j].value
		if step < 0 {
			n = -n
		}
		return oneDay(p.now, step+n), j + 1, step != 0 || told == toCome
	case p.is(j, mod) && p.is(j+1, weekday) && !p.tokens[j+1].weak && p.joins(j+1) && !p.saidOf(j+1):
		step := p.tokens[j].value
		if step < 0 {
			return oneDay(oneDay(p.now, 0).nearest(p.tokens[j+1].value, step).From, -n), j + 2, true
		}
		return oneDay(p.coming(p.tokens[j+1].value).From, n), j + 2, step > 0
	}
	return Range{}, i, false
}

// thisTime reads this time last year, this day two weeks ago: the day.
func (p *parser) thisTime(i int) (Range, int, bool) {
	if w := p.textAt(i + 1); p.g.lang != text.English || p.textAt(i) != "this" || w != "time" && w != "day" || !p.joins(i+1) || !p.joins(i+2) {
		return Range{}, i, false
	}
	j := i + 2
	if p.is(j, mod) && p.tokens[j].value != 0 && p.is(j+1, unit) && p.tokens[j+1].value >= weeks && !p.plural(j+1) {
		return oneDay(back(p.now, p.tokens[j+1].value, -p.tokens[j].value), 0), j + 2, true
	}
	n, vague, ok := p.fewOr(j)
	if !ok || vague || !p.is(j+1, unit) || p.tokens[j+1].value < days || !p.is(j+2, ago) {
		return Range{}, i, false
	}
	return oneDay(back(p.now, p.tokens[j+1].value, n), 0), j + 3, true
}

// toTheDay tells whether the count at i, whose expression ends before next, is said to be exact, and where the expression then ends:
// exactly three weeks ago, in two weeks to the day.
func (p *parser) toTheDay(i, next int) (int, bool) {
	switch {
	case p.g.lang != text.English:
		return next, false
	case p.textAt(next) == "to" && p.textAt(next+1) == "the" && p.textAt(next+2) == "day" && p.joins(next):
		return next + 3, true
	}
	return next, exact[p.textAt(i-1)] && p.joins(i)
}

var exact = text.Set("exactly precisely")

// exactly is the day of at where the count at i of a unit of a week or more is said to be exact, and else r.
func (p *parser) exactly(r Range, at time.Time, u, i, next int) (Range, int) {
	if end, ok := p.toTheDay(i, next); ok && u >= weeks {
		return oneDay(at, 0), end
	}
	return r, next
}
