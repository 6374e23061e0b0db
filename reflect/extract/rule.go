package extract

import (
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// rule is one way of stating something: words that open a clause, and behind
// them a value that must be of a certain sort.
type rule struct {
	kind       Kind
	typ        string
	predicate  string // "@" is replaced by what the head captured
	confidence float64
	heads      []pattern
	value      func(l *language, v []token) []token // the part that is the value; nil: none
	greets     bool                                 // only where the sentence opens with a greeting
	whole      bool                                 // the value is the clause from its head on
}

// language is what is known of how people state things in one language.
type language struct {
	code string
	lang text.Lang
	// first are the words of which one stands in whatever a user states of
	// themselves, or in what they ask for.
	first words
	// openers may stand before a statement, and retract those that also take
	// something back.
	openers, retract []pattern
	// doubts make a sentence something else than a statement, wherever they
	// stand; asks where they open it.
	doubts phrases
	asks   []pattern
	// staging announces that what follows is not meant as said.
	staging staging
	// asksLast are words that make a question of what they end.
	asksLast words
	// puzzled words make what looks like a question something not understood.
	puzzled phrases
	// splits begin a clause of its own behind one of the joints.
	joints words
	splits words
	// cuts end a value, tails are dropped from its end, vague are words that a
	// value does not begin with.
	cuts, tails, vague words
	// wishes open what the user wants remembered or done: the rest of the
	// sentence is read as a statement of its own, and else kept as it is.
	wishes []wish
	rules  []rule
	// contrast finds the two values of "not X but Y".
	before   []pattern // "I used to want …, now I …"
	after    phrases
	contrast func(l *language, t []token) (wrong, right []token)
	not      []pattern         // words that deny a clause, and that it is true without
	isNot    map[string]string // the same, that leave another word
	errands  words             // verbs that open what one is to be reminded of
	manners  words             // verbs that open a standing instruction: how to answer
}

// wish is a way of asking that something be kept.
type wish struct {
	rule
	imperative bool // what follows must open with a verb, of the manners for an instruction
	self       bool // the head is part of the value
	colon      bool // a colon must follow the head
	least      int  // words beyond the first that the value must have
}

// spokenIn tells whether a message can hold statements in the language.
func (l *language) spokenIn(m *message) bool {
	for _, t := range m.tokens {
		if l.first[t.key] {
			return true
		}
	}
	return false
}

// denied finds what a sentence says is not so, as it would be stated.
func (l *language) denied(m *message, s sentence) []Statement {
	t := m.words(s)
	if s.asks || s.stages || l.questions(m, t) || quoted(m, s) || l.doubts.anywhere(t, !m.accented) {
		return nil
	}
	return l.denials(m, t)
}

// sentence finds what a sentence states.
func (l *language) sentence(m *message, s sentence) []Statement {
	t := m.words(s)
	if s.asks || l.questions(m, t) || quoted(m, s) {
		return nil
	}
	plain := !m.accented
	corrects := l.retracts(t, plain)
	body := l.open(t, plain)
	out, done := l.wish(m, body)
	if !done {
		out, done = l.evolution(m, body)
	}
	doubted := s.stages || l.doubts.anywhere(t, plain)
	if !done && !doubted {
		out = l.clauses(m, t)
	}
	if len(out) == 0 && !done && !doubted {
		out = l.contrasts(m, t)
	}
	for i := range out {
		out[i].Corrects = out[i].Corrects || corrects
	}
	return out
}

// questions tells whether a sentence asks without a question mark.
func (l *language) questions(m *message, t []token) bool {
	if _, _, ok := longest(l.asks, l.open(t, !m.accented), !m.accented); ok {
		return true
	}
	if l.puzzled.anywhere(t, !m.accented) {
		return false
	}
	last := l.trim(t)
	return len(last) > 0 && l.asksLast[last[len(last)-1].key]
}

// quoted tells whether a sentence holds or lies in somebody's words.
func quoted(m *message, s sentence) bool {
	body := m.text[s.start:s.end]
	return m.lends(s) || strings.ContainsAny(body, "\"“”„«»「」`<>") || strings.Contains(body, " '") || strings.HasPrefix(body, "'")
}

// open drops the openers of a sentence.
func (l *language) open(t []token, plain bool) []token {
	for len(t) > 0 {
		n, _, ok := longest(l.openers, t, plain)
		if !ok || n == 0 {
			return t
		}
		t = t[n:]
	}
	return t
}

// retracts tells whether a sentence opens by taking something back.
func (l *language) retracts(t []token, plain bool) bool {
	_, _, ok := longest(l.retract, t, plain)
	return ok
}

// wish reads a sentence that asks for something to be remembered or done from
// now on. What is asked to be remembered is first read as a statement; done tells
// that the sentence was such a wish, whether or not anything came of it.
func (l *language) wish(m *message, t []token) (out []Statement, done bool) {
	for i := range l.wishes {
		w := &l.wishes[i]
		n, _, ok := longest(w.heads, t, !m.accented)
		if !ok {
			continue
		}
		rest := l.open(t[n:], !m.accented)
		if len(rest) == 0 || w.colon && !strings.Contains(rest[0].gap, ":") {
			continue
		}
		if w.kind == Task && l.vague[rest[0].key] {
			return nil, true
		}
		if !w.self {
			if out = l.clauses(m, rest); len(out) > 0 {
				for i := range out {
					out[i].Confidence = max(out[i].Confidence, w.confidence)
				}
				return out, true
			}
		}
		if w.imperative && !l.verbs(w)[rest[0].key] {
			continue
		}
		if w.self {
			rest = t
		}
		if rest = l.trim(rest); len(rest) > w.least {
			out = append(out, l.statement(m, &w.rule, rest, t, ""))
		}
		return out, true
	}
	return nil, false
}

// verbs are those that a wish may open with.
func (l *language) verbs(w *wish) words {
	if w.predicate == Instruction {
		return l.manners
	}
	return l.errands
}

// evolution reads a goal or taste that became another.
func (l *language) evolution(m *message, t []token) ([]Statement, bool) {
	n, _, ok := longest(l.before, t, !m.accented)
	if !ok || !l.after.anywhere(t[n:], !m.accented) || l.doubts.anywhere(t, !m.accented) {
		return nil, false
	}
	r := rule{kind: Insight, typ: "goal_evolution", predicate: "goal_evolution", confidence: .85}
	return []Statement{l.statement(m, &r, l.trim(t), t, "")}, true
}

// clauses reads each clause of a sentence by itself.
func (l *language) clauses(m *message, t []token) (out []Statement) {
	greets := len(t) > 0 && (greetings[t[0].key] || len(m.tokens) > 1 && greetings[m.tokens[0].key] && t[0].start == m.tokens[1].start)
	for _, clause := range l.split(t) {
		out = append(out, l.clause(m, clause, greets)...)
	}
	return out
}

// split cuts a sentence where a comma or the like stands, and where a joint is
// followed by a word that opens a clause about the user.
func (l *language) split(t []token) (out [][]token) {
	from := 0
	for i := 1; i < len(t); i++ {
		switch {
		case breaks(t[i].gap) && !(t[i].capital && t[i-1].digit && t[i].digit) && !titles[t[i-1].key]:
			out, from = append(out, t[from:i]), i
		case l.joints[t[i].key] && i+1 < len(t) && l.splits[t[i+1].key]:
			out, from = append(out, t[from:i]), i+1
		}
	}
	if from < len(t) {
		out = append(out, t[from:])
	}
	return out
}

// breaks tells whether what stands between two words parts clauses.
func breaks(gap string) bool {
	return strings.ContainsAny(gap, ".!;:()—–") || strings.Contains(gap, ", ") || strings.Contains(gap, ",\n") || strings.Contains(gap, " - ")
}

// clause matches the rules, in their order, against a clause. A rule about work
// may leave the employer to the next.
func (l *language) clause(m *message, t []token, greets bool) (out []Statement) {
	t = l.open(t, !m.accented)
	for i := range l.rules {
		r := &l.rules[i]
		n, captured, ok := longest(r.heads, t, !m.accented)
		if !ok || n == len(t) && !r.whole || r.greets && !greets {
			continue
		}
		v := t[n:]
		if r.value != nil {
			v = r.value(l, v)
		}
		if len(v) == 0 && !r.whole {
			continue
		}
		if len(v) > 0 && takenBack(v) {
			return nil
		}
		if r.whole {
			v = l.trim(t)
		}
		out = append(out, l.statement(m, r, v, t, captured))
		return append(out, l.employer(m, r, behind(t, v))...)
	}
	return nil
}

// takenBack tells whether a value opens or ends with a word that takes it back, or is
// but the title or the beginning of one.
func takenBack(v []token) bool {
	last := v[len(v)-1].key
	return retractions[v[0].key] || retractions[last] || len(v) == 1 && (titles[last] || last == "st") || len(v) > 1 && v[len(v)-2].key == "no" && last == "longer"
}

var retractions = wordSet(`not never neither hardly no`)

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
	if after.typ != "role" || len(t) < 2 || t[0].key != "at" && t[0].key != "for" && t[0].key != "tại" {
		return nil
	}
	v := place(l, t[1:])
	if len(v) == 0 || !anyCapital(v) {
		return nil
	}
	r := rule{kind: Fact, predicate: "works_at", confidence: after.confidence}
	return []Statement{l.statement(m, &r, v, t, "")}
}

// contrasts reads "not X but Y".
func (l *language) contrasts(m *message, t []token) []Statement {
	wrong, right := l.contrast(l, t)
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
