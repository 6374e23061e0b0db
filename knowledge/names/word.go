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
	byJoining  = "equal but for a blank"
	bySound    = "transliteration"
	byNickname = "nickname"
	byAcronym  = "initials of several"
	byShort    = "abbreviation"
	bySpelling = "spelling"
	byInitial  = "initial"
)

// What each way to agree is worth.
const (
	marksWorth     = .98
	joiningWorth   = .97
	soundWorth     = .95
	nicknameWorth  = .93
	acronymWorth   = .9
	shortWorth     = .9
	initialWorth   = .8
	otherWordWorth = .75
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
	case x.script != y.script:
		if sameSound(x, y) {
			return soundWorth, bySound
		}
		return 0, ""
	case x.letter != y.letter:
		return likeInitial(a, b, x, y)
	case shortens(x, y) || shortens(y, x):
		return shortWorth, byShort
	case x.letter || a.org || b.org:
	case shareName(x.plain, y.plain):
		return nicknameWorth, byNickname
	}
	if sameScheme(a, b, x, y) {
		return soundWorth, bySound
	}
	return likeSpelling(a, b, x, y)
}

// shortestScheme is how many letters words have at least whose schemes of
// transliteration are seen through.
const shortestScheme = 7

// sameScheme tells whether two words in Latin letters write one sound by two
// schemes: Shostakovich, Schostakowitsch.
func sameScheme(a, b *Form, x, y *word) bool {
	switch {
	case a.org || b.org || a.viet && b.viet || min(x.runes, y.runes) < shortestScheme || max(x.runes, y.runes) > longest:
		return false
	case soundHash(x.plain) != soundHash(y.plain), words().known[x.plain] && words().known[y.plain]:
		return false
	}
	return sound(x.plain) == sound(y.plain)
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

// shortens tells whether a word with a full stop behind it is short for another:
// Coop., Avda.
func shortens(x, y *word) bool {
	if !x.dotted || len(x.plain) < 2 || x.runes < 2 || x.runes >= y.runes || x.script != latin {
		return false
	}
	short, long := x.plain, y.plain
	if strings.HasPrefix(long, short) {
		return x.runes > 2
	}
	return short[0] == long[0] && short[len(short)-1] == long[len(long)-1] && inOrder(short, long)
}

// inOrder tells whether the letters of a word stand in another in their order.
func inOrder(short, long string) bool {
	for i := 0; i < len(long) && short != ""; i++ {
		if long[i] == short[0] {
			short = short[1:]
		}
	}
	return short == ""
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
	if edits == 0 || !sameStart(x.plain, y.plain) || otherEnding(x.plain, y.plain) || !a.person && otherSense(x.plain, y.plain) {
		return 0, ""
	}
	d := distance(x.plain, y.plain, edits)
	if d > edits || d > 1 && replaced(x.plain, y.plain) > 1 {
		return 0, ""
	}
	if a.thing && b.thing && anotherConsonant(x.plain, y.plain) {
		return otherWordWorth, bySpelling
	}
	return 1 - .9*float64(d)/float64(max(x.runes, y.runes)), bySpelling
}

// anotherConsonant tells whether two words differ in one consonant, as words of
// a language often do: contract, contrast.
func anotherConsonant(x, y string) bool {
	if len(x) != len(y) || replaced(x, y) != 1 {
		return false
	}
	at := 0
	for x[at] == y[at] {
		at++
	}
	return strings.IndexByte("aeiouy", x[at]) < 0 && strings.IndexByte("aeiouy", y[at]) < 0
}

// replaced counts the letters that differ, where that alone makes two words
// differ. A slip drops, doubles and swaps letters; two others make another word.
func replaced(x, y string) int {
	if len(x) != len(y) {
		return 0
	}
	n := 0
	for i := range len(x) {
		switch {
		case x[i] == y[i]:
		case i+1 < len(x) && x[i] == y[i+1] && x[i+1] == y[i]:
			return 0
		default:
			n++
		}
	}
	return n
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

// opposites begin or end words that are otherwise equal and mean something else.
var opposites = struct{ beginnings, ends [][]string }{
	beginnings: [][]string{
		strings.Fields(`ante anti`), strings.Fields(`endo exo ecto`), strings.Fields(`hyper hypo`), strings.Fields(`im in un`),
		strings.Fields(`inter intra intro`), strings.Fields(`macro micro`), strings.Fields(`mono mini multi`), strings.Fields(`per pre pro`),
		strings.Fields(`peri para`), strings.Fields(`post pre`), strings.Fields(`sub super supra`), strings.Fields(`bi tri di uni`),
	},
	ends: [][]string{
		strings.Fields(`graphy logy metry nomy pathy scopy tomy sophy`), strings.Fields(`ase ose`), strings.Fields(`ate ide ine ite`),
		strings.Fields(`er ee`), strings.Fields(`itis osis`), strings.Fields(`man men woman women`), strings.Fields(`ing ed`),
	},
}

// otherSense tells whether two words differ in how they begin or end alone, and
// that makes them two: astronomy, astrology.
func otherSense(x, y string) bool {
	for _, set := range opposites.beginnings {
		if r, s := after(x, set), after(y, set); r != x && s != y && r == s {
			return true
		}
	}
	for _, set := range opposites.ends {
		if r, s := before(x, set), before(y, set); r != x && s != y && r == s {
			return true
		}
	}
	return false
}

func after(s string, set []string) string {
	for _, x := range set {
		if rest, ok := strings.CutPrefix(s, x); ok {
			return rest
		}
	}
	return s
}

func before(s string, set []string) string {
	for _, x := range set {
		if rest, ok := strings.CutSuffix(s, x); ok {
			return rest
		}
	}
	return s
}
