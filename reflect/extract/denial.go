package extract

import (
	"slices"

	"github.com/lukasadb/lukasa/internal/text"
)

// denials reads what each clause of a sentence says is not so, or not any more: as the
// statement that it denies. Where "I don't like" states something of its own, nothing
// is denied.
func (l *language) denials(m *message, t []token) (out []Statement) {
	for _, clause := range l.split(t) {
		absolved := l.absolved(m, clause)
		said := l.open(clause, !m.accented)
		affirmed := l.affirmed(said)
		if affirmed == nil && l.code == "en" && !hasAny(t, besides) { // "and I still do"
			affirmed = ceased(said)
		}
		switch {
		case absolved == nil && affirmed == nil && hasAny(clause, aversions):
			out = append(out, l.noLonger(m, clause)...)
		case absolved == nil && affirmed == nil, len(l.only(m, clause)) > 0:
		case absolved != nil:
			r := rule{kind: Fact, predicate: "allergic_to", confidence: .8}
			out = append(out, l.statement(m, &r, absolved, absolved, ""))
		default:
			out = append(out, l.only(m, affirmed)...)
		}
	}
	return out
}

// noLonger reads what somebody dislikes as the denial that they like it: "I've gone off jazz".
func (l *language) noLonger(m *message, clause []token) (out []Statement) {
	for _, s := range l.only(m, clause) {
		if s.Predicate == "dislikes" {
			s.Predicate = "likes"
			out = append(out, s)
		}
	}
	return out
}

// aversions are words of which one says that something is disliked.
var aversions = text.Set(`bear detest dislike hate loathe off stand`)

// negated is how near the beginning of a clause its denial stands.
const negated = 5

// affirmed takes the denial out of a clause; nil where it has none, or more than one.
func (l *language) affirmed(t []token) (out []token) {
	found := 0
	for i := 0; i < len(t); i++ {
		from := i
		n, denied := l.not.at(t[i:], false)
		is := l.isNot[t[i].key]
		switch {
		case denied:
			i += n - 1
		case is == "" && found > 0:
			out = append(out, t[i])
			continue
		case is == "":
			continue
		}
		if found++; found > 1 || i >= negated {
			return nil
		}
		out = append(out, t[:from]...)
		if !denied {
			word := t[i]
			word.key = is
			out = append(out, word)
		}
	}
	return slices.Clip(out)
}

// ceased takes out of a clause that something ended: "I've given up being vegan" and "I used
// to be vegan" deny that I'm vegan.
func ceased(t []token) []token {
	n, was := formerly.at(t, false)
	if !was {
		var ok bool
		if n, ok = givingUp.at(t, false); !ok || n >= len(t) || !lastingly[t[n].key] {
			return nil
		}
	}
	if n+1 >= len(t) {
		return nil
	}
	who := token{key: "i'm", start: t[0].start, end: t[0].end, gap: t[0].gap}
	switch being := t[n].key == "being" || t[n].key == "be"; {
	case being:
		n++
	case was:
		who.key = "i"
	}
	return append([]token{who}, t[n:]...)
}

// lastingly are what somebody is or does all the time, as they state it.
var lastingly = text.Set(`being learning living studying working`)

// absolved reads what does no harm, in a message about what does: "hazelnuts are fine".
func (l *language) absolved(m *message, t []token) []token {
	at, _ := l.harmless.find(t, !m.accented)
	if at <= 0 || m.cues&allergies == 0 {
		return nil
	}
	return thing(l, l.open(t[:at], !m.accented))
}
