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
	coverage := covering(line.String())
	words := make([]rank.Word, len(coverage.Words()))
	for i, w := range coverage.Words() {
		t := kept[slices.IndexFunc(ends, func(end int) bool { return w.End <= end })]
		words[i] = rank.Word{Text: line.String()[w.Start:w.End], IDF: t.IDF, Rarity: t.Rarity, Known: t.DF > 0}
	}
	return words, coverage
}

// covering is the coverage of words, by the kinds that they name as well.
func covering(words string) *static.Coverage {
	coverage := static.New().Coverage(words)
	for i, w := range coverage.Words() {
		if covers := kinds.Asked(words[w.Start:w.End]); covers != nil {
			coverage.Widen(i, rank.OfKind, covers)
		}
	}
	return coverage
}

// bearing tells how much of what was asked a sentence covers; nil if nothing was.
func (a *Answer) bearing() func(string) float64 {
	var line strings.Builder
	for _, w := range a.words {
		line.WriteString(w.Text + " ")
	}
	coverage := covering(line.String())
	if len(coverage.Words()) == 0 || len(coverage.Words()) != len(a.words) {
		return nil
	}
	var best []float32
	return func(sentence string) (sum float64) {
		best = coverage.Best(best[:0], sentence)
		for i, x := range best {
			sum += a.words[i].IDF * rank.Cover(x)
		}
		return sum
	}
}
