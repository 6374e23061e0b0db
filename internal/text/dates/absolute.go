package dates

import (
	"strconv"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/internal/text"
)

// named is a date in parts; a part that is not said is 0.
type named struct{ year, month, day int }

// figures reads a date in figures.
func (p *parser) figures(i int, _ bool) (Range, int, bool) {
	if !p.is(i, figures) {
		return Range{}, i, false
	}
	w, _, _ := strings.Cut(p.tokens[i].text, "t")
	if r, ok := p.iso(w); ok {
		return r, i + 1, true
	}
	r, ok := p.written(p.ordered(w), i)
	return r, i + 1, ok
}

// iso reads 2025-11-27 and 2025-11.
func (p *parser) iso(w string) (Range, bool) {
	if d, err := time.Parse("2006-1-2", w); err == nil {
		return p.in(named{d.Year(), int(d.Month()), d.Day()})
	}
	if m, err := time.Parse("2006-1", w); err == nil {
		return p.in(named{year: m.Year(), month: int(m.Month())})
	}
	return Range{}, false
}

// ordered tells the year, month and day of a date in figures. Three figures are read in the order of the language: English
// has the month first, Chinese the year, the others the day; with dots between them the day is first in English too. Where that is
// no date (27/11/2025 in English) day and month change places. Four digits are a year wherever they stand; a year of two digits is the
// latest that has begun.
func (p *parser) ordered(w string) named {
	parts := strings.FieldsFunc(w, func(r rune) bool { return strings.ContainsRune("-/.", r) })
	n := make([]int, len(parts))
	for i, part := range parts {
		n[i], _ = strconv.Atoi(part) // dateLike has seen that it is a number
	}
	first, last := len(parts[0]) == 4, len(parts[len(parts)-1]) == 4
	switch {
	case len(n) == 2 && first:
		return named{year: n[0], month: n[1]}
	case len(n) == 2:
		return named{year: n[1], month: n[0]}
	case first || p.g.lang == text.Chinese && !last:
		return named{p.century(n[0]), n[1], n[2]}
	}
	d := named{p.century(n[2]), n[1], n[0]}
	if p.g.lang == text.English && !strings.Contains(w, ".") || d.month > 12 {
		d.month, d.day = d.day, d.month
	}
	if d.month > 12 {
		d.month, d.day = d.day, d.month
	}
	return d
}

// century completes a year of two digits.
func (p *parser) century(y int) int {
	if y >= 100 {
		return y
	}
	if y += p.now.Year() / 100 * 100; y > p.now.Year() {
		y -= 100
	}
	return y
}

// date reads a date with the name or, in Vietnamese and Chinese, the number of a month: the longest run of its parts.
func (p *parser) date(i int, prefixed bool) (Range, int, bool) {
	if p.g.lang == text.Chinese {
		if !p.monthWord(i+1) && !p.monthWord(i+3) {
			return Range{}, i, false
		}
		return p.chineseDate(i)
	}
	if r, next, ok := p.relativeMonth(i); ok {
		return r, next, true
	}
	if r, next, ok := p.yearThenMonth(i); ok {
		return r, next, true
	}
	d, end, weak := p.parts(i)
	if d.month > 0 && d.year == 0 && (!weak || prefixed || d.day > 0 || p.capital(i)) {
		if year, next, ok := p.relativeYear(end); ok {
			d.year, end = year, next
		}
	}
	if d.day == 0 && d.year == 0 && !prefixed && (weak || p.isSomebody(i)) {
		return Range{}, i, false
	}
	r, ok := p.written(d, i)
	return r, end, ok
}

func (p *parser) capital(i int) bool { return capital(p.s[p.tokens[i].span.Start:]) }

// relativeMonth reads last May, novembre dernier: the nearest such month before or after the present one, or that of this year.
func (p *parser) relativeMonth(i int) (Range, int, bool) {
	m, by := i+1, i
	if p.suffixes() {
		m, by = i, i+1
	}
	switch {
	case !p.is(m, month) || !p.is(by, mod) || p.tokens[m].weak && !p.capital(m):
		return Range{}, i, false
	case p.is(i+2, number|year) || m == i && p.tokens[by].value == 0: // en mai ce client
		return Range{}, i, false
	}
	d := named{year: p.now.Year(), month: p.tokens[m].value}
	switch step, present := p.tokens[by].value, int(p.now.Month()); {
	case step < 0 && d.month >= present:
		d.year--
	case step > 0 && d.month <= present:
		d.year++
	}
	r, ok := p.in(d)
	return r, i + 2, ok
}

// relativeYear reads the year in May of last year, tháng 5 năm ngoái.
func (p *parser) relativeYear(i int) (y, next int, ok bool) {
	for p.is(i, blank) {
		i++
	}
	isYear := func(j int) bool { return p.is(j, unit) && p.tokens[j].value == years }
	switch {
	case p.is(i, mod) && isYear(i+1):
		return p.now.Year() + p.tokens[i].value, i + 2, true
	case p.suffixes() && isYear(i) && p.is(i+1, mod):
		return p.now.Year() + p.tokens[i+1].value, i + 2, true
	case p.g.lang == text.English && isYear(i+1) && p.is(i+2, ago): // in May two years ago
		if n, vague, ok := p.fewOr(i); ok && !vague {
			return p.now.Year() - n, i + 3, true
		}
	}
	return 0, i, false
}

// yearThenMonth reads last year in May.
func (p *parser) yearThenMonth(i int) (Range, int, bool) {
	year, next, ok := p.relativeYear(i)
	if !ok || !p.is(next, in) || !p.is(next+1, month) {
		return Range{}, i, false
	}
	d, end, _ := p.parts(next + 1)
	if d.year > 0 {
		return Range{}, i, false
	}
	d.year = year
	r, ok := p.written(d, i)
	return r, end, ok
}

