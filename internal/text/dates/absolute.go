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
	r, ok := p.written(p.ordered(w))
	return r, i + 1, ok
}

// iso reads 2025-11-27 and 2025-11.
func (p *parser) iso(w string) (Range, bool) {
	if d, err := time.ParseInLocation("2006-1-2", w, p.now.Location()); err == nil {
		return Range{From: d, To: d.AddDate(0, 0, 1)}, true
	}
	if m, err := time.ParseInLocation("2006-1", w, p.now.Location()); err == nil {
		return Range{From: m, To: m.AddDate(0, 1, 0)}, true
	}
	return Range{}, false
}

// ordered tells the year, month and day of a date in figures. Three figures are read in the order of the language: English
// has the month first, Chinese the year, the others the day. Where that is no date (27/11/2025 in English) day and month change
// places. Four digits are a year wherever they stand; a year of two digits is the latest that has begun.
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
	if p.g.lang == text.English || d.month > 12 {
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
	d, end, weak := p.parts(i)
	if weak && d.day == 0 && d.year == 0 && !prefixed {
		return Range{}, i, false
	}
	r, ok := p.written(d)
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
		case p.dayNumber(j) && d.day == 0 && (d.month == 0 || t.value <= longest(d.month)):
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

// chineseDate reads 2025年11月27日, whose year and day may be missing.
func (p *parser) chineseDate(i int) (Range, int, bool) {
	var d named
	for p.is(i, number) && i+1 < len(p.tokens) {
		n := p.tokens[i].value
		switch word := p.tokens[i+1].text; {
		case word == "年" && d.year == 0 && d.month == 0:
			d.year = n
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
	r, ok := p.written(d)
	return r, i, ok
}

// written returns the day or month that d names, and whether there is such a one. Without a year it is the latest that has begun:
// the 29th of February lies up to eight years back.
func (p *parser) written(d named) (Range, bool) {
	if d.month < 1 || d.month > 12 {
		return Range{}, false
	}
	if d.year > 0 {
		return p.in(d)
	}
	for d.year = p.now.Year(); d.year >= p.now.Year()-8; d.year-- {
		if r, ok := p.in(d); ok && !r.From.After(p.now) {
			return r, true
		}
	}
	return Range{}, false
}

// in returns the day, or the month, of a date with a year.
func (p *parser) in(d named) (Range, bool) {
	from := time.Date(d.year, time.Month(d.month), max(d.day, 1), 0, 0, 0, 0, p.now.Location())
	switch {
	case d.day == 0:
		return Range{From: from, To: from.AddDate(0, 1, 0)}, true
	case from.Day() != d.day:
		return Range{}, false
	}
	return Range{From: from, To: from.AddDate(0, 0, 1)}, true
}
