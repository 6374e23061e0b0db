package dates

import (
	"time"

	"github.com/lukasadb/lukasa/internal/text"
)

// nthOf reads the first week of March, the last Friday in May, the last day of the month, the third quarter of 2023, the 5th of next
// month.
func (p *parser) nthOf(i int) (Range, int, bool) {
	n, ok := p.place(i)
	if !ok {
		return Range{}, i, false
	}
	if r, next, ok := p.someOf(i); ok {
		return r, next, true
	}
	at := i + 1
	if n > 0 && p.textAt(at) == "of" && p.is(at+1, mod) && p.is(at+2, unit) && p.tokens[at+2].value == months {
		of := p.nearby(months, p.tokens[at+1].value)
		return oneDay(of.From, n-1), at + 3, p.g.lang == text.English && !of.From.IsZero() && oneDay(of.From, n-1).From.Before(of.To)
	}
	if !p.is(at, unit|weekday) || !p.belongs(at+1) || p.plural(at) {
		return Range{}, i, false
	}
	return p.partOfWhole(i, p.skip(at+2), func(of Range) (Range, bool) { return p.nthIn(of, n, at) })
}

// someOf reads the first ten days of April, the last two months of 2023.
func (p *parser) someOf(i int) (Range, int, bool) {
	last := p.textAt(i) == "last"
	n, vague, ok := p.fewOr(i + 1)
	if !ok || !last && p.textAt(i) != "first" || !p.plural(i+2) || !p.belongs(i+3) || p.tokens[i+2].value < days {
		return Range{}, i, false
	}
	u := p.tokens[i+2].value
	return p.partOfWhole(i, p.skip(i+4), func(of Range) (Range, bool) {
		if last {
			return Range{From: back(of.To, u, n), To: of.To, Around: vague}, u != weekends
		}
		return Range{From: of.From, To: back(of.From, u, -n), Around: vague}, u != weekends
	})
}

// partOfWhole reads the whole at j of which a part, that begins at i, is told by its place. Where the verb says on which side of
// now it lies, so does the part, and not only the month: a day that is over in this one is that of the next.
func (p *parser) partOfWhole(i, j int, place func(Range) (Range, bool)) (Range, int, bool) {
	told := p.tenseOfPart(i)
	of, next, ok := p.seenFrom(p.now, told).whole(j)
	if !ok {
		return Range{}, i, false
	}
	r, ok := place(of)
	if ok && !p.says(j, next, placed) && !p.is(j, unit) {
		switch {
		case told == toCome && !r.To.After(p.now):
			of, next, _ = p.seenFrom(of.To, told).whole(j)
		case told == behind && r.From.After(p.now):
			of, next, _ = p.seenFrom(dayFrom(of.From, -1), told).whole(j)
		}
		r, ok = place(of)
	}
	return r, next, ok && !r.From.Before(of.From) && !r.To.After(of.To)
}

// place reads first to fourth, 1st to 31st, and last as 0.
func (p *parser) place(i int) (n int, ok bool) {
	switch {
	case p.is(i, mod):
		return 0, p.tokens[i].value < 0
	case p.is(i, nth):
		return p.tokens[i].value, true
	}
	return p.valueAt(i), p.ordinal(i)
}

func (p *parser) valueAt(i int) int {
	if i >= len(p.tokens) {
		return 0
	}
	return p.tokens[i].value
}

// whole reads what is as long as a month at least, of which something is a part: also the year, which is this one.
func (p *parser) whole(i int) (Range, int, bool) {
	of, next, ok := p.bare(i, true)
	if !ok && p.g.lang == text.English {
		of, next, ok = p.present(i)
	}
	return of, next, ok && !of.From.IsZero() && !of.To.IsZero() && of.To.Sub(of.From) >= shortest-time.Hour
}

// nthIn is the nth, from 1, of the unit or weekday at i in a range; the last for 0.
func (p *parser) nthIn(of Range, n, i int) (Range, bool) {
	v := p.tokens[i].value
	switch {
	case p.is(i, weekday) && n == 0:
		return Range{From: of.To, To: of.To}.nearest(v, -1), true
	case p.is(i, weekday):
		return oneDay(Range{From: of.From, To: of.From}.nearest(v, 1).From, 7*n-7), true
	case v == weekends && n == 0:
		return weekendOf(Range{From: of.To, To: of.To}.nearest(0, -1).From), true
	case v == weekends:
		return weekendOf(dayFrom(Range{From: of.From, To: of.From}.nearest(6, 1).From, 7*n-7)), true
	case v == weeks && n == 0:
		return Range{From: dayFrom(of.To, -7), To: of.To}, true
	case v == weeks:
		return Range{From: dayFrom(of.From, 7*n-7), To: dayFrom(of.From, 7*n)}, true
	case v == days || v == months || v == quarters && startOf(of.From, years).Equal(of.From):
		if n == 0 {
			return whole(back(of.To, v, 1), v), true
		}
		return whole(back(of.From, v, 1-n), v), true
	}
	return Range{}, false
}

// weekendOf is the weekend of one of its days.
func weekendOf(day time.Time) Range { return whole(day, weekends) }

// belongs tells a word after which the whole follows that something is a part of.
func (p *parser) belongs(i int) bool {
	return p.is(i, in) && p.tokens[i].text != "by" && p.tokens[i].text != "for"
}

// weekOf reads the week, or the weekend, of 10 March: the one that the day lies in.
func (p *parser) weekOf(i int) (Range, int, bool) {
	if !p.isWeekUnit(i) || p.textAt(i+1) != "of" {
		return Range{}, i, false
	}
	date, next, ok := p.seenFrom(p.now, p.tenseOfPart(i)).bare(p.skip(i+2), true)
	if !ok || !date.isDay() {
		return Range{}, i, false
	}
	return whole(date.From, p.tokens[i].value), next, true
}
