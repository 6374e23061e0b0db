package dates

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/internal/text"
)

// ErrNone is returned by Parse for a text that is not an expression of time.
var ErrNone = errors.New("dates: not a time expression")

// Range is a stretch of time [From, To). A zero time leaves that side open.
type Range struct {
	From, To time.Time
	// Span is where the expression is in the text.
	Span text.Span
	// Around tells that the text said so: the range was widened.
	Around bool
	// Present tells that the text only says that it is the present one: today, this year.
	Present bool
}

// Find returns the expressions of time in s, in order, as seen from now and in its location. lang is the language of s; Und
// means to find out. It takes some microseconds a word.
func Find(s string, now time.Time, lang text.Lang) []Range { return find(s, now, lang, unsaid) }

// FindAhead is [Find] in what is kept as something to come, such as a plan or a task: where no verb tells on which side a date lies,
// it lies ahead.
func FindAhead(s string, now time.Time, lang text.Lang) []Range { return find(s, now, lang, toCome) }

func find(s string, now time.Time, lang text.Lang, usual tense) []Range {
	if lang == text.Und {
		lang = text.Detect(s, text.Und)
	}
	var found []Range
	words := plainWords(s)
	for _, g := range likely(lang) {
		if found = findIn(s, words, now, g, usual); len(found) > 0 {
			break
		}
	}
	if hasHan(s) && lang != text.Chinese {
		found = append(found, findIn(s, words, now, chinese, usual)...)
	}
	slices.SortFunc(found, func(a, b Range) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return found
}

// Parse reads a text that is one expression of time and nothing else, in any of the languages. It returns ErrNone otherwise.
func Parse(s string, now time.Time) (Range, error) {
	trimmed := strings.TrimSpace(s)
	words := plainWords(trimmed)
	for _, g := range []*grammar{english, vietnamese, german, french, spanish, chinese} {
		p := newParser(trimmed, words, now, g)
		p.alone = true
		if r, next, ok := p.expression(0); ok && next == len(p.tokens) && len(p.tokens) > 0 {
			r.Span = text.Span{Start: strings.Index(s, trimmed), End: strings.Index(s, trimmed) + len(trimmed)}
			return r, nil
		}
	}
	return Range{}, ErrNone
}

// likely lists the grammars to try: that of the language, or else all that are written in Latin letters.
func likely(lang text.Lang) []*grammar {
	for _, g := range []*grammar{english, vietnamese, german, french, spanish, chinese} {
		if g.lang == lang {
			return []*grammar{g}
		}
	}
	return []*grammar{english, vietnamese, german, french, spanish}
}

func hasHan(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf && unicode.Is(unicode.Han, r) })
}

func findIn(s string, words []token, now time.Time, g *grammar, usual tense) []Range {
	p := newParser(s, words, now, g)
	p.usual = usual
	var out []Range
	for i := 0; i < len(p.tokens); {
		if r := p.tokens[i].roles; r == blank || r == 0 && !p.dateWord(i) { // no expression begins with it
			i++
			continue
		}
		r, next, ok := p.expression(i)
		if !ok {
			i++
			continue
		}
		r.Span = text.Span{Start: p.tokens[i].span.Start, End: p.tokens[next-1].span.End}
		out = append(out, r)
		i = next
	}
	return out
}

// parser reads expressions from the tokens of a text.
type parser struct {
	s      string
	g      *grammar
	now    time.Time
	tokens []token
	// alone is set when the text is to be one expression.
	alone bool
	// told is where all that is read lies, if that is known; else the verbs tell.
	told *tense
	// usual is where a date lies of which no verb tells.
	usual tense
	// depth is how many ranges are being read of which each is told by the next.
	depth int
}

// deepest is how many ranges may be told by one another: the week before the end of last May is three. What goes on
// without end is no time, and reading on would take a time that grows with the square of a text's length.
const deepest = 8

func newParser(s string, words []token, now time.Time, g *grammar) parser {
	p := parser{s: s, g: g, now: now, tokens: g.tokens(s, words)}
	if g.lang == text.English {
		p.shortYears()
	}
	return p
}

func (p *parser) is(i int, r role) bool { return i < len(p.tokens) && p.tokens[i].roles&r != 0 }

