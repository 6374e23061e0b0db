package shell

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Suggestion is one way to go on with what was typed.
type Suggestion struct {
	Text   string // replaces the word that was begun
	Group  string // keyword, label, edge, property, function, parameter, variable, command, mode
	Detail string // what it is, in a few words
}

// complete suggests how the word that ends text may go on. The word is what the
// suggestions replace.
func complete(text string, catalog Catalog, params map[string]any) (word string, suggestions []Suggestion) {
	start := len(text)
	for start > 0 && isWord(text[start-1]) {
		start--
	}
	word = text[start:]
	before := strings.TrimRightFunc(text[:start], unicode.IsSpace)
	if line := strings.TrimLeftFunc(text, unicode.IsSpace); strings.HasPrefix(line, ":") {
		return word, matching(word, completeCommand(line, catalog))
	}
	statement, open := lastStatement(text[:start])
	switch {
	case open:
		return word, nil // within a string, a quoted name or a comment
	case strings.HasSuffix(text[:start], "$"):
		suggestions = completeParams(params)
	case strings.HasSuffix(text[:start], "."):
		suggestions = completeProperties(owner(before), statement, catalog)
	case inBraces(statement):
		suggestions = completeProperties(patternLabel(statement), statement, catalog)
	case strings.HasSuffix(before, ":") || strings.HasSuffix(before, "|"):
		suggestions = completeLabels(statement, catalog)
	default:
		suggestions = completeWords(word, statement, catalog)
	}
	return word, matching(word, suggestions)
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// matching keeps the suggestions that begin with word, in any case, once each.
func matching(word string, all []Suggestion) []Suggestion {
	seen := map[string]bool{}
	var out []Suggestion
	for _, s := range all {
		if len(s.Text) >= len(word) && strings.EqualFold(s.Text[:len(word)], word) && !seen[s.Text] {
			seen[s.Text] = true
			out = append(out, s)
		}
	}
	return out
}

// lastStatement returns the statement that text ends in, and whether its end
// stands within something quoted or a comment.
func lastStatement(text string) (statement string, open bool) {
	start := 0
	var s scanner
	for i, r := range text {
		if s.zone == plain && r == ';' {
			start, s = i+1, scanner{}
			continue
		}
		s.step(r)
	}
	return text[start:], s.zone != plain
}

func completeParams(params map[string]any) []Suggestion {
	var out []Suggestion
	for _, name := range slices.Sorted(maps.Keys(params)) {
		out = append(out, Suggestion{name, "parameter", brief(params[name])})
	}
	return out
}

func completeLabels(statement string, catalog Catalog) []Suggestion {
	var out []Suggestion
	if strings.LastIndexByte(statement, '[') > strings.LastIndexAny(statement, "()]") {
		for _, l := range catalog.Edges {
			out = append(out, Suggestion{l.Name, "edge", "(:" + l.From + ")->(:" + l.To + ")"})
		}
		return out
	}
	for _, l := range catalog.Nodes {
		out = append(out, Suggestion{l.Name, "label", propertyNames(l)})
	}
	return out
}

func propertyNames(l Label) string {
	names := make([]string, len(l.Properties))
	for i, p := range l.Properties {
		names[i] = p.Name
	}
	return strings.Join(names, ", ")
}

// owner returns the name before a final ".".
func owner(before string) string {
	end := strings.TrimRight(strings.TrimSuffix(before, "."), " \t")
	start := len(end)
	for start > 0 && isWord(end[start-1]) {
		start--
	}
	return end[start:]
}

var (
	patterns  = regexp.MustCompile(`[(\[]\s*([A-Za-z_]\w*)?\s*:\s*([A-Za-z_]\w*)`)
	pattern   = regexp.MustCompile(`[(\[]\s*(?:[A-Za-z_]\w*)?\s*:\s*([A-Za-z_]\w*)\s*\{[^{}]*$`)
	inPattern = regexp.MustCompile(`[(\[][^()\[\]{}]*\{([^{}]*,)?\s*$`)
)

// inBraces reports whether a property name of a pattern is to come:
// (e:Experience {importance: 5, …
func inBraces(statement string) bool { return inPattern.MatchString(statement) }

// patternLabel returns the label of the pattern whose braces are open.
func patternLabel(statement string) string {
	if m := pattern.FindStringSubmatch(statement); m != nil {
		return m[1]
	}
	return ""
}

// variables returns the label of each variable that a pattern of the statement
// declares.
func variables(statement string) map[string]string {
	out := map[string]string{}
	for _, m := range patterns.FindAllStringSubmatch(statement, -1) {
		if m[1] != "" {
			out[m[1]] = m[2]
		}
	}
	return out
}

// completeProperties suggests the properties of a variable or a label, or those
// of every label where the name is not known.
func completeProperties(name, statement string, catalog Catalog) []Suggestion {
	if label, declared := variables(statement)[name]; declared {
		name = label
	}
	labels := slices.Concat(catalog.Nodes, catalog.Edges)
	if l, known := catalog.find(name); known {
		labels = []Label{l}
	}
	var out []Suggestion
	for _, l := range labels {
		for _, p := range l.Properties {
			out = append(out, Suggestion{p.Name, "property", l.Name + " " + p.Type})
		}
	}
	return out
}

// completeWords suggests variables, keywords and functions. Keywords follow the
// case of the word that was begun.
func completeWords(word, statement string, catalog Catalog) []Suggestion {
	var out []Suggestion
	declared := variables(statement)
	for _, name := range slices.Sorted(maps.Keys(declared)) {
		out = append(out, Suggestion{name, "variable", ":" + declared[name]})
	}
	lower := word != "" && word == strings.ToLower(word)
	for _, k := range keywords {
		if lower {
			k = strings.ToLower(k)
		}
		out = append(out, Suggestion{k, "keyword", ""})
	}
	for _, f := range catalog.Functions {
		out = append(out, Suggestion{f, "function", ""})
	}
	return out
}

// completeCommand suggests the names of commands, and then their arguments.
func completeCommand(line string, catalog Catalog) []Suggestion {
	name, _, has := strings.Cut(line[1:], " ")
	var out []Suggestion
	if !has {
		for _, c := range commands() {
			out = append(out, Suggestion{c.name, "command", c.about})
		}
		return out
	}
	for _, c := range commands() {
		if c.name == name && c.arguments != nil {
			return c.arguments(catalog)
		}
	}
	return nil
}
