package extract

import (
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// The events of 004-05.
const (
	Question     = "question"
	Telling      = "statement"
	Command      = "command"
	Corrected    = "correction"
	Confirmation = "confirmation"
)

// event tells what sort of event a message is, and what it is after.
func (m *message) event(found []Statement) (event, intent string) {
	if len(m.sentences) == 0 {
		return Telling, "tell"
	}
	l := m.tongue()
	t := m.words(m.sentences[0])
	body := l.open(t, !m.accented)
	is := func(p []pattern) bool { _, _, ok := longest(p, t, !m.accented); return ok }
	switch {
	case slices.ContainsFunc(found, func(s Statement) bool { return s.Corrects }):
		return Corrected, "correct"
	case m.sentences[len(m.sentences)-1].asks || l.questions(m, t):
		return Question, "ask"
	case slices.ContainsFunc(found, func(s Statement) bool { return s.Predicate == Note }):
		return Command, "remember"
	case slices.ContainsFunc(found, func(s Statement) bool { return s.Kind == Task }):
		return Command, "remind"
	case slices.ContainsFunc(found, func(s Statement) bool { return s.Kind == Preference }):
		return Command, "instruct"
	case len(found) > 0:
		return Telling, "tell"
	case len(t) <= shortReply && is(l.confirms):
		return Confirmation, "confirm"
	case len(t) <= shortReply && is(l.denies):
		return Corrected, "deny"
	case len(body) > 0 && l.commands[body[0].key]:
		return Command, "instruct"
	}
	for _, name := range []string{"greet", "thank", "part"} {
		if len(t) <= shortReply && is(l.polite[name]) {
			return Telling, name
		}
	}
	return Telling, "tell"
}

// shortReply is the length, in words, up to which a message that opens with yes,
// no or hello says nothing more.
const shortReply = 5

// tongue is the language whose words the message holds more of.
func (m *message) tongue() *language {
	if m.spoken() == vietnamese.code {
		return vietnamese
	}
	return english
}

// spoken is the code of the language of a message too short for [text.Detect]:
// Vietnamese if it uses its words, and else none.
func (m *message) spoken() string {
	vi, en := 0, 0
	for _, t := range m.tokens {
		if vietnamese.known(t.key) {
			vi++
		}
		if english.known(t.key) {
			en++
		}
	}
	switch {
	case vi > en:
		return vietnamese.code
	case en > 0:
		return english.code
	}
	return ""
}

func (l *language) known(key string) bool {
	return text.StopIn(key).Has(l.lang) || l.vague[key] || l.joints[key] || l.tails[key]
}

// jokes are how a joke is told from a statement.
var jokes = wordSet(`haha hahaha hehe hihi lol lmao rofl jk kidding joking kkk đùa`)

// joking tells whether the writer says that the message is not meant.
func (m *message) joking() bool {
	return hasAny(m.tokens, jokes) || strings.ContainsAny(m.text, "😂🤣😜😉") || strings.HasPrefix(strings.TrimSpace(m.text), ">")
}
