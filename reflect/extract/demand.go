package extract

import (
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// demand is how people say in one language how they want to be answered from now on: an
// imperative or the bare thing that is wanted, and words that make it last.
type demand struct {
	// marks make a demand last, scopes say what of: all that is written for the user. Marks
	// are no part of what is wanted, scopes are.
	marks, scopes phrases
	// ended are marks of what was wanted until now: "don't … any more".
	ended phrases
	// policies announce a demand before a colon.
	policies phrases
	// switches open what takes the place of what was wanted.
	switches phrases
	// doubtful opens what is to be done where the answer is not known.
	doubtful phrases
	// weak are words that open a mark of what happens again and again as well, pleas make a wish of it.
	weak, pleas words
	// imperatives are all verbs that people tell somebody to do something by.
	imperatives words
	// exclusive ends what alone is wanted, obliges says of answers how they are to be.
	exclusive, obliges words
	steady             words // open a demand that lasts by itself: always, never
	verbs              words // open a demand beside those of the manners, if something makes it last
	own                words // are about the user
	negated            words // open a demand that something be left
	respects           words // what answers are, or have
	amounts            words // no, less: what is wanted without a verb has one of these or those
	clausal            words // show that what has no imperative is a sentence, not something wanted

	lasts words // of which one stands where a demand may last
}

// demands reads how the user wants to be answered from now on.
func (l *language) demands(m *message, t []token) []Statement {
	d := &l.demand
	if len(d.marks) == 0 || l.doubted(m, t) {
		return nil
	}
	if core := l.policy(m, t); core != nil {
		return l.demanded(m, core, core)
	}
	demanding := m.demanding
	m.demanding = false
	if !demanding && !hasAny(t, d.lasts) {
		return nil
	}
	clauses := l.split(t)
	for i, c := range clauses {
		c = l.open(c, !m.accented)
		if n, ok := d.switches.at(c, !m.accented); ok && n < len(c) && d.negated[c[n].key] { // "you can stop …"
			c = c[n:]
		}
		at, n := d.lasting(c, !m.accented)
		core := c
		switch {
		case len(c) == 0, at < 0 && !demanding:
			continue
		case at < 0 && !l.barely(c):
			continue
		case at == 0 && n == len(c) && i > 0: // "…, every time"
			core = l.open(clauses[i-1], !m.accented)
		case n > 0 && at+n == len(c) && i+1 < len(clauses) && every[c[0].key] && hasAny(c, d.clausal): // "any code you write for me, Rust"
			if l.bare(clauses[i+1]) {
				return l.instructed(m, upTo(since(t, c[0].start), l.further(t, clauses[i+1])), c)
			}
		case at == 0 && n > 1 && n < len(c) && d.obliges[c[n].key]: // "every answer should …"
			return l.instructed(m, l.trim(c), c)
		case n == 0 && l.toUser(c):
		case at == 0 && i+1 < len(clauses) && !l.wants(m, l.open(c[n:], !m.accented)): // "In all letters, …"
			core = l.open(clauses[i+1], !m.accented)
			if conditional[c[0].key] && l.wants(m, core) { // "Whenever you …, …"
				return l.instructed(m, upTo(since(t, c[0].start), core), c)
			}
		case at == 0:
			core = l.open(c[n:], !m.accented)
		}
		if core = l.wantedOf(core, !m.accented); len(core) == 0 {
			continue
		}
		ahead := core[0].start > c[0].start && at == 0 && n == len(c) // "no exceptions, …"
		if l.wants(m, core) || n == 0 && l.toUser(core) || n > 0 && !ahead && l.wantsLasting(m, core, d.asked(c[at], t)) {
			if said := l.trim(t[:len(t)-len(since(t, core[0].start))]); len(said) > 1 && l.asked.keep.opens(core, !m.accented) {
				return []Statement{l.statement(m, &asSaid, said, said, "")} // "Jonas can't have nuts, keep that in mind whenever …"
			}
			return l.demanded(m, core, l.further(t, core))
		}
	}
	return nil
}

// asSaid is what is to be kept as it was said.
var asSaid = rule{kind: Fact, predicate: Note, confidence: .9}

// conditional are words that open when a demand holds, and are a part of it.
var conditional = text.Set(`whatever when whenever`)

// every are words that open what a demand is about.
var every = text.Set(`all any each every`)

// lasting finds what makes a demand last.
func (d *demand) lasting(t []token, plain bool) (at, n int) {
	if at, n = d.marks.find(t, plain); at >= 0 {
		return at, n
	}
	if at, n = d.scopes.find(t, plain); at >= 0 {
		return at, n
	}
	switch {
	case len(t) > 1 && d.steady[t[0].key], len(t) > 2 && t[0].key == "no" && t[1].key == "more" && d.respects[t[2].key]:
		return 0, 0
	case len(t) == 1 && t[0].key == "always":
		return 0, 1
	case len(t) > 2 && t[len(t)-1].key == "always":
		return len(t) - 1, 1
	case len(t) > 2 && hasAny(t[len(t)-2:], d.exclusive) && hasAny(t, d.respects):
		return len(t), 0
	}
	if n, ok := d.ended.at(t, plain); ok && n == len(t) {
		return 0, n
	}
	if len(t) > 0 && d.negated[t[0].key] && (t[0].key != "no" || hasAny(t, d.respects) || len(t) < 5) {
		return d.ended.find(t, plain)
	}
	return -1, 0
}

// wantedOf is a demand without what makes it last, and without its opening "switch to".
func (l *language) wantedOf(t []token, plain bool) []token {
	if n, ok := l.demand.switches.at(t, plain); ok && n < len(t) {
		t = t[n:]
	}
	if at, _ := l.demand.marks.find(t, plain); at > 0 {
		if at+1 < len(t) && t[at+1].key == "everything" {
			at += 2 // "in everything you give me"
		}
		t = t[:at]
	}
	if n := len(t); n > 2 && t[n-1].key == "always" {
		t = t[:n-1]
	}
	if n := len(t); n > 1 && t[n-1].key == "please" {
		t = t[:n-1]
	}
	return t
}

// wants tells whether a phrase asks for something to be done, or left, when answering.
func (l *language) wants(m *message, t []token) bool {
	if len(t) < 2 {
		return false
	}
	verb := t
	if l.demand.negated[t[0].key] || l.demand.steady[t[0].key] {
		verb = l.open(t[1:], !m.accented)
	}
	return len(verb) > 0 && (l.manners[verb[0].key] || l.demand.verbs[verb[0].key]) || l.barely(t)
}

// wantsLasting tells the same of a phrase that words beside it make last: any verb tells what
// to do and, where something bare may be wanted, so does what has none. It states nothing.
func (l *language) wantsLasting(m *message, t []token, bare bool) bool {
	if l.wants(m, t) {
		return true
	}
	verb := t
	if len(t) > 1 && (l.demand.negated[t[0].key] || l.demand.steady[t[0].key]) {
		verb = t[1:]
	}
	if (len(t) < 2 || !l.demand.imperatives[verb[0].key]) && !(bare && l.bare(t)) {
		return false
	}
	return len(l.only(m, t)) == 0
}

// asked tells whether something bare is wanted, of which a word opens what makes it last: not
// of what just happens again and again.
func (d *demand) asked(mark token, t []token) bool {
	return !d.weak[mark.key] || counted(t[0]) || hasAny(t, d.pleas)
}

// toUser tells whether what is always or never to be is so to the user: always kilometres
// with me.
func (l *language) toUser(t []token) bool {
	return l.bare(t) && len(t) > 2 && (t[len(t)-1].key == "please" || hasAny(t[2:], l.demand.own))
}

// bare tells whether a phrase is short and no sentence.
func (l *language) bare(t []token) bool {
	return len(t) > 0 && len(t) <= longestThing && !hasAny(t, l.demand.clausal)
}

// barely tells whether a phrase is something wanted, without a verb.
func (l *language) barely(t []token) bool {
	d := &l.demand
	return len(t) > 1 && len(t) <= longestThing && (hasAny(t, d.respects) || hasAny(t, d.amounts)) && !hasAny(t, d.clausal)
}

// policy is what stands behind the colon of "my policy for replies: be brief".
func (l *language) policy(m *message, t []token) []token {
	t = l.open(t, !m.accented)
	if !l.demand.policies.opens(t, !m.accented) {
		return nil
	}
	for i := 1; i < len(t); i++ {
		if strings.Contains(t[i].gap, ":") && l.wants(m, t[i:]) {
			return t[i:]
		}
	}
	return nil
}

// further is a demand with what is refused behind the comma: ", no essays".
func (l *language) further(t, core []token) []token {
	rest := since(t, core[0].start)
	for i := 1; i < len(rest); i++ {
		if rest[i].start >= core[len(core)-1].end {
			if breaks(rest[i].gap) && adds(rest[i:]) && strings.Contains(rest[i].gap, ",") {
				return rest
			}
			return core
		}
	}
	return core
}

// demanded states a demand, up to what adds to it without narrowing it.
func (l *language) demanded(m *message, core, whole []token) []Statement {
	w := wish{rule: rule{kind: Preference, predicate: Instruction, confidence: .9}}
	v := l.wished(&w, whole)
	for i := 1; i+1 < len(v); i++ {
		if v[i].key == "also" && conditions[v[i+1].key] {
			v = v[:i]
			break
		}
	}
	return l.instructed(m, v, core)
}

// instructed states an instruction.
func (l *language) instructed(m *message, v, clause []token) []Statement {
	m.demanding = true
	r := rule{kind: Preference, predicate: Instruction, confidence: .9}
	s := l.statement(m, &r, v, clause, "")
	if strings.Count(s.Value, "\"")%2 == 1 && strings.HasPrefix(m.text[s.End:], "\"") { // the word "iconic"
		s.Value += "\""
		s.End++
	}
	return []Statement{s}
}

// longestMention is how many bytes a quoted word has that a demand is about.
const longestMention = 40

// names tells whether all that a sentence quotes is a word or two in the middle of it:
// never use the word "iconic".
func (m *message) names(s sentence) bool {
	body := m.text[s.start:s.end]
	if strings.ContainsAny(body, "`<>\n") || strings.HasPrefix(body, "\"") || strings.HasPrefix(body, "“") {
		return false
	}
	for _, b := range m.borrowed {
		if b.start < s.end && s.start < b.end && (b.start < s.start || b.end > s.end || b.end-b.start > longestMention) {
			return false
		}
	}
	return true
}
