package dates

import (
	"slices"
	"time"

	"github.com/lukasadb/lukasa/internal/text"
)

// Seasons and feasts come once a year, and are words of everyday things as well:
// they are read where a word before them or a year behind them says that a time is
// meant, and nothing behind them makes them part of a name.

// The seasons, and the feasts of English. Christmas, Easter and the New Year last some days.
const (
	spring = iota
	summer
	autumn
	winter
	christmas
	christmasEve
	christmasDay
	boxingDay
	newYearEve
	newYear
	newYearDay
	halloween
	valentine
	goodFriday
	easter
	easterSunday
	easterMonday
	shroveTuesday
	ashWednesday
	palmSunday
	maundyThursday
	ascension
	whitSunday
	whitMonday
	thanksgiving
)

// recurrence tells when a season or feast of a year begins and how many days or, for
// seasons, months it lasts.
type recurrence struct {
	from   func(year int) (time.Month, int)
	days   int
	months int
}

func on(m time.Month, d int) func(int) (time.Month, int) {
	return func(int) (time.Month, int) { return m, d }
}

// fromEaster counts days from Easter Sunday.
func fromEaster(n int) func(int) (time.Month, int) {
	return func(year int) (time.Month, int) {
		m, d := easterOf(year)
		return m, d + n
	}
}

// recurrences are in the order of their names. The seasons are those of the north, in
// whole months; a winter is of the year in which it begins, as is the New Year.
var recurrences = [...]recurrence{
	spring: {on(time.March, 1), 0, 3}, summer: {on(time.June, 1), 0, 3}, autumn: {on(time.September, 1), 0, 3},
	winter: {on(time.December, 1), 0, 3}, christmas: {on(time.December, 24), 3, 0}, christmasEve: {on(time.December, 24), 1, 0},
	christmasDay: {on(time.December, 25), 1, 0}, boxingDay: {on(time.December, 26), 1, 0}, newYearEve: {on(time.December, 31), 1, 0},
	newYear: {on(time.December, 31), 2, 0}, newYearDay: {on(time.January, 1), 1, 0}, halloween: {on(time.October, 31), 1, 0},
	valentine: {on(time.February, 14), 1, 0}, goodFriday: {fromEaster(-2), 1, 0}, easter: {fromEaster(-2), 4, 0},
	easterSunday: {fromEaster(0), 1, 0}, easterMonday: {fromEaster(1), 1, 0},
	shroveTuesday: {fromEaster(-47), 1, 0}, ashWednesday: {fromEaster(-46), 1, 0}, palmSunday: {fromEaster(-7), 1, 0},
	maundyThursday: {fromEaster(-3), 1, 0}, ascension: {fromEaster(39), 1, 0}, whitSunday: {fromEaster(49), 1, 0},
	whitMonday: {fromEaster(50), 1, 0}, thanksgiving: {thanksgivingOf, 1, 0},
}

// easterOf is Easter Sunday of a year in the Gregorian calendar (Meeus, Astronomical Algorithms, chapter 8). Its day may lie
// behind the end of its month.
func easterOf(year int) (time.Month, int) {
	a, b, c := year%19, year/100, year%100
	h := (19*a + b - b/4 - (b-(b+8)/25+1)/3 + 15) % 30
	l := (32 + 2*(b%4) + 2*(c/4) - h - c%4) % 7
	m := (a + 11*h + 22*l) / 451
	return time.March, 22 + h + l - 7*m
}

// thanksgivingOf is the fourth Thursday of November, as in the United States.
func thanksgivingOf(year int) (time.Month, int) {
	first := time.Date(year, time.November, 1, 0, 0, 0, 0, time.UTC).Weekday()
	return time.November, 22 + int(time.Thursday-first+7)%7
}

// of is the season or feast of a year.
func (p *parser) of(what, year int) Range {
	r := recurrences[what]
	m, d := r.from(year)
	from := midnight(year, m, d, p.now.Location())
	if r.months > 0 {
		return Range{From: from, To: midnight(year, m+time.Month(r.months), 1, p.now.Location())}
	}
	return Range{From: from, To: dayFrom(from, r.days)}
}

// nth is the season or feast n times after the latest that has begun; that may not be over.
func (p *parser) nth(what, n int) Range {
	y := p.now.Year()
	if p.of(what, y).From.After(p.now) {
		y--
	}
	return p.of(what, y+n)
}

// ended is the latest that is over, and n before that.
func (p *parser) ended(what, n int) Range {
	if p.nth(what, 0).To.After(p.now) {
		n++
	}
	return p.nth(what, -n)
}

