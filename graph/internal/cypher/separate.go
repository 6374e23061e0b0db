package cypher

import (
	"maps"
	"reflect"
	"strings"
)

// Separate gives each further place of a list or map in a statement a parameter of
// its own, with a name as long, so that columns stay where they were. The engine
// gives such a parameter its type where it first stands, and dies of a null
// pointer where it meets it again in another clause. What it is given stays as it
// is.
func Separate(text string, params map[string]any) (string, map[string]any, *Refusal) {
	tokens := Lex(text)
	taken := map[string]bool{}
	for name := range params {
		taken[strings.ToLower(name)] = true
	}
	for _, t := range tokens {
		taken[strings.ToLower(t.Name())] = true
	}
	var out strings.Builder
	copied, seen := 0, map[string]bool{}
	for _, t := range tokens {
		if t.Kind != Param || !compound(params[t.Name()]) {
			continue
		}
		if !seen[t.Name()] {
			seen[t.Name()] = true
			continue
		}
		name, ok := unused(taken, len(t.Name()))
		if !ok {
			return text, params, &Refusal{Token: t, Reason: "stands in too many places for so short a name"}
		}
		if copied == 0 {
			params = maps.Clone(params)
		}
		params[name] = params[t.Name()]
		out.WriteString(text[copied:t.Offset] + "$" + name)
		copied = t.Offset + len(t.Text)
	}
	return out.String() + text[copied:], params, nil
}

// Unbound returns the first parameter in a statement that has no value.
func Unbound(text string, params map[string]any) (Token, bool) {
	for _, t := range Lex(text) {
		if t.Kind != Param {
			continue
		}
		if _, given := params[t.Name()]; !given {
			return t, true
		}
	}
	return Token{}, false
}

// compound tells whether a value is one that holds others.
func compound(v any) bool {
	switch reflect.ValueOf(v).Kind() {
	case reflect.Slice, reflect.Array, reflect.Map:
		return true
	default:
		return false
	}
}

// unused takes a name of n letters that nothing has yet.
func unused(taken map[string]bool, n int) (string, bool) {
	const letters = "abcdefghijklmnopqrstuvwxyz"
	name := []byte(strings.Repeat("a", n))
	for {
		if !taken[string(name)] {
			taken[string(name)] = true
			return string(name), true
		}
		i := n - 1
		for i >= 0 && name[i] == letters[len(letters)-1] {
			name[i] = letters[0]
			i--
		}
		if i < 0 {
			return "", false
		}
		name[i]++
	}
}
