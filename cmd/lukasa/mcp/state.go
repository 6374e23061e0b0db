package mcp

import (
	"context"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lukasadb/lukasa"
)

// addState offers statements, which know what they replace and what speaks against them.
func (s *server) addState() {
	add(s, tool{
		name: "state", title: "State a fact", hints: writing(false),
		text: `Keep what is true of one person, organisation, project or thing as subject, predicate and object. Call it rather
than retain where it is one value of one thing, above all one that may change: where somebody works, on which day
something is due. Said again it gains confidence; another value retires the old one where only one holds at a time,
or it is told that the two disagree. When the user has said which of them holds, state that with correction.`,
		bounds: []bound{
			{field: "type", choice: []string{"identity", "state", "preference", "relation"}},
			{field: "confidence", min: 0.01, max: 1, otherwise: 0.7},
		},
	}, s.state)
}

type stateIn struct {
	Subject    string  `json:"subject" jsonschema:"whom or what it is true of, as type:name such as person:ana, customer:gai-media"`
	Predicate  string  `json:"predicate" jsonschema:"what of it, as a lower-case name such as works_at, delivery_day, likes; always the same one for the same thing"`
	Object     value   `json:"object,omitempty" jsonschema:"its value: a text, a number, true or false; a text that is JSON is taken as that; or else object_entity"`
	Entity     string  `json:"object_entity,omitempty" jsonschema:"its value, where that is a person or thing itself, as type:name such as org:acme"`
	Type       string  `json:"type,omitempty" jsonschema:"what sort of predicate it is; of an identity or a state one value holds at a time, and so where the rules of the store say so; of others many may"`
	Correction bool    `json:"correction,omitempty" jsonschema:"the user corrects what was known, or has said which of two values holds"`
	Content    string  `json:"content,omitempty" jsonschema:"the words in which it was said; default the statement written out"`
	Confidence float64 `json:"confidence,omitempty" jsonschema:"how sure it is"`
	Session    string  `json:"session,omitempty" jsonschema:"the run or conversation it was said in"`
	Time       string  `json:"time,omitempty" jsonschema:"when it was said, if not now: 2025-11-27T09:00:00Z, 2025-11-27, or how long ago (12h, 30d)"`
}

func (s *server) state(ctx context.Context, in stateIn) (done lukasa.Retained, said []string, err error) {
	e, err := s.statement(in)
	if err != nil {
		return done, nil, err
	}
	if err := s.namePredicate(ctx, e.Statement); err != nil {
		return done, nil, err
	}
	if done, err = s.Memory.State(ctx, e); err != nil {
		return done, nil, err
	}
	return done, []string{kept(done)}, nil
}

// statement makes the record that states it; the library checks it.
func (s *server) statement(in stateIn) (lukasa.Experience, error) {
	st := &lukasa.Statement{Predicate: in.Predicate, PredicateType: in.Type}
	e := lukasa.Experience{Content: in.Content, Confidence: in.Confidence, Session: in.Session, Statement: st}
	var err error
	if st.Subject, err = parseKey("subject", in.Subject); err != nil {
		return e, err
	}
	switch {
	case in.Object.empty() == (in.Entity == ""):
		return e, wrong("object", "want exactly one of object and object_entity")
	case in.Entity != "":
		st.Entity, err = parseKey("object_entity", in.Entity)
	default:
		st.Value, err = in.Object.read()
	}
	if err != nil {
		return e, err
	}
	if in.Correction {
		st.Provenance = "correction"
	}
	return e, s.moment("time", in.Time, &e.Time)
}

// namePredicate writes a predicate as all are written, unless something is stated of the subject under
// the name as it is.
func (s *server) namePredicate(ctx context.Context, st *lukasa.Statement) error {
	name := predicateName(st.Predicate)
	if name == st.Predicate {
		return nil
	}
	facts, err := s.Memory.Facts(ctx, lukasa.FactQuery{Subject: st.Subject, Predicate: st.Predicate, All: true, Limit: 1})
	if len(facts) == 0 {
		st.Predicate = name
	}
	return err
}

// predicateName writes the name of a predicate as all are written: a model that says
// "Delivery Day" or "deliveryDay" once and delivery_day the next time means one of which
// the newer value retires the older.
func predicateName(s string) string {
	var out strings.Builder
	for i, r := range s {
		if unicode.IsUpper(r) && i > 0 && lowerBefore(s[:i]) {
			out.WriteByte('_')
		}
		out.WriteRune(unicode.ToLower(r))
	}
	apart := func(r rune) bool { return unicode.IsSpace(r) || r == '-' || r == '_' }
	return strings.Join(strings.FieldsFunc(out.String(), apart), "_")
}

// lowerBefore tells whether a text ends in a small letter.
func lowerBefore(s string) bool {
	last, _ := utf8.DecodeLastRuneInString(s)
	return unicode.IsLower(last)
}

// value is a text, a number, true or false, as it was written.
type value json.RawMessage

// UnmarshalJSON implements [json.Unmarshaler].
func (v *value) UnmarshalJSON(written []byte) error {
	*v = append((*v)[:0], written...)
	return nil
}

// empty tells whether there is none, or a text without a character.
func (v value) empty() bool { return len(v) == 0 || string(v) == `""` || string(v) == "null" }

// read takes the JSON that a text holds, and what holds none as it is.
func (v value) read() (json.RawMessage, error) {
	if v[0] != '"' {
		if n, err := strconv.ParseFloat(string(v), 64); err == nil && math.Abs(n) >= exactNumber {
			return nil, wrong("object", "is a number of more than 53 bits, which JSON does not keep: want a text")
		}
		return json.RawMessage(v), nil
	}
	var text string
	if err := json.Unmarshal(v, &text); err != nil {
		return nil, err
	}
	if json.Valid([]byte(text)) {
		return json.RawMessage(text), nil
	}
	return json.Marshal(text)
}
