package query

import (
	"strings"

	"github.com/lukasadb/lukasa/embed/static"
	"github.com/lukasadb/lukasa/internal/lexical"
	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/query/rank"
)

// sameCharacter is what a pair of Chinese characters covers of another that shares
// one with it, as a cosine: a word is a pair of them, or a part of one.
const sameCharacter = 0.7

// syllabic tells whether a language writes words by syllables or characters. Those are
// no pieces of the embedder's table, or pieces of English words that they only look
// like; the languages that share words and stems with English do better with it.
func syllabic(lang text.Lang) bool { return lang == text.Vietnamese || lang == text.Chinese }

// readForms is [ReadWords] by the forms of words alone.
func readForms(terms []lexical.QueryTerm, lang text.Lang) ([]rank.Word, *static.Coverage) {
	words := make([]rank.Word, len(terms))
	known := make([]forms, len(terms))
	for i, t := range terms {
		words[i], known[i] = wordOf(t, t.Text), formsOf(t, lang)
	}
	return words, static.New().Alike(len(words), func(i int, word string) float32 { return known[i].cover(word) })
}

// forms are those that a question's word has in records, and what each counts.
type forms struct {
	word   string
	lang   text.Lang
	shares map[string]float32
}

func formsOf(t lexical.QueryTerm, lang text.Lang) forms {
	f := forms{t.Text, lang, map[string]float32{t.Text: 1, text.Whole(t.Text, lang): 1}}
	for _, v := range t.Variants {
		f.shares[v.Term] = max(f.shares[v.Term], float32(v.Share))
	}
	return f
}

// cover is how well a word of a record covers the question's.
func (f forms) cover(word string) float32 {
	best := max(f.shares[word], f.shares[text.Whole(word, f.lang)])
	if f.lang == text.Chinese && best < sameCharacter && shareCharacter(f.word, word) {
		return sameCharacter
	}
	return best
}

// shareCharacter tells whether two words have a character in common that says something by itself.
func shareCharacter(a, b string) bool {
	return strings.ContainsFunc(a, func(r rune) bool { return strings.ContainsRune(b, r) && text.StopIn(string(r)) == 0 })
}
