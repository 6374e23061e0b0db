package dates

import (
	"cmp"
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/traits"
)

// A day, month or feast without a year may lie behind or ahead. What decides is the verb that governs it: the nearest one before it in
// its sentence, or where it opens a clause the nearest one behind it. Where no verb tells, it lies behind: that is what records and
// questions mostly speak of; but what would lie most of a year behind, and else is soon, is to come (dentist on 17 March).

// tense is where a verb puts what it is said of.
type tense int8

const (
	unsaid tense = iota
	behind
	toCome
)

// nearVerb is how many words away a verb is still looked for.
const nearVerb = 16

// tense tells where the verb puts the expression of which a word stands at i.
func (p *parser) tense(i int) tense { return p.tenseFrom(i, p.firstOf) }

// tenseOfPart is tense for a part of a time that begins at i: the article is then of the part, where in the Monday report it is of
// a noun, and one may be away for it.
func (p *parser) tenseOfPart(i int) tense {
	return p.tenseFrom(i, func(i int) int {
		if first, led := p.led(i); led == "the" || led == "for" && lasting[p.textAt(first-1)] {
			return first
		}
		return p.firstOf(i)
	})
}

func (p *parser) tenseFrom(i int, firstOf func(int) int) tense {
	if p.told != nil {
		return *p.told
	}
	if p.alone || i >= len(p.tokens) || p.g.lang != text.English && p.g.lang != text.Vietnamese {
		return unsaid
	}
	first := firstOf(i)
	if first < 0 || p.g.lang == text.English && p.isHabit(i) {
		return unsaid
	}
	if p.opensClause(first) {
		if t := p.verbBehind(i); t != unsaid {
			return t
		}
	}
	return cmp.Or(p.verbBefore(first, i), p.usual)
}

// mayBeSoon tells whether a day or month of which no verb says on which side it lies may be the next one, in English: not what
// happens every year, nor what something is of, from or about, nor what is all of a text; and a month alone only where a word
// leads to it.
func (p *parser) mayBeSoon(d named, i int) bool {
	if p.told != nil || p.alone || p.g.lang != text.English || p.isHabit(i) {
		return false
	}
	first, led := p.led(i)
	return first > 0 && (led == "" && d.day > 0 || leadsAhead[led])
}

// leadsAhead lead to when something is to be.
var leadsAhead = text.Set("on in at by for before until till")

// firstOf is where the expression begins of which a word stands at i, with the words that lead to it; -1 where these tell what
// something is of, from or about, which says nothing of when the rest is, or where it belongs to a noun: the Monday report.
func (p *parser) firstOf(i int) int {
	if p.g.lang != text.English {
		return i
	}
	if p.saidOf(i) {
		return -1
	}
	i, led := p.led(i)
	switch led {
	case "of", "since", "about", "the":
		return -1
	case "from", "between":
		if w := p.textAt(i - 1); !lasting[w] && !dueBare[w] && !dueThen[w] && !isDoing(w) && !p.isWhere(i-1) {
			return -1
		}
	case "for":
		if i == 0 || !arranged[p.tokens[i-1].text] && !awaited[p.tokens[i-1].text] || !p.is(i, in) {
			return -1
		}
	}
	return i
}

// isDoing tells a verb that is going on.
func isDoing(w string) bool { return strings.HasSuffix(w, "ing") && len(w) > 4 && !things[w] }

// isWhere tells whether the word at i ends the name of a place or of somebody that a verb leads to, so that what stands behind says
// from when to when: visiting Ada, flying to Rome, we're in Rome, but not the photos of Ada.
func (p *parser) isWhere(i int) bool {
	j := i
	for j > 0 && p.capital(j) && !p.parted(j) {
		j--
	}
	switch w := p.textAt(j); {
	case j == i || j < 0:
		return false
	case toPlace[w]:
		w = p.textAt(j - 1)
		return isDoing(w) || being[w] || w == "be"
	default:
		return isDoing(w)
	}
}

// stretched lead to when something that lasts begins or ends.
var stretched = text.Set("from between until till")

