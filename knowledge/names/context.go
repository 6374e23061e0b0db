package names

import (
	"unicode/utf8"
)

// contextWords are the words that tell what a context is about: those of three
// letters or more that are not among the commonest, each cut to its first six
// letters, so that its endings do not matter.
func contextWords(context string) map[string]bool {
	set := map[string]bool{}
	for _, r := range cut(context) {
		w := plain(r.text)
		if utf8.RuneCountInString(w) < 3 || common[w] {
			continue
		}
		if runes := []rune(w); len(runes) > 6 {
			w = string(runes[:6])
		}
		set[w] = true
	}
	return set
}

// common words of contexts, without marks.
var common = listed(`the and for with from that this who our his her their its was were has had have about into since at
	der die das und mit von bei fur cua cho vao nguoi mot nhung cac voi nay cho tai duoc dang works work lives one two nine`)

// InContext weighs a likeness by what stands around the two names: what they
// share speaks for one thing, and nothing at all shared for two. Where either
// context says little the likeness stays as it is.
func (l Likeness) InContext(a, b string) Likeness {
	if l.Score < .5 {
		return l
	}
	x, y := contextWords(a), contextWords(b)
	if len(x) < 2 || len(y) < 2 {
		return l
	}
	shared := 0
	for w := range x {
		if y[w] {
			shared++
		}
	}
	l.Parts = append([]Part(nil), l.Parts...)
	switch {
	case shared > 1:
		l.Score += (1 - l.Score) / 2
		l.Parts = append(l.Parts, Part{"contexts share several words", l.Score})
	case shared == 1:
		l.Parts = append(l.Parts, Part{"contexts share a word", 1})
	default:
		l.times("contexts share no word", .55)
	}
	return l
}