// recent is how long what is over is still this one: this winter in May, this Christmas in March.
const recent = 92 * 24 * time.Hour

// current is this season or feast: that of this year, unless the latest is hardly over.
func (p *parser) current(what int) Range {
	r := p.of(what, p.now.Year())
	if latest := p.nth(what, 0); r.From.After(p.now) && p.now.Sub(latest.To) < recent {
		return latest
	}
	return r
}

// recurring reads a season or feast: last summer, in the spring, over Christmas, winter 2022. prefixed tells that a word
// before it says that a time follows.
func (p *parser) recurring(i int, prefixed bool) (Range, int, bool) {
	switch {
	case p.g.lang != text.English:
		return Range{}, i, false
	case p.is(i, number) && p.is(i+1, many) && p.is(i+2, ago): // two summers ago
		n := p.tokens[i].value
		return p.ended(p.tokens[i+1].value, n-1), i + 3, n > 0 && n < 1000
	case p.is(i, mod) && p.is(i+1, recurs) && !p.is(i+1, many) && p.ends(i+2):
		return p.beside(p.tokens[i+1].value, p.tokens[i].value), i + 2, true
	case !p.is(i, recurs) || p.is(i, many):
		return Range{}, i, false
	}
	what := p.tokens[i].value
	if y, next, ok := p.yearOf(what, i+1); ok {
		return p.of(what, y), next, true
	}
	if p.is(i+1, before) && p.is(i+2, mod) && p.tokens[i+2].value < 0 && p.closes(i+2) { // the summer before last
		return p.ended(what, 1), i + 3, true
	}
	if !p.ends(i+1) || !p.timed(i, prefixed) {
		return Range{}, i, false
	}
	if p.tense(i) == toCome && !p.nth(what, 0).To.After(p.now) {
		return p.nth(what, 1), i + 1, true
	}
	return p.nth(what, 0), i + 1, true
}

// beside is last, this or next season or feast.
func (p *parser) beside(what, step int) Range {
	switch {
	case step < 0:
		return p.ended(what, 0)
	case step == 0:
		return p.current(what)
	}
	return p.nth(what, 1)
}

// yearOf reads the year behind a season or feast: summer 2022, the summer of last year, the winter of 2010/11.
func (p *parser) yearOf(what, i int) (y, next int, ok bool) {
	for i < len(p.tokens) && p.tokens[i].text == "of" {
		i++
	}
	across, isAcross := acrossYears(p.textAt(i))
	switch {
	case p.is(i, year):
		y, next, ok = p.tokens[i].value, i+1, true
	case isAcross && what == winter:
		y, next, ok = across, i+1, true
	default:
		y, next, ok = p.relativeYear(i)
	}
	if what == newYear {
		y--
	}
	return y, next, ok
}

// Words before a season or feast that make it a time.
var (
	beforeSeason = []string{"in", "during", "over", "throughout", "by"}
	beforeFeast  = []string{"at", "on", "during", "over", "throughout", "by"}
)

// timed tells whether what stands before a season or feast makes it a time. A fall is also another thing, and a name may be
// that of a season: Summer.
func (p *parser) timed(i int, prefixed bool) bool {
	if p.alone && i == p.skip(0) {
		return true
	}
	j := i - 1
	article := j >= 0 && p.tokens[j].text == "the"
	if article {
		j--
	}
	if j < 0 {
		return false
	}
	lead, what := p.tokens[j].text, p.tokens[i].value
	switch {
	case what > winter:
		return prefixed && lead != "about" || slices.Contains(beforeFeast, lead)
	case !article && p.capital(i) && !p.is(j, part):
		return false
	case p.tokens[i].text == "fall" && !p.is(j, part):
		return article && (lead == "in" || lead == "during")
	}
	return prefixed && lead != "about" || slices.Contains(beforeSeason, lead)
}

// ends tells whether no noun stands behind an expression that it would be part of: the end of a sentence, a little word or a
// name may, as in last summer Ana sailed.
func (p *parser) ends(i int) bool {
	if p.closes(i - 1) {
		return true
	}
	next := p.tokens[i]
	return next.roles != 0 || slices.Contains(placesBehind, next.text) || p.capital(i) && !slices.Contains(namesBehind, next.text)
}

// placesBehind are words that lead to a place and are too rare to be little words.
var placesBehind = []string{"near", "along", "across", "outside", "inside", "beside", "together", "here", "there"}

// namesBehind are nouns that are written with a capital behind a season or feast.
var namesBehind = []string{"olympics", "games", "palace", "island", "islands", "sale", "fair", "festival", "sounds", "carol", "tree"}
