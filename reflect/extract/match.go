package extract

import (
	"cmp"
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// clauses reads each clause of a run by itself.
func (l *language) clauses(m *message, t []token) (out []Statement) {
	greets := len(t) > 0 && (greetings[t[0].key] || len(m.tokens) > 1 && greetings[m.tokens[0].key] && t[0].start == m.tokens[1].start)
	c := setting{run: t, clauses: l.split(l.personal(t, !m.accented)), greets: greets}
	for c.at = range c.clauses {
		out = append(out, l.clause(m, &c)...)
	}
	if l.code == "en" {
		out = append(out, l.kinsfolk(m, t)...)
	}
	return out
}

// personal is a run with the "I" that it leaves out before its first verb: "Live in Leeds".
func (l *language) personal(t []token, plain bool) []token {
	if !hasAny(t[:min(len(t), beginning)], l.elliptic) {
		return t
	}
	body := l.open(t, plain)
	if len(body) < 2 || !l.elliptic[body[0].key] {
		return t
	}
	return append([]token{{key: "i", start: body[0].start, end: body[0].start, gap: body[0].gap}}, body...)
}

// setting is a clause in its run.
type setting struct {
	run     []token
	clauses [][]token
	at      int // of the clauses
	greets  bool
}

// clause matches the rules, in their order, against a clause. A rule about work
// may leave the employer to the next.
func (l *language) clause(m *message, c *setting) []Statement {
	t := l.open(c.clauses[c.at], !m.accented)
	if len(t) == 0 {
		return nil
	}
	for _, o := range l.heads.at(t[0]) {
		n, captured, ok := longest(o.patterns, t, !m.accented)
		if !ok || (n == len(t)) != o.rule.label && !o.rule.whole && !o.rule.self && !o.rule.topic || !l.allows(m, o.rule, c, t) {
			continue
		}
		if out, done := l.headed(m, o.rule, c, t, n, captured); done {
			return out
		}
	}
	return l.ended(m, c, t)
}

// only reads a clause as if it were all that is said.
func (l *language) only(m *message, t []token) []Statement {
	return l.clause(m, &setting{run: t, clauses: [][]token{t}})
}

// allows tells whether a rule may be used where its head was found.
func (l *language) allows(m *message, r *rule, c *setting, t []token) bool {
	switch {
	case r.greets && !c.greets, r.opens && c.at > 0 && !strings.Contains(c.clauses[c.at][0].gap, ":"), r.alone && (len(c.clauses) > 1 || len(t) != len(c.run)):
		return false
	}
	return r.amid == 0 || m.cues&r.amid != 0
}

// headed reads the value behind a head of n tokens; done tells that there was one.
func (l *language) headed(m *message, r *rule, c *setting, t []token, n int, captured string) (out []Statement, done bool) {
	v := t[n:]
	switch {
	case r.label:
		v = l.labelledBy(c, n)
	case r.topic:
		v = l.saidBefore(m, c)
	case r.self:
		v = t
	}
	if r.far && len(v) > 0 {
		v = since(c.run, v[0].start)
	}
	if r.value != nil && len(v) > 0 {
		v = r.valueOf(l, v)
	}
	if len(v) == 0 && (!r.whole || r.value != nil) {
		return nil, false
	}
	if len(v) > 0 && takenBack(v) {
		return nil, true
	}
	switch {
	case r.each:
		for i := range v {
			out = append(out, l.statement(m, r, v[i:i+1], t, captured))
		}
		return out, true
	case r.topic:
		return []Statement{l.statement(m, r, v, v, captured)}, true
	case r.label:
		out = append(out, l.statement(m, r, v, since(c.run, t[0].start), captured))
		return append(out, l.employer(m, r, behind(c.run, v))...), true
	case r.whole && r.value != nil:
		v = upTo(t, v)
	case r.whole:
		v = l.trim(t)
	}
	s := l.statement(m, r, v, t, captured)
	if r.ahead {
		s.Ahead = m.between(c.run)
	}
	return append([]Statement{s}, l.employer(m, r, behind(t, v))...), true
}

// valueOf is the value in a phrase, before which an adverb may stand that is no part of it.
func (r *rule) valueOf(l *language, v []token) []token {
	if out := r.value(l, v); len(out) > 0 || r.self || r.topic || len(v) < 2 || !adverbs[v[0].key] || breaks(v[1].gap) {
		return out
	}
	return r.value(l, v[1:])
}

// labelledBy is the clause behind a label of n words: "day job: nurse". Behind a comma, a
// label has more words than one.
func (l *language) labelledBy(c *setting, n int) []token {
	for i := c.at + 1; i < len(c.clauses); i++ {
		t := c.clauses[i]
		if l.asides.opens(t, false) {
			continue
		}
		if !strings.ContainsAny(t[0].gap, ":—–-=") && (n < 2 || i > c.at+1) {
			return nil
		}
		return t
	}
	return nil
}

// since are the tokens from a byte on, upTo those of a clause up to the end of a value.
func since(t []token, start int) []token {
	at, _ := slices.BinarySearchFunc(t, start, func(t token, start int) int { return cmp.Compare(t.start, start) })
	return t[at:]
}

func upTo(t, v []token) []token { return t[:len(t)-len(behind(t, v))] }

// takenBack tells whether a value opens or ends with a word that takes it back, or is
// but the title or the beginning of one.
func takenBack(v []token) bool {
	last := v[len(v)-1].key
	return retractions[v[0].key] || retractions[last] || len(v) == 1 && (text.ShortTitle(last) && !v[0].upper || last == "st") || len(v) > 1 && v[len(v)-2].key == "no" && last == "longer"
}

var retractions = text.Set(`hardly neither never no not`)

// behind are the tokens of a clause behind a value in it.
func behind(clause, v []token) []token {
	for i, t := range clause {
		if t.start >= v[len(v)-1].end {
			return clause[i:]
		}
	}
	return nil
}

// employer reads what follows an occupation: "at Shopify".
func (l *language) employer(m *message, after *rule, t []token) []Statement {
	if after.typ == "role" && len(t) > 1 && t[0].key == "from" {
		if v := homeNamed(l, t[1:]); len(v) > 0 {
			return []Statement{l.statement(m, &rule{kind: Fact, predicate: "from", confidence: after.confidence}, v, t, "")}
		}
	}
	if after.typ != "role" && after.typ != "habit" || len(t) < 2 || !employs[t[0].key] {
		return nil
	}
	v := workplace(l, t[1:])
	switch {
	case v != nil && t[0].key != "in":
	case t[0].key == "on", t[0].key == "in" && (len(t) < 3 || t[1].key != "the" || regions[t[2].key]):
		return nil
	default:
		v = place(l, t[1:])
	}
	if len(v) == 0 || !anyCapital(v) && workplace(l, v) == nil || t[0].key == "with" && ailments[v[0].key] {
		return nil
	}
	r := rule{kind: Fact, predicate: "works_at", confidence: after.confidence}
	return []Statement{l.statement(m, &r, v, t, "")}
}

// employs are the words between an occupation and who it is done for.
var employs = text.Set(`at for in on tại with`)

// regions are places with an article, which nobody works for.
var regions = text.Set(`alps balkans bahamas bronx caribbean city country countryside cotswolds east emirates eu highlands islands lake
	maldives middle midlands netherlands north outback peak philippines south states suburbs uae uk united us usa west`)

// contrasts reads "not X but Y".
func (l *language) contrasts(m *message, t []token) []Statement {
	retracts := l.retracts(m, t)
	wrong, right := l.contrast(l, t, retracts)
	if len(right) == 0 && retracts {
		for _, c := range l.split(t) { // "scratch that, it's Tampere"
			if wrong, right = l.contrast(l, c, true); len(right) > 0 {
				break
			}
		}
	}
	if len(right) == 0 {
		return nil
	}
	r := rule{kind: Correction, predicate: Replaces, confidence: .8}
	s := l.statement(m, &r, right, t, "")
	s.Old, s.Corrects = m.between(wrong), true
	return []Statement{s}
}

// statement makes what a rule found; it spans the clause from its first word to
// the end of the value.
func (l *language) statement(m *message, r *rule, v, clause []token, captured string) Statement {
	return Statement{
		Kind: r.kind, Type: r.typ, Predicate: strings.ReplaceAll(r.predicate, "@", captured), Value: m.between(v),
		Confidence: r.confidence, Start: clause[0].start, End: v[len(v)-1].end, Language: l.code,
	}
}

// trim drops from the end what belongs to the sentence and not to the value.
func (l *language) trim(t []token) []token {
	for n := len(t); n > 0; n = len(t) {
		switch {
		case l.tails[t[n-1].key]:
			t = t[:n-1]
		case n > 1 && l.tails[t[n-2].key+" "+t[n-1].key]:
			t = t[:n-2]
		case n > 2 && l.tails[t[n-3].key+" "+t[n-2].key+" "+t[n-1].key]:
			t = t[:n-3]
		default:
			return t
		}
	}
	return t
}
