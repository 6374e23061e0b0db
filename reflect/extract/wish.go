package extract

import (
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// wish reads a run that asks for something to be remembered or done from now on. What is
// asked to be remembered is first read as a statement; done tells that the run was such a
// wish, whether or not anything came of it. One that was asked for with a question mark
// may be a real question, unless it is clear what is to be done.
func (l *language) wish(m *message, t []token, asks bool) (out []Statement, done bool) {
	if !l.wishing.opens(t, !m.accented) {
		return nil, false
	}
	for i := range l.wishes {
		w := &l.wishes[i]
		n, _, ok := longest(w.heads, t, !m.accented)
		if !ok {
			continue
		}
		rest := l.open(t[n:], !m.accented)
		if len(rest) == 0 || w.colon && !strings.Contains(rest[0].gap, ":") || w.lead != nil && !w.lead[rest[0].key] {
			continue
		}
		if w.kind == Task && !l.errand(t[n-1], rest, asks) {
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
		if w.predicate == Note && asks || w.imperative && !l.imperative(w, rest) {
			continue
		}
		if w.self {
			rest = t
		}
		if rest = l.wished(w, rest); len(rest) > w.least {
			out = append(out, l.statement(m, &w.rule, rest, t, ""))
		}
		return out, true
	}
	return nil, false
}

// errand tells whether a phrase is what somebody wants to be reminded of, behind a head. Of
// what is asked for with a question mark, it says what to do or when.
func (l *language) errand(head token, t []token, asks bool) bool {
	if asks && head.key != "to" && !anyTime(t) {
		return false
	}
	switch head.key {
	case "for", "about", "forget", "remember":
		return len(t) > 1 || !pointing[t[0].key] && !l.vague[t[0].key]
	}
	if len(t) == 1 && (soon[t[0].key] || weekdays[t[0].key] || t[0].key == "later") {
		return false // of what is not said
	}
	return t[0].key != "of" && (!l.vague[t[0].key] || timed(t))
}

// imperative tells whether a phrase opens with a verb that a wish may open with. Verbs that
// proverbs open with as well must be about the user: never give up, never give me links.
func (l *language) imperative(w *wish, t []token) bool {
	if w.predicate != Instruction {
		return l.errands[t[0].key]
	}
	if softened[t[0].key] && len(t) > 1 {
		t = t[1:]
	}
	return l.manners[t[0].key] || l.demand.verbs[t[0].key] && !w.self || (l.demand.verbs[t[0].key] || l.demand.imperatives[t[0].key]) && hasAny(t[1:], l.demand.own)
}

// wished is the value of a wish: an errand and an instruction end at a comma, behind which
// there is no more of a list and nothing that is refused as well.
func (l *language) wished(w *wish, t []token) []token {
	if w.predicate == Note {
		return l.trim(t)
	}
	for i := 1; i < len(t); i++ {
		if breaks(t[i].gap) && !l.goesOn(t[i:]) && !(w.kind == Task && dated(t[i:])) {
			t = t[:i]
		}
	}
	if _, n := l.demand.ended.find(t, false); n > 0 && l.demand.negated[t[0].key] {
		return t
	}
	return l.trim(t)
}

// dated tells whether a clause opens with a day: ", 9 March at 2".
func dated(t []token) bool {
	return weekdays[t[0].key] || months[t[0].key] || len(t) > 1 && t[0].digit && months[t[1].key]
}

// goesOn tells whether what stands behind a comma still belongs to a wish.
func (l *language) goesOn(t []token) bool {
	if adds(t) || !strings.Contains(t[0].gap, ",") {
		return !strings.ContainsAny(t[0].gap, ".!?;")
	}
	for i := 1; i < len(t) && i <= longestItem; i++ {
		if l.joints[t[i].key] && t[i].key != "so" && t[i].key != "because" {
			return i+1 == len(t) || !l.splits[t[i+1].key]
		}
	}
	return false
}

// longestItem is how many words an item of a list has.
const longestItem = 5

// more are words behind a comma that add to a wish.
var more = text.Set(`always and at avoid but by except ideally in never no not on only or preferably without`)

// adds tells whether a clause opens with such a word, and is not that word alone.
func adds(t []token) bool { return more[t[0].key] && len(t) > 1 && !breaks(t[1].gap) }

// softened are words before an imperative.
var softened = text.Set(`just kindly only please simply`)

// request reads a wish in the form of a question: "can you remind me to call Ana?"
func (l *language) request(m *message, t []token, asks bool) (out []Statement, done bool) {
	body := l.open(t, !m.accented)
	n, ok := l.requests.at(body, !m.accented)
	if !ok {
		return nil, false
	}
	if body = l.open(body[n:], !m.accented); len(body) == 0 {
		return nil, false
	}
	if out = l.remembered(m, body, t); len(out) > 0 {
		return out, true
	}
	if body[0].key == "always" && len(body) > 1 && l.wants(m, body[1:]) {
		return l.demanded(m, body[1:], body[1:]), true
	}
	if out, _ = l.wish(m, body, asks); len(out) > 0 {
		return out, true
	}
	if out = l.demands(m, body); len(out) > 0 {
		return out, true
	}
	return l.addressed(m, body), len(out) > 0
}

// addressed reads "call me Ana" in a request.
func (l *language) addressed(m *message, t []token) []Statement {
	for _, s := range l.clauses(m, t) {
		if s.Predicate == Called {
			return []Statement{s}
		}
	}
	return nil
}

// laterWish finds where a wish opens a clause behind the first; 0 if none does.
func (l *language) laterWish(m *message, t []token) int {
	tried := 0
	for i := 1; i < len(t) && tried < mostWishes; i++ {
		if !breaks(t[i].gap) && !l.joints[t[i-1].key] || !l.wishing.opens(l.open(t[i:], !m.accented), !m.accented) {
			continue
		}
		tried++
		if out, _ := l.wish(m, l.open(t[i:], !m.accented), false); len(out) > 0 && (out[0].Kind == Task || out[0].Kind == Preference) {
			return i
		}
	}
	return 0
}

// mostWishes is how many clauses of a run are looked at for one.
const mostWishes = 8

// timed tells whether a phrase opens with when something is to be done: on Friday.
func timed(t []token) bool {
	return len(t) > 1 && leads[t[0].key] && (t[1].digit || weekdays[t[1].key] || months[t[1].key] || soon[t[1].key])
}

// anyTime tells whether a phrase says when something is to be done.
func anyTime(t []token) bool {
	for i := range t {
		if t[i].digit || weekdays[t[i].key] || months[t[i].key] || i > 0 && soon[t[i].key] {
			return true
		}
	}
	return false
}

// soon are words for a time that is to come, behind on, at or in.
var soon = text.Set(`a afternoon an eight evening five four half lunch midnight morning nine noon seven six ten the three tomorrow
	tonight two weekend`)

// aftersaid are what is asked to be done with what was said just before.
type aftersaid struct {
	keep, remind, follow phrases
	reminders            words // words that open what is to be reminded of and are no part of it
}

// afterSaid reads "note that down", "don't let me forget" and "that goes for always" behind
// what they are about.
func (l *language) afterSaid(m *message, t []token) (out []Statement) {
	if out = l.remembered(m, l.open(t, !m.accented), t); len(out) > 0 {
		return out
	}
	for i := 1; i < len(t); i++ {
		if !breaks(t[i].gap) && !l.joints[t[i-1].key] {
			continue
		}
		said := m.prior
		m.prior = t[:i]
		body := l.open(t[i:], !m.accented)
		if n, ok := l.requests.at(body, !m.accented); ok {
			body = l.open(body[n:], !m.accented)
		}
		out = l.remembered(m, body, t)
		m.prior = said
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// remembered reads a clause that asks to keep what was said before it.
func (l *language) remembered(m *message, t, whole []token) []Statement {
	if len(m.prior) == 0 || len(t) == 0 {
		return nil
	}
	said := l.open(m.prior, !m.accented)
	if n, ok := l.asked.keep.at(t, !m.accented); ok && (n == len(t) || breaks(t[n].gap)) && len(said) > 2 {
		return l.kept(m, said, said[0].start < whole[0].start)
	}
	if n, ok := l.asked.remind.at(t, !m.accented); ok && n == len(l.trim(t)) {
		for len(said) > 1 && l.asked.reminders[said[0].key] {
			said = said[1:]
		}
		return []Statement{l.statement(m, &rule{kind: Task, predicate: Reminder, confidence: .9}, l.trim(said), said, "")}
	}
	if n, ok := l.asked.follow.at(t, !m.accented); !ok || n < len(l.trim(t)) || m.demanding {
		return nil
	}
	if said = l.wantedOf(said, !m.accented); len(said) > 1 && l.wantsLasting(m, said, l.demand.asked(t[0], said)) {
		return l.demanded(m, said, said)
	}
	return nil
}

// kept reads what is asked to be kept: as what it states, and else as it is. What was read
// before is not read again.
func (l *language) kept(m *message, said []token, before bool) []Statement {
	if out := l.clauses(m, said); len(out) > 0 {
		if before {
			return nil
		}
		return out
	}
	return []Statement{l.statement(m, &rule{kind: Fact, predicate: Note, confidence: .9}, l.trim(said), said, "")}
}
