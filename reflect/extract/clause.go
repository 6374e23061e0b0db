package extract

import (
	"iter"
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
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
			if to < len(m.tokens) && !parted(m.tokens, to) && !g.joined(m.tokens[to:]) {
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

// parted tells whether a clause ends before a token: not in a name of which a part is
// shortened, nor in an address before its postcode or behind its street.
func parted(t []token, at int) bool {
	before, next := t[at-1], t[at]
	return breaks(next.gap) && !(next.capital && before.digit && next.digit) && !nameGoesOn(t, at) && !(streets[before.key] && !next.capital && next.gap == ". ")
}

// streets are shortened with a full stop behind their names.
var streets = text.Set(`ave blvd rd st`)

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
// word that opens a clause about the user. A clause that begins with what follows I, or I
// am, has it from the clause before.
func (l *language) split(t []token) (out [][]token) {
	from := 0
	var subject, last []token
	opened := max(1, len(t)-len(l.open(t, false)))
	cut := func(to, next int, comma bool) {
		switch {
		case to == from:
		case subject == nil:
			out = append(out, t[from:to])
		default:
			out = append(out, append(subject, t[from:to]...))
		}
		if to > from && next < len(t) && len(l.elided) > 0 {
			if clause := l.open(out[len(out)-1], false); len(clause) > 0 && selves[clause[0].key] {
				last = clause
			}
		}
		from, subject = next, nil
		if next < len(t) && len(out) < mostElided {
			subject = l.subject(last, t[next].key, comma)
		}
	}
	for i := 1; i < len(t); i++ {
		switch {
		case parted(t, i):
			cut(i, i, true)
		case !l.joints[t[i].key] || i+1 == len(t) || i == from || i < opened:
		case l.splits[t[i+1].key], t[i].key == "so" && (l.demand.steady[t[i+1].key] || l.demand.negated[t[i+1].key]):
			cut(i, i+1, false)
		default:
			verb := i + 1
			if adverbs[t[verb].key] && verb+1 < len(t) && !breaks(t[verb+1].gap) {
				verb++ // and now live in Leeds
			}
			if (l.elided[t[verb].key] || l.being[t[verb].key]) && len(out) < mostElided &&
				l.subject(l.open(append(subject, t[from:i]...), false), t[verb].key, false) != nil {
				cut(i, verb, false)
			}
		}
	}
	cut(len(t), len(t), false)
	return out
}

// subject is what a clause leaves to the next, which begins with a word: I or we, or that
// with a form of to be. Behind a comma an article opens a second noun only where the first
// had one as well: "I'm in love with Ana, a nurse".
func (l *language) subject(before []token, word string, comma bool) []token {
	verb, being := l.elided[word], l.being[word]
	if !verb && !being || len(before) == 0 {
		return nil
	}
	if len(before) < 2 || !selves[before[0].key] {
		return nil
	}
	who := before[0]
	many, rest := strings.HasPrefix(who.key, "we"), before[1:]
	was := who.key == "i'm" || who.key == "we're"
	if rest[0].key == "am" || rest[0].key == "are" {
		was, rest = true, rest[1:]
	}
	article := word == "a" || word == "an"
	switch {
	case verb && many:
		who.key = "we"
	case verb:
		who.key = "i"
	case !was && (article || !comma):
		return nil
	case article && comma && (len(rest) == 0 || !counted(rest[0])):
		return nil
	case many:
		who.key = "we're"
	default:
		who.key = "i'm"
	}
	return []token{who}
}

// mostElided bounds how many clauses of a run may share a subject.
const mostElided = 16

// selves are the subjects that a clause may share with the one before.
var selves = text.Set(`i i'm i've we we're we've`)
