package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxWord is the length in bytes at which a run is cut, so that no key is unbounded.
const maxWord = 256

// Span is a range of bytes [Start, End) of a text.
type Span struct{ Start, End int }

// Shape is what a word looks like.
type Shape uint8

// The shapes of a word.
const (
	Letters Shape = iota // letters and marks only
	Number               // digits only
	Code                 // letters with digits, joined parts, underscores or humps
	Pair                 // one or two characters of a script written without spaces
)

// Scanner cuts a text into words. The zero value is an empty text; Reset gives it another. It is not safe for concurrent
// use.
type Scanner struct {
	s     string
	pos   int
	inRun bool // the character at pos ended the last pair

	span  Span
	shape Shape
	key   []byte
}

// Reset starts on s, keeping the scanner's memory.
func (t *Scanner) Reset(s string) {
	t.s, t.pos, t.inRun, t.span, t.key = s, 0, false, Span{}, t.key[:0]
}

// Span returns the bytes of the current word.
func (t *Scanner) Span() Span { return t.span }

// Shape returns what the current word looks like.
func (t *Scanner) Shape() Shape { return t.shape }

// Key returns the current word's key, valid until the next call of Next or Reset.
func (t *Scanner) Key() []byte { return t.key }

// Next moves to the next word and tells whether there is one.
func (t *Scanner) Next() bool {
	for t.pos < len(t.s) {
		c := t.s[t.pos]
		if c < utf8.RuneSelf {
			t.inRun = false
			if asciiClass[c]&classWord != 0 {
				t.word()
				return true
			}
			t.pos++
			continue
		}
		r, size := utf8.DecodeRuneInString(t.s[t.pos:])
		switch {
		case unspaced(r):
			if t.pair(size) {
				return true
			}
		case wordRune(r) && !unicode.Is(unicode.M, r):
			t.inRun = false
			t.word()
			return true
		default:
			t.inRun = false
			t.pos += size
		}
	}
	return false
}

// pair takes the character at pos with the one after it, when that belongs to the same run. The last character of a run is
// in the pair before it, unless it stands alone.
func (t *Scanner) pair(size int) bool {
	start := t.pos
	end := pastMarks(t.s, start+size)
	t.pos = end
	next, n := utf8.DecodeRuneInString(t.s[end:])
	if n > 0 && unspaced(next) {
		end = pastMarks(t.s, end+n)
		t.inRun = true
	} else if t.inRun {
		t.inRun = false
		return false
	}
	t.span, t.shape = Span{start, end}, Pair
	t.key = AppendFold(t.key[:0], t.s[start:end])
	return true
}

// pastMarks returns the end of the marks at s[i:] that belong to the character before them: combining marks, and the vowels
// and finals of a decomposed Hangul syllable.
func pastMarks(s string, i int) int {
	for i < len(s) && s[i] >= utf8.RuneSelf {
		r, n := utf8.DecodeRuneInString(s[i:])
		if !(r >= 0x1160 && r <= 0x11FF) && !unicode.Is(unicode.M, r) {
			break
		}
		i += n
	}
	return i
}

// word takes the run that begins at pos.
func (t *Scanner) word() {
	start := t.pos
	end, saw := extent(t.s, start)
	t.span, t.pos = Span{start, end}, end
	word := t.s[start:end]
	if saw&sawMark != 0 && !norm.NFC.IsNormalString(word) {
		word = norm.NFC.String(word)
		_, saw = extent(word, 0)
	}
	switch {
	case saw&sawHump != 0:
		t.key = appendWithCase(t.key[:0], word)
	case saw&sawWide != 0:
		t.key = AppendFold(t.key[:0], word)
	default:
		t.key = t.key[:0]
		for i := 0; i < len(word); i++ {
			c := word[i]
			if asciiClass[c]&classUpper != 0 {
				c += 'a' - 'A'
			}
			t.key = append(t.key, c)
		}
	}
	switch {
	case saw&(sawJoiner|sawHump) != 0 || saw&sawLetter != 0 && saw&sawDigit != 0:
		t.shape = Code
	case saw&sawDigit != 0:
		t.shape = Number
	default:
		t.shape = Letters
	}
}

