package knowledge

import (
	"context"
	"slices"
	"strings"
)

// Doubt is a name in a text that several bear, and of which it is not sure who is
// meant.
type Doubt struct {
	Text       string      `json:"text"` // the name, as it stands there
	Certainty  Certainty   `json:"certainty"`
	Candidates []Candidate `json:"candidates"` // best first
}

// Question asks the user who is meant.
func (d *Doubt) Question() string {
	names := make([]string, len(d.Candidates))
	for i, c := range d.Candidates {
		names[i] = c.Name
		if slices.ContainsFunc(d.Candidates, func(o Candidate) bool { return o.Entity != c.Entity && o.Name == c.Name }) {
			names[i] = string(c.Entity)
		}
	}
	last := len(names) - 1
	return "Who is meant by \"" + d.Text + "\": " + strings.Join(names[:last], ", ") + " or " + names[last] + "?"
}

// Doubts resolves the known names in the text of a question and returns those of
// which it is not sure, each once, in order (004-14). What the user answered
// before ([Registry.Learn]) is no doubt, and counts as a use of that alias.
func (g *Registry) Doubts(ctx context.Context, agent string, q Question) ([]Doubt, error) {
	names, err := g.book.For(ctx, agent)
	if err != nil {
		return nil, err
	}
	whole := q.Text
	q.Context, q.Use = whole, true
	var out []Doubt
	var seen []string
	for _, f := range names.Find(whole, q.User) {
		q.Text = whole[f.Start:f.End]
		if len(f.Bearers) == 1 && f.Bearers[0].User == "" || slices.Contains(seen, q.Text) {
			continue // one only, and nothing was asked
		}
		seen = append(seen, q.Text)
		id, err := g.Resolve(ctx, agent, q)
		if err != nil {
			return nil, err
		}
		if id.Certainty != Sure && len(id.Candidates) > 1 {
			out = append(out, Doubt{Text: q.Text, Certainty: id.Certainty, Candidates: id.Candidates})
		}
	}
	return out, nil
}
