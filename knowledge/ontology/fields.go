package ontology

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/lukasadb/lukasa/schema"
)

// fields returns the values of a mapping by the names that known gives to its
// keys; a nil known takes all. Keys that are unknown, no text, or there twice
// are problems.
func (l *loader) fields(n *yaml.Node, at string, known map[string]string) map[string]*yaml.Node {
	out := make(map[string]*yaml.Node, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if key.Kind != yaml.ScalarNode || key.Tag == "!!merge" {
			l.bad(key, at, "want a plain name before the colon")
			continue
		}
		name, ok := key.Value, true
		if known != nil {
			name, ok = known[key.Value]
		}
		field := strings.TrimPrefix(at+"."+key.Value, ".")
		switch {
		case !ok:
			l.bad(key, field, "unknown; want %s", names(known))
		case known != nil && name == "":
		case out[name] != nil:
			l.bad(key, field, "there twice, first on line %d", out[name].Line)
		case value.Kind == yaml.AliasNode:
			l.bad(value, field, "anchors are not followed; write the value out")
		default:
			out[name] = value
		}
	}
	return out
}

// names lists what fields may be called, the short name of each.
func names(known map[string]string) string {
	short := map[string]string{}
	for name, field := range known {
		if old, ok := short[field]; field != "" && (!ok || len(name) < len(old)) {
			short[field] = name
		}
	}
	return strings.Join(slices.Sorted(maps.Values(short)), ", ")
}

// text returns a field that holds one; "" if it is not there.
func (l *loader) text(fields map[string]*yaml.Node, name, at string) string {
	n := fields[name]
	switch {
	case n == nil || n.Kind == yaml.ScalarNode && n.Tag == "!!null":
		return ""
	case n.Kind != yaml.ScalarNode:
		l.bad(n, at+"."+name, "want one text")
		return ""
	}
	return n.Value
}

// object reads a mapping of any content.
func (l *loader) object(n *yaml.Node, at string) schema.Metadata {
	if n.Kind == yaml.ScalarNode && n.Tag == "!!null" {
		return nil
	}
	if n.Kind != yaml.MappingNode {
		l.bad(n, at, "want a mapping")
		return nil
	}
	value, _ := l.value(n, at, 0).(map[string]any)
	return value
}

// value turns a tree into what JSON has: numbers keep their digits, and what
// YAML takes for a date stays the text it is.
func (l *loader) value(n *yaml.Node, at string, depth int) any {
	if depth > schema.MaxDepth {
		l.bad(n, at, "nested deeper than %d", schema.MaxDepth)
		return nil
	}
	switch n.Kind {
	case yaml.MappingNode:
		out := map[string]any{}
		for name, child := range l.fields(n, at, nil) {
			out[name] = l.value(child, at+"."+name, depth+1)
		}
		return out
	case yaml.SequenceNode:
		out := make([]any, len(n.Content))
		for i, child := range n.Content {
			out[i] = l.value(child, at+"["+strconv.Itoa(i)+"]", depth+1)
		}
		return out
	case yaml.ScalarNode:
		return l.scalar(n, at)
	}
	l.bad(n, at, "anchors are not followed; write the value out")
	return nil
}

func (l *loader) scalar(n *yaml.Node, at string) any {
	switch n.Tag {
	case "!!null":
		return nil
	case "!!bool":
		var b bool
		if n.Decode(&b) != nil {
			l.bad(n, at, "want true or false")
		}
		return b
	case "!!int", "!!float":
		return l.number(n, at)
	}
	return n.Value
}

// number keeps a number as it is written, where JSON writes it so too; others,
// such as 0x1F or 1_000, by what they are.
func (l *loader) number(n *yaml.Node, at string) any {
	if json.Valid([]byte(n.Value)) {
		return json.Number(n.Value)
	}
	var whole int64
	if n.Tag == "!!int" && n.Decode(&whole) == nil {
		return json.Number(strconv.FormatInt(whole, 10))
	}
	var f float64
	if n.Decode(&f) == nil {
		if text, err := json.Marshal(f); err == nil {
			return json.Number(text)
		}
	}
	l.bad(n, at, "want a finite number")
	return nil
}

func fieldErrors(err error) []schema.FieldError {
	var invalid *schema.InvalidError
	if errors.As(err, &invalid) {
		return invalid.Fields
	}
	return nil
}
