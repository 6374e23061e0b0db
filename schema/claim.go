package schema

import (
	"bytes"
	"encoding/json"
	"math/big"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// SameObject reports whether two statements name the same object, however it is
// written; see [Statement.ObjectForm].
func (s *Statement) SameObject(o *Statement) bool { return s.ObjectForm() == o.ObjectForm() }

// ObjectForm is the object of a statement in the one form that all spellings of
// it share: an entity by its key; a JSON value with its members in order,
// numbers by what they are worth (1, 1.0 and 10e-1 are one) and texts without
// regard to case, to how many spaces part the words, and to whether marks are apart
// from their letters (NFC and NFD are one). An entity never has the form of a value.
func (s *Statement) ObjectForm() string {
	if s.Entity != "" {
		return "entity " + string(s.Entity)
	}
	d := json.NewDecoder(bytes.NewReader(s.Value))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return "value " + string(s.Value) // not JSON, which Validate refuses
	}
	text, err := json.Marshal(plainForm(v))
	if err != nil {
		return "value " + string(s.Value)
	}
	return "value " + string(text)
}

// plainForm brings a JSON value into its common form; maps are written in the
// order of their keys by the encoder.
func plainForm(v any) any {
	switch v := v.(type) {
	case string:
		return foldText(v)
	case json.Number:
		return plainNumber(v)
	case []any:
		for i := range v {
			v[i] = plainForm(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = plainForm(v[k])
		}
	}
	return v
}

// maxNumber is the length of a number that is worked out; longer ones, and
// exponents that would fill the memory, stay as they are written.
const maxNumber = 64

func plainNumber(n json.Number) any {
	text := n.String()
	if at := strings.IndexAny(text, "eE"); len(text) > maxNumber || at >= 0 && len(text)-at > 4 {
		return n
	}
	if r, ok := new(big.Rat).SetString(text); ok {
		return "\x00" + r.RatString() // no text begins so: validation refuses NUL
	}
	return n
}

func foldText(s string) string {
	return strings.ToLower(strings.Join(strings.Fields(norm.NFC.String(s)), " "))
}

// Sentence writes a statement out in its own words: subject, predicate, object.
func (s *Statement) Sentence() string {
	return strings.Join([]string{s.Subject.Name(), strings.ReplaceAll(s.Predicate, "_", " "), s.Object()}, " ")
}

// Object is the object of a statement for people: an entity's name, a text, or
// the JSON of any other value. No value and a blank text are shown as JSON too, as a
// sentence would else end before it says anything.
func (s *Statement) Object() string {
	var text string
	switch {
	case s.Entity != "":
		return s.Entity.Name()
	case json.Unmarshal(s.Value, &text) == nil && strings.TrimSpace(text) != "":
		return text
	}
	return strings.TrimSpace(string(s.Value))
}
