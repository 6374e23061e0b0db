package text

import (
	"strings"
	"unicode/utf8"

	sbnl "github.com/blevesearch/snowballstem/dutch"
	sbde "github.com/blevesearch/snowballstem/german"
	sbit "github.com/blevesearch/snowballstem/italian"
	sbpt "github.com/blevesearch/snowballstem/portuguese"

	"github.com/blevesearch/snowballstem"
	"github.com/kljensen/snowball/english"
	"github.com/kljensen/snowball/french"
	"github.com/kljensen/snowball/hungarian"
	"github.com/kljensen/snowball/norwegian"
	"github.com/kljensen/snowball/russian"
	"github.com/kljensen/snowball/spanish"
	"github.com/kljensen/snowball/swedish"
	"golang.org/x/text/unicode/norm"
)

// PartShare is what a part of a word counts beside the whole.
const PartShare = 0.5

// maxParts bounds the parts of one code.
const maxParts = 24

// Term is something a word is indexed under. Share is what one occurrence counts: 1 for the word itself, PartShare for a
// part of it.
type Term struct {
	Text  string
	Share float64
}

// Stem returns the stem of a folded word in lang, or the word itself where no stemmer is known.
func Stem(word string, lang Lang) string {
	switch lang {
	case English:
		return english.Stem(word, true)
	case French:
		return french.Stem(word, true)
	case Spanish:
		return spanish.Stem(word, true)
	case Swedish:
		return swedish.Stem(word, true)
	case Norwegian:
		return norwegian.Stem(word, true)
	case Hungarian:
		return hungarian.Stem(word, true)
	case Russian:
		return russian.Stem(word, true)
	case German:
		return compiled(word, sbde.Stem)
	case Dutch:
		return compiled(word, sbnl.Stem)
	case Italian:
		return compiled(word, sbit.Stem)
	case Portuguese:
		return compiled(word, sbpt.Stem)
	}
	return word
}

func compiled(word string, stem func(*snowballstem.Env) bool) string {
	env := snowballstem.NewEnv(word)
	stem(env)
	return env.Current()
}

// Expand appends to dst the terms of a key that a Scanner gave, in lang: first the word itself, then its parts, each term
// once.
func Expand(dst []Term, key string, lang Lang) []Term {
	first := len(dst)
	add := func(term string, share float64) {
		if term == "" || len(dst)-first > maxParts {
			return
		}
		for _, t := range dst[first:] {
			if t.Text == term {
				return
			}
		}
		dst = append(dst, Term{term, share})
	}
	switch ShapeOf(key) {
	case Pair:
		add(key, 1)
		if utf8.RuneCountInString(key) > 1 {
			for _, r := range key {
				if unspaced(r) {
					add(string(r), PartShare)
				}
			}
		}
	case Code:
		add(Fold(key), 1)
		expandCode(key, lang, add)
	case Number:
		add(key, 1)
	default:
		add(remembered(key, lang), 1)
	}
	return dst
}

// Whole returns the term of a key that stands for the word as one.
func Whole(key string, lang Lang) string {
	switch ShapeOf(key) {
	case Code:
		return Fold(key)
	case Letters:
		return remembered(key, lang)
	}
	return key
}

// stemWord stems a word of letters, which may hold an apostrophe.
func stemWord(word string, lang Lang) string {
	if i := strings.IndexByte(word, '\''); i > 0 {
		if lang == French && elided(word[:i]) {
			word = word[i+1:]
		} else {
			word = strings.TrimSuffix(word, "'s")
		}
	}
	return Stem(word, lang)
}

// elided tells whether French writes the word with an apostrophe before a vowel.
func elided(w string) bool {
	switch w {
	case "l", "d", "j", "m", "t", "s", "n", "c", "qu", "jusqu", "lorsqu", "puisqu", "quoiqu":
		return true
	}
	return false
}

// ShapeOf recovers the shape of a word from its key. A word of letters may hold apostrophes.
func ShapeOf(key string) Shape {
	letters, digits := false, false
	for i := 0; i < len(key); i++ {
		c := key[i]
		switch class := asciiClass[c]; {
		case class&classLower != 0:
			letters = true
		case class&classDigit != 0:
			digits = true
		case c == '\'':
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRuneInString(key[i:])
			if unspaced(r) {
				return Pair
			}
			letters = true
			if lower(r) != r {
				return Code
			}
			i += size - 1
		default:
			return Code
		}
	}
	switch {
	case letters && digits:
		return Code
	case digits:
		return Number
	}
	return Letters
}

// expandCode gives the parts of a code at two depths: what lies between / : @ = & and blanks, and within those what lies
// between the other joiners and humps.
func expandCode(key string, lang Lang, add func(string, float64)) {
	for _, seg := range strings.FieldsFunc(key, func(r rune) bool { return strings.ContainsRune("/:@=&?", r) }) {
		if len(seg) < len(key) {
			addPart(seg, lang, add)
		}
		fields := strings.FieldsFunc(seg, func(r rune) bool { return r < utf8.RuneSelf && asciiClass[byte(r)]&(classWord&^classUnder) == 0 })
		for _, f := range fields {
			if len(f) < len(seg) {
				addPart(f, lang, add)
			}
			Humps(f, func(h string) { addPart(Fold(h), lang, add) })
		}
	}
	if len(key) > 2 && (key[0] == 'v' || key[0] == 'V') && asciiClass[key[1]]&classDigit != 0 { // v1.2 is asked for as 1.2
		addPart(key[1:], lang, add)
	}
}

func addPart(part string, lang Lang, add func(string, float64)) {
	part = strings.Trim(part, "'_-.+#%~,")
	if part == "" {
		return
	}
	if ShapeOf(part) == Letters {
		part = remembered(part, lang)
	} else {
		part = Fold(part)
	}
	add(part, PartShare)
}

// Humps yields the words of a name in camel case, and nothing for a word without humps.
func Humps(word string, yield func(string)) {
	start, prev, before := 0, rune(0), 0
	cut := false
	isUpper := func(r rune) bool { return lower(r) != r }
	for i, r := range word {
		switch {
		case i == 0:
		case isUpper(r) && !isUpper(prev):
			yield(word[start:i])
			start, cut = i, true
		case !isUpper(r) && isUpper(prev) && before > start && wordRuneOrASCII(r):
			yield(word[start:before])
			start, cut = before, true
		}
		prev, before = r, i
	}
	if cut {
		yield(word[start:])
	}
}

func wordRuneOrASCII(r rune) bool {
	if r < utf8.RuneSelf {
		return asciiClass[byte(r)]&classLower != 0
	}
	return wordRune(r)
}

// appendWithCase is AppendFold with the case kept.
func appendWithCase(dst []byte, s string) []byte {
	for _, r := range norm.NFC.String(s) {
		switch {
		case r >= 0xFF01 && r <= 0xFF5E:
			r -= 0xFEE0
		case r == '\u2019', r == '\u02BC':
			r = '\''
		}
		dst = utf8.AppendRune(dst, r)
	}
	return dst
}
