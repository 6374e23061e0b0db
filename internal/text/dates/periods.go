package dates

import (
	"strconv"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/internal/text"
)

// Periods are what offices count by: quarters and halves of a year, its weeks by number (ISO 8601), and decades.

// Parts of a year, beside its quarters 1 to 4. A week is its number more than ofWeeks. A token's value has the year, if it is
// said, times ofYear beside it.
const (
	firstHalf  = 5
	secondHalf = 6
	decade     = 7
	ofWeeks    = 100
	ofYear     = 1000
)

// periodForm reads, but for the 1900s, which may be a century, Q3, H1, W12, 2023-W12, 2023Q3, Q3/2023, 1990s and 90s. The 20s
// are as well those of the last century.
func periodForm(w string) (value int, ok bool) {
	if y, decades := strings.CutSuffix(w, "s"); decades && (len(y) == 4 || len(y) == 2) {
		n, err := strconv.Atoi(y)
		if len(y) == 2 {
			return n*ofYear + decade, err == nil && n%10 == 0 && n >= 30
		}
		return n*ofYear + decade, err == nil && n%10 == 0 && n%100 != 0 && n >= 1000 && n < 2200
	}
	y := 0
	if i := strings.IndexAny(w, "qhw"); i >= 4 {
		y, _ = strconv.Atoi(strings.TrimSuffix(w[:4], "-"))
		if rest := w[4:i]; rest != "" && rest != "-" {
			return 0, false
		}
		w = w[i:]
	} else if head, tail, cut := strings.Cut(w, "/"); cut || len(w) > 5 && w[2] == '-' {
		if !cut {
			head, tail = w[:2], w[3:]
		}
		w = head
		if y, _ = strconv.Atoi(tail); y == 0 {
			return 0, false
		}
	}
	if y != 0 && (y < 1900 || y >= 2200) || len(w) < 2 || len(w) > 3 {
		return 0, false
	}
	n, err := strconv.Atoi(w[1:])
	switch {
	case err != nil:
		return 0, false
	case w[0] == 'q' && len(w) == 2 && n >= 1 && n <= 4:
		return y*ofYear + n, true
	case w[0] == 'h' && len(w) == 2 && n >= 1 && n <= 2:
		return y*ofYear + firstHalf + n - 1, true
	case w[0] == 'w' && n >= 1 && n <= 53:
		return y*ofYear + ofWeeks + n, true
	}
	return 0, false
}

// period reads Q3 2023, 2023 Q3, week 12 of 2023, 2023-W12, the 1990s. Without a year only a quarter is one, where a word
// before it says that a time follows: W12 is a place in London, and H1 a visa. Nor is there a year's where one is no letter alone:
// Q3 is a district in Vietnamese.
func (p *parser) period(i int, prefixed bool) (Range, int, bool) {
	if p.g.lang != text.English && p.g.lang != text.German {
		return Range{}, i, false
	}
	if r, next, ok := p.weekNumber(i); ok {
		return r, next, true
	}
	j, y := i, 0
	if p.is(i, year) && p.joins(i+1) { // 2023 Q3
		j, y = i+1, p.tokens[i].value
	}
	if !p.is(j, period) {
		return Range{}, i, false
	}
	part, said := p.tokens[j].value%ofYear, p.tokens[j].value/ofYear
	next := j + 1
	switch {
	case part == decade && said < 100:
		return p.shortDecade(j, said)
	case part == decade:
		the := j > 0 && p.tokens[j-1].text == "the"
		return Range{From: p.newYear(said), To: p.newYear(said + 10)}, next, the || prefixed
	case said > 0:
		y = said
	case y == 0:
		if y, next = p.yearBehind(next); y == 0 {
			return p.bareQuarter(part, i, prefixed)
		}
	}
	r, ok := p.partOf(y, part)
	return r, next, ok
}

// newYear is the first moment of a year.
func (p *parser) newYear(y int) time.Time { return midnight(y, 1, 1, p.now.Location()) }

// yearBehind reads the year that a period is of, 0 for none.
func (p *parser) yearBehind(i int) (y, next int) {
	if p.textAt(i) == "of" || p.textAt(i) == "in" {
		i++
	}
	if p.is(i, year) {
		return p.tokens[i].value, i + 1
	}
	if y, next, ok := p.relativeYear(i); ok {
		return y, next
	}
	return 0, i
}

// bareQuarter is the latest quarter of a number that has begun, or the next that is not over where the verb tells so.
func (p *parser) bareQuarter(n, i int, prefixed bool) (Range, int, bool) {
	if n > 4 || !prefixed {
		return Range{}, i, false
	}
	r, ok := p.partOf(p.now.Year(), n)
	switch told := p.tense(i); {
	case told == toCome && !r.To.After(p.now):
		r, ok = p.partOf(p.now.Year()+1, n)
	case told != toCome && r.From.After(p.now):
		r, ok = p.partOf(p.now.Year()-1, n)
	}
	return r, i + 1, ok
}

// partOf is a quarter, half or week of a year, and whether it has one of the number.
func (p *parser) partOf(y, part int) (Range, bool) {
	months := func(from, to int) Range {
		return Range{From: midnight(y, time.Month(from), 1, p.now.Location()), To: midnight(y, time.Month(to), 1, p.now.Location())}
	}
	switch {
	case part <= 4:
		return months(3*part-2, 3*part+1), true
	case part == firstHalf:
		return months(1, 7), true
	case part == secondHalf:
		return months(7, 13), true
	}
	first := startOf(midnight(y, 1, 4, p.now.Location()), weeks) // the week of 4 January is the first
	from := dayFrom(first, 7*(part-ofWeeks-1))
	isoYear, _ := dayFrom(from, 3).ISOWeek()
	return Range{From: from, To: dayFrom(from, 7)}, isoYear == y
}

// weekNumber reads week 12 of 2023 and, where it is always one of a year, KW 12.
func (p *parser) weekNumber(i int) (Range, int, bool) {
	if !p.is(i, unit) || p.tokens[i].value != weeks || !p.is(i+1, number) || p.tokens[i+1].value < 1 || p.tokens[i+1].value > 53 {
		return Range{}, i, false
	}
	n := p.tokens[i+1].value
	y, next := p.yearBehind(i + 2)
	if y > 0 {
		r, ok := p.partOf(y, ofWeeks+n)
		return r, next, ok
	}
	if t := p.tokens[i].text; t != "kw" && t != "kalenderwoche" {
		return Range{}, i, false
	}
	r, ok := p.partOf(p.now.Year(), ofWeeks+n)
	if r.From.After(p.now) || !ok {
		r, ok = p.partOf(p.now.Year()-1, ofWeeks+n)
	}
	return r, i + 2, ok
}
