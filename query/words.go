package query

import (
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/embed/static"
	"github.com/lukasadb/lukasa/internal/lexical"
	"github.com/lukasadb/lukasa/internal/text/kinds"
	"github.com/lukasadb/lukasa/query/rank"
)

// ReadWords lists the words of a question that carry meaning, each once, with their
// weight among the records of the index that the terms are from, and what tells how
// well a record covers them. The caller may release that.
func ReadWords(terms []lexical.QueryTerm) ([]rank.Word, *static.Coverage) {
	var line strings.Builder
	var kept []lexical.QueryTerm
	var ends []int
	for _, t := range terms {
		if t.Stop || slices.ContainsFunc(kept, func(o lexical.QueryTerm) bool { return o.Text == t.Text }) {
			continue
		}
		line.WriteString(t.Text)
		kept, ends = append(kept, t), append(ends, line.Len())
		line.WriteByte(' ')
	}
	coverage := static.New().Coverage(line.String())
	words := make([]rank.Word, len(coverage.Words()))
	for i, w := range coverage.Words() {
		t := kept[slices.IndexFunc(ends, func(end int) bool { return w.End <= end })]
		word := line.String()[w.Start:w.End]
		words[i] = rank.Word{Text: word, IDF: t.IDF, Rarity: t.Rarity, Known: t.DF > 0}
		if covers := kinds.Asked(word); covers != nil {
			coverage.Widen(i, rank.OfKind, covers)
		}
	}
	return words, coverage
}
