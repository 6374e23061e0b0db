package names

import (
	_ "embed"
	"strings"
)

//go:embed data/titles.txt
var titleData string

// Classes of titles. Of the others it does not matter which it is.
const (
	titleAny    = "any"
	titleMan    = "man"
	titleWoman  = "woman"
	titleDoctor = "doctor"
	titleSmall  = "small" // with a capital they are names
)

// titleTables are the words of data/titles.txt.
type titleTables struct {
	before   map[string]string // what stands before a name, to its class
	office   map[string]string // the same, of offices
	behind   map[string]bool   // letters behind a name, joined by blanks
	hyphen   map[string]bool   // what is joined to it by a hyphen
	familiar map[string]bool   // the same, to a name of one word
	glued    []string
}

func readTitles() *titleTables {
	t := &titleTables{
		before: map[string]string{}, office: map[string]string{},
		behind: map[string]bool{}, hyphen: map[string]bool{}, familiar: map[string]bool{},
	}
	for class, list := range lines(titleData) {
		for word := range strings.FieldsSeq(list) {
			switch class {
			case titleAny, titleDoctor, titleMan, titleWoman, titleSmall:
				t.before[word] = class
			case "behind":
				t.behind[strings.ReplaceAll(word, "-", " ")] = true
			case "hyphen":
				t.hyphen[word] = true
			case "familiar":
				t.familiar[word] = true
			case "glued":
				t.glued = append(t.glued, word)
			default:
				t.office[word], t.office[class] = class, class
			}
		}
		if list == "" {
			t.office[class] = class
		}
	}
	return t
}

// cutTitles removes what stands before and behind a person's name, and remembers
// what it tells.
func (f *Form) cutTitles(raw []rawWord) []rawWord {
	t := words().titles
	if f.person {
		raw = cutBehind(t, raw)
	}
	for len(raw) > 1 && !f.org && !f.thing {
		class := f.titleOf(t, raw)
		if class == "" {
			break
		}
		if class != titleAny && class != titleSmall {
			f.title = class
		}
		raw = raw[1:]
	}
	if f.person {
		raw = cutGluedTitle(t, raw)
	}
	return raw
}

// titleOf is the class of the title that a name begins with. Some offices are
// given names too, and are taken for these before one word.
func (f *Form) titleOf(t *titleTables, raw []rawWord) string {
	word := raw[0].text
	class := t.before[word]
	if class == titleSmall && raw[0].written != word {
		return ""
	}
	if office := t.office[word]; f.person && office != "" && raw[1].text != "of" && (len(raw) > 2 || !words().called[word]) {
		return office
	}
	return class
}

// cutBehind removes degrees and the like, and Japanese and Indian titles.
func cutBehind(t *titleTables, raw []rawWord) []rawWord {
	for len(raw) > 1 {
		n := behind(t, raw)
		if n == 0 {
			return raw
		}
		raw = raw[:len(raw)-n]
		raw[len(raw)-1].comma = false
	}
	return raw
}

// behind counts the words of the last title behind a name.
func behind(t *titleTables, raw []rawWord) int {
	last := &raw[len(raw)-1]
	switch {
	case t.behind[last.text] && (last.capitals || len(last.text) > 2):
		return 1
	case last.hyphen && (t.hyphen[last.text] || len(raw) == 2 && t.familiar[last.text]):
		return 1
	}
	return lettersBehind(t, raw)
}

// lettersBehind counts the words of a degree that is written with full stops.
func lettersBehind(t *titleTables, raw []rawWord) int {
	for n := 2; n <= 3 && n < len(raw); n++ {
		if raw[len(raw)-n].dotted && raw[len(raw)-n-1].comma && t.behind[joinText(raw[len(raw)-n:])] {
			return n
		}
	}
	return 0
}

func cutGluedTitle(t *titleTables, raw []rawWord) []rawWord {
	last := len(raw) - 1
	if last < 0 || isASCII(raw[last].text) {
		return raw
	}
	for _, title := range t.glued {
		if rest, ok := strings.CutSuffix(raw[last].text, title); ok && rest != "" {
			raw[last].text = rest
			return raw
		}
	}
	return raw
}

// sameTitle tells whether one person may bear both titles.
func sameTitle(a, b string) bool {
	return !(a == titleMan && b == titleWoman || a == titleWoman && b == titleMan)
}

// doubtfulTitles tells whether it may be another who bears the name with the other
// title, or without the office.
func doubtfulTitles(a, b string) bool {
	office := words().titles.office
	return a != b && (a != "" && b != "" || office[a] != "" || office[b] != "")
}

// otherOffice tells whether two names of which one is a family name alone are of
// two offices. A doctor is a Mr. too.
func otherOffice(a, b *Form) bool {
	if a.title == "" || b.title == "" || a.title == b.title || len(a.words) > 1 && len(b.words) > 1 {
		return false
	}
	t := words().titles
	return t.office[a.title] != "" && (t.office[b.title] != "" || b.title == titleDoctor) || t.office[b.title] != "" && a.title == titleDoctor
}

func (f *Form) cutSuffix(raw []rawWord) []rawWord {
	if len(raw) < 2 {
		return raw
	}
	switch raw[len(raw)-1].text {
	case "jr", "junior":
		f.suffix = "jr"
	case "sr", "senior":
		f.suffix = "sr"
	default:
		return raw
	}
	return raw[:len(raw)-1]
}

// particles are words inside a person's name that are often left out.
const particles = `
af al bar ben bin bint da das de del della den der di do dos e el i ibn la las le lo los of ould ter ten thi thị ul ur van von vom văn y zu zum
`
