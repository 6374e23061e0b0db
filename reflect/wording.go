package reflect

import (
	"maps"
	"slices"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/traits"
)

// wording is what two texts are told apart by, however near their meanings: the
// stems of the words that carry what they say.
type wording struct {
	stems  []string // in the order of the text
	set    map[string]bool
	weighs bool // one thing against another, so that their order matters
}

// weighing words put what stands before them above what stands behind.
var weighing = traits.Set("over than to hơn")

// fondness are words whose opposites are aversions or their own denial.
var fondness = traits.Set("like likes love loves enjoy enjoys thích yêu")

// wordings reads two texts as of one language; without says which words do not count.
func wordings(a, b string, without func(word string) bool) (x, y wording) {
	lang := text.Detect(a+"\n"+b, text.English)
	read := func(s string) wording {
		w := wording{set: map[string]bool{}}
		var scan text.Scanner
		scan.Reset(s)
		for scan.Next() {
			word := text.Fold(string(scan.Key()))
			w.weighs = w.weighs || weighing[word]
			if text.StopIn(word).Has(lang) || without != nil && without(word) {
				continue
			}
			stem := text.Stem(word, lang)
			w.stems, w.set[stem] = append(w.stems, stem), true
		}
		return w
	}
	return read(a), read(b)
}

// oneSaysAll tells whether one of two texts says all that the other says. Where
// each has a word of its own, as "likes cats" and "likes dogs", they are two claims,
// of which neither may take the other's place: to who compares words, opposites are
// alike as well. The same words in another order weigh the other way round.
func oneSaysAll(a, b string) bool {
	x, y := wordings(a, b, nil)
	if x.weighs && y.weighs && !slices.Equal(x.shared(y), y.shared(x)) {
		return false
	}
	return within(x.set, y.set) || within(y.set, x.set)
}

// shared are the stems that another wording has as well, in their order.
func (w wording) shared(with wording) []string {
	return slices.DeleteFunc(slices.Clone(w.stems), func(stem string) bool { return !with.set[stem] })
}

func within(a, b map[string]bool) bool {
	for stem := range a {
		if !b[stem] {
			return false
		}
	}
	return true
}

// opposed tells whether two texts say the opposite of each other in the same words:
// one likes what the other dislikes or denies to like, or puts first what the other
// puts last.
func opposed(a, b string) bool {
	x, y := wordings(a, b, func(word string) bool { return fondness[word] || traits.Turns(word) })
	if len(x.set) == 0 || !maps.Equal(x.set, y.set) {
		return false
	}
	if traits.Denies(a) != traits.Denies(b) {
		return true
	}
	return x.weighs && y.weighs && !slices.Equal(x.stems, y.stems)
}