// toPlace lead to where somebody is or goes.
var toPlace = text.Set("in at to with")

// led goes back over the words that lead to what stands at i, and tells the first of them that is no article behind another.
func (p *parser) led(i int) (first int, led string) {
	for ; i > 0 && !p.parted(i) && (leading[p.tokens[i-1].text] || p.is(i-1, part|weekday)); i-- {
		if lead := p.tokens[i-1].text; lead != "the" && lead != "a" && lead != "an" {
			led = lead
		} else if led == "" && p.tokens[i-1].text == "the" {
			led = "the"
		}
	}
	return i, led
}

var (
	// leading stand between a verb and a time.
	leading = text.Set("on at in by for of the a an during around about before after until till since from between over throughout this")
	// arranged is what is done ahead of the time that it is done for.
	arranged = text.Set("planned scheduled booked set due slated fixed")
	// lasting are what is from one time to another, where a noun there would be of it: the notes from May to July.
	lasting = text.Set("be away out off abroad there here closed open")
	// habitual say that something is so every year, or every week.
	habitual = text.Set("every each always usually normally typically often sometimes mostly generally whenever birthday birthdays anniversary born")
)

// parted tells whether a sentence ends before the word at i.
func (p *parser) parted(i int) bool {
	gap, before := p.between(i), p.tokens[i-1].text
	return strings.ContainsAny(gap, ".!?;:\n。") && !(gap == ". " && (text.ShortTitle(before) || before == "st"))
}

// between is what stands between the word at i and the one before it: nothing between those of a run of Chinese, which are read as
// pairs that share a character.
func (p *parser) between(i int) string {
	end, start := p.tokens[i-1].span.End, p.tokens[i].span.Start
	return p.s[min(end, start):start]
}

// isHabit tells whether the sentence around i speaks of what happens again and again.
func (p *parser) isHabit(i int) bool {
	for j := i; j >= max(0, i-nearVerb); j-- {
		if habitual[p.tokens[j].text] {
			return true
		}
		if j > 0 && p.parted(j) {
			break
		}
	}
	for j := i + 1; j < min(len(p.tokens), i+nearVerb) && !p.parted(j); j++ {
		if habitual[p.tokens[j].text] {
			return true
		}
	}
	return false
}

// opensClause tells whether a clause begins at i.
func (p *parser) opensClause(i int) bool {
	return i == 0 || p.parted(i) || strings.Contains(p.between(i), ",") || clauses[p.tokens[i-1].text]
}

var clauses = text.Set("and but so or because that then")

// verbBefore is what the nearest verb before the expression from first says, of which a word stands at i.
func (p *parser) verbBefore(first, i int) tense {
	for j := first - 1; j >= max(0, first-nearVerb); j-- {
		if p.parted(j + 1) {
			break
		}
		if t := p.verb(j, first, i); t != unsaid {
			if (getting[p.tokens[j].text] || p.isGot(j+1)) && p.awaits(j+1, first) {
				return toCome
			}
			return t
		}
	}
	if first < i && p.g.lang == text.English && p.textAt(first) == "by" {
		return toCome
	}
	return unsaid
}

// awaits tells whether what was got by a verb before j is for another time, which begins at first: tickets for the concert on 8 May.
func (p *parser) awaits(j, first int) bool {
	for ; j < first; j++ {
		if awaited[p.tokens[j].text] {
			return p.textAt(j+1) == "for" || p.textAt(j+1) == "to" || p.textAt(j+1) == "with"
		}
	}
	return false
}

// verbBehind is what the nearest verb behind an expression at i says.
func (p *parser) verbBehind(i int) tense {
	for j := i + 1; j < min(len(p.tokens), i+nearVerb) && !p.parted(j); j++ {
		if t := p.verb(j, -1, i); t != unsaid {
			return t
		}
	}
	return unsaid
}

