package names

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/internal/text"
)

// maxWords bounds what is compared word by word. A name of more words is alike
// to another only as a whole.
const maxWords = 12

// mostRead bounds the words of a name that are read as more than words: dates,
// synonyms, keys of an index.
const mostRead = 4 * maxWords

// Form is a name made ready for comparing. It is never changed once made.
type Form struct {
	Text string // as written
	Type string // of what bears it, in lower case; empty: not known

	key     string // folded words, marks kept, joined by a blank
	joined  string // the plain words without blanks
	roman   string // the same in Latin letters, of a name in characters
	words   []word
	digits  string   // runs of digits in order
	suffix  string   // jr or sr
	title   string   // class of a title that tells something
	company string   // class of company form
	initial []string // what the name may be shortened to
	code    string   // an identifier, folded
	script  script   // of all words; latin where they differ
	capital bool     // short words that may be an acronym
	marked  bool     // written with diacritics
	viet    bool     // Vietnamese, marked or not
	person  bool
	org     bool // surely a company or the like
	place   bool // surely a place
	thing   bool // of a known type that is neither a person nor a body
	venue   bool // has a word for what is a body and a place
}

// word is one word of a name.
type word struct {
	text   string // folded, marks kept
	plain  string // without marks
	tone   string // letters and tone apart
	roman  string // in Latin letters, of a word in others
	short  string // its capitals, of a word with some inside: PlayStation
	first  rune   // of the word as it was written, without marks
	runes  int
	script script
	letter bool // a single letter that may stand for a word
	number bool
	dotted bool // a full stop behind it may shorten it
	upper  bool // written in capitals
	weight float64
}

// Parse reads a name. Type is the type of what bears it, or empty.
func Parse(name, typ string) *Form {
	f := &Form{Text: name, Type: strings.ToLower(typ)}
	f.person = personTypes[f.Type]
	groups := words().groups[f.Type]
	f.org = slices.Equal(groups, []int{companies})
	f.place = slices.Equal(groups, []int{places})
	f.thing = !f.person && !slices.Contains(groups, companies) && !untyped[f.Type]
	f.code = identifier(name, f.Type)
	raw := split(name)
	f.key = joinText(raw)
	f.initial = initials(raw)
	raw = f.cutTitles(raw)
	raw = f.cutSuffix(raw)
	raw = f.cutCompany(raw)
	if !f.thing {
		raw = swapComma(raw)
	}
	f.take(f.spellOut(raw))
	return f
}

// Where the groups of companies and of places are among the groups of types.
const (
	companies = 1
	places    = 2
)

// personTypes are those of a single human being.
var personTypes = text.Set(`person user contact employee speaker author human patient member lead`)

// Key is the name folded, with its punctuation gone: names of equal keys are
// written alike.
func (f *Form) Key() string { return f.key }

// take judges the words that are left.
func (f *Form) take(raw []rawWord) {
	t := words()
	var digits []string
	var joined strings.Builder
	f.words = make([]word, 0, len(raw))
	for _, r := range raw {
		w := newWord(r)
		if w.number {
			digits = append(digits, r.text)
		}
		w.weight = weight(t, &w, f.person)
		joined.WriteString(w.plain)
		f.marked = f.marked || w.text != w.plain
		f.venue = f.venue || t.venue[w.plain]
		f.words = append(f.words, w)
	}
	f.digits, f.joined = strings.Join(digits, ","), joined.String()
	f.viet = f.vietnamese()
	for i := range f.words {
		f.words[i].tone = toneApart(f.words[i].text)
	}
	f.capital = f.digits == "" && len(f.joined) >= 2 && len(f.joined) <= 8 && (len(f.words) == 1 && len(f.joined) <= 6 || f.capitals())
	f.read()
}

func newWord(r rawWord) word {
	w := word{
		text: r.text, plain: plain(r.text), runes: utf8.RuneCountInString(r.text), script: scriptOf(r.text),
		number: isNumber(r.text), dotted: r.dotted, upper: r.capitals,
	}
	w.letter = w.runes == 1 && !w.number && w.script < han
	w.roman = romanise(w.plain, w.script)
	w.first, _ = utf8.DecodeRuneInString(w.plain)
	if r.written != "" {
		w.first, _ = utf8.DecodeRuneInString(r.written)
		w.first = unicode.ToLower(w.first)
		w.short = capitalsInside(r.written)
	}
	return w
}

// capitalsInside are the capitals of a word that has some behind small letters.
func capitalsInside(written string) string {
	if !isASCII(written) {
		return ""
	}
	small, inside := false, 0
	for i := range len(written) {
		c := written[i]
		if small && c >= 'A' && c <= 'Z' {
			inside++
		}
		small = c >= 'a' && c <= 'z'
	}
	if inside == 0 {
		return ""
	}
	var b []byte
	for i := range len(written) {
		if c := written[i]; c >= 'A' && c <= 'Z' {
			b = append(b, c+'a'-'A')
		}
	}
	return string(b)
}

func (f *Form) capitals() bool {
	return !slices.ContainsFunc(f.words, func(w word) bool { return !w.upper || w.runes > 4 })
}

// read writes a name in characters or syllables in Latin letters.
func (f *Form) read() {
	if len(f.words) == 0 || len(f.words) > maxWords || f.words[0].script < kana {
		return
	}
	for i := range f.words {
		if f.words[i].script != f.words[0].script || f.words[i].roman == "" {
			return
		}
	}
	f.script = f.words[0].script
	for i := range f.words {
		f.roman += f.words[i].roman
	}
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

// swapComma turns "Smith, John" round.
func swapComma(raw []rawWord) []rawWord {
	at := slices.IndexFunc(raw, func(r rawWord) bool { return r.comma })
	if at < 0 || at == len(raw)-1 {
		return raw
	}
	return slices.Concat(raw[at+1:], raw[:at+1])
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
