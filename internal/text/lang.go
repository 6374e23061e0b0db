package text

import "math/bits"

// Lang is a language that the package knows something about.
type Lang uint8

// The languages. Und is none of them, or not known.
const (
	Und Lang = iota
	English
	German
	French
	Spanish
	Portuguese
	Italian
	Dutch
	Swedish
	Norwegian
	Hungarian
	Russian
	Vietnamese
	Chinese
	Japanese
	Korean
	NumLangs
)

var langCodes = [NumLangs]string{
	"", "en", "de", "fr", "es", "pt", "it", "nl", "sv", "no", "hu", "ru", "vi", "zh", "ja", "ko",
}

// String returns the ISO 639-1 code; Und is empty.
func (l Lang) String() string {
	if l < NumLangs {
		return langCodes[l]
	}
	return ""
}

// ParseLang reads an ISO 639-1 code in lower case. The empty code is Und. ok is false for a language not listed here.
func ParseLang(code string) (l Lang, ok bool) {
	for i, c := range langCodes {
		if c == code {
			return Lang(i), true
		}
	}
	return Und, false
}

// LangSet is a set of languages, Und never among them.
type LangSet uint16

// Langs returns the set of the given languages.
func Langs(ls ...Lang) LangSet {
	var s LangSet
	for _, l := range ls {
		s |= 1 << l
	}
	return s &^ 1
}

// Has tells whether l is in the set.
func (s LangSet) Has(l Lang) bool { return s>>l&1 == 1 }

// Len returns the number of languages in the set.
func (s LangSet) Len() int { return bits.OnesCount16(uint16(s)) }

// Version changes whenever the same text may give other words, keys, terms or fingerprints than before.
const Version = 1
