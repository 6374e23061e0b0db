package static

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// words cuts a text as BERT's uncased tokenizer does: control and format
// characters dropped, canonical decomposition with the marks (accents) dropped,
// lower case, and cut at white space, around each punctuation character and
// around each CJK ideograph. Use: for w.next() { ... w.word() ... }.
//
// start and end are the bytes of the source text that the word came from. long
// says that it had more than maxWord runes: word holds the first, and rest is a
// hash of the others.
type words struct {
	text       string
	at         int // of the next byte to read
	start, end int
	runes      int
	long       bool
	rest       uint64
	size       int // bytes of buffer in use; a slice of it here would move w to the heap
	buffer     [maxWord * utf8.UTFMax]byte
}

// word returns the folded word, valid until the next call of next.
func (w *words) word() []byte { return w.buffer[:w.size] }

func (w *words) reset(text string) { w.text, w.at = text, 0 }

// next reads the next word and reports whether there was one.
func (w *words) next() bool {
	w.size, w.runes, w.long, w.rest = 0, 0, false, 0
	for w.at < len(w.text) {
		if c := w.text[w.at]; c < utf8.RuneSelf {
			switch class := asciiClass[c]; class {
			case classDrop:
				w.at++
			case classSpace:
				w.at++
				if w.runes > 0 {
					return true
				}
			case classAlone:
				return w.alone(rune(c), 1)
			default:
				w.take(class, 1)
			}
			continue
		}
		r, size := utf8.DecodeRuneInString(w.text[w.at:])
		switch {
		case dropped(r):
			w.at += size
		case unicode.IsSpace(r):
			w.at += size
			if w.runes > 0 {
				return true
			}
		case ideograph(r):
			return w.alone(unified(w.text[w.at:]), size)
		default:
			if w.fold(r, size) {
				return true
			}
		}
	}
	return w.runes > 0
}

// fold takes one rune beyond ASCII, decomposed and lower-cased, and reports
// whether that completed a word.
func (w *words) fold(r rune, size int) bool {
	if unicode.Is(unicode.Mn, r) {
		w.at += size
		return false
	}
	var scratch [8]rune
	parts := decompose(scratch[:0], w.text[w.at:])
	if len(parts) == 1 && punctuation(parts[0]) {
		return w.alone(parts[0], size)
	}
	at := w.at
	for _, p := range parts {
		w.at = at
		w.take(unicode.ToLower(p), size)
	}
	w.at = at + size
	return false
}

// alone ends the word before r, or takes r as a word of its own.
func (w *words) alone(r rune, size int) bool {
	if w.runes == 0 {
		w.take(unicode.ToLower(r), size)
	}
	return true
}

// take appends a folded rune that stands for the next size bytes of the text.
func (w *words) take(r rune, size int) {
	if w.runes == 0 {
		w.start = w.at
	}
	w.at += size
	w.end = w.at
	if w.runes == maxWord {
		w.long, w.rest = true, mix(w.rest^uint64(r))
		return
	}
	w.runes++
	w.size += utf8.EncodeRune(w.buffer[w.size:], r)
}

// decompose appends the canonical decomposition of the first rune of text,
// without its marks.
func decompose(dst []rune, text string) []rune {
	r, _ := utf8.DecodeRuneInString(text)
	if r >= hangulFirst && r <= hangulLast {
		return decomposeHangul(dst, r)
	}
	parts := norm.NFD.PropertiesString(text).Decomposition()
	if parts == nil {
		return append(dst, r)
	}
	for len(parts) > 0 {
		p, size := utf8.DecodeRune(parts)
		if !unicode.Is(unicode.Mn, p) {
			dst = append(dst, p)
		}
		parts = parts[size:]
	}
	return dst
}

// unified returns the ideograph that the first one of text, which may be a
// compatibility ideograph, stands for.
func unified(text string) rune {
	var scratch [8]rune
	return decompose(scratch[:0], text)[0]
}

// Hangul syllables decompose by rule (The Unicode Standard, section 3.12).
const (
	hangulFirst, hangulLast              = 0xac00, 0xd7a3
	hangulLead, hangulVowel, hangulTrail = 0x1100, 0x1161, 0x11a7
	hangulVowels, hangulTrails           = 21, 28
)

func decomposeHangul(dst []rune, r rune) []rune {
	n := r - hangulFirst
	dst = append(dst, hangulLead+n/(hangulVowels*hangulTrails), hangulVowel+n%(hangulVowels*hangulTrails)/hangulTrails)
	if trail := n % hangulTrails; trail > 0 {
		dst = append(dst, hangulTrail+trail)
	}
	return dst
}

// Classes of ASCII characters. Any other value is a letter or digit, as itself
// in lower case.
const (
	classDrop  rune = -1
	classSpace rune = -2
	classAlone rune = -3
)

var asciiClass = func() (class [utf8.RuneSelf]rune) {
	for c := range rune(utf8.RuneSelf) {
		switch {
		case c == '\t' || c == '\n' || c == '\r' || c == ' ':
			class[c] = classSpace
		case c < ' ' || c == 0x7f:
			class[c] = classDrop
		case c >= '0' && c <= '9' || c >= 'a' && c <= 'z':
			class[c] = c
		case c >= 'A' && c <= 'Z':
			class[c] = c + 'a' - 'A'
		default:
			class[c] = classAlone
		}
	}
	return class
}()

// dropped tells control, format, private-use and malformed characters.
func dropped(r rune) bool {
	return r == utf8.RuneError || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs)
}

func punctuation(r rune) bool {
	if r < utf8.RuneSelf {
		return asciiClass[r] == classAlone
	}
	return unicode.IsPunct(r)
}

// ideograph tells the blocks that BERT isolates. Kana and Hangul are not among
// them: they are written in words here.
func ideograph(r rune) bool {
	switch {
	case r < 0x3400:
		return false
	case r <= 0x4dbf, r >= 0x4e00 && r <= 0x9fff, r >= 0xf900 && r <= 0xfaff:
		return true
	}
	return r >= 0x20000 && r <= 0x2a6df || r >= 0x2a700 && r <= 0x2ceaf || r >= 0x2f800 && r <= 0x2fa1f
}
