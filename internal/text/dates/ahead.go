package dates

import (
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// counted ahead: in three weeks, two weeks from now, the next two weeks.

// inCount reads a number of units from now, in English. "In three weeks" is as often how long something took: only where the verb
// is of what is to come is it a time.
func (p *parser) inCount(i int) (Range, int, bool) {
	j := i
	leads := p.textAt(i) == "in"
	if leads {
		j++
	}
	if leads && exact[p.textAt(j)] {
		j++
	}
	n, few, ok := p.fewOr(j)
	if p.g.lang != text.English || !ok || !p.is(j+1, unit) || !p.joins(j+1) {
		return Range{}, i, false
	}
	next, u := j+2, p.tokens[j+1].value
	switch {
	case p.is(next, hence):
		next++
	case !leads:
		return p.weeksOn(j, n)
	case p.textAt(next) == "time" && strings.Trim(p.between(next), " '’") == "":
		next++
	case p.alone:
	case p.tense(i) != toCome || p.isRate(i) || p.asksHowMuch(i):
		return Range{}, i, false
	}
	if few {
		return Range{From: p.ago(u, -fewest).From, To: p.ago(u, -most).To, Around: true}, next, true
	}
	at := back(p.now, u, -n)
	if u == fortnights { // in a fortnight is a day, as is what is to come in 14 days
		return oneDay(at, 0), next, true
	}
	r, next := p.exactly(p.ago(u, -n), at, u, j, next)
	return r, next, true
}

// saidOf tells whether the word at i is a possessive.
func (p *parser) saidOf(i int) bool {
	said := p.s[p.tokens[i].span.Start:p.tokens[i].span.End]
	return strings.HasSuffix(said, "'s") || strings.HasSuffix(said, "’s")
}

// asksHowMuch tells whether a sentence asks how much there is in so long, or tells what was the first in so long.
func (p *parser) asksHowMuch(i int) bool {
	for j := i - 1; j >= 0 && !p.parted(j+1); j-- {
		if amounts[p.tokens[j].text] {
			return true
		}
	}
	return false
}

var amounts = text.Set("many much often once twice times per average first only best worst most least time")

// nextFew reads the next two weeks, the coming days: from now on.
func (p *parser) nextFew(i int) (Range, int, bool) {
	if p.g.lang != text.English || !p.is(i, mod) || p.tokens[i].value <= 0 {
		return Range{}, i, false
	}
	n, j := few, i+1
	if c, _, ok := p.fewOr(i + 1); ok && p.tokens[i+1].text != "a" && p.tokens[i+1].text != "an" {
		n, j = c, i+2
	} else if !p.plural(i + 1) {
		return Range{}, i, false
	}
	if !p.is(j, unit) || p.textAt(j+1) == "of" || p.tense(i) == behind || p.verbBehind(j) == behind {
		return Range{}, i, false
	}
	return Range{From: p.now, To: back(p.now, p.tokens[j].value, -n)}, j + 1, true
}

// plural tells an English unit in the plural.
func (p *parser) plural(i int) bool { return p.is(i, unit) && strings.HasSuffix(p.tokens[i].text, "s") }

// A few are some two to five; where one number must do, three.
const (
	fewest = 2
	few    = 3
	most   = 5
)

var someFew = []string{"few", "a few", "several", "some"}

// fewOr reads a number of units, and tells whether it is only a few.
func (p *parser) fewOr(i int) (n int, vague, ok bool) {
	n, ok = p.count(i)
	return n, ok && slices.Contains(someFew, p.tokens[i].text), ok && n > 0 && n <= longestCount
}

// longestCount is the most units that are counted to.
const longestCount = 10_000
