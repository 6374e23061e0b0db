package main

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/query/rank"
)

// budgets are the tokens of the contexts that are measured.
var budgets = []int{500, 1000, 2000, 4000}

// Contexts is how much of what a question needs stands in a context of a size, which recall fills as far as it has something to
// say. All figures are means over the questions that are not adversarial.
type Contexts struct {
	Tokens   int     `json:"tokens"`      // budget
	Used     float64 `json:"tokens_used"` // as the built-in counter bounds them
	Records  float64 `json:"records"`
	Evidence float64 `json:"evidence"` // share of a question's evidence that is there
	Whole    float64 `json:"whole"`    // share of the questions all of whose evidence is there
}

// writeContexts measures the contexts of all budgets.
func writeContexts(ctx context.Context, cases []*Case) ([]Contexts, error) {
	var out []Contexts
	for _, tokens := range budgets {
		sum, n := Contexts{Tokens: tokens}, 0.0
		for _, c := range cases {
			if c.Probe.Category == 5 {
				continue
			}
			made, err := c.Agent.(*told).context(ctx, c.Probe.Question, tokens)
			if err != nil {
				return nil, err
			}
			sum.add(c, made)
			n++
		}
		if n > 0 {
			out = append(out, Contexts{tokens, sum.Used / n, sum.Records / n, sum.Evidence / n, sum.Whole / n})
		}
	}
	return out, nil
}

// add counts the context of one question.
func (s *Contexts) add(c *Case, made lukasa.Context) {
	found := 0
	for _, e := range made.Included {
		if id, err := uuid.Parse(e.ID); err == nil && c.gold(rank.ID(id)) {
			found++
		}
	}
	s.Used += float64(made.Tokens)
	s.Records += float64(len(made.Included))
	s.Evidence += float64(found) / float64(len(c.Probe.Evidence))
	if found == len(c.Probe.Evidence) {
		s.Whole++
	}
}

// context is what the product writes for a prompt about a question.
func (t *told) context(ctx context.Context, question string, tokens int) (lukasa.Context, error) {
	t.ready()
	answer, err := t.mem.Recall(ctx, lukasa.Query{Text: question, Tokens: tokens, User: t.c.User})
	if err != nil {
		return lukasa.Context{}, fmt.Errorf("quality: %s: %q: %w", t.c.ID, question, err)
	}
	return answer.Prompt(lukasa.Prompt{})
}
