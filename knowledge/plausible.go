package knowledge

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/schema"
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
	if unicode.IsUpper(first) {
		return true
	}
	return !hasCapital(f.Bearers) || utf8.RuneCountInString(written) >= shortestSmall && !byCapitalAlone(f.Bearers)
}

// byCapitalAlone tells whether it was their capital alone that told them: what is
// meant by "notion" in small letters is not Notion.
func byCapitalAlone(bearers []Bearer) bool {
	for _, b := range bearers {
		if b.Entity.Type() != schema.EntityObject || b.Alias {
			return false
		}
	}
	return true
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
