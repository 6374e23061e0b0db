package dates

import (
	"slices"
	"time"

	"github.com/lukasadb/lukasa/internal/text"
)

// A day of the month alone, as in on the 5th, is a date only behind words that lead to one and before none that it counts.

var (
	beforeDay = text.Set("on from until till since by before after around between to through and")
	// rowJoins join the places of things in a row: the 5th and 6th floors.
	rowJoins = text.Set("and or to through until till")
	// countedBy are little words that make a place one of some: the 5th of the group, the 5th most read, the 5th each month.
	countedBy = text.Set("of most other own each every same such")
	ordinals  = []string{"st", "nd", "rd", "th"}
)

// monthDay reads a day of a month that is not said: the latest that has begun or, where the verb tells so, the next that is not
// over. prefixed tells that a word before it says that a time follows.
func (p *parser) monthDay(i int, prefixed bool) (Range, int, bool) {
	if p.g.lang != text.English || !p.ordinal(i) || p.textAt(i-1) != "the" || !p.joins(i) || !p.joins(i-1) {
		return Range{}, i, false
	}
	besideNow := p.is(i+1, mod) && p.is(i+2, unit) && p.tokens[i+2].value == months && p.joins(i+1) && p.joins(i+2)
	if !besideNow && !p.countsNothing(i) {
		return Range{}, i, false
	}
	switch lead := p.textAt(i - 2); {
	case lead == "of":
		if i < 3 || !p.isWeekUnit(i-3) {
			return Range{}, i, false
		}
	case !beforeDay[lead] || p.is(i-2, and) && lead != "until" && lead != "till" && !prefixed:
		return Range{}, i, false
	}
	n := p.tokens[i].value
	if besideNow { // on the 5th last month
		of := p.calendar(months, p.tokens[i+1].value)
		r := oneDay(of.From, n-1)
		return r, i + 3, r.From.Before(of.To)
	}
	r := p.nearestOfMonth(p.tense(i), n, func(time.Time) bool { return true })
	return r, i + 1, true
}

// weekdayOfMonth reads the day of the month that the weekday before i is said to be: Friday the 13th.
func (p *parser) weekdayOfMonth(i int) (Range, int, bool) {
	if p.g.lang != text.English || p.textAt(i) != "the" || !p.joins(i) || !p.ordinal(i+1) || !p.joins(i+1) || !p.countsNothing(i+1) {
		return Range{}, i, false
	}
	wd := time.Weekday(p.tokens[i-1].value)
	r := p.nearestOfMonth(p.tense(i-1), p.tokens[i+1].value, func(t time.Time) bool { return t.Weekday() == wd })
	return r, i + 2, true
}

// ordinal tells 1st to 31st.
func (p *parser) ordinal(i int) bool {
	t := p.textAt(i)
	return p.is(i, number) && t[0] <= '9' && len(t) > 2 && slices.Contains(ordinals, t[len(t)-2:])
}

// countsNothing tells whether no noun stands behind the place at i: not on the 5th floor, nor on the 5th and 6th floors.
func (p *parser) countsNothing(i int) bool {
	if !p.joins(i + 1) {
		return true
	}
	switch next := p.tokens[i+1]; {
	case rowJoins[next.text]:
		j := p.skip(i + 2)
		return !p.ordinal(j) || p.countsNothing(j)
	case countedBy[next.text] || next.roles&^(blank|in) != 0:
		return false
	default:
		return text.StopIn(next.text).Has(text.English)
	}
}

// nearestOfMonth is the nth of the latest month in which it has begun or, for what is to come, of the next in which it is not over,
// and in which it is a day that will do.
func (p *parser) nearestOfMonth(told tense, n int, will func(time.Time) bool) Range {
	step := -1
	if told == toCome {
		step = 1
	}
	for month := startOf(p.now, months); ; month = monthsBack(month, -step) {
		r := oneDay(month, n-1)
		if r.From.Month() == month.Month() && will(r.From) && (step < 0 && !r.From.After(p.now) || step > 0 && r.To.After(p.now)) {
			return r
		}
	}
}

// lastingFrom reads so many days, weeks or months from a day on, where the day comes first: from the 12th for three days.
func (p *parser) lastingFrom(i int) (Range, int, bool) {
	if p.g.lang != text.English || !p.is(i, from) {
		return Range{}, i, false
	}
	day, j, ok := p.seenFrom(p.now, p.tense(i)).bare(p.skip(i+1), true)
	if !ok || !day.isDay() || p.textAt(j) != "for" || !p.joins(j) {
		return Range{}, i, false
	}
	n, vague, ok := p.fewOr(j + 1)
	if !ok || vague || !p.is(j+2, unit) || p.tokens[j+2].value < days {
		return Range{}, i, false
	}
	return Range{From: day.From, To: back(day.From, p.tokens[j+2].value, -n)}, j + 3, true
}

// isWeekUnit tells the week, or the weekend.
func (p *parser) isWeekUnit(i int) bool {
	return p.is(i, unit) && (p.tokens[i].value == weeks || p.tokens[i].value == weekends)
}
