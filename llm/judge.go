package llm

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

const maxReason = 1000

const judgeInstructions = `Answer the question in "ask" about the passages by choosing one of "options". Give: choice,
the name of the option; confidence, 0 to 1; reason, one or two sentences that name the passages it rests on.`

// Judge implements [Model].
func (m *remote) Judge(ctx context.Context, q Question) (Verdict, error) {
	err := errors.Join(checkPassages(q.Passages, false), checkOptions("Choices", q.Choices, 2))
	if strings.TrimSpace(q.Ask) == "" {
		err = errors.Join(err, fmt.Errorf("%w: Ask is empty", ErrInput))
	}
	if err != nil {
		return Verdict{}, err
	}
	return ask(ctx, m, task{
		name:         "verdict",
		instructions: judgeInstructions,
		schema: object(map[string]any{
			"choice": oneOf(q.Choices), "confidence": typed("number"), "reason": typed("string"),
		}),
		input: document{Ask: q.Ask, Options: described(q.Choices), Passages: numbered(q.Passages)},
	}, func(answer []byte) (Verdict, error) { return readVerdict(answer, q) })
}

func readVerdict(answer []byte, q Question) (Verdict, error) {
	var in struct {
		Choice     string   `json:"choice"`
		Confidence *float64 `json:"confidence"`
		Reason     string   `json:"reason"`
	}
	if err := decode(answer, &in); err != nil {
		return Verdict{}, err
	}
	if !hasOption(q.Choices, in.Choice) {
		return Verdict{}, errors.New("choice is not the name of an option")
	}
	if err := checkConfidence(in.Confidence); err != nil {
		return Verdict{}, err
	}
	return Verdict{Choice: in.Choice, Confidence: *in.Confidence, Reason: printable(in.Reason, maxReason)}, nil
}
