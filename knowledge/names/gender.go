package names

import (
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/internal/text"
)

// Gender is what a given name tells of who bears it.
type Gender int8

// The genders that a given name tells. AnyGender is a given name of women and of men.
const (
	NoGender Gender = iota // it tells nothing: perhaps it is no given name
	Female
	Male
	AnyGender
)

// GenderOf tells whose given name a word is, however it is written.
func GenderOf(given string) Gender { return genders()[text.Plain(text.Fold(given))] }

// Opens tells whether a word, in lower case, is a given name where a sentence begins with it, and so has a capital anyhow.
func Opens(word string) bool {
	return utf8.RuneCountInString(word) >= shortestGiven && GenderOf(word) != NoGender && !opening()[word]
}

// Family tells whether a word, in lower case, is a common family name.
func Family(word string) bool { return words().family[word] || words().surname[word] }

// opening holds openingWords, made when first needed and never changed.
var opening = sync.OnceValue(func() map[string]bool { return text.Set(openingWords) })

// Against tells whether one who is of a gender cannot be of another.
func (g Gender) Against(other Gender) bool {
	return g == Female && other == Male || g == Male && other == Female
}

// genders holds the lists of given names by gender, made when first needed and never changed.
var genders = sync.OnceValue(func() map[string]Gender {
	out := map[string]Gender{}
	for list, gender := range map[string]Gender{commonWomen + femaleNames: Female, commonMen + maleNames: Male, commonOpen + openNames: AnyGender} {
		for name := range strings.FieldsSeq(list) {
			out[name] = gender
		}
	}
	return out
})