// What extent saw in a word.
const (
	sawLetter = 1 << iota
	sawDigit
	sawJoiner
	sawHump
	sawMark
	sawWide // beyond ASCII
)

// extent returns the end of the word that begins at start, and what is in it.
func extent(s string, start int) (end int, saw uint8) {
	i, prev, url := start, uint8(0), false
	for i < len(s) && i-start < maxWord {
		if s[i] >= utf8.RuneSelf {
			size, class := wideAt(s, i)
			switch {
			case size > 0 && class == 0:
				saw |= sawMark
			case size > 0:
				saw |= sawSign[class]
				if class == classUpper && prev == classLower {
					saw |= sawHump
				}
				prev = class
			case isApostrophe(s, i):
				size = 0
				if _, n := utf8.DecodeRuneInString(s[i:]); saw&sawLetter != 0 && letterAt(s, i+n) {
					size = n
				}
				saw |= sawJoiner
			}
			if size == 0 {
				return i, saw
			}
			saw |= sawWide
			i += size
			continue
		}
		class := asciiClass[s[i]]
		if class == 0 {
			n := joiner(s, i, start, url)
			if n == 0 {
				return i, saw
			}
			url = url || n == len("://")
			saw |= sawJoiner
			i, prev = i+n, 0
			continue
		}
		if class == classUpper && (prev == classLower || prev == classUpper && endsAcronym(s, start, i)) {
			saw |= sawHump
		}
		saw |= sawSign[class]
		prev = class
		i++
	}
	return i, saw
}

var sawSign = [...]uint8{classLower: sawLetter, classUpper: sawLetter, classDigit: sawDigit, classUnder: sawJoiner}

// wideAt returns the size of the rune beyond ASCII at s[i], and its class, 0 for a mark; size 0 if it cannot be in a word.
func wideAt(s string, i int) (size int, class uint8) {
	r, size := utf8.DecodeRuneInString(s[i:])
	switch {
	case unspaced(r) || !wordRune(r):
		return 0, 0
	case r < 0x250 || r >= 0x1E00 && r <= 0x1EFF:
	case unicode.Is(unicode.M, r):
		return size, 0
	case unicode.IsDigit(r):
		return size, classDigit
	}
	if lower(r) != r {
		return size, classUpper
	}
	return size, classLower
}

// endsAcronym tells whether the capital at s[i], after another, begins a word of its own: the S of HTTPServer, but neither
// the U of CPUs nor the K of OKay.
func endsAcronym(s string, start, i int) bool {
	return i-start >= 2 && asciiClass[byteAt(s, i+1)] == classLower && asciiClass[byteAt(s, i+2)]&classWord != 0
}

func isApostrophe(s string, i int) bool {
	r, _ := utf8.DecodeRuneInString(s[i:])
	return r == '\u2019' || r == '\u02BC'
}

func byteAt(s string, i int) byte {
	if i < len(s) {
		return s[i]
	}
	return 0
}

// joiner returns how many bytes at s[i] join a word begun at start to what follows; 0 ends the word.
func joiner(s string, i, start int, url bool) int {
	if i+1 >= len(s) {
		if (s[i] == '+' || s[i] == '#') && i > start {
			return shortName(s, i, start)
		}
		return 0
	}
	wordNext := letterAt(s, i+1) || asciiClass[s[i+1]]&classWord != 0
	digitNext := asciiClass[s[i+1]]&classDigit != 0
	switch s[i] {
	case '.', '@', '-', '&', '=', '/':
		return one(wordNext || url && s[i+1] == '?')
	case '\'':
		return one(letterAt(s, i-1) && letterAt(s, i+1))
	case ':':
		if digitNext {
			return 1
		}
		if strings.HasPrefix(s[i:], "://") && i+3 < len(s) && asciiClass[s[i+3]]&classWord != 0 {
			return 3
		}
		return 0
	case ',':
		return one(digitNext && asciiClass[byteAt(s, i-1)]&classDigit != 0)
	case '?', '%', '~':
		return one(url && wordNext)
	case '+', '#':
		if wordNext {
			return one(s[i] == '+')
		}
		return shortName(s, i, start)
	}
	return 0
}

