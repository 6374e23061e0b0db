package command

import (
	"strconv"
	"strings"
	"time"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/cmd/lukasa/output"
)

// records shows experiences as rows.
func records() view[lukasa.Experience] {
	return view[lukasa.Experience]{
		columns: []string{"id", "time", "who", "imp", "text", "tags"},
		row: func(e lukasa.Experience) []any {
			return []any{e.ID.String(), clock(e.Time), who(e), e.Importance, story(e), strings.Join(e.Tags, " ")}
		},
		graph: recordGraph,
		people: &view[lukasa.Experience]{
			columns: []string{"record", "text"},
			row:     func(e lukasa.Experience) []any { return []any{e.ID.String() + "\n" + particulars(e), story(e)} },
		},
	}
}

// particulars says in a line or two whose a record is, of when, how important,
// and its tags.
func particulars(e lukasa.Experience) string {
	lines := clock(e.Time) + "  " + who(e) + "  importance " + strconv.Itoa(e.Importance)
	if len(e.Tags) > 0 {
		lines += "\n" + strings.Join(e.Tags, " ")
	}
	return lines
}

// record shows one experience with all that people may want of it.
func record() view[lukasa.Experience] {
	v := records()
	v.people = nil
	v.columns = []string{
		"id", "agent", "session", "kind", "speaker", "time", "context", "action", "outcome", "content", "summary",
		"importance", "quality", "confidence", "category", "tags", "entities", "status", "version",
	}
	v.row = func(e lukasa.Experience) []any {
		return []any{
			e.ID.String(), e.Agent, e.Session, string(e.Kind), e.Speaker, e.Time, e.Context, e.Action, e.Outcome, e.Content, e.Summary,
			e.Importance, e.Quality.String(), e.Confidence, string(e.Category), strings.Join(e.Tags, " "), entityNames(e),
			string(e.Status), e.Version,
		}
	}
	return v
}

// story is what a record tells, as people read it.
func story(e lukasa.Experience) string {
	if e.Kind == "experience" {
		return e.Context + "\n→ " + e.Action + "\n⇒ " + e.Outcome
	}
	return e.Content
}

func who(e lukasa.Experience) string {
	if e.Speaker != "" {
		return e.Speaker
	}
	return e.Agent
}

func clock(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04")
}

func entityNames(e lukasa.Experience) string {
	names := make([]string, len(e.Mentions))
	for i, m := range e.Mentions {
		names[i] = string(m.Entity)
	}
	return strings.Join(names, " ")
}

// recordGraph draws a record, what it mentions and the relations it tells.
func recordGraph(e lukasa.Experience) []any {
	node := recordNode(e)
	values := []any{node}
	for _, m := range e.Mentions {
		values = append(values, entityNode(m.Entity), output.Edge{From: node.ID, To: string(m.Entity), Label: "MENTIONED"})
	}
	for _, l := range e.Relations {
		values = append(values, entityNode(l.From), entityNode(l.To),
			output.Edge{From: string(l.From), To: string(l.To), Label: string(l.Type)})
	}
	return values
}

func recordNode(e lukasa.Experience) output.Node {
	text := e.Content
	if e.Kind == "experience" {
		text = e.Context
	}
	return output.Node{ID: e.ID.String(), Label: "Experience", Properties: map[string]any{"context": text}}
}

func entityNode(key lukasa.EntityKey) output.Node {
	return output.Node{ID: string(key), Label: "Entity", Properties: map[string]any{"name": string(key)}}
}
