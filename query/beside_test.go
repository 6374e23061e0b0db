package query_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// What a question is answered does not depend on how many others are asked at the
// same time, though the processors that none of them needs do some of the work (I10).
func TestAnswersBesideOthers(t *testing.T) {
	t.Parallel()
	c := newCrowd(t)
	questions := make([]lukasa.Query, 0, 6)
	alone := make([]string, 0, 6)
	for _, text := range []string{
		"which engine broke down?", "what about the invoice of the harbour", "Ana and the carrier's contract",
		"lamp sold in the warehouse", "what is late?", "what did Minh check last month",
	} {
		q := lukasa.Query{Text: text, Agents: []string{"desk"}, K: 50, Floor: ptr(0.0), Explain: true}
		questions, alone = append(questions, q), append(alone, answerBytes(t, c.Memory, q))
	}
	var all sync.WaitGroup
	for i := range 8 * len(questions) {
		all.Go(func() {
			at := i % len(questions)
			if answerBytes(t, c.Memory, questions[at]) != alone[at] {
				t.Errorf("%s: another answer beside others", questions[at].Text)
			}
		})
	}
	all.Wait()
	require.Contains(t, alone[0], "red truck")
}
