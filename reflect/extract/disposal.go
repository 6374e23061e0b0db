package extract

import (
	"slices"

	"github.com/lukasadb/lukasa/internal/text"
)

// disposed reads what somebody has no more: "we sold the Volvo", "I no longer have a car".
func (l *language) disposed(m *message, t []token) []Ending {
	var v []token
	if n, ok := disposals.at(t, !m.accented); ok {
		v = thingNamed(t[n:])
	} else if rest := l.notAnyMore(m, t); len(rest) > 1 && possessing[rest[0].key] {
		if v = thingNamed(withoutArticle(rest[1:])); len(v) < len(withoutArticle(rest[1:])) {
			return nil
		}
	}
	if len(v) == 0 {
		return nil
	}
	out := m.ending(ownership, v, func(value []token) []token { return isThing(value, v) })
	out.Alone = true
	return []Ending{out}
}

var (
	disposals = enPhrases("i|we sold|scrapped|donated my|our|the", "i've|we've sold|scrapped|donated my|our|the",
		"i|we gave away my|our|the", "i|we've|i've given away my|our|the", "i|we traded in my|our|the",
		"i|we got rid of my|our|the", "i've|we've got|gotten rid of my|our|the", "i|we had to sell|scrap my|our|the")
	possessing = text.Set(`have own keep drive ride`)
)

// weaned reads what somebody takes no more: "I'm off the metformin".
func (l *language) weaned(m *message, t []token) []Ending {
	n, ok := weanings.at(t, !m.accented)
	if !ok {
		return nil
	}
	v := medicine(l, withoutArticle(t[n:]))
	if len(v) == 0 {
		return nil
	}
	return alone(m.ending(treatment, v, func(value []token) []token { return isThing(value, v) }))
}

var weanings = enPhrases("i'm off my?", "i|i've came|come|got|gotten off my?", "i|i've stopped|quit taking|using? my?", "they|she|he took me off my?",
	"the|my doctor|gp|consultant|specialist took me off my?")

// resigned reads where somebody works no more: "I left my job at Nokia".
func (l *language) resigned(m *message, t []token) []Ending {
	n, ok := resignations.at(t, !m.accented)
	left := false
	if !ok {
		n, left = parting.at(t, !m.accented)
	}
	v := thingNamed(withoutArticle(t[n:]))
	if !ok && !left || len(v) == 0 || left && !forGood.opens(behind(t, v), false) {
		return nil
	}
	return []Ending{m.ending(job, v, func(value []token) []token {
		if sameWords(withoutArticle(value), v) {
			return value
		}
		return nil
	})}
}

var (
	resignations = enPhrases("i quit|left my job|role|post|position at|with|in", "i've quit|left my job|role|post|position at|with|in",
		"i resigned from", "i've resigned from", "i quit", "i've quit|left", "i got|was fired|sacked from|by|at", "i got|was laid off from|by|at",
		"i got|was made redundant from|by|at")
	// parting may be for the day; forGood follows where it is not.
	parting = enPhrases("i left")
	forGood = enPhrases("for good", "last week|month|year|spring|summer|autumn|winter|friday", "on monday|tuesday|wednesday|thursday|friday",
		"in @month", "in ####", "after # years|months", "after @count years|months", "to join|start|work|found")
)

// thingNamed are the words for a thing that a phrase opens with, up to a word that says
// something of it. It is none where it is part of something else.
func thingNamed(t []token) []token {
	for i, w := range t {
		if lapses[w.key] || i > 0 && breaks(w.gap) || text.StopIn(w.key).Has(text.English) {
			t = t[:i]
			break
		}
	}
	if len(t) > longestItem {
		return nil
	}
	return t
}

func withoutArticle(t []token) []token {
	for len(t) > 1 && articles[t[0].key] {
		t = t[1:]
	}
	return t
}

// isThing finds that a value names the thing of some words: it has them all, the last as
// its noun and in the same number, and none that makes another thing of it.
func isThing(value, words []token) []token {
	kind := withoutArticle(value)
	for i, t := range kind {
		switch {
		case compounding[t.key], breaks(t.gap) && i > 0:
			return nil
		case t.key == "called", t.key == "named", text.StopIn(t.key).Has(text.English) && !counts[t.key]:
			kind = kind[:i]
		default:
			continue
		}
		break
	}
	if len(kind) == 0 || kind[len(kind)-1].key != words[len(words)-1].key {
		return nil
	}
	for _, t := range kind {
		if !isAmong(words, t) && !t.capital && !counted(t) && !colours[t.key] && !sized[t.key] {
			return nil // a company car is another than the car
		}
	}
	if slices.ContainsFunc(words, func(w token) bool { return !isAmong(kind, w) }) {
		return nil
	}
	return value
}

func isAmong(t []token, w token) bool {
	return slices.ContainsFunc(t, func(one token) bool { return one.key == w.key })
}

// sized are words for how something is, which is not what it is.
var sized = text.Set(`old new big small little tiny lovely beautiful used second-hand secondhand vintage`)