// Words of verbs, and beside them.
var (
	willing  = text.Set("will won't shall gonna i'll you'll he'll she'll it'll we'll they'll that'll there'll")
	hoping   = text.Set("want wants need needs have has plan plans hope hopes intend intends expect expects aim remember forget")
	being    = text.Set("am is are isn't aren't i'm you're he's she's it's we're they're that's what's who's where's when's there's")
	having   = text.Set("have has had haven't hasn't hadn't i've you've we've they've been gone done seen would could might wouldn't couldn't")
	unreal   = text.Set("did didn't used would wouldn't could couldn't had hadn't was were wasn't weren't")
	beforeDo = text.Set("will won't 'll to shall should do does don't doesn't can can't let's gonna i'll you'll he'll she'll it'll we'll they'll")
	subjects = text.Set("i you he she it we they let's who")
	// due are what is agreed beforehand, so that the present tells of the future.
	dueBare = text.Set(`fly leave arrive depart start begin end move meet travel return expire open close launch marry graduate retire sail
		finish resume reopen land come`)
	dueThen = text.Set(`flies arrives departs starts begins ends moves meets travels returns expires opens closes launches marries
		graduates retires sails finishes resumes reopens lands comes`)
	// dueWith are verbs that tell of what is agreed beside one of the particles: kicks off, run out, come back.
	dueWith   = text.Set("kick kicks run runs come comes go goes take takes set sets break breaks check checks")
	particles = text.Set("off out up back away home")
	// awaited are what one gets for a time to come.
	awaited = text.Set("ticket tickets appointment booking reservation invitation invite seat seats table slot")
	getting = text.Set("got gotten bought booked made reserved received arranged fixed")
	// things end like what somebody is doing.
	things   = text.Set("thing nothing something anything everything morning evening spring king string ring building ceiling ping")
	articles = text.Set("the a an my your his her its our their")
	// markers are the words of Vietnamese that put a verb in its time.
	markers = map[string]tense{"sẽ": toCome, "đã": behind}
	// little stand between the parts of a verb.
	little = text.Set("not n't still also just now really probably definitely finally never only both all already going")
)

// verb tells where the verb of which a word stands at j puts the expression that begins at first, or that stands before it, and of
// which a word stands at i.
func (p *parser) verb(j, first, i int) tense {
	w := p.tokens[j].text
	if p.g.lang == text.Vietnamese {
		return markers[w]
	}
	switch {
	case willing[w]:
		return p.will(j)
	case hoping[w] && p.textAt(j+1) == "to":
		return p.wished(j)
	case w == "remind" && p.textAt(j+2) == "to": // remind me to
		return p.wished(j)
	case having[w]:
		return p.haves(j, first, i)
	case being[w]:
		return p.presently(j, first, i)
	case w == "due":
		return p.isDue(j)
	case w == "see" && p.textAt(j+1) == "you" && (j == 0 || p.parted(j)):
		return toCome
	case arranged[w] && j == first-1 && p.textAt(first) == "for": // booked for
		return unsaid
	case w == "did" || w == "didnt" || w == "didn't" || traits.Past(w):
		return p.gone(j)
	case dueBare[w] || dueWith[w] && particles[p.textAt(j+1)] && !strings.HasSuffix(w, "s"):
		return p.due(j)
	case (dueThen[w] || dueWith[w] && particles[p.textAt(j+1)]) && j > 0 && !articles[p.tokens[j-1].text]:
		return toCome
	}
	return unsaid
}

func (p *parser) textAt(j int) string {
	if j < 0 || j >= len(p.tokens) {
		return ""
	}
	return p.tokens[j].text
}

// wished is what is to come, but behind where the verb at j is said to have been so: did you want to.
func (p *parser) wished(j int) tense {
	for k := j - 1; k >= max(0, j-3); k-- {
		if p.parted(k + 1) {
			break
		}
		if unreal[p.tokens[k].text] {
			return behind
		}
	}
	return toCome
}

// will is the verb and not a name or a testament.
func (p *parser) will(j int) tense {
	if p.tokens[j].text == "will" && j > 0 && (p.capital(j) && !p.parted(j) || articles[p.tokens[j-1].text]) {
		return unsaid
	}
	return toCome
}