func one(ok bool) int {
	if ok {
		return 1
	}
	return 0
}

// shortName joins the signs at the end of names such as C++, C# and F#.
func shortName(s string, i, start int) int {
	if i-start > 2 || asciiClass[byteAt(s, i-1)]&(classLower|classUpper) == 0 {
		return 0
	}
	if strings.HasPrefix(s[i:], "++") {
		return 2
	}
	return one(s[i] == '#')
}

// letterAt tells whether a letter of a spaced script begins at, or for the byte before a joiner ends at, s[i].
func letterAt(s string, i int) bool {
	if i < 0 || i >= len(s) {
		return false
	}
	if s[i] < utf8.RuneSelf {
		return asciiClass[s[i]]&(classLower|classUpper) != 0
	}
	if !utf8.RuneStart(s[i]) { // the last byte of a rune
		r, _ := utf8.DecodeLastRuneInString(s[:i+1])
		return wordRune(r) && !unspaced(r)
	}
	r, _ := utf8.DecodeRuneInString(s[i:])
	return wordRune(r) && !unspaced(r) && !unicode.Is(unicode.M, r)
}

const (
	classLower = 1 << iota
	classUpper
	classDigit
	classUnder
	classWord = classLower | classUpper | classDigit | classUnder
)

var asciiClass = func() (t [256]uint8) {
	for c := 'a'; c <= 'z'; c++ {
		t[c], t[c-'a'+'A'] = classLower, classUpper
	}
	for c := '0'; c <= '9'; c++ {
		t[c] = classDigit
	}
	t['_'] = classUnder
	return t
}()

// wordRune tells whether a rune beyond ASCII can be in a word.
func wordRune(r rune) bool {
	switch {
	case r >= 0xC0 && r < 0x250:
		return r != 0xD7 && r != 0xF7
	case r >= 0x1E00 && r <= 0x1EFF, r >= 0x0400 && r < 0x0482:
		return true
	case r < 0xAA:
		return false
	case r >= 0x2000 && r < 0x2070: // punctuation
		return false
	case r == utf8.RuneError:
		return false
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r)
}

// unspaced tells whether a rune belongs to a script that is written without spaces.
func unspaced(r rune) bool {
	if r < 0x0E00 {
		return false
	}
	switch {
	case r < 0x0F00: // Thai, Lao
		return unicode.IsLetter(r)
	case r >= 0x1000 && r < 0x10A0, r >= 0x1780 && r < 0x1800: // Burmese, Khmer
		return unicode.IsLetter(r)
	case r == 0x3005, r == 0x3007, r == 0x303B: // iteration marks, ideographic zero
		return true
	case r >= 0x3041 && r <= 0x30FF: // Hiragana, Katakana
		return r != 0x30FB && !(r >= 0x3097 && r <= 0x309C)
	case r >= 0x3105 && r <= 0x31FF: // Bopomofo, extensions
		return unicode.IsLetter(r)
	case r >= 0x3400 && r <= 0x9FFF, r >= 0xF900 && r <= 0xFAFF:
		return unicode.IsLetter(r)
	case r >= 0xAC00 && r <= 0xD7A3, r >= 0x1100 && r <= 0x11FF, r >= 0x3131 && r <= 0x318E: // Hangul
		return true
	case r >= 0xFF66 && r <= 0xFF9F: // half-width Katakana
		return true
	case r >= 0x20000 && r <= 0x3FFFF:
		return unicode.IsLetter(r)
	}
	return false
}
