package extract

import (
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// Ending is what a message says is over of what may have been stated before in other
// words: "I don't run any more" of "I run five times a week", "we sold the Volvo". With
// New, it says what took its place: "I switched from nights to days".
type Ending struct {
	// Statement that it ends, as it may have been made: its kind, type and predicate. The
	// value is what is over; none stands for whatever held until now.
	Statement Statement `json:"statement"`
	// New is what took the place of the value.
	New string `json:"new,omitempty"`
	// Alone tells that it ends one thing, and none where it is not clear which.
	Alone bool `json:"alone,omitempty"`

	over matcher
}

// matcher finds, in the value of a statement, what is over: nothing where it is not.
type matcher func(value []token) []token

// Of tells whether a sentence of [Statement.Sentence] says what is over, and the part of
// it that does.
func (e *Ending) Of(sentence string) (old string, ok bool) {
	value, ok := valueIn(form(englishSentences, e.Statement.Predicate), sentence)
	if !ok {
		return "", false
	}
	m := newMessage(value)
	over := e.over(m.tokens)
	return m.between(over), len(over) > 0
}

// endings reads what each clause of a message says is over. It is read in English alone.
func (m *message) endings() (out []Ending) {
	l := english()
	if m.joking() || !l.spokenIn(m) {
		return nil
	}
	m.prior = nil
	for _, s := range m.sentences {
		for t := range l.asserted(m, s) {
			for _, clause := range l.split(t) {
				out = append(out, l.endingsIn(m, clause)...)
			}
		}
	}
	return out
}

// endingsIn reads what a clause says is over: some words may be of one thing or another.
func (l *language) endingsIn(m *message, clause []token) (out []Ending) {
	t := l.open(clause, !m.accented)
	for _, read := range []func(*message, []token) []Ending{l.disposed, l.weaned, l.resigned, l.abandoned, l.stopped, l.behindThem, l.switched, l.lifted, l.cancelled, l.replaced} {
		out = append(out, read(m, t)...)
	}
	return append(out, l.outdone(m, clause, t)...)
}

// ending is that of what some tokens say.
func (m *message) ending(as Statement, v []token, over matcher) Ending {
	as.Value, as.Confidence, as.Language = m.between(v), .85, "en"
	if len(v) > 0 {
		as.Start, as.End = v[0].start, v[len(v)-1].end
	}
	return Ending{Statement: as, over: over}
}

// What may be over.
var (
	aHabit    = Statement{Kind: Insight, Type: "habit", Predicate: "habit"}
	aGoal     = Statement{Kind: UserFact, Type: "goal", Predicate: "goal"}
	aTaste    = Statement{Kind: UserFact, Type: "preference", Predicate: "prefers"}
	ownership = Statement{Kind: Fact, Predicate: "owns"}
	study     = Statement{Kind: Fact, Predicate: "studies"}
	job       = Statement{Kind: Fact, Predicate: "works_at"}
	treatment = Statement{Kind: Fact, Predicate: "takes"}
	aWish     = Statement{Kind: Preference, Predicate: Instruction}
	aReminder = Statement{Kind: Task, Predicate: Reminder}
	aDiet     = Statement{Kind: Fact, Predicate: "diet"}
)

// stopped reads what somebody does no more: "I don't run any more", "I've given up coffee".
func (l *language) stopped(m *message, t []token) []Ending {
	v := l.notAnyMore(m, t)
	gaveUp := false
	if n, ok := givingUp.at(t, !m.accented); ok {
		v, gaveUp = l.trim(l.cut(t[n:], lapses)), true
	}
	if n, ok := formerly.at(t, !m.accented); ok && !hasAny(m.tokens, besides) { // "and I still do"
		v = l.cut(t[n:], nil)
	}
	return m.habitOver(v, gaveUp)
}

// habitOver is the end of a habit of doing something or, of what somebody gave up, of
// having it.
func (m *message) habitOver(v []token, gaveUp bool) []Ending {
	stems := wordsOver(v)
	if stems == nil {
		return nil
	}
	over := func(value []token) []token { return doing(value, stems) }
	if gaveUp && !strings.HasSuffix(v[0].key, "ing") {
		over = func(value []token) []token { return has(value, stems) }
	}
	return []Ending{m.ending(aHabit, v, over)}
}

// behindThem reads which habit is no more: "nights are over for me", "no more running for me".
func (l *language) behindThem(m *message, t []token) []Ending {
	v := t
	if n, ok := noMore.at(t, !m.accented); ok {
		v = t[n:]
	}
	at, n := pastFor.find(v, false)
	if len(v) < len(t) {
		at, n = forMe.find(v, false)
	}
	if at < 1 || at > 2 || at+n < len(v) || articles[v[0].key] {
		return nil
	}
	return m.habitOver(v[:at], true)
}

var (
	noMore  = enPhrases("no more", "it's no more")
	forMe   = enPhrases("for me|us")
	pastFor = enPhrases("is|are over for me|us", "is|are history", "is|are behind me|us", "is|are a thing of the past")
)

var (
	givingUp = enPhrases("i've|we've given up", "i|we gave up", "i|we stopped|quit", "i've|we've stopped|quit", "i|we had to give up",
		"i've|we've had to give up")
	formerly = enPhrases("i|we used to")
	refusing = enPhrases("i|we don't", "i|we do not", "i|we never")
	noLonger = enPhrases("i|we no longer")
	anyMore  = enPhrases("any more|longer", "anymore")
	lapses   = text.Set(`last yesterday recently ago due when`)
)

// notAnyMore is what is no longer, or not any more.
func (l *language) notAnyMore(m *message, t []token) []token {
	if n, ok := noLonger.at(t, !m.accented); ok {
		return l.cut(t[n:], nil)
	}
	n, ok := refusing.at(t, !m.accented)
	if !ok {
		return nil
	}
	rest := t[n:]
	at, k := anyMore.find(rest, false)
	if at < 1 || at+k < len(rest) && !l.cuts[rest[at+k].key] {
		return nil
	}
	return rest[:at]
}

// wordsOver are the stems that tell what is over; none where its words limit it in a way
// that what was stated may not: "that often", "at six", "for a week".
func wordsOver(v []token) (stems []string) {
	for _, t := range v {
		switch {
		case restrictive[t.key], len(stems) > 0 && breaks(t.gap):
			return nil
		case !articles[t.key] && !text.StopIn(t.key).Has(text.English):
			stems = append(stems, stem(t))
		case !articles[t.key] && !connectives[t.key]:
			return nil
		}
	}
	return stems
}

func stemsOf(v []token) (out []string) {
	for _, t := range v {
		out = append(out, stem(t))
	}
	return out
}

func stem(t token) string { return text.Stem(t.key, text.English) }

var (
	articles    = text.Set(`a an the my our`)
	connectives = text.Set(`in of on to with from every`)
	restrictive = text.Set(`and or but alone much often regularly fast enough`)
)

// doing finds a habit that is what the stems say: its verb is the first of them, and it has
// the others. A verb alone says it of what is done without an object, as "I don't play" may
// be about something else.
func doing(value []token, stems []string) []token {
	act := activity(value)
	if len(act) == 0 || stem(act[0]) != stems[0] || !hasStems(act, stems) {
		return nil
	}
	if len(stems) == 1 && (light[act[0].key] || len(act) > 1 && !circumstance(act[1])) {
		return nil
	}
	return value
}

// light are verbs that say little without what follows.
var light = text.Set(`be come do drink eat get give go have make play put start take use`)

// circumstance tells whether a word opens when, where or how often something is done.
func circumstance(t token) bool {
	return t.digit || counts[t.key] || circumstances[t.key]
}

var circumstances = text.Set(`every each once twice daily weekly most on at in to from before after by until till outside alone`)

// activity is a habit from its verb on; none where it is more than one, or one of not doing
// something.
func activity(value []token) []token {
	at := 0
	for i, t := range value {
		switch {
		case compounding[t.key], i > 0 && breaks(t.gap):
			return nil
		case selves[t.key]:
			at = i + 1
		case i == at && accustomed[t.key]:
			at++
		}
	}
	return value[min(at, len(value)):]
}

var (
	compounding = text.Set(`and or but nor no not never don't without instead`)
	accustomed  = text.Set(`always usually normally often typically mostly mainly generally still only also currently now`)
)

func hasStems(t []token, stems []string) bool {
	have := words{}
	for _, one := range t {
		have[stem(one)] = true
	}
	for _, s := range stems {
		if !have[s] {
			return false
		}
	}
	return true
}

// has finds a habit of having, or doing, the thing that the stems say: "I drink six coffees
// a day".
func has(value []token, stems []string) []token {
	act := activity(value)
	if len(act) < 2 || !taken[act[0].key] {
		return nil
	}
	for i, t := range act[1:] {
		if t.key != "of" && circumstances[t.key] || t.key == "with" || t.key == "for" {
			return nil
		}
		if rest := act[i+1:]; stem(t) == stems[0] && hasStems(rest[:min(len(rest), len(stems))], stems) {
			return value
		}
	}
	return nil
}

var taken = text.Set(`do drink eat have play smoke take work`)
