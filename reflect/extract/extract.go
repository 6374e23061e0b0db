package extract

import (
	"cmp"
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// MaxMessage is how much of a message is read for statements, in bytes. A longer
// one is a document that somebody pasted, not something that they said.
const MaxMessage = 16 << 10

// Kind says what a statement becomes when it is learned.
type Kind string

// The kinds.
const (
	UserFact   Kind = "user_fact"  // one of the six types of 001-02, see Statement.Type
	Fact       Kind = "fact"       // subject, predicate and value, or a note in the user's words
	Preference Kind = "preference" // how the user wants to be treated: a standing instruction, a form of address
	Insight    Kind = "insight"    // a candidate of one of the five categories of 001-03
	Task       Kind = "task"       // something to be reminded of
	Correction Kind = "correction" // another value for something said before
)

// Predicates that callers treat in their own way; the others are plain names.
const (
	Note        = "note"        // what was to be remembered: the value is the sentence
	Called      = "called"      // the form of address that the user wants
	Instruction = "instruction" // how to answer from now on
	Reminder    = "reminder"
	Replaces    = "value" // of corrections
)

// Statement is one thing that a message says about who wrote it, or asks to be
// remembered.
type Statement struct {
	Kind Kind `json:"kind"`
	// Type of a user fact (name, role, level, goal, preference or weakness) or
	// category of an insight.
	Type string `json:"type,omitempty"`
	// Predicate is a speaking name, such as works_at or likes.
	Predicate string `json:"predicate"`
	// Value in the words of the message.
	Value string `json:"value"`
	// Old is, of a correction that names it, the value that was wrong.
	Old string `json:"old,omitempty"`
	// Corrects tells that the sentence takes something back.
	Corrects bool `json:"corrects,omitempty"`
	// Ahead is what was said of something that begins only, which may name the day:
	// "I'm moving to Bonn next month". Empty: it is so already.
	Ahead string `json:"ahead,omitempty"`
	// Confidence that it was meant so, above 0 to 1.
	Confidence float64 `json:"confidence"`
	// Start and End are the bytes of the message that say so.
	Start int `json:"start"`
	End   int `json:"end"`
	// Language is "en" or "vi".
	Language string `json:"language,omitempty"`
	// About is whom it is said of; nil: of who wrote the message.
	About *Person `json:"about,omitempty"`
	// Denied tells of somebody else that it is not so, or not any more.
	Denied bool `json:"denied,omitempty"`
}

// Reading is what a message is and says.
type Reading struct {
	// Event is question, statement, command, correction or confirmation (004-05).
	Event string `json:"event"`
	// Intent is what the message is after: ask, tell, instruct, correct, confirm,
	// deny, remember, remind, greet, thank or part.
	Intent string `json:"intent"`
	// Language as ISO 639-1, empty when it cannot be told.
	Language string `json:"language,omitempty"`
	// Statements in the order of the text.
	Statements []Statement `json:"statements,omitempty"`
	// Others are the lasting facts that the message states, or denies, of others than who wrote it.
	Others []Statement `json:"others,omitempty"`
	// Denials are what the message says is not so, or not any more, each as the
	// statement that it denies: "I no longer work at Acme" denies works_at Acme.
	Denials []Statement `json:"denials,omitempty"`
	// Endings are what the message says is over of what was stated in other words.
	Endings []Ending `json:"endings,omitempty"`
}

// Read reads a message of a user.
func Read(message string) Reading {
	body := message
	if len(body) > MaxMessage {
		body = strings.ToValidUTF8(body[:MaxMessage], "")
	}
	m := newMessage(body)
	out := Reading{
		Language: text.Detect(body, text.Und).String(), Denials: m.each((*language).denied, nil),
		Statements: m.each((*language).sentence, (*language).amended),
		Endings:    m.endings(), Others: m.others(),
	}
	spoken := speaking().spoken(m.tokens[:min(len(m.tokens), beginning)])
	if out.Language == "" && spoken != nil {
		out.Language = spoken.code
	}
	out.Event, out.Intent = m.event(cmp.Or(spoken, speaking().all[0]), out.Statements)
	return out
}

// each reads the sentences of the message once in each language that it may be in, and
// mends all of what it found there.
func (m *message) each(read func(*language, *message, sentence) []Statement, mend func(*language, *message, []Statement) []Statement) []Statement {
	if m.joking() {
		return nil
	}
	var out []Statement
	for _, l := range languages() {
		if !l.spokenIn(m) {
			continue
		}
		m.prior, m.mistaken, m.demanding = nil, false, false
		var found []Statement
		for _, s := range m.sentences {
			found = append(found, read(l, m, s)...)
		}
		if mend != nil {
			found = mend(l, m, found)
		}
		out = append(out, found...)
	}
	slices.SortStableFunc(out, func(a, b Statement) int { return cmp.Compare(a.Start, b.Start) })
	return slices.CompactFunc(out, func(a, b Statement) bool { return a.Predicate == b.Predicate && a.Value == b.Value })
}
