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
			if to < len(m.tokens) && !m.parted(to) && !g.joined(m.tokens[to:]) {
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

// parted tells whether a clause ends before a token.
func (m *message) parted(i int) bool {
	return parts(m.tokens[i].gap) && !(titles[m.tokens[i-1].key] && m.tokens[i].capital)
}

// parts tells whether what stands between two words ends a clause: other than [breaks] it
// knows lines and questions.
func parts(gap string) bool {
	return len(gap) > 1 && (breaks(gap) || strings.ContainsAny(gap, "?？…\n"))
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