// haves is what there has been, or would be; who has an exam on Friday has yet to sit it, as well as who asks what they do have then.
func (p *parser) haves(j, first, i int) tense {
	w, k := p.tokens[j].text, j+1
	if p.isGot(k) {
		w, k = "have", k+1
	}
	next := p.textAt(k)
	switch {
	case w == "have" && (p.textAt(j-2) == "do" || p.textAt(j-2) == "does") && first > j && p.textAt(first) == "on" && p.nearDay(i):
		return toCome
	case first > j+1 && p.textAt(first) == "the" && (w == "have" || w == "has") && p.owns(k, first): // we have training the week of the 9th
		return p.wished(j)
	case beforeDo[p.textAt(j-1)] && (w == "have"):
		return unsaid
	case (w == "have" || w == "has") && (next == "a" || next == "an" || next == "another") && first > k+1 && onTime[p.tokens[first].text]:
		return p.wished(j)
	}
	return behind
}

// nearDay tells the days of which the next is near: weekdays, and those of a month that is not said.
func (p *parser) nearDay(i int) bool { return p.is(i, weekday) || p.ordinal(i) }

// isGot tells whether the word at k belongs to have: we have got, we've got.
func (p *parser) isGot(k int) bool {
	w := p.textAt(k - 1)
	return p.textAt(k) == "got" && (w == "have" || w == "has" || strings.HasSuffix(w, "'ve"))
}

// owns tells whether a verb of having before k is that of what somebody has, and no part of another up to end: we have an exam.
func (p *parser) owns(k, end int) bool {
	return !subjects[p.textAt(k)] && !slices.ContainsFunc(p.tokens[k:end], func(t token) bool { return having[t.text] || traits.Past(t.text) })
}

// onTime lead from what is to be to when it is.
var onTime = text.Set("on in at by")

// presently is what is going on, which at a time to come is agreed, or what is at the time.
func (p *parser) presently(j, first, i int) tense {
	for k := j + 1; k < min(len(p.tokens), j+4) && !p.parted(k); k++ {
		w := p.tokens[k].text
		if isDoing(w) && (k < first || first < 0) {
			return toCome
		}
		if first < 0 && k >= j+2 && !little[w] {
			break
		}
	}
	at := first == j+1 && onTime[p.textAt(first)]
	if at || first > j && (p.nearDay(i) && p.textAt(first) == "on" || p.textAt(first) == "the") {
		return toCome
	}
	if lead, w := p.textAt(first), p.textAt(first-1); first > j && first <= j+3 &&
		(lead == "for" && arranged[w] || stretched[lead] && (lasting[w] || p.isWhere(first-1))) {
		return toCome
	}
	return unsaid
}

// isDue is what is expected at a time; due to is because of.
func (p *parser) isDue(j int) tense {
	if p.textAt(j+1) == "to" || arranged[p.textAt(j-1)] {
		return unsaid
	}
	return p.wished(j)
}

// gone is what happened, unless the word only looks so: will read, is closed, the renovated house.
func (p *parser) gone(j int) tense {
	if p.isGot(j) {
		return unsaid
	}
	k := j - 1
	for k >= 0 && !p.parted(k+1) && (little[p.tokens[k].text] || traits.Adverbs[p.tokens[k].text] && !having[p.tokens[k].text]) {
		k--
	}
	before := p.textAt(k)
	if beforeDo[before] || before == "be" || before == "being" || being[before] || articles[before] {
		return unsaid
	}
	return behind
}

// due is a verb that tells, in the present, of what is agreed: we fly, when does it end.
func (p *parser) due(j int) tense {
	if subjects[p.textAt(j-1)] {
		return p.wished(j)
	}
	for k := j - 1; k >= max(0, j-4); k-- {
		if p.parted(k + 1) {
			break
		}
		switch w := p.tokens[k].text; {
		case w == "do" || w == "does":
			return toCome
		case unreal[w]:
			return behind
		}
	}
	return unsaid
}