// skip passes over words that only join others.
func (p *parser) skip(i int) int {
	for i < len(p.tokens) && p.tokens[i].roles == blank {
		i++
	}
	return i
}

// expression reads a range with what opens, closes or widens it.
func (p *parser) expression(i int) (Range, int, bool) {
	r, next, ok := p.opened(i)
	if !ok || p.ofAny(next) {
		return Range{}, i, false
	}
	r, ok = r.writable()
	return r, next, ok
}

// ofAny tells whether an expression that ends before i is so of any month or year: the last Thursday of each month.
func (p *parser) ofAny(i int) bool {
	return p.textAt(i) == "of" && anyOf[p.textAt(i+1)] && p.is(i+2, unit) && p.joins(i+2)
}

var anyOf = text.Set("a an any each every")

func (p *parser) opened(i int) (Range, int, bool) {
	if p.tellsSubject(i) {
		return Range{}, i, false
	}
	for _, pair := range []struct{ opens, joins role }{{between | from, and}, {since, until}} {
		if !p.is(i, pair.opens) {
			continue
		}
		if r, next, ok := p.span(i+1, pair.joins); ok {
			return r, next, true
		}
	}
	for _, read := range []func(int) (Range, int, bool){p.lastingFrom, p.plainSpan} {
		if r, next, ok := read(i); ok {
			return r, next, true
		}
	}
	opener := role(0)
	j := i
	for _, r := range []role{since, before, after, until, around} {
		if p.is(i, r) && !p.is(i, mod|unit) || p.is(i, r) && p.startsRange(i+1) {
			opener, j = r, i+1
			break
		}
	}
	if opener != 0 && p.is(j, around) { // since around
		j++
	}
	r, next, ok := p.bare(p.skip(j), opener != 0)
	if !ok && opener != 0 { // vor zwei Wochen
		opener = 0
		r, next, ok = p.bare(i, false)
	}
	if !ok {
		return Range{}, i, false
	}
	if opener == 0 && p.g.lang == text.Chinese {
		opener, next = p.closer(next)
	}
	return p.open(r, opener), next, true
}

// tellsSubject tells whether the "about" at i leads to what something is about, and not to a time that is known roughly: what did we talk
// about last week?
func (p *parser) tellsSubject(i int) bool {
	if p.textAt(i) != "about" || p.g.lang != text.English {
		return false
	}
	next := p.textAt(i + 1)
	counts := next == "a" || next == "an" || p.is(i+1, number) && !p.is(i+1, year) // about two weeks ago
	return beforeTime[next] || !counts && aboutIt[p.textAt(i-1)]
}

var (
	beforeTime = text.Set("in on at during over by")
	// aboutIt are about something.
	aboutIt = text.Set(`talk talks talked talking chat chats chatted chatting speak spoke spoken speaking say says said saying tell told telling
		discuss discussed ask asked asking hear heard know knew known learn learned learnt think thought thinking write wrote written
		read remember remembered forget forgot worry worried complain complained joke joked argue argued dream dreamt dreamed wonder
		wondered care cared me you him her us them it anything something everything nothing more much question questions news story
		stories report reports info information details thing things what all`)
)

// startsRange tells whether a date can begin at i, so that a word of several roles before it is an opener.
func (p *parser) startsRange(i int) bool {
	i = p.skip(i)
	return p.is(i, day|month|weekday|figures) || p.is(i, unit) && p.is(i+1, number|year) || p.is(i, mod) || p.is(i, number) && p.is(i+1, month)
}

// closer reads the Chinese words that follow a date where other languages put them before it.
func (p *parser) closer(i int) (role, int) {
	switch {
	case p.is(i, since) && p.tokens[i].text != "从" && p.tokens[i].text != "自" && p.tokens[i].text != "自从":
		return since, i + 1
	case p.is(i, before):
		return before, i + 1
	case p.is(i, after):
		return after, i + 1
	case p.is(i, around):
		return around, i + 1
	}
	return 0, i
}

// open applies an opener to a range.
func (p *parser) open(r Range, opener role) Range {
	switch opener {
	case since:
		r.To = time.Time{}
	case before:
		r.From, r.To = time.Time{}, r.From
	case after:
		r.From, r.To = r.To, time.Time{}
	case until:
		r.From = time.Time{}
	case around:
		r = widen(r)
	}
	return r
}

