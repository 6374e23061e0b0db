package llm

import (
	"context"
	"errors"
	"fmt"
)

// Bounds of a statement's parts, in bytes.
const (
	maxStatement = 1000
	maxTerm      = 300
)

const defaultStatements = 20

const extractInstructions = `Find what the passages state that is worth remembering, of the kinds in "options" only.
For each statement give: kind, the name of an option; text, one sentence that is understood without the passage, with
names in place of pronouns; subject, predicate and object, short, or empty strings; confidence, 0 to 1, how surely the
passage says so; passage, its number; quote, the words of that passage that say so, copied exactly. Leave out what is
only asked, supposed or reported of nobody. At most %d statements. If there are none, answer with an empty list.`

// Extract implements [Model].
func (m *remote) Extract(ctx context.Context, q Extraction) (Extracted, error) {
	most, err := limit("Max", q.Max, defaultStatements)
	err = errors.Join(err, checkPassages(q.Passages, true), checkOptions("Kinds", q.Kinds, 1))
	if err != nil {
		return Extracted{}, err
	}
	text := typed("string")
	return ask(ctx, m, task{
		name:         "statements",
		instructions: fmt.Sprintf(extractInstructions, most),
		schema: object(map[string]any{"statements": array(object(map[string]any{
			"kind": oneOf(q.Kinds), "text": text, "subject": text, "predicate": text, "object": text,
			"confidence": typed("number"), "passage": typed("integer"), "quote": text,
		}))}),
		input: document{Options: described(q.Kinds), Passages: numbered(q.Passages)},
	}, func(answer []byte) (Extracted, error) { return readStatements(answer, q, most) })
}

type statement struct {
	Kind       string   `json:"kind"`
	Text       string   `json:"text"`
	Subject    string   `json:"subject"`
	Predicate  string   `json:"predicate"`
	Object     string   `json:"object"`
	Confidence *float64 `json:"confidence"`
	Passage    *int     `json:"passage"`
	Quote      string   `json:"quote"`
}

// readStatements checks each statement by itself: one that does not hold is
// left out, and the others stay.
func readStatements(answer []byte, q Extraction, most int) (Extracted, error) {
	var in struct {
		Statements *[]statement `json:"statements"`
	}
	if err := decode(answer, &in); err != nil {
		return Extracted{}, err
	}
	if in.Statements == nil {
		return Extracted{}, errors.New(`it has no "statements"`)
	}
	var out Extracted
	for i, s := range *in.Statements {
		checked, err := s.check(q)
		if err == nil && len(out.Statements) == most {
			err = fmt.Errorf("more than %d statements", most)
		}
		if err != nil {
			out.Rejected = append(out.Rejected, fmt.Sprintf("statement %d: %s", i, err))
			continue
		}
		out.Statements = append(out.Statements, checked)
	}
	return out, nil
}

func (s statement) check(q Extraction) (Statement, error) {
	if err := checkConfidence(s.Confidence); err != nil {
		return Statement{}, err
	}
	switch {
	case !hasOption(q.Kinds, s.Kind):
		return Statement{}, errors.New("kind is not one of those asked for")
	case s.Passage == nil || *s.Passage < 0 || *s.Passage >= len(q.Passages):
		return Statement{}, errors.New("passage is not the number of one")
	}
	out := Statement{
		Kind: s.Kind, Text: printable(s.Text, maxStatement),
		Subject: printable(s.Subject, maxTerm), Predicate: printable(s.Predicate, maxTerm), Object: printable(s.Object, maxTerm),
		Confidence: *s.Confidence, Passage: *s.Passage,
	}
	if out.Text == "" {
		return Statement{}, errors.New("text is empty")
	}
	var found bool
	if out.Start, out.End, found = find(q.Passages[out.Passage].Text, s.Quote); !found {
		return Statement{}, errors.New("the passage does not say the quote")
	}
	return out, nil
}
