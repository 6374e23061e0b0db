package extract

import (
	"iter"
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// denied finds what a sentence says is not so, as it would be stated.
func (l *language) denied(m *message, s sentence) (out []Statement) {
	for t := range l.asserted(m, s) {
		out = append(out, l.denials(m, t)...)
	}
	return out
}

// asserted are the runs of a sentence that are no question, quotation or supposition.
func (l *language) asserted(m *message, s sentence) iter.Seq[[]token] {
	return func(yield func([]token) bool) {
		if s.stages || quoted(m, s) {
			return
		}
		for t := range l.runs(m, s) {
			if !t.asks && !l.questions(m, t.tokens) && !l.doubted(m, t.tokens) && !yield(t.tokens) {
				return
			}
		}
	}
}

// run is a part of a sentence that stands for itself: who writes in small letters ends
// sentences as others do, and begins the next without a capital.
type run struct {
	tokens []token
	asks   bool
}

// runs cuts a sentence behind full stops and the like.
func (l *language) runs(m *message, s sentence) iter.Seq[run] {
	return func(yield func(run) bool) {
		t := m.words(s)
		from := 0
		for i := 1; i < len(t); i++ {
			if !ends(t[i].gap) || shortened[t[i-1].key] || nameGoesOn(t, i) {
				continue
			}
			if !yield(run{t[from:i], strings.ContainsAny(t[i].gap, "?？")}) {
				return
			}
			from = i
		}
		yield(run{t[from:], s.asks})
	}
}

// ends tells whether a sentence ends in what stands between two words.
func ends(gap string) bool {
	return strings.ContainsAny(gap, "!?") || strings.Contains(gap, ". ") && !strings.Contains(gap, "..")
}

// shortened are words behind whose full stop a sentence goes on.
var shortened = text.Set(`approx ca dept e.g esp etc i.e incl max min no st vs`)

// sentence finds what a sentence states.
func (l *language) sentence(m *message, s sentence) (out []Statement) {
	if quoted(m, s) {
		if !s.stages && m.names(s) {
			out = l.demands(m, m.words(s))
		}
		m.prior = nil
		return out
	}
	for r := range l.runs(m, s) {
		found, plain := l.read(m, r, s.stages)
		out = append(out, found...)
		if m.prior = nil; plain {
			m.prior = r.tokens
		}
		m.mistaken = m.mistaken || l.mistakes.anywhere(r.tokens, !m.accented)
	}
	return out
}

// read finds what a run states; plain tells that it is no question, supposition or wish.
func (l *language) read(m *message, r run, stages bool) (out []Statement, plain bool) {
	t := r.tokens
	if out, done := l.request(m, t, r.asks); done {
		return out, false
	}
	if core := l.conditioned(m, t); core != nil && !r.asks && !stages && !l.doubted(m, t) {
		if core[0].key == "when" || core[0].key == "whenever" {
			return l.instructed(m, core, core), false
		}
		return l.demanded(m, core, core), false
	}
	if r.asks || l.questions(m, t) {
		if out := l.afterSaid(m, t); len(out) > 0 && out[0].Kind == Task {
			return out, false // "…, can you remind me?"
		}
		if t = l.beforeQuestion(m, t, r.asks); len(t) == 0 {
			return nil, false
		}
	}
	corrects := l.retracts(m, t)
	said := t
	if stages {
		said = nil
	} else if at := l.doubtedAt(m, t); at >= 0 {
		said = l.undoubted(t, at)
	}
	out, done := l.wish(m, l.open(t, !m.accented), false)
	if !done {
		out, done = l.evolution(m, t)
	}
	if !done && len(said) > 0 {
		out = l.stated(m, said)
	}
	if !stages && len(said) < len(t) && len(l.demand.marks) > 0 {
		out = append(out, l.unsure(m, t[len(said):])...)
	}
	if !done && !stages && len(said) < len(t) && l.reports.anywhere(t, !m.accented) {
		out = append(out, l.kinsfolk(m, t[len(said):])...) // "my wife Beryl says …"
	}
	for i := range out {
		out[i].Corrects = out[i].Corrects || corrects
	}
	return out, !done && len(said) > 0
}

// stated finds what a run states that is neither doubted nor a wish from its first word on.
func (l *language) stated(m *message, t []token) (out []Statement) {
	if len(l.demand.marks) > 0 {
		if out = l.afterSaid(m, t); len(out) > 0 {
			return out
		}
		if at := l.laterWish(m, t); at > 0 {
			wished, _ := l.wish(m, l.open(t[at:], !m.accented), false)
			if wished[0].Kind == Task && !hasAny(t[at:], particulars) { // "Mum's birthday is 8 June, remind me a week before"
				wished[0].Value, wished[0].Start = m.text[t[0].start:wished[0].End], t[0].start
			}
			return append(l.clauses(m, t[:at]), wished...)
		}
		out = l.demands(m, t)
	}
	if out = append(out, l.clauses(m, t)...); len(out) == 0 {
		out = l.contrasts(m, t)
	}
	return out
}

// particulars are words of which one stands in a wish that says what to be reminded of.
var particulars = text.Set(`about for of that to`)

// questions tells whether a sentence asks without a question mark.
func (l *language) questions(m *message, t []token) bool {
	if body := l.open(t, !m.accented); l.asks.opens(body, !m.accented) && !l.clefts.opens(body, !m.accented) {
		return true
	}
	if l.puzzled.anywhere(t, !m.accented) {
		return false
	}
	last := l.trim(t)
	return len(last) > 0 && l.asksLast[last[len(last)-1].key]
}

// beforeQuestion is what is said before the clause that asks: "I'm vegan, what can I eat?"
// Where what asks is not clearly another clause, nothing is.
func (l *language) beforeQuestion(m *message, t []token, marked bool) []token {
	if !marked || l.questions(m, t) {
		return nil
	}
	for i := 1; i < len(t); i++ {
		if breaks(t[i].gap) && l.turns.opens(t[i:], !m.accented) {
			return t[:i]
		}
	}
	return nil
}

// doubted tells whether a run says by a word that it is something else than a statement.
func (l *language) doubted(m *message, t []token) bool { return l.doubtedAt(m, t) >= 0 }

// doubtedAt is where that word stands; -1 if there is none.
func (l *language) doubtedAt(m *message, t []token) int {
	for i := 0; i < len(t); i++ {
		if n, ok := l.courtesies.at(t[i:], !m.accented); ok {
			i += n - 1
		} else if l.doubts.opens(t[i:], !m.accented) {
			return i
		}
	}
	return -1
}

// undoubted is what stands in clauses before the one with a word of doubt. Where that one is
// short, or what was said is reported behind it, it is about all.
func (l *language) undoubted(t []token, at int) []token {
	from := at
	for from > 0 && !breaks(t[from].gap) {
		from--
	}
	if from == 0 || len(t)-from <= longestHedge || l.reports.opens(t[at:], false) && (at+1 == len(t) || !reported[t[at+1].key]) {
		return nil
	}
	return t[:from]
}

// longestHedge is how many words a clause has that makes doubtful what stands before it.
const longestHedge = 4

// reported are words that open what is reported behind the verb that reports it.
var reported = text.Set(`he he's i i'm i've it it's me my she she's that there's they they're to us we we're you you're your`)

// quoted tells whether a sentence holds or lies in somebody's words.
func quoted(m *message, s sentence) bool {
	body := m.text[s.start:s.end]
	return m.lends(s) || strings.ContainsAny(body, "\"“”„«»「」`<>") || strings.Contains(body, " '") || strings.HasPrefix(body, "'")
}

// open drops the openers of a sentence.
func (l *language) open(t []token, plain bool) []token {
	for len(t) > 0 {
		n, ok := l.openers.at(t, plain)
		if !ok || n == 0 || n == 1 && denies(t) {
			return t
		}
		t = t[n:]
	}
	return t
}

// denies tells whether a first no is of what follows it, not of what was said before: no longer.
func denies(t []token) bool {
	if len(t) < 2 || t[0].key != "no" || breaks(t[1].gap) {
		return false
	}
	next := t[1].key
	return next == "more" || next == "longer" || text.StopIn(next) == 0
}

// retracts tells whether a sentence opens by taking something back.
func (l *language) retracts(m *message, t []token) bool {
	return m.mistaken || l.retract.opens(t, !m.accented) && !denies(t) || l.mistakes.opens(l.open(t, !m.accented), !m.accented)
}

// evolution reads a goal or taste that became another.
func (l *language) evolution(m *message, t []token) ([]Statement, bool) {
	t = l.open(t, !m.accented)
	n, ok := l.before.at(t, !m.accented)
	if !ok || !l.after.anywhere(t[n:], !m.accented) || l.doubted(m, t) {
		return nil, false
	}
	r := rule{kind: Insight, typ: "goal_evolution", predicate: "goal_evolution", confidence: .85}
	return []Statement{l.statement(m, &r, l.trim(t), t, "")}, true
}
