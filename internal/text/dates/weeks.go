package dates

import "time"

// nthOf reads the first week of March, the last Friday in May.
func (p *parser) nthOf(i int) (Range, int, bool) {
	last := p.is(i, mod) && p.tokens[i].value < 0
	week := p.is(i+1, unit) && p.tokens[i+1].value == weeks
	if !last && !p.is(i, nth) || !week && !p.is(i+1, weekday) || !p.belongs(i+2) {
		return Range{}, i, false
	}
	of, next, ok := p.bare(p.skip(i+3), true)
	if !ok || of.From.IsZero() || of.To.IsZero() || of.To.Sub(of.From) < shortest-time.Hour {
		return Range{}, i, false
	}
	n := p.tokens[i].value - 1
	switch wd := p.tokens[i+1].value; {
	case week && last:
		return Range{From: dayFrom(of.To, -7), To: of.To}, next, true
	case week:
		return Range{From: dayFrom(of.From, 7*n), To: dayFrom(of.From, 7*n+7)}, next, true
	case last:
		return Range{From: of.To, To: of.To}.nearest(wd, -1), next, true
	default:
		return oneDay(Range{From: of.From, To: of.From}.nearest(wd, 1).From, 7*n), next, true
	}
}

// belongs tells a word after which the whole follows that something is a part of.
func (p *parser) belongs(i int) bool {
	return p.is(i, in) && p.tokens[i].text != "by" && p.tokens[i].text != "for"
}

// weekOf reads the week, or the weekend, of 10 March: the one that the day lies in.
func (p *parser) weekOf(i int) (Range, int, bool) {
	if !p.is(i, unit) || p.tokens[i].value != weeks && p.tokens[i].value != weekends || !p.is(i+1, in) || p.tokens[i+1].text != "of" {
		return Range{}, i, false
	}
	date, next, ok := p.bare(p.skip(i+2), true)
	if !ok || !date.isDay() {
		return Range{}, i, false
	}
	return whole(date.From, p.tokens[i].value), next, true
}
