package extract

import (
	"slices"
)

// requested tells what a request is: a question, if it is for being told something, and
// none if it is about what one can do.
func (g *acts) requested(t []token, plain bool) string {
	for len(t) > 1 && g.softeners[t[0].key] {
		t = t[1:]
	}
	if _, ok := g.informs.at(t, plain); ok {
		return Question
	}
	if g.statives[t[0].key] || g.abilities[t[0].key] && (len(t) == 1 || !g.objects[t[1].key]) {
		return ""
	}
	return Command
}

// stands tells whether a clause says what is to be done from now on. "From now on I" states
// something.
func (g *acts) stands(t []token, plain bool) bool {
	n, ok := g.standing.at(t, plain)
	return ok && n < len(t) && !g.subjects[t[n].key]
}

// pleads tells whether a clause says please, at one of its ends or where no subject makes a
// statement of it.
func (g *acts) pleads(whole, t []token) bool {
	return g.pleas[whole[0].key] || g.pleas[t[len(t)-1].key] || !g.subjects[t[0].key] && slices.ContainsFunc(t, func(one token) bool { return g.pleas[one.key] })
}

// imperative tells whether a clause opens with a verb that tells somebody what to do. In
// the middle of a sentence it must have its object: "bread, order forms" has none.
func (g *acts) imperative(t []token, opens, plain bool) bool {
	for len(t) > 1 {
		n, ok := g.negations.at(t, plain)
		if !ok && g.softeners[t[0].key] {
			n = 1
		}
		if n == 0 || n >= len(t) {
			break
		}
		t = t[n:]
	}
	if !g.verbs[t[0].key] {
		return false
	}
	if len(t) == 1 {
		return opens
	}
	if g.objects[t[1].key] {
		return true
	}
	return opens && !g.predicated(t[1:])
}

// nominal is how far behind a noun its verb is looked for.
const nominal = 4

// predicated tells whether a finite verb follows before another clause begins: "order
// number five is late" commands nothing.
func (g *acts) predicated(t []token) bool {
	for i, one := range t {
		switch {
		case i > nominal || g.objects[one.key] || g.subordinates[one.key] || g.subjects[one.key]:
			return false
		case g.finite[one.key]:
			return true
		}
	}
	return false
}
