package llm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

const (
	defaultWords  = 150
	defaultPoints = 8
	maxTopics     = 10
	maxTopic      = 100

	// wordBytes bounds a word, so that a text bounded in words is bounded in
	// bytes, also in scripts that put no spaces between them.
	wordBytes = 20
)

const summariseInstructions = `Summarise the passages for somebody who will act on them later. Keep names, numbers,
dates, promises, decisions and open questions; where passages disagree, the later one counts, and say so. Give: text,
at most %d words, in the language of the passages; points, at most %d key facts, each with text and with passages, the
numbers of the passages that say so; topics, at most %d, a word or two each. If "focus" is there, keep to it.`

// Summarise implements [Model].
func (m *remote) Summarise(ctx context.Context, q Digest) (Summary, error) {
	words, errWords := limit("MaxWords", q.MaxWords, defaultWords)
	points, errPoints := limit("MaxPoints", q.MaxPoints, defaultPoints)
	if err := errors.Join(errWords, errPoints, checkPassages(q.Passages, true)); err != nil {
		return Summary{}, err
	}
	text := typed("string")
	return ask(ctx, m, task{
		name:         "summary",
		instructions: fmt.Sprintf(summariseInstructions, words, points, maxTopics),
		schema: object(map[string]any{
			"text":   text,
			"points": array(object(map[string]any{"text": text, "passages": array(typed("integer"))})),
			"topics": array(text),
		}),
		input: document{Focus: q.Focus, Passages: numbered(q.Passages)},
	}, func(answer []byte) (Summary, error) { return readSummary(answer, len(q.Passages), words, points) })
}

func readSummary(answer []byte, passages, words, points int) (Summary, error) {
	var in struct {
		Text   string `json:"text"`
		Points []struct {
			Text     string `json:"text"`
			Passages []int  `json:"passages"`
		} `json:"points"`
		Topics []string `json:"topics"`
	}
	if err := decode(answer, &in); err != nil {
		return Summary{}, err
	}
	most := words + words/3
	out := Summary{Text: printable(in.Text, maxAnswer)}
	switch {
	case out.Text == "":
		return Summary{}, errors.New("text is empty")
	case len(strings.Fields(out.Text)) > most || len(out.Text) > most*wordBytes:
		return Summary{}, fmt.Errorf("text has more than %d words", words)
	}
	for i, p := range in.Points {
		point, err := checkPoint(p.Text, p.Passages, passages)
		if err == nil && len(out.Points) == points {
			err = fmt.Errorf("more than %d points", points)
		}
		if err != nil {
			out.Rejected = append(out.Rejected, fmt.Sprintf("point %d: %s", i, err))
			continue
		}
		out.Points = append(out.Points, point)
	}
	for _, topic := range in.Topics {
		topic = printable(topic, maxTopic)
		if topic != "" && len(out.Topics) < maxTopics && !slices.Contains(out.Topics, topic) {
			out.Topics = append(out.Topics, topic)
		}
	}
	return out, nil
}

func checkPoint(text string, cited []int, passages int) (Point, error) {
	p := Point{Text: printable(text, maxStatement), Passages: slices.Clone(cited)}
	slices.Sort(p.Passages)
	p.Passages = slices.Compact(p.Passages)
	switch {
	case p.Text == "":
		return Point{}, errors.New("text is empty")
	case len(p.Passages) == 0:
		return Point{}, errors.New("no passage is cited")
	case p.Passages[0] < 0 || p.Passages[len(p.Passages)-1] >= passages:
		return Point{}, errors.New("a passage that was not given is cited")
	}
	return p, nil
}
