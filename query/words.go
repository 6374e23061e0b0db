package query

import (
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/embed/static"
	"github.com/lukasadb/lukasa/internal/lexical"
	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/kinds"
	"github.com/lukasadb/lukasa/query/rank"
)

// ReadWords lists the words of a question that carry meaning, each once, with their
// weight among the records of the index that the terms are from, and what tells how
// well a record covers them. The caller may release that. Words are alike by the
// embedder's table, which is of English, and by what else is known of them: in English
// the kinds of things, in the other languages that are understood their forms.
func ReadWords(terms []lexical.QueryTerm, lang text.Lang) ([]rank.Word, *static.Coverage) {
	kept := telling(terms)
	if syllabic(lang) {
		return readForms(kept, lang)
	}
	var line strings.Builder
	ends := make([]int, len(kept))
	for i, t := range kept {
		line.WriteString(t.Text)
		ends[i] = line.Len()
		line.WriteByte(' ')
	}
	coverage := static.New().Coverage(line.String())
	words := make([]rank.Word, len(coverage.Words()))
	for i, w := range coverage.Words() {
		t := kept[slices.IndexFunc(ends, func(end int) bool { return w.End <= end })]
		words[i] = wordOf(t, line.String()[w.Start:w.End])
		if rank.Understands(lang) {
			coverage.Widen(i, formsOf(t, lang).cover)
		}
	}
	if !rank.Understands(lang) {
		widenKinds(coverage, words)
	}
	return words, coverage
}

// widenKinds has things cover the word for their kind, unless the question names one of them by
// itself: "how do I drink my coffee?" does not ask for other drinks.
func widenKinds(coverage *static.Coverage, words []rank.Word) {
	for i, w := range words {
		covers := kinds.Asked(w.Text)
		named := func(o rank.Word) bool { return o.Text != w.Text && covers(o.Text) && kinds.Asked(o.Text) == nil }
		if covers == nil || slices.ContainsFunc(words, named) {
			continue
		}
		coverage.Widen(i, func(thing string) float32 {
			if covers(thing) {
				return rank.OfKind
			}
			return 0
		})
	}
}

// telling are the terms that carry meaning, each once.
func telling(terms []lexical.QueryTerm) (kept []lexical.QueryTerm) {
	for _, t := range terms {
		if !t.Stop && !slices.ContainsFunc(kept, func(o lexical.QueryTerm) bool { return o.Text == t.Text }) {
			kept = append(kept, t)
		}
	}
	return kept
}

// wordOf is a term, or a part of it, as ranking has it.
func wordOf(t lexical.QueryTerm, word string) rank.Word {
	return rank.Word{Text: word, IDF: t.IDF, Rarity: t.Rarity, Known: t.DF > 0}
}

// searched is what a question was searched by, and its language.
type searched struct {
	terms []lexical.QueryTerm
	lang  text.Lang
}

// bearing tells how much of what was asked a sentence covers; nil if nothing was. The words are
// read when the first sentence is weighed, as most contexts have room for all.
func (q searched) bearing() func(sentence string) float64 {
	if len(telling(q.terms)) == 0 {
		return nil
	}
	var words []rank.Word
	var coverage *static.Coverage
	var best []float32
	return func(sentence string) (sum float64) {
		if coverage == nil {
			words, coverage = ReadWords(q.terms, q.lang)
		}
		best = coverage.Best(best[:0], sentence)
		for i, x := range best {
			sum += words[i].IDF * rank.Cover(x)
		}
		return sum
	}
}
