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

// event tells what sort of event a message is, and what it is after. What it teaches
// is no question of that: a correction may state a fact, and a question too.
func (m *message) event(g *acts, found []Statement) (event, intent string) {
	is := func(kind func(Statement) bool) bool { return slices.ContainsFunc(found, kind) }
	act := g.act(m)
	switch {
	case is(func(s Statement) bool { return s.Corrects }):
		return Corrected, "correct"
	case act == denial && len(m.tokens) <= shortReply:
		return Corrected, "deny"
	case act == denial:
		return Corrected, "correct"
	case act == Question:
		return Question, "ask"
	case is(func(s Statement) bool { return s.Predicate == Note }):
		return Command, "remember"
	case is(func(s Statement) bool { return s.Kind == Task }):
		return Command, "remind"
	case is(func(s Statement) bool { return s.Kind == Preference }):
		return Command, "instruct"
	case act != Telling:
		return act, intents[act]
	}
	return Telling, m.courtesy(g)
}

// intents are what a message is after that is a certain event.
var intents = map[string]string{Corrected: "correct", Command: "instruct", Confirmation: "confirm"}

// shortReply is the length, in words, up to which a message that opens with yes,
// no or hello says nothing more.
const shortReply = 5

// beginning is how many words tell the language of a message.
const beginning = 40

// courtesy is the intent of a message that states nothing.
func (m *message) courtesy(g *acts) string {
	for _, name := range []string{"greet", "thank", "part"} {
		if _, ok := g.polite[name].at(m.tokens, !m.accented); ok && len(m.tokens) <= shortReply {
			return name
		}
	}
	return "tell"
}

// jokes are how a joke is told from a statement.
var jokes = text.Set(`haha hahaha hehe hihi lol lmao rofl jk kidding joking kkk đùa`)

// joking tells whether the writer says that the message is not meant.
func (m *message) joking() bool {
	return hasAny(m.tokens, jokes) || strings.ContainsAny(m.text, "😂🤣😜😉") || strings.HasPrefix(strings.TrimSpace(m.text), ">")
}
