package names

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// How two words agree, best first.
const (
	byLetters  = "equal"
	byMarks    = "equal but for marks"
	byNickname = "nickname"
	bySpelling = "spelling"
	byInitial  = "initial"
)

// What each way to agree is worth.
const (
	marksWorth    = .98
	nicknameWorth = .93
	initialWorth  = .8
)

// likeWords tells how alike a word of each of two names are; 0 means that they
// are different words.
func likeWords(a, b *Form, x, y *word) (float64, string) {
	switch {
	case x.text == y.text:
		return 1, byLetters
	case x.number || y.number:
		return 0, ""
	case x.plain == y.plain:
		if sameMarks(a, b, x, y) {
			return marksWorth, byMarks
		}
		return 0, ""
	case transcribed(x, y):
		return marksWorth, byMarks
	case x.letter != y.letter:
		return likeInitial(a, b, x, y)
	case x.letter || a.org || b.org:
	case shareName(x.plain, y.plain):
		return nicknameWorth, byNickname
	}
	return likeSpelling(a, b, x, y)
}

// likeInitial takes a single letter for the beginning of a word. In the name of
// a thing it may just as well be which one it is ("Plan A").
func likeInitial(a, b *Form, x, y *word) (float64, string) {
	if y.letter {
		x, y = y, x
	}
	if !strings.HasPrefix(y.plain, x.plain) || !a.mayShorten() || !b.mayShorten() {
		return 0, ""
	}
	return initialWorth, byInitial
}

// mayShorten tells whether the words of a name may be given by their initials.
func (f *Form) mayShorten() bool {
	return f.person || f.Type == "" || !f.org && len(words().groups[f.Type]) > 0
}

// shareName tells whether two given names are forms of one.
func shareName(x, y string) bool {
	t := words()
	others := t.full[y]
	return slices.ContainsFunc(t.full[x], func(n string) bool { return slices.Contains(others, n) })
}

// Letters from which a word may be misspelled, by one letter and by two; where
// the name has nothing else, by more.
const (
	oneEdit   = 6
	twoEdits  = 9
	aloneEdit = 8
	longest   = 40 // longer words are no words, and would be slow to lay side by side
)

// likeSpelling tells whether one word is the other misspelled. It is not where
// both are names of their own, where the beginning differs, or where only an
// ending does that makes another name.
func likeSpelling(a, b *Form, x, y *word) (float64, string) {
	n := min(x.runes, y.runes)
	t := words()
	edits := 0
	switch {
	case n < oneEdit || max(x.runes, y.runes) > longest || len(a.words) == 1 && len(b.words) == 1 && n < aloneEdit:
	case t.known[x.plain] && t.known[y.plain]:
	case a.viet && b.viet && n <= longestSyllable:
	case n >= twoEdits:
		edits = 2
	default:
		edits = 1
	}
	if edits == 0 || !sameStart(x.plain, y.plain) || otherEnding(x.plain, y.plain) {
		return 0, ""
	}
	d := distance(x.plain, y.plain, edits)
	if d > edits {
		return 0, ""
	}
	return 1 - .9*float64(d)/float64(max(x.runes, y.runes)), bySpelling
}

const longestSyllable = 6 // of Vietnamese

func sameStart(x, y string) bool {
	p, _ := utf8.DecodeRuneInString(x)
	q, _ := utf8.DecodeRuneInString(y)
	return p == q
}

// otherEnding tells whether two words differ in a vowel or an s at their ends
// alone, as the names of a man and of a woman do, or of two firms.
func otherEnding(x, y string) bool {
	if len(x) > len(y) {
		x, y = y, x
	}
	last := y[len(y)-1]
	switch {
	case !strings.ContainsRune("aeos", rune(last)) && !strings.ContainsRune("aeos", rune(x[len(x)-1])):
		return false
	case len(y) == len(x)+1:
		return y[:len(x)] == x
	}
	return len(y) == len(x) && x[:len(x)-1] == y[:len(y)-1]
}
