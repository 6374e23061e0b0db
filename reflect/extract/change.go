package extract

import (
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// abandoned reads what somebody aims at no more: "I gave up on the marathon".
func (l *language) abandoned(m *message, t []token) []Ending {
	n, ok := abandonments.at(t, !m.accented)
	if !ok {
		return nil
	}
	v := withoutArticle(l.trim(l.cut(t[n:], lapses)))
	stems := wordsOver(v)
	if len(stems) == 0 {
		return nil
	}
	is := func(value []token) []token { return aimsAt(value, stems) }
	return alone(m.ending(aGoal, v, is), m.ending(study, v, is))
}

var abandonments = enPhrases("i|we gave up on", "i've|we've given up on", "i|we abandoned|shelved|ditched", "i've|we've abandoned|shelved|ditched")

// alone makes endings such as end one thing each.
func alone(list ...Ending) []Ending {
	for i := range list {
		list[i].Alone = true
	}
	return list
}

// aimsAt finds a goal whose object is what the stems say: "to run a marathon in May".
func aimsAt(value []token, stems []string) []token {
	aim := value
	if len(aim) > 1 && aim[0].key == "to" {
		aim = aim[1:]
	}
	for i, t := range aim {
		if compounding[t.key] || i > 0 && breaks(t.gap) {
			return nil
		}
		if i > 0 && text.StopIn(t.key).Has(text.English) && !articles[t.key] {
			aim = aim[:i]
			break
		}
	}
	if len(aim) == 0 || stem(aim[len(aim)-1]) != stems[len(stems)-1] || !hasStems(aim, stems) {
		return nil
	}
	return value
}

// switched reads what took the place of what: "I switched from nights to days".
func (l *language) switched(m *message, t []token) (out []Ending) {
	old, fresh := l.exchanged(m, t)
	if len(old) == 0 {
		return nil
	}
	whole := func(value []token) []token {
		if sameWords(withoutArticle(value), old) {
			return value
		}
		return nil
	}
	for _, as := range []Statement{aTaste, study, aDiet, ownership, treatment} {
		e := m.ending(as, old, whole)
		e.New = m.between(fresh)
		out = append(out, e)
	}
	part := m.ending(aHabit, old, func(value []token) []token { return partOf(activity(value), old) })
	part.New = m.between(withoutArticle(fresh))
	return alone(append(out, part)...)
}

// exchanged are what somebody had until now and what they have in its place.
func (l *language) exchanged(m *message, t []token) (old, fresh []token) {
	n, ok := switches.at(t, !m.accented)
	between := toNew
	if !ok {
		n, ok = exchanges.at(t, !m.accented)
		between = forNew
	}
	at := slices.IndexFunc(t[n:], func(w token) bool { return between[w.key] })
	if !ok || at < 1 {
		return nil, nil
	}
	old, fresh = withoutArticle(t[n:n+at]), t[n+at+1:]
	for len(fresh) > 1 && owning[fresh[0].key] {
		fresh = fresh[1:]
	}
	bare := withoutArticle(fresh)
	named := l.trim(thingNamed(bare))
	if len(thingNamed(old)) < len(old) || !slices.ContainsFunc(old, func(w token) bool { return !numbers(w) }) || len(named) == 0 || hasAny(bare, passing) {
		return nil, nil
	}
	return old, fresh[:len(fresh)-len(bare)+len(named)]
}

// passing are words by which a change is for a time alone, or is none.
var passing = text.Set(`for this until till today tonight hour hours minutes day week weeks month while bit`)

// owning stand before what is one's own, for articles.
var owning = text.Set(`my our the`)

var (
	switches  = enPhrases("i|we switched|changed|swapped|converted over? from", "i've|we've switched|changed|swapped|converted over? from")
	exchanges = enPhrases("i|we swapped|ditched my|our|the?", "i've|we've swapped|ditched my|our|the?",
		"i|we traded|exchanged|replaced my|our|the", "i've|we've traded|exchanged|replaced my|our|the")
	toNew  = text.Set(`to`)
	forNew = text.Set(`for with`)
)

func sameWords(a, b []token) bool {
	return slices.EqualFunc(a, b, func(x, y token) bool { return x.key == y.key })
}

// partOf finds the words of some tokens in others, in a row.
func partOf(t, words []token) []token {
	for at := 1; at+len(words) <= len(t); at++ {
		if sameWords(t[at:at+len(words)], words) {
			return t[at : at+len(words)]
		}
	}
	return nil
}

// outdone reads what a clause says as it is now, by which another thing of the sort is over:
// "I'm studying philosophy now", "my new goal is to swim".
func (l *language) outdone(m *message, clause, t []token) (out []Ending) {
	if hasAny(clause, besides) {
		return nil
	}
	rival := insteadOf(t)
	fresh := rival != nil || l.isFresh(m, clause, t)
	for _, s := range l.only(m, t) {
		over := excludedBy(s)
		if over == nil && fresh {
			over = l.overBy(m, t, s, rival)
		}
		if over != nil {
			e := m.ending(Statement{Kind: s.Kind, Type: s.Type, Predicate: s.Predicate}, nil, over)
			e.Alone = s.Predicate != "habit"
			out = append(out, e)
		}
	}
	return out
}

// excludedBy finds what cannot be so beside a statement, whenever it was said: another
// number of the same things, another state of being married or not.
func excludedBy(s Statement) matcher {
	said := newMessage(s.Value).tokens
	switch {
	case len(said) == 0:
	case s.Predicate == "status" && marital[said[0].key]:
		return func(value []token) []token {
			if len(value) > 0 && marital[value[0].key] && value[0].key != said[0].key {
				return value
			}
			return nil
		}
	case (s.Predicate == "owns" || s.Predicate == "family") && numbers(said[0]):
		return func(value []token) []token {
			if len(value) > 1 && numbers(value[0]) && value[0].key != said[0].key && sameWords(value[1:], said[1:]) {
				return value
			}
			return nil
		}
	}
	return nil
}

func numbers(t token) bool { return t.digit || counts[t.key] }

var marital = text.Set(`single engaged married separated divorced widowed`)

// overBy finds what is over where a clause says how something of the sort is now: in the
// place of a rival, if it names one.
func (l *language) overBy(m *message, t []token, s Statement, rival []token) matcher {
	said := newMessage(s.Value).tokens
	switch {
	case len(said) == 0:
		return nil
	case s.Predicate == "habit" && rival != nil:
		return func(value []token) []token { return doneOtherwise(value, said, rival) }
	case s.Predicate == "habit":
		return func(value []token) []token { return atOtherTimes(value, said) }
	case s.Predicate == "goal" && rival != nil:
		return func(value []token) []token { return aimsAt(value, wordsOver(rival)) }
	case s.Predicate == "prefers":
		return func(value []token) []token { return otherWayRound(value, said) }
	case s.Predicate == "goal" && t[len(t)-1].key == "instead":
		return func(value []token) []token { return otherDeed(value, said) }
	case rival == nil && (oneNow[strings.TrimSuffix(s.Predicate, "_name")] || s.Predicate == "goal" && theGoal.opens(t, !m.accented)),
		rival == nil && s.Predicate == "studies" && studying.opens(t, !m.accented) && !text.Demonym(said[0].key):
		return func(value []token) []token { return value }
	}
	return nil
}

var (
	theGoal  = enPhrases("my|our|the new? goal|aim|ambition|target")
	studying = enPhrases("i study|read", "i'm studying|reading")
)

// besides say that what is so now is so beside what was.
var besides = text.Set(`also too still well again besides another sometimes`)

// oneNow are those of whom, where one is so now, another is not any more.
var oneNow = text.Set(`supervisor doctor dentist gp therapist teacher tutor coach trainer landlord landlady accountant lawyer`)

// isFresh tells whether a clause says that something is so since lately, t being what it is
// behind its openers.
func (l *language) isFresh(m *message, clause, t []token) bool {
	if fromNow.opens(clause, !m.accented) || fresh.opens(t, !m.accented) {
		return true
	}
	at, n := untilNow.find(t, false)
	return at > 0 && at+n == len(t)
}

var (
	fromNow  = enPhrases("now", "nowadays", "these days", "as of now|today|this", "from today|now|this")
	untilNow = enPhrases("now", "nowadays", "these days", "instead")
	fresh    = enPhrases("my|our|the new")
)

// insteadOf is what something is done in the place of.
func insteadOf(t []token) []token {
	at, n := inPlaceOf.find(t, false)
	if at < 0 {
		return nil
	}
	v := withoutArticle(t[at+n:])
	if len(v) > longestItem || len(wordsOver(v)) == 0 {
		return nil
	}
	return v
}

var inPlaceOf = enPhrases("instead of", "rather than")

// atOtherTimes finds a habit of doing what another says, at other times.
func atOtherTimes(value, said []token) []token {
	old, now := untimed(activity(value)), untimed(activity(said))
	if len(old) > 2 && len(now) > 2 && commuting[old[0].key] && commuting[now[0].key] && now[1].key == "to" {
		old, now = old[1:], now[1:] // by another means
	}
	if len(now) == 0 || len(now) == 1 && light[now[0].key] || !sameWords(old, now) {
		return nil
	}
	return value
}

// untimed is what is done, without when and how often.
func untimed(act []token) []token {
	for i, t := range act {
		if i > 0 && (t.digit || counts[t.key] || frequency[t.key] || timely(t) || t.key != "to" && circumstances[t.key] && i+1 < len(act) && (act[i+1].digit || counts[act[i+1].key] || timely(act[i+1]))) {
			return act[:i]
		}
	}
	return act
}

var frequency = text.Set(`every each once twice daily weekly most`)

// timely tells whether a word names a time of the day or the week.
func timely(t token) bool {
	one := strings.TrimSuffix(t.key, "s")
	return weekdays[one] || partsOfDay[one]
}

var partsOfDay = text.Set(`morning evening afternoon night weekend weekday lunch breakfast dinner supper noon midnight dawn`)

// doneOtherwise finds a habit of doing what another says, in the place of which it is.
func doneOtherwise(value, said, rival []token) []token {
	act, now := activity(value), activity(said)
	switch {
	case len(act) == 0 || len(now) == 0:
		return nil
	case strings.HasSuffix(rival[0].key, "ing"):
		return doing(value, wordsOver(rival))
	case stem(act[0]) == stem(now[0]):
		return partOf(act, rival)
	}
	return nil
}

// commuting are ways of getting somewhere.
var commuting = text.Set(`bike commute cycle drive run walk`)

// otherDeed finds a goal to do to something else what another says: to learn Spanish.
func otherDeed(value, said []token) []token {
	if len(value) < 3 || len(said) < 3 || value[0].key != "to" || !sameWords(value[:2], said[:2]) || hasAny(value, compounding) {
		return nil
	}
	return value
}

// otherWayRound finds a preference of what another has second: Vim to Emacs.
func otherWayRound(value, said []token) []token {
	for i := range value {
		if k := len(said) - i - 1; k > 0 && value[i].key == "to" && said[k].key == "to" && sameWords(value[:i], said[k+1:]) && sameWords(value[i+1:], said[:k]) {
			return value
		}
	}
	return nil
}

// lifted reads which instruction holds no more: "forget the two sentence limit".
func (l *language) lifted(m *message, t []token) []Ending {
	n, ok := lifting.at(t, !m.accented)
	if !ok {
		return nil
	}
	end, k := limits.find(t[n:], false)
	if end < 1 || n+end+k < len(t) && !breaks(t[n+end+k].gap) && !l.tails[t[n+end+k].key] {
		return nil
	}
	v := t[n : n+end]
	stems := wordsOver(v)
	if len(stems) == 0 {
		return nil
	}
	return alone(m.ending(aWish, v, func(value []token) []token {
		if hasStems(value, stems) {
			return value
		}
		return nil
	}))
}

// cancelled reads of what somebody need not be reminded any more: "cancel the reminder to
// call mum".
func (l *language) cancelled(m *message, t []token) []Ending {
	n, ok := cancelling.at(t, !m.accented)
	if !ok {
		return nil
	}
	v := l.trim(l.cut(t[n:], nil))
	stems := wordsOver(v)
	if len(stems) == 0 {
		return nil
	}
	return alone(m.ending(aReminder, v, func(value []token) []token {
		if hasStems(value, stems) {
			return value
		}
		return nil
	}))
}

// replaced reads which reminder another takes the place of: one that has what stands behind
// "instead of", or the only one to do the same to something else, or at another time.
func (l *language) replaced(m *message, t []token) []Ending {
	n, ok := reminding.at(t, !m.accented)
	if !ok || n == len(t) {
		return nil
	}
	if rival := insteadOf(t); rival != nil {
		return alone(m.ending(aReminder, rival, func(value []token) []token { return aimsAt(value, wordsOver(rival)) }))
	}
	said := t[n : len(t)-1]
	if t[len(t)-1].key != "instead" || len(said) < 2 {
		return nil
	}
	return alone(m.ending(aReminder, nil, func(value []token) []token {
		if len(value) < 2 || !sameWords(value[:1], said[:1]) || sameWords(value, said) || hasAny(value, compounding) {
			return nil
		}
		return value
	}))
}

var reminding = enPhrases("please? remind me to")

var cancelling = enPhrases("please? cancel|delete|remove|drop|scrap|forget the|my|that? reminder to|for|about",
	"you don't have|need to remind me to|of|about", "you needn't remind me to|of|about", "no need to remind me to|of|about",
	"don't remind me to|of|about", "stop reminding me to|of|about")

var (
	lifting = enPhrases("forget|ignore|drop|scrap|lift|disregard|cancel about? the|that|my|your")
	limits  = enPhrases("limit|rule|restriction|instruction|cap|thing")
)