// widen makes a range longer on both sides, by how long it is.
func widen(r Range) Range {
	length := r.To.Sub(r.From)
	const d = 24 * time.Hour
	n := 3
	switch {
	case length > 300*d:
		n = 91
	case length > 20*d:
		n = 15
	case length > 5*d:
		n = 7
	}
	return Range{From: r.From.AddDate(0, 0, -n), To: r.To.AddDate(0, 0, n), Around: true}
}

// bare reads a range without openers, and the time of day behind one that is a day. prefixed tells that a word before it says that
// a time follows.
func (p *parser) bare(i int, prefixed bool) (Range, int, bool) {
	if p.depth == deepest {
		return Range{}, i, false
	}
	p.depth++
	r, next, ok := p.stretch(i, prefixed)
	p.depth--
	if ok && p.g.lang == text.English && p.joins(next) && timesOfDay[p.tokens[next].text] && r.isDay() {
		next++
	}
	return r, next, ok
}

var timesOfDay = text.Set("morning afternoon evening night noon lunchtime")

func (p *parser) stretch(i int, prefixed bool) (Range, int, bool) {
	if r, next, ok := p.inCount(i); ok {
		return r, next, true
	}
	preposed := p.is(i, in)
	j := i
	if preposed || p.is(i, over) {
		j = p.skip(i + 1)
	}
	if r, next, ok := p.recurring(j, prefixed); ok || p.is(i, over) && !p.alone {
		return r, next, ok
	}
	if p.is(j, part) {
		return p.third(j)
	}
	for _, read := range []func(int) (Range, int, bool){p.weekBehind, p.thisTime, p.offset, p.beyond, p.nthOf, p.weekOf, p.nextFew} {
		if r, next, ok := read(j); ok {
			return r, next, true
		}
	}
	prefixed = prefixed || preposed || p.alone
	for _, read := range []func(int, bool) (Range, int, bool){p.period, p.figures, p.date, p.monthDay} {
		if r, next, ok := read(j, prefixed); ok {
			return r, p.pastWeekday(r, next), true
		}
	}
	for _, read := range []func(int, bool) (Range, int, bool){p.counted, p.relative, p.weekday, p.plainYear} {
		if r, next, ok := read(j, prefixed); ok {
			return r, next, true
		}
	}
	return Range{}, i, false
}

// pastWeekday passes over the weekday that a day is said to be, as in 2026-05-04 (Monday).
func (p *parser) pastWeekday(r Range, i int) int {
	if r.isDay() && p.is(i, weekday) && p.tokens[i].value == int(r.From.Weekday()) {
		return i + 1
	}
	return i
}

// shortest is the shortest time that has an early, a middle and a late part.
const shortest = 28 * 24 * time.Hour

// third reads a part of a month or of a longer time: early May, the end of last year.
func (p *parser) third(i int) (Range, int, bool) {
	r, next, ok := p.bare(p.skip(i+1), true)
	if !ok {
		r, next, ok = p.present(p.skip(i + 1))
	}
	length := r.To.Sub(r.From)
	if !ok || length < shortest-time.Hour || r.From.IsZero() { // an hour is lost in a month when clocks change
		return Range{}, i, false
	}
	n := p.tokens[i].value
	if n >= half1 {
		return r.halved(n), next, true
	}
	days := int((length + 12*time.Hour).Hours() / 24)
	to := r.To
	if n < 2 {
		to = r.From.AddDate(0, 0, days*(n+1)/3)
	}
	return Range{From: r.From.AddDate(0, 0, days*n/3), To: to}, next, true
}

// Halves, beside the thirds 0 to 2.
const (
	half1 = iota + 3
	half2
)

// halved is one half of a range: of a year in months.
func (r Range) halved(n int) Range {
	mid := dayFrom(r.From, int((r.To.Sub(r.From)+12*time.Hour).Hours()/24)/2)
	if length := r.To.Sub(r.From); length > 360*24*time.Hour && length < 370*24*time.Hour {
		mid = monthsBack(r.From, -6)
	}
	if n == half1 {
		return Range{From: r.From, To: mid}
	}
	return Range{From: mid, To: r.To}
}

