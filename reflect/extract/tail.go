package extract

import (
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// ended reads the value before a tail: "12 November is my birthday".
func (l *language) ended(m *message, c *setting, t []token) []Statement {
	for i := range t {
		for _, s := range l.ends.at(t[i]) {
			if out := l.endedBy(m, c, s, t, i); out != nil {
				return out
			}
		}
		if i+1 < len(t) && strings.HasSuffix(t[i].key, "'s") {
			for _, s := range l.contracted.at(t[i+1]) {
				if out := l.endedBy(m, c, s, t, i+1); out != nil {
					return out
				}
			}
		}
	}
	return nil
}

// endedBy reads the value of a rule up to a token, behind which its tail stands.
func (l *language) endedBy(m *message, c *setting, s opening, t []token, to int) []Statement {
	n, captured, ok := longest(s.patterns, t[to:], !m.accented)
	if !ok || !l.allows(m, s.rule, c, t) {
		return nil
	}
	if end := to + n; end < len(t) && (text.StopIn(t[end].key) == 0 && !l.tails[t[end].key] || t[end].key == "of") {
		return nil
	}
	v := t[:to]
	if to == 0 {
		v = l.saidBefore(m, c)
	}
	if v = s.rule.value(l, bareLast(m, v)); len(v) == 0 || len(v) > longestSubject || takenBack(v) {
		return nil
	}
	return []Statement{l.statement(m, s.rule, v, v, captured)}
}

// longestSubject is how many words stand before a tail.
const longestSubject = 6

// bareLast is a phrase without the "'s" of its last word.
func bareLast(m *message, v []token) []token {
	if len(v) == 0 || !strings.HasSuffix(v[len(v)-1].key, "'s") {
		return v
	}
	v = slices.Clone(v)
	last := &v[len(v)-1]
	last.key = strings.TrimSuffix(last.key, "'s")
	for _, mark := range []string{"'s", "’s", "'S", "’S"} {
		last.end -= len(m.text[last.start:last.end]) - len(strings.TrimSuffix(m.text[last.start:last.end], mark))
	}
	return v
}

// saidBefore is the clause before one, past what interrupts the two; of the first clause, what
// was said before.
func (l *language) saidBefore(m *message, c *setting) []token {
	for i := c.at - 1; i >= 0; i-- {
		if t := l.open(c.clauses[i], !m.accented); !l.asides.opens(t, !m.accented) {
			return t
		}
	}
	return l.open(m.prior, !m.accented)
}