// parts reads the year, month and day that stand together from i on, in any order, and where they end. weak tells that the month's
// name may well be another word.
func (p *parser) parts(i int) (d named, end int, weak bool) {
	end = i
	for j := i; j < len(p.tokens) && j < i+8; j++ {
		t := p.tokens[j]
		switch {
		case p.monthWord(j) && d.inMonth(p.tokens[j+1].value):
			j++
			d.month = p.tokens[j].value
		case t.roles&month != 0 && d.inMonth(t.value):
			d.month, weak = t.value, t.weak
		case t.roles&year != 0 && d.year == 0:
			d.year = t.value
		case (p.dayNumber(j) || p.rankedDay(j)) && d.day == 0 && (d.month == 0 || t.value <= longest(d.month)):
			d.day = t.value
		case p.dateWord(j):
			continue
		default:
			return d, end, weak
		}
		end = j + 1
	}
	return d, end, weak
}

// inMonth tells whether the month is still open and can be m.
func (d named) inMonth(m int) bool { return d.month == 0 && d.day <= longest(m) }

// longest returns the days of a month in a leap year.
func longest(m int) int { return time.Date(2024, time.Month(m)+1, 0, 0, 0, 0, 0, time.UTC).Day() }

// dayNumber tells whether token j can be a day of a month: a number in figures; Vietnamese writes days in words too.
func (p *parser) dayNumber(j int) bool {
	t := p.tokens[j]
	if t.roles&number == 0 || t.value < 1 || t.value > 31 {
		return false
	}
	return p.g.lang == text.Vietnamese || t.text[0] >= '0' && t.text[0] <= '9'
}

// rankedDay tells whether token j, a number in words, counts days rather than other things: the first of May, May the first, on May
// first, but not my first May.
func (p *parser) rankedDay(j int) bool {
	switch {
	case !p.is(j, ranked):
		return false
	case j+1 < len(p.tokens) && p.tokens[j+1].text == "of":
		return p.is(j+2, month)
	case j < 2:
		return false
	case p.tokens[j-1].text == "the":
		return p.is(j-2, month)
	}
	return p.is(j-1, month) && p.tokens[j-2].text == "on"
}

// monthWord tells whether token j makes a number beside it a month.
func (p *parser) monthWord(j int) bool {
	if !p.is(j, unit) || p.tokens[j].value != months {
		return false
	}
	switch p.g.lang {
	case text.Vietnamese:
		return p.is(j+1, number) && p.tokens[j+1].value <= 12
	case text.Chinese:
		return j > 0 && p.is(j-1, number) && p.tokens[j-1].value <= 12 && p.tokens[j].text == "月" && !p.is(j+1, ago)
	}
	return false
}

// dateWord tells whether token j may stand inside a date.
func (p *parser) dateWord(j int) bool {
	t := p.tokens[j]
	if p.g.lang == text.Vietnamese {
		return t.text == "ngày" || t.text == "năm" || t.text == "mồng" || t.text == "mùng" || t.text == ","
	}
	return t.text == "of" || t.text == "the" || t.text == "de"
}

// chineseDate reads 2025年11月27日, whose year and day may be missing, and 去年11月.
func (p *parser) chineseDate(i int) (Range, int, bool) {
	var d named
	if year, next, ok := p.relativeYear(i); ok {
		d.year, i = year, next
	}
	for p.is(i, number) && i+1 < len(p.tokens) {
		n := p.tokens[i].value
		switch word := p.tokens[i+1].text; {
		case word == "年" && d.year == 0 && d.month == 0:
			d.year = p.century(n)
		case word == "月" && d.month == 0:
			d.month = n
		case (word == "日" || word == "号") && d.month > 0 && d.day == 0:
			d.day = n
		default:
			n = 0
		}
		if n == 0 {
			break
		}
		i += 2
	}
	r, ok := p.written(d, i)
	return r, i, ok
}

// written returns the day or month that d, said at i, names, and whether there is such a one. Without a year it is the latest that
// has begun or, where the verb tells so, the next that is not over; and the next where no verb tells and it is soon.
func (p *parser) written(d named, i int) (Range, bool) {
	if d.month < 1 || d.month > 12 {
		return Range{}, false
	}
	if d.year > 0 {
		return p.in(d)
	}
	told := p.tense(i)
	if told == unsaid && p.mayBeSoon(d, i) {
		if r, ok := p.nearestYear(d, 1); ok && r.From.Before(monthsBack(p.now, -soon)) {
			return r, true
		}
	}
	if told == toCome {
		return p.nearestYear(d, 1)
	}
	return p.nearestYear(d, -1)
}

// soon is within how many months a date is taken to be the next one: who speaks of one that was most of a year ago says the year.
const soon = 3

// nearestYear returns the day or month of the latest year in which it has begun or, ahead, of the next in which it is not over: the
// 29th of February lies up to eight years away.
func (p *parser) nearestYear(d named, step int) (Range, bool) {
	for n := range 9 {
		d.year = p.now.Year() + n*step
		if r, ok := p.in(d); ok && (step < 0 && !r.From.After(p.now) || step > 0 && r.To.After(p.now)) {
			return r, true
		}
	}
	return Range{}, false
}

// in returns the day, or the month, of a date with a year.
func (p *parser) in(d named) (Range, bool) {
	from := midnight(d.year, time.Month(d.month), max(d.day, 1), p.now.Location())
	switch {
	case d.day == 0:
		return Range{From: from, To: midnight(d.year, time.Month(d.month)+1, 1, p.now.Location())}, true
	case from.Day() != d.day:
		return Range{}, false
	}
	return oneDay(from, 0), true
}
