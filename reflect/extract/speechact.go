package extract

import (
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// denial is the act of a message that says no.
const denial = "denial"

// act tells what a message does: what neither asks, wants, corrects nor confirms
// anything tells something. A yes at its head outweighs a command, a question the yes,
// and a correction whatever else there is but the yes.
func (g *acts) act(m *message) string {
	r := reading{g: g}
	for c := range g.clauses(m) {
		act := r.read(&c)
		switch {
		case act == Corrected && r.first != Confirmation:
			return Corrected
		case r.first == "", act == Question && (r.first == Confirmation || r.first == denial):
			r.first = act
		}
	}
	switch {
	case r.first != "":
		return r.first
	case r.agrees(m):
		return Confirmation
	}
	return Telling
}

// agrees tells whether a message says ok and nothing more. Thanks with it end a matter.
func (r *reading) agrees(m *message) bool {
	if len(m.tokens) == 0 {
		return strings.ContainsAny(m.text, nods)
	}
	return r.assented && len(m.tokens) <= shortReply && !r.g.polite["thank"].anywhere(m.tokens, !m.accented)
}

// nods are how people say yes without a word.
const nods = "👍👌✅💯"

// reading is how far a message was read, clause by clause.
type reading struct {
	g        *acts
	first    string  // act
	said     bool    // more than leads
	before   []token // the clause before, of the same sentence, behind its leads
	assented bool
	revising bool // a revision went before
	pleading bool // only please did
	claimed  bool // what may be contradicted did
}

// read tells the act of a clause, "" if it states something.
func (r *reading) read(c *clause) string {
	g := r.g
	if c.begins {
		r.before = nil
	}
	t, act := r.lead(c)
	if len(t) == 0 {
		r.said = r.said || act != ""
		r.pleading = g.pleas[c.tokens[len(c.tokens)-1].key]
		return act
	}
	r.said = true
	act = r.mood(c, t)
	if act == "" && r.first == "" && r.contradicts(c, t) {
		act = Corrected
	}
	r.claimed = r.claimed || g.claims.within(c.from(t), len(t), c.plain())
	r.revising, r.pleading, r.before = false, false, t
	return act
}

// lead takes away what stands before what is meant. At the head of a message that may be
// all that it says: yes, or no. Nothing is left of a clause that says nothing.
func (r *reading) lead(c *clause) (rest []token, act string) {
	t := c.tokens
	if !c.asks && r.g.slips.within(c.from(t), len(t), c.plain()) {
		return nil, Corrected
	}
	for len(t) > 0 {
		n, as := r.head(c, t)
		switch as {
		case body:
			return t, ""
		case small:
			r.assented = false
			return nil, ""
		case yes:
			return nil, Confirmation
		case no:
			return nil, denial
		case wrong:
			return nil, Corrected
		case revision:
			r.revising = true
		case assent:
			r.assented = true
		}
		t = t[min(n, len(t)):]
	}
	if c.asks {
		return nil, Question
	}
	return nil, ""
}

// role is what the first words of a clause are.
type role int

const (
	body role = iota
	wrong
	small // talk
	yes
	no
	lead
	revision
	assent
)

// head tells how many words open a clause, and what they are: the longest that they may be.
// A question mark makes a question of most.
func (r *reading) head(c *clause, t []token) (n int, as role) {
	ahead, g := c.from(t), r.g
	try := func(p phrases, role role, may bool) {
		if k, ok := p.at(ahead, c.plain()); ok && may && k > n {
			n, as = k, role
		}
	}
	try(g.corrects, wrong, !c.asks && !r.opposes(t))
	try(g.phatic, small, !c.asks)
	try(g.confirms, yes, !r.said)
	try(g.denies, no, !r.said)
	try(g.revisions, revision, true)
	try(g.assents, assent, !r.said)
	try(g.leads, lead, true)
	try(g.orders, body, true)
	return n, as
}

// mood tells what the form of a clause makes of it.
func (r *reading) mood(c *clause, t []token) string {
	g, ahead, plain := r.g, c.from(t), c.plain()
	opens := func(p phrases) bool { _, ok := p.at(ahead, plain); return ok }
	begins := c.begins || len(r.before) == 0
	if opens(g.informs) {
		return Question
	}
	if n, ok := g.requests.at(ahead, plain); ok && n < len(ahead) {
		if act := g.requested(ahead[n:], plain); act != "" {
			return act
		}
	}
	switch {
	case g.inverted(g, t, begins), opens(g.asks) && (begins || c.asks || !r.relative(t)):
		return Question
	case r.pleading || g.pleads(c.tokens, t):
		return Command
	case c.asks:
		return Question
	case opens(g.orders), g.stands(ahead, plain), g.imperative(t, begins || r.led(), plain):
		return Command
	}
	return ""
}

// relative tells whether a clause speaks of something in the one before.
func (r *reading) relative(t []token) bool {
	g := r.g
	return g.relatives[t[0].key] && !g.subordinates[r.before[0].key] && !g.inverted(g, t[1:], false)
}

// led tells whether a main clause may follow the clause before: one that is short, or
// subordinate to it.
func (r *reading) led() bool {
	return len(r.before) <= shortLead || r.g.subordinates[r.before[0].key]
}

// shortLead is the length, in words, up to which a clause may be an address.
const shortLead = 3

// opposes tells whether a clause only says what else is not so: the red one, not the blue.
func (r *reading) opposes(t []token) bool {
	return len(r.before) > 0 && r.g.nots[t[0].key]
}

// contradicts tells whether a statement takes the place of what went before.
func (r *reading) contradicts(c *clause, t []token) bool {
	g := r.g
	switch {
	case r.revising, r.claimed && g.subjects[t[0].key]:
		return true
	case g.nots[t[0].key]:
		return (len(t) == len(c.tokens) || !g.buts[c.tokens[0].key]) && opposed(r.before, t[1:])
	}
	return g.figures(t)
}

// figures tells whether a clause says one figure and not another: at 7 not 8.
func (g *acts) figures(t []token) bool {
	for i := 1; i+1 < len(t); i++ {
		if g.nots[t[i].key] && t[i-1].digit && t[i+1].digit {
			return true
		}
	}
	return false
}

// opposed tells whether what is wrong stands as something before it does: as a figure, a
// name, a person, or behind the same word; or whether it comes first.
func opposed(before, wrong []token) bool {
	if len(wrong) == 0 {
		return false
	}
	w := wrong[0]
	if len(before) == 0 {
		return w.digit || w.capital
	}
	return slices.ContainsFunc(before, func(t token) bool {
		return t.key == w.key || t.digit && w.digit || t.capital && w.capital || persons[w.key]
	})
}

// persons are whom one confuses.
var persons = text.Set(`me mine him his her hers us ours them theirs`)
