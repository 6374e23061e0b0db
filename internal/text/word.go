package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// IndexWord finds a phrase's first occurrence in a text that stands between word ends,
// as it is written, or returns -1. An empty phrase occurs nowhere.
func IndexWord(s, phrase string) int {
	for from := 0; phrase != ""; {
		at := strings.Index(s[from:], phrase)
		if at < 0 {
			return -1
		}
		at += from
		before, _ := utf8.DecodeLastRuneInString(s[:at])
		after, _ := utf8.DecodeRuneInString(s[at+len(phrase):])
		if !InWord(before) && !InWord(after) {
			return at
		}
		_, size := utf8.DecodeRuneInString(s[at:])
		from = at + size
	}
	return -1
}

// InWord tells whether a rune is a letter or a digit, in any script.
func InWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
