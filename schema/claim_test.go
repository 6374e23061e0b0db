package schema_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

// TestObjectForm: one object has one form however it is spelled, and two objects
// never share one (004-06).
func TestObjectForm(t *testing.T) {
	form := func(value string) string {
		return (&schema.Statement{Value: json.RawMessage(value)}).ObjectForm()
	}
	for _, same := range [][]string{
		{`"Friday"`, `"friday"`, `" friday\n"`},
		{`"two  words"`, `"Two words"`},
		{`"Hương"`, "\"hu\u031bo\u031bng\"", `"Hu\u031bo\u031bng"`},
		{`1`, `1.0`, `10e-1`, `0.1E1`},
		{`{"a":1,"b":"X"}`, `{ "b":"x", "a":1.00 }`},
		{`null`, ` null`},
		{`true`},
		{`[1,2]`, `[1.0, 2]`},
		{`[2,1]`},
		{`"1"`},
		{`"null"`},
		{`1e999999999`},
		{`"person:ana"`},
	} {
		for _, v := range same {
			require.Equal(t, form(same[0]), form(v), v)
		}
	}
	seen := map[string]string{(&schema.Statement{Entity: "person:ana"}).ObjectForm(): "entity"}
	for _, v := range []string{`"friday"`, `"two words"`, `1`, `"1"`, `1e999999999`, `null`, `"null"`, `[1,2]`, `[2,1]`, `"person:ana"`, `{"number":"1"}`} {
		require.Empty(t, seen[form(v)], "%s and %s", v, seen[form(v)])
		seen[form(v)] = v
	}
	require.True(t, (&schema.Statement{Entity: "a:b"}).SameObject(&schema.Statement{Entity: "a:b"}))
	require.False(t, (&schema.Statement{Entity: "a:b"}).SameObject(&schema.Statement{Entity: "a:B"}))
}

// TestSentenceNamesItsObject: whatever the object of a statement is, its sentence says
// it; no value and a blank text are objects too (004-06).
func TestSentenceNamesItsObject(t *testing.T) {
	for value, want := range map[string]string{
		`"Ulm"`:   "ana city Ulm",
		`true`:    "ana city true",
		`[1,"b"]`: `ana city [1,"b"]`,
		` null `:  "ana city null",
		`""`:      `ana city ""`,
		`" "`:     `ana city " "`,
	} {
		s := &schema.Statement{Subject: "person:ana", Predicate: "city", Value: json.RawMessage(value)}
		require.Equal(t, want, s.Sentence(), value)
	}
	s := &schema.Statement{Subject: "person:ana", Predicate: "city", Entity: "city:ulm"}
	require.Equal(t, "ana city ulm", s.Sentence())
}
