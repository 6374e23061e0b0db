package mention

import (
	"unicode"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/internal/text"
)

// token is one word of a text, one character where words are not spaced, or one
// sign that a name cannot simply run across.
type token struct {
	start, end int
	kind       kind
	glued      bool // nothing stands between it and the token before
}

// kind says what a token is, and so where a name may begin and end.
type kind uint8

const (
	word     kind = iota // letters, digits and marks between other characters
	single               // a character of a script without spaces: a name ends anywhere
	syllable             // Hangul: a name begins where a word does, and particles follow it
	sign                 // punctuation that is part of a name or ends it
)

// tokens cuts a text. Spaces, hyphens, apostrophes, dots inside abbreviations,
// ampersands and underscores only divide words; every other sign is a token of
// its own, so that a name is not found across it.
func tokens(dst []token, s string) []token {
	end := 0 // of the token before
	for i := 0; i < len(s); {
		r, size := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(s[i:])
		}
		k, ok := kindOf(r)
		switch {
		case !ok && divides(s, i, end, r):
			i += size
			continue
		case !ok:
			dst = append(dst, token{i, i + size, sign, end == i})
			i += size
		default:
			to := extent(s, i, size, k)
			dst = append(dst, token{i, to, k, end == i && i > 0})
			i = to
		}
		end = i
	}
	return dst
}

// extent returns the end of the token of kind k that begins at i with a rune of
// the given size: for a word up to its last letter, for one character with the
// marks on it.
func extent(s string, i, size int, k kind) int {
	katakana := isKatakana(s, i)
	i += size
	for i < len(s) {
		c := s[i]
		if c < utf8.RuneSelf {
			if k != word || !isASCIIWord(c) || katakana {
				return i
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case unicode.Is(unicode.M, r):
		case k != word:
			return i
		case unicode.In(r, unicode.Katakana) || r == longVowel:
			if !katakana {
				return i
			}
		default:
			if next, ok := kindOf(r); !ok || next != word || katakana {
				return i
			}
		}
		i += n
	}
	return i
}

// longVowel lengthens a vowel in Katakana, and belongs to its word.
const longVowel = 'ー'

func isKatakana(s string, i int) bool {
	if s[i] < utf8.RuneSelf {
		return false
	}
	r, _ := utf8.DecodeRuneInString(s[i:])
	return unicode.Is(unicode.Katakana, r) || r == longVowel
}

func isASCIIWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// kindOf tells what token a rune begins; ok is false for what is in no word.
func kindOf(r rune) (k kind, ok bool) {
	switch {
	case r < utf8.RuneSelf:
		return word, isASCIIWord(byte(r))
	case r < 0x0E00:
		return word, unicode.IsLetter(r) || unicode.IsDigit(r)
	case r >= 0xAC00 && r <= 0xD7A3:
		return syllable, true
	case unicode.Is(unicode.Katakana, r) || r == longVowel:
		return word, true
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Bopomofo):
		return single, unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsNumber(r)
	}
	return word, unicode.IsLetter(r) || unicode.IsDigit(r)
}

// shortened is the length up to which a word with a dot behind it is taken for
// an abbreviation: "Dr.", "St.", "Inc.".
const shortened = 4

// divides tells whether the rune at s[i], which is in no word, only divides two
// words of a name. end is where the token before it ended.
func divides(s string, i, end int, r rune) bool {
	switch r {
	case ' ', '\t', '-', '_', '\'', '’', 'ʼ', '&', '\u00a0', '\u2010', '\u2011', '・', '·':
		return true
	case '.':
		if i+1 < len(s) && s[i+1] != ' ' {
			return true
		}
		return i == end && wordLength(s[:i]) <= shortened
	}
	return unicode.Is(unicode.M, r) || r == '\u200b' || r == '\u200c' || r == '\u200d' || r == '\u3000'
}

// wordLength returns how many bytes of letters end s, up to one more than
// matters.
func wordLength(s string) int {
	n := 0
	for n <= shortened && n < len(s) && (isASCIIWord(s[len(s)-1-n]) || s[len(s)-1-n] >= utf8.RuneSelf) {
		n++
	}
	return n
}

// folded appends a word as names are compared: case, width and diacritics
// removed.
func folded(dst []byte, s string) []byte {
	from := len(dst)
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= utf8.RuneSelf {
			return text.AppendPlain(dst[:from], text.Fold(s))
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		dst = append(dst, c)
	}
	return dst
}
