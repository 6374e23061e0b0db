package extract

import (
	"iter"
	"strings"
)

// clause is a part of a message that asks, wants or states one thing.
type clause struct {
	tokens []token
	begins bool // a sentence
	asks   bool // a question mark follows
	m      *message
	to     int // behind its last token, in the message
}

// clauses yields the clauses of a message in order.
func (g *acts) clauses(m *message) iter.Seq[clause] {
	return func(yield func(clause) bool) {
		from, begins := 0, true
		for to := 1; to <= len(m.tokens); to++ {
			gap := m.gap(to)
			if to < len(m.tokens) && !parted(m.tokens[to-1], m.tokens[to]) && !g.joined(m.tokens[to:]) {
				continue
			}
			c := clause{m: m, tokens: m.tokens[from:to], to: to, begins: begins, asks: strings.ContainsAny(gap, "?？")}
			if !yield(c) {
				return
			}
			from, begins = to, strings.ContainsAny(gap, ".!?？:;…\n—–(")
		}
	}
}

// gap is what stands before a token, or behind the last.
func (m *message) gap(i int) string {
	if i < len(m.tokens) {
		return m.tokens[i].gap
	}
	return m.text[m.tokens[i-1].end:]
}

// parted tells whether a clause ends between two tokens: not in a name behind its title,
// nor in an address before its postcode.
func parted(t, next token) bool {
	return breaks(next.gap) && !(next.capital && (titles[t.key] || t.digit && next.digit))
}

// breaks tells whether what stands between two words ends a clause.
func breaks(gap string) bool {
	return strings.ContainsAny(gap, ".!?？:;…()—–\n") || strings.Contains(gap, ", ") || strings.Contains(gap, " - ")
}

// joined tells whether a word joins a clause to the one before: and what, but not.
func (g *acts) joined(t []token) bool {
	if !g.joints[t[0].key] || len(t) == 1 {
		return false
	}
	next := t[1].key
	return g.subjects[next] || g.nots[next] || len(g.asks[next]) > 0
}

// from are the tokens of the message from the first of some that end the clause.
func (c *clause) from(t []token) []token { return c.m.tokens[c.to-len(t):] }

// plain tells that words may be written without their diacritics.
func (c *clause) plain() bool { return !c.m.accented }

// split cuts a run where a comma or the like stands, and where a joint is followed by a
// word that opens a clause about the user, or whose subject is that of the clause before.
func (l *language) split(t []token) (out [][]token) {
	from := 0
	var subject []token
	opened := max(1, len(t)-len(l.open(t, false)))
	cut := func(to, next int) {
		switch {
		case to == from:
		case subject == nil:
			out = append(out, t[from:to])
		default:
			out = append(out, append(subject, t[from:to]...))
		}
		from, subject = next, nil
	}
	for i := 1; i < len(t); i++ {
		switch {
		case parted(t[i-1], t[i]):
			cut(i, i)
		case !l.joints[t[i].key] || i+1 == len(t) || i == from || i < opened:
		case l.splits[t[i+1].key]:
			cut(i, i+1)
		case len(out) < mostElided && (l.elided[t[i+1].key] || l.being[t[i+1].key]):
			if who := l.subject(subject, t[from:i], l.elided[t[i+1].key]); who != nil {
				cut(i, i+1)
				subject = who
			}
		}
	}
	cut(len(t), len(t))
	return out
}

// subject is what a clause begins with that leaves its subject to the next; of one that
// opens with a verb it is I or we, of another it is that with a form of to be.
func (l *language) subject(before, t []token, verb bool) []token {
	if before == nil {
		before = l.open(t, false)
	}
	if len(before) == 0 || !selves[before[0].key] || verb == (before[0].key == "i'm" || before[0].key == "we're") {
		return nil
	}
	return before[:1:1]
}

// mostElided bounds how many clauses of a run may share a subject.
const mostElided = 16

// selves are the subjects that a clause may share with the one before.
var selves = wordSet(`i i'm i've we we're we've`)
