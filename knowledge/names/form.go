package names

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// maxWords bounds what is compared word by word. A name of more words is alike
// to another only as a whole.
const maxWords = 12

// Form is a name made ready for comparing. It is never changed once made.
type Form struct {
	Text string // as written
	Type string // of what bears it, in lower case; empty: not known

	key     string // folded words, marks kept, joined by a blank
	joined  string // the plain words without blanks
	words   []word
	digits  string   // runs of digits in order
	suffix  string   // jr or sr
	company string   // class of company form
	initial []string // what the name may be shortened to
	code    string   // an identifier, folded
	capital bool     // one short word that may be an acronym
	marked  bool     // written with diacritics
	viet    bool     // Vietnamese, marked or not
	person  bool
	org     bool // surely a company or the like
}

// word is one word of a name.
type word struct {
	text   string // folded, marks kept
	plain  string // without marks
	tone   string // letters and tone apart
	runes  int
	letter bool // a single letter that may stand for a word
	number bool
	weight float64
}

// Parse reads a name. Type is the type of what bears it, or empty.
func Parse(name, typ string) *Form {
	f := &Form{Text: name, Type: strings.ToLower(typ)}
	f.person = personTypes[f.Type]
	f.org = slices.Equal(words().groups[f.Type], []int{companies})
	f.code = identifier(name)
	raw := split(name)
	f.key = joinText(raw)
	f.initial = initials(raw)
	raw = f.cutHonorific(raw)
	raw = f.cutSuffix(raw)
	raw = f.cutCompany(raw)
	raw = swapComma(raw)
	raw = spellOut(raw, f.person)
	f.take(raw)
	return f
}

// companies is the place of their group among the groups of types.
const companies = 1

// personTypes are those of a single human being.
var personTypes = listed(`person user contact employee speaker author human patient member lead`)

// Key is the name folded, with its punctuation gone: names of equal keys are
// written alike.
func (f *Form) Key() string { return f.key }

// take judges the words that are left.
func (f *Form) take(raw []rawWord) {
	t := words()
	var digits []string
	var joined strings.Builder
	for _, r := range raw {
		w := word{text: r.text, plain: plain(r.text), runes: utf8.RuneCountInString(r.text)}
		w.number = isNumber(r.text)
		if w.number {
			digits = append(digits, r.text)
		}
		w.letter = w.runes == 1 && !w.number
		w.weight = weight(t, &w, f.person)
		joined.WriteString(w.plain)
		f.marked = f.marked || w.text != w.plain
		f.words = append(f.words, w)
	}
	f.digits, f.joined = strings.Join(digits, ","), joined.String()
	f.viet = f.vietnamese()
	for i := range f.words {
		f.words[i].tone = toneApart(f.words[i].text)
	}
	f.capital = len(f.words) == 1 && len(f.joined) >= 2 && len(f.joined) <= 6 && f.digits == ""
}

// Weights of words by how much they tell.
const (
	wholeWord    = 1.0
	genericWord  = .35
	initialWord  = .5
	particleWord = .2
)

func weight(t *tables, w *word, person bool) float64 {
	switch {
	case w.letter:
		return initialWord
	case person && t.particle[w.text]:
		return particleWord
	case !person && t.generic[w.text]:
		return genericWord
	}
	return wholeWord
}

// cutHonorific removes what stands before a person's name. "anh" may be a name:
// written in lower case before others, it is not.
func (f *Form) cutHonorific(raw []rawWord) []rawWord {
	t := words()
	for len(raw) > 1 && (t.honorific[raw[0].text] || raw[0].written == "anh" || raw[0].written == "em") {
		if f.org {
			return raw
		}
		raw = raw[1:]
	}
	return raw
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

// cutCompany removes the company forms at both ends of a name, and remembers
// which it is.
func (f *Form) cutCompany(raw []rawWord) []rawWord {
	if f.person {
		return raw
	}
	for {
		n, class, front := companyAt(raw)
		if n == 0 || n == len(raw) {
			break
		}
		if class != "co" || f.company == "" {
			f.company = class
		}
		if front {
			raw = raw[n:]
		} else {
			raw = raw[:len(raw)-n]
		}
	}
	return cutGlued(f, raw)
}

// companyAt finds the longest company form at an end of a name: of one word only
// at its back.
func companyAt(raw []rawWord) (n int, class string, front bool) {
	t := words()
	if len(raw) == 0 || !t.companyEnd[raw[0].text] && !t.companyEnd[raw[len(raw)-1].text] {
		return 0, "", false
	}
	for n := min(t.longestForm, len(raw)-1); n > 0; n-- {
		if class, ok := t.company[joinText(raw[len(raw)-n:])]; ok {
			return n, class, false
		}
		class, ok := t.company[joinText(raw[:n])]
		if ok && (n > 1 || class == "jsc") {
			return n, class, true
		}
	}
	return 0, "", false
}

func cutGlued(f *Form, raw []rawWord) []rawWord {
	if len(raw) == 0 || raw[len(raw)-1].text[0] < 0xE2 {
		return raw
	}
	for _, g := range words().glued {
		last := &raw[len(raw)-1]
		if rest, ok := strings.CutSuffix(last.text, g.text); ok && rest != "" {
			last.text, f.company = rest, g.class
		} else if rest, ok := strings.CutPrefix(raw[0].text, g.text); ok && rest != "" {
			raw[0].text, f.company = rest, g.class
		}
	}
	return raw
}

// swapComma turns "Smith, John" round.
func swapComma(raw []rawWord) []rawWord {
	at := slices.IndexFunc(raw, func(r rawWord) bool { return r.comma })
	if at < 0 || at == len(raw)-1 {
		return raw
	}
	return slices.Concat(raw[at+1:], raw[:at+1])
}

// spellOut writes abbreviations as words, takes short capitals at the front of a
// name for initials, and drops words that say nothing.
func spellOut(raw []rawWord, person bool) []rawWord {
	t := words()
	out := make([]rawWord, 0, len(raw))
	for i, r := range raw {
		if long, ok := t.short[r.text]; ok && !person {
			r.text = long
		}
		if i == 0 && person && r.capitals && len(r.text) <= 3 && len(raw) > 1 && !allCapitals(raw) {
			for _, c := range r.text {
				out = append(out, rawWord{text: string(c)})
			}
			continue
		}
		if !t.stop[r.text] {
			out = append(out, r)
		}
	}
	if len(out) == 0 {
		return raw
	}
	return out
}

func allCapitals(raw []rawWord) bool {
	return !slices.ContainsFunc(raw, func(r rawWord) bool { return !r.capitals })
}

// initials lists what a name of several words may be shortened to: the first
// letters of all its words, and of those that say something.
func initials(raw []rawWord) []string {
	if len(raw) < 2 || len(raw) > maxWords {
		return nil
	}
	var all, some strings.Builder
	for _, r := range raw {
		c, _ := utf8.DecodeRuneInString(plain(r.text))
		all.WriteRune(c)
		if !words().stop[r.text] {
			some.WriteRune(c)
		}
	}
	list := []string{all.String(), some.String()}
	list = slices.DeleteFunc(list, func(s string) bool { return len(s) < 2 || len(s) > 8 })
	return slices.Compact(list)
}

func joinText(raw []rawWord) string {
	var b strings.Builder
	for i, r := range raw {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(r.text)
	}
	return b.String()
}