// present reads the month or year of which the beginning or end is spoken of, which is this one where nothing says another.
func (p *parser) present(i int) (Range, int, bool) {
	if !p.is(i, unit) || p.tokens[i].value < months || p.is(i+1, before|after) {
		return Range{}, i, false
	}
	return p.calendar(p.tokens[i].value, 0), i + 1, true
}

// relative reads days and units relative to now.
func (p *parser) relative(i int, _ bool) (Range, int, bool) {
	switch {
	case p.is(i, day) && !p.tokens[i].weak:
		r := oneDay(p.now, p.tokens[i].value)
		r.Present = p.tokens[i].value == 0
		return r, i + 1, true
	case p.is(i, unit) && p.is(i, mod): // both in one word
		return p.calendar(p.tokens[i].value, 0), i + 1, true
	case p.pastStretch(i): // the past year is until now, where last year is the calendar's
		return Range{From: back(p.now, p.tokens[i+1].value, 1), To: p.now}, i + 2, true
	case p.is(i, mod) && p.is(i+1, unit):
		return p.besideNow(i)
	case p.is(i, unit) && p.is(i+1, mod) && p.suffixes() && (i == 0 || !p.is(i-1, number)): // 2 tuần tới is not next week
		return p.nearby(p.tokens[i].value, p.tokens[i+1].value), i + 2, true
	}
	return Range{}, i, false
}

// besideNow reads last week, this month, next year, and the weekday of such a week behind it.
func (p *parser) besideNow(i int) (Range, int, bool) {
	u, step := p.tokens[i+1].value, p.tokens[i].value
	r := p.nearby(u, step)
	r.Present = step == 0
	if p.g.lang != text.English {
		return r, i + 2, true
	}
	wd := i + 2
	if p.textAt(wd) == "on" {
		wd++
	}
	switch {
	case u == quarters && !p.ends(i+2) && !p.saidOf(i+1): // a last quarter result, of a game
		return Range{}, i, false
	case step != 0 && p.textAt(i+2) == "of" && p.joins(i+2): // the last day of school: whenever that was
		return Range{}, i, false
	case step == 0 && u == days && p.is(i+2, mod): // this day last year
		return Range{}, i, false
	case step == 0 && u == weekends && r.From.After(p.now) && p.tense(i) == behind: // what we did this weekend, told on a Monday
		return p.nearby(u, -1), i + 2, true
	case step < 0 && u > hours && p.plural(i+1): // in the last weeks
		return Range{From: back(p.now, u, few), To: p.now, Around: true}, i + 2, true
	case u == weeks && p.is(wd, weekday) && !p.tokens[wd].weak && p.joins(i+2) && p.joins(wd):
		return dayOf(r, time.Weekday(p.tokens[wd].value)), wd + 1, true
	}
	return r, i + 2, true
}

// pastStretch tells the past week, fortnight, month or year, and the last fortnight, which no calendar has.
func (p *parser) pastStretch(i int) bool {
	if p.g.lang != text.English || !p.is(i, mod) || p.tokens[i].value >= 0 || !p.is(i+1, unit) {
		return false
	}
	switch p.tokens[i+1].value {
	case fortnights:
		return true
	case weeks, months, quarters:
		return p.is(i, past) && !p.plural(i+1)
	case years:
		return p.is(i, past) && p.tokens[i+1].text == "year" // in past years
	}
	return false
}

// suffixes tells whether the language puts last and next after the noun.
func (p *parser) suffixes() bool {
	return p.g.lang == text.French || p.g.lang == text.Vietnamese || p.g.lang == text.Spanish
}

// plainYear reads a year that a word before it announces.
func (p *parser) plainYear(i int, prefixed bool) (Range, int, bool) {
	j, announced := i, prefixed
	if p.is(i, unit) && p.tokens[i].value == years && p.is(i+1, year) { // năm 2025
		j, announced = i+1, true
	}
	if !p.is(j, year) {
		return Range{}, i, false
	}
	y := p.tokens[j].value
	j++
	if p.g.lang == text.Chinese && p.is(j, unit) && p.tokens[j].value == years { // 2025年
		j, announced = j+1, true
	}
	if !announced {
		return Range{}, i, false
	}
	loc := p.now.Location()
	return Range{From: midnight(y, 1, 1, loc), To: midnight(y+1, 1, 1, loc)}, j, true
}
