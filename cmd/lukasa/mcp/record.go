package mcp

import (
	"time"

	"github.com/lukasadb/lukasa"
)

// shownText is how much of a text an answer with many shows, in bytes; shownWhole that of
// one with few.
const (
	shownText  = 2000
	shownWhole = 64 << 10
)

// record is a memory as a model sees it.
type record struct {
	ID         string   `json:"id"`
	Kind       string   `json:"kind"`
	Time       string   `json:"time" jsonschema:"when it happened, in UTC"`
	Session    string   `json:"session,omitempty"`
	Who        string   `json:"who,omitempty" jsonschema:"who said or did it"`
	Context    string   `json:"context,omitempty" jsonschema:"the situation"`
	Action     string   `json:"action,omitempty" jsonschema:"what was done"`
	Outcome    string   `json:"outcome,omitempty" jsonschema:"how it ended"`
	Content    string   `json:"content,omitempty"`
	Statement  *claim   `json:"statement,omitempty" jsonschema:"what it states"`
	Importance int      `json:"importance"`
	Tags       []string `json:"tags,omitempty"`
	Status     string   `json:"status"`
	Cut        bool     `json:"cut,omitempty" jsonschema:"a text is longer than is shown, which ends with an ellipsis; history shows more"`
}

// claim is what a record states, in the fields of the tool state.
type claim struct {
	Subject   string `json:"subject"`
	Predicate string `json:"predicate"`
	Object    string `json:"object,omitempty"`
	Entity    string `json:"object_entity,omitempty"`
}

// shown returns a record with at most so many bytes of each text.
func shown(e *lukasa.Experience, most int) record {
	r := record{
		ID: e.ID.String(), Kind: string(e.Kind), Time: stamp(e.Time), Session: e.Session, Who: e.Speaker,
		Context: e.Context, Action: e.Action, Outcome: e.Outcome, Content: e.Content,
		Importance: e.Importance, Tags: e.Tags, Status: string(e.Status),
	}
	texts := []*string{&r.Context, &r.Action, &r.Outcome, &r.Content}
	if st := e.Statement; st != nil {
		r.Statement = &claim{Subject: string(st.Subject), Predicate: st.Predicate, Entity: string(st.Entity)}
		if st.Entity == "" {
			r.Statement.Object = st.Object()
		}
		texts = append(texts, &r.Statement.Object)
	}
	for _, text := range texts {
		short, cut := shorten(*text, most)
		*text, r.Cut = short, r.Cut || cut
	}
	return r
}

func shownAll(list []lukasa.Experience) []record {
	out := make([]record, len(list))
	for i := range list {
		out[i] = shown(&list[i], shownText)
	}
	return out
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}
