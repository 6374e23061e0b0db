package traits

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Token is a word of a text: letters and digits with inner apostrophes, folded to lower case.
type Token struct {
	Word       string
	Start, End int  // byte offsets in the text
	Upper      bool // begins with a capital
	Digits     bool // of digits only
	First      bool // of its sentence
}

// Tokenize cuts a text into words.
func Tokenize(s string) []Token { return slices.Collect(Tokens(s)) }

// Tokens yields the words of a text in order.
func Tokens(s string) iter.Seq[Token] {
	return func(yield func(Token) bool) {
		first := true
		for i := 0; i < len(s); {
			if c := s[i]; c < utf8.RuneSelf && !plain[c] {
				first = first || c == '.' || c == '!' || c == '?' || c == ':' || c == '\n'
				i++
				continue
			}
			r, size := utf8.DecodeRuneInString(s[i:])
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				first = first || strings.ContainsRune("。！？", r)
				i += size
				continue
			}
			end, digits := wordEnd(s, i)
			word := strings.ReplaceAll(strings.ToLower(s[i:end]), "’", "'")
			if !yield(Token{word, i, end, unicode.IsUpper(r), digits, first}) {
				return
			}
			first = false
			i = end
		}
	}
}

// plain are the letters and digits of ASCII, which most words are made of.
var plain = func() (t [256]bool) {
	for c := range t {
		t[c] = c < utf8.RuneSelf && (unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c)))
	}
	return t
}()

// wordEnd returns where the word that begins at i ends, and whether it is of digits
// only.
func wordEnd(s string, i int) (end int, digits bool) {
	end, digits = i, true
	for end < len(s) {
		if c := s[end]; plain[c] {
			digits = digits && c <= '9'
			end++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[end:])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && !innerApostrophe(s, end, r, size) {
			break
		}
		digits = digits && unicode.IsDigit(r)
		end += size
	}
	return end, digits
}

func innerApostrophe(s string, i int, r rune, size int) bool {
	if r != '\'' && r != '’' {
		return false
	}
	next, _ := utf8.DecodeRuneInString(s[i+size:])
	return unicode.IsLetter(next)
}
