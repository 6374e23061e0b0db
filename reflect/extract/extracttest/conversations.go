package extracttest

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/text"
)

// Conversation is what one user said, in order.
type Conversation struct {
	Split    string // seen, held, third or fourth: rules were drawn from the first
	Title    string
	Messages []Message
}

// Message is what the user said, and what it teaches.
type Message struct {
	Text    string
	Lessons []Lesson
}

// Lesson is one thing that a message teaches.
type Lesson struct {
	Kind  string // such as name, or relation:sister
	Value string // empty where nothing takes the place of Old
	Old   string // the value that it takes the place of, if it does
}

// Conversations reads a file of them: "# split | title", and below it "> message" with
// "= kind: value | kind: value < old" behind each; a value - is none.
func Conversations(t testing.TB, file string) (out []Conversation) {
	raw, err := os.ReadFile(file)
	require.NoError(t, err)
	for line := range strings.Lines(string(raw)) {
		line = strings.TrimSpace(line)
		body := strings.TrimSpace(strings.TrimLeft(line, "#>="))
		switch {
		case strings.HasPrefix(line, "#"):
			split, title, found := strings.Cut(body, " | ")
			require.True(t, found, line)
			out = append(out, Conversation{Split: split, Title: title})
		case strings.HasPrefix(line, ">"):
			c := &out[len(out)-1]
			c.Messages = append(c.Messages, Message{Text: body})
		case strings.HasPrefix(line, "="):
			c := &out[len(out)-1]
			c.Messages[len(c.Messages)-1].Lessons = lessons(t, body)
		}
	}
	return out
}

// Voices reads a file of messages, each with a tab and its lessons behind it as in
// [Conversations].
func Voices(t testing.TB, file string) (out []Message) {
	raw, err := os.ReadFile(file)
	require.NoError(t, err)
	for line := range strings.Lines(string(raw)) {
		said, taught, found := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		require.True(t, found, line)
		out = append(out, Message{Text: said, Lessons: lessons(t, taught)})
	}
	return out
}

func lessons(t testing.TB, line string) (out []Lesson) {
	if line == "" {
		return nil
	}
	for part := range strings.SplitSeq(line, " | ") {
		kind, value, found := strings.Cut(part, ": ")
		require.True(t, found, part)
		value, old, _ := strings.Cut(value, " < ")
		if value = strings.TrimSpace(value); value == "-" {
			value = ""
		}
		out = append(out, Lesson{strings.TrimSpace(kind), value, strings.TrimSpace(old)})
	}
	return out
}

// predicates are the names under which the kinds of the set are learned, where they differ.
var predicates = map[string][]string{
	"email": {"email"}, "phone": {"phone_number"}, "remember": {"note"}, "other": {"status"}, "health": {"health", "status", "symptom", "takes"},
	"weakness": {"weakness", "knowledge_gap"}, "owns": {"owns", "has_children"},
}

// Predicate tells whether a lesson is learned under a predicate.
func (l *Lesson) Predicate(name string) bool {
	if kin, ok := strings.CutPrefix(l.Kind, "relation:"); ok {
		return name == kin+"_name" || name == kin
	}
	if thing, ok := strings.CutPrefix(l.Kind, "favourite:"); ok {
		return name == "favourite_"+strings.ReplaceAll(thing, " ", "_")
	}
	for _, p := range predicates[l.Kind] {
		if p == name {
			return true
		}
	}
	return l.Kind == name
}

// more is how many function words a value may have beside those of another.
const more = 4

// Same tells whether two values are equal, or one holds the other with at most a few
// function words more.
func Same(a, b string) bool {
	v, w := fields(a), fields(b)
	if len(v) < len(w) {
		v, w = w, v
	}
	if len(v)-len(w) > more || len(w) == 0 {
		return false
	}
	for at := 0; at+len(w) <= len(v); at++ {
		if equal(v[at:at+len(w)], w) && functional(v[:at]) && functional(v[at+len(w):]) {
			return true
		}
	}
	return false
}

func fields(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return strings.ContainsRune(" ,.;:!?\"“”()", r) })
}

func equal(a, b []string) bool { return strings.Join(a, " ") == strings.Join(b, " ") }

// functional tells whether words are but function words.
func functional(words []string) bool {
	for _, w := range words {
		if !text.StopIn(w).Has(text.English) {
			return false
		}
	}
	return true
}

// Holds are the lessons of a conversation that hold at its end, and those that a later one
// has taken the place of.
func (c *Conversation) Holds() (held, replaced []Lesson) {
	for _, m := range c.Messages {
		for _, l := range m.Lessons {
			for i := range held {
				if l.Old != "" && held[i].Value == l.Old {
					replaced = append(replaced, held[i])
					held = append(held[:i], held[i+1:]...)
					break
				}
			}
			if l.Value != "" {
				held = append(held, l)
			}
		}
	}
	return held, replaced
}

// Says tells whether a text says a value: whether it has all its words but function words.
func Says(said, value string) bool {
	have := fields(said)
	for _, w := range fields(value) {
		if !functional([]string{w}) && !slices.Contains(have, w) {
			return false
		}
	}
	return true
}
