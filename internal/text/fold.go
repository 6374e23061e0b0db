package text

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// latinLower is unicode.ToLower for the runes below U+0250, where nearly all Latin text lies.
var latinLower = func() (t [0x250]rune) {
	for r := range t {
		t[r] = unicode.ToLower(rune(r))
	}
	return t
}()

// lower folds the case of one rune. Sharp s is left to AppendFold, as it becomes two.
func lower(r rune) rune {
	switch {
	case r < 0x250:
		return latinLower[r]
	case r >= 0x1EA0 && r <= 0x1EFF: // Vietnamese: capitals are even
		return r | 1
	case r == 'ς':
		return 'σ'
	case r >= 0xFF01 && r <= 0xFF5E: // full-width ASCII
		return lower(r - 0xFEE0)
	case r >= 0x2E80 && r < 0xA000: // CJK has no case
		return r
	}
	return unicode.ToLower(r)
}

// AppendFold appends s in NFC, lower case and narrow width. Diacritics are kept; sharp s becomes ss.
func AppendFold[S string | []byte](dst []byte, s S) []byte {
	i := 0
	for ; i < len(s); i++ {
		c := s[i]
		if c >= utf8.RuneSelf {
			break
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		dst = append(dst, c)
	}
	if i == len(s) {
		return dst
	}
	if i > 0 { // a mark may belong to the letter before it
		i--
		dst = dst[:len(dst)-1]
	}
	rest := string(s[i:])
	if composed(rest) {
		return appendLower(dst, rest)
	}
	from := len(dst)
	dst = appendLower(dst, norm.NFC.String(rest))
	if norm.NFC.IsNormal(dst[from:]) {
		return dst
	}
	// A mark that no capital or sharp s takes in may belong to what they become.
	return norm.NFC.Append(dst[:from], bytes.Clone(dst[from:])...)
}

// composed tells whether s has only letters and signs of the Latin script that are in NFC whatever stands beside them.
// That is so of nearly every word beyond ASCII, and quicker to see than to look each rune up.
func composed(s string) bool {
	for _, r := range s {
		if r >= 0x300 && !(r >= 0x1E00 && r <= 0x1EFF) {
			return false
		}
	}
	return true
}

// Fold is AppendFold to a string.
func Fold(s string) string { return string(AppendFold(nil, s)) }

func appendLower(dst []byte, s string) []byte {
	for _, r := range s {
		switch r {
		case 'ß', 'ẞ':
			dst = append(dst, "ss"...)
		case 'İ':
			dst = append(dst, 'i')
		case '\u2019', '\u02BC': // typographic apostrophes
			dst = append(dst, '\'')
		default:
			dst = utf8.AppendRune(dst, lower(r))
		}
	}
	return dst
}

// Plain returns s without diacritics: marks are dropped after decomposition, and letters that Unicode does not
// decompose (đ, ø, ł, æ, œ) become their ASCII look-alikes. A string that has none is returned as it is.
func Plain(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return string(AppendPlain(nil, s))
		}
	}
	return s
}

// AppendPlain appends what Plain returns.
func AppendPlain(dst []byte, s string) []byte {
	from := len(dst)
	for _, r := range s {
		if r < utf8.RuneSelf {
			dst = append(dst, byte(r))
			continue
		}
		p := latinPlain.of(r)
		if p == "" {
			return append(dst[:from], decomposed(s)...)
		}
		dst = append(dst, p...)
	}
	return dst
}

// plainLetters holds the plain form of each Latin letter with a diacritic, by itself; empty where that is not ASCII.
type plainLetters struct {
	low  [0x250]string
	high [0x100]string // from U+1E00
}

var latinPlain = func() *plainLetters {
	t := &plainLetters{}
	ascii := func(r int) string {
		p := decomposed(string(rune(r)))
		if strings.ContainsFunc(p, func(r rune) bool { return r >= utf8.RuneSelf }) {
			return ""
		}
		return p
	}
	for i := utf8.RuneSelf; i < len(t.low); i++ {
		t.low[i] = ascii(i)
	}
	for i := range t.high {
		t.high[i] = ascii(0x1E00 + i)
	}
	return t
}()

func (t *plainLetters) of(r rune) string {
	switch {
	case r < 0x250:
		return t.low[r]
	case r >= 0x1E00 && r <= 0x1EFF:
		return t.high[r-0x1E00]
	}
	return ""
}

// decomposed is Plain for any string.
func decomposed(s string) string {
	var dst []byte
	for _, r := range norm.NFD.String(s) {
		switch {
		case r >= 0x300 && r < 0x370, r >= 0x1AB0 && r < 0x1B00, r >= 0x1DC0 && r < 0x1E00:
		case r < 0x250:
			if p, ok := plainLatin(r); ok {
				dst = append(dst, p...)
				continue
			}
			dst = utf8.AppendRune(dst, r)
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return norm.NFC.String(string(dst))
}

func plainLatin(r rune) (string, bool) {
	switch r {
	case 'đ', 'ð':
		return "d", true
	case 'ø':
		return "o", true
	case 'ł':
		return "l", true
	case 'ı':
		return "i", true
	case 'æ':
		return "ae", true
	case 'œ':
		return "oe", true
	case 'þ':
		return "th", true
	case 'ß':
		return "ss", true
	}
	return "", false
}

// Transcribed returns s with ä, ö and ü written ae, oe and ue, as German does where the letters are missing, and with
// any other diacritics removed. ok is false when s has no such letter.
func Transcribed(s string) (t string, ok bool) {
	var dst []byte
	for _, r := range s {
		switch r {
		case 'ä':
			dst, ok = append(dst, "ae"...), true
		case 'ö':
			dst, ok = append(dst, "oe"...), true
		case 'ü':
			dst, ok = append(dst, "ue"...), true
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	if !ok {
		return "", false
	}
	return Plain(string(dst)), true
}
