package knowledge

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/internal/text"
)

// shortestSmall is how many letters a name has at least that is also found
// without its capital.
const shortestSmall = 4

// Meant tells whether the known name that was found in s is meant as one. "will"
// is not Will, and a function word at the head of a sentence has its capital from
// there.
func (f *Found) Meant(s string) bool {
	written := s[f.Start:f.End]
	first, _ := utf8.DecodeRuneInString(written)
	if strings.ContainsAny(written, " -") || !unicode.In(first, unicode.Latin, unicode.Cyrillic, unicode.Greek) {
		return true
	}
	if common := text.StopIn(text.Fold(written)) != 0; common {
		return unicode.IsUpper(first) && !opens(s[:f.Start])
	}
	if unicode.IsUpper(first) || utf8.RuneCountInString(written) >= shortestSmall {
		return true
	}
	return !hasCapital(f.Bearers)
}

func hasCapital(bearers []Bearer) bool {
	for _, b := range bearers {
		if first, _ := utf8.DecodeRuneInString(b.Text); !unicode.IsUpper(first) {
			return false
		}
	}
	return true
}

// opens tells whether what follows s begins a sentence.
func opens(s string) bool {
	s = strings.TrimRight(s, " \t\"'“‘(*")
	last, _ := utf8.DecodeLastRuneInString(s)
	return s == "" || strings.ContainsRune(".!?:;\n…。！？", last)
}
