package query

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/embed/static"
	"github.com/lukasadb/lukasa/query/rank"
)

// coverPassages covers a question by a text as recall does, word by word.
func coverPassages(question, text string) []float32 {
	embedder := static.New()
	c := embedder.Coverage(question)
	p := passages{}
	for range c.Words() {
		p.question = append(p.question, rank.Word{IDF: 1})
	}
	n := c.Numbered()
	var places []int32
	for i, word := range strings.Fields(text) {
		places = append(places, int32(n.Enter(uint32(i+1), embedder.Spelling(word), func() string { return word })))
	}
	n.Compare()
	return p.of(n, places)
}

// Words far apart in a long record are not taken together; those near each other are, wherever they stand.
func TestPassages(t *testing.T) {
	t.Parallel()
	const question = "violin teacher"
	filler := strings.Repeat("grey ", 3*halfPassage)
	whole := float32(0.999)
	near := coverPassages(question, filler+"violin teacher "+filler)
	require.Greater(t, near[0], whole)
	require.Greater(t, near[1], whole)
	across := coverPassages(question, strings.Repeat("grey ", halfPassage-1)+"violin teacher "+filler)
	require.Greater(t, min(across[0], across[1]), whole, "a passage begins in the middle of another")
	far := coverPassages(question, "violin "+filler+"teacher")
	require.Less(t, min(far[0], far[1]), whole)
	require.Equal(t, coverPassages(question, "violin grey teacher"), coverPassages(question, "teacher grey violin"))
}
