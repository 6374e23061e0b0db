package names

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/lukasadb/lukasa/internal/text"
)

// plain is a word without marks, in simplified characters; Arabic without the
// signs that are often left out.
func plain(s string) string {
	s = text.Plain(s)
	switch scriptOf(s) {
	case han:
		return simplified(s)
	case arabic:
		return arabicForms.Replace(s)
	}
	return s
}

var arabicForms = strings.NewReplacer(
	"أ", "ا", "إ", "ا", "آ", "ا", "ى", "ي", "ة", "ه", "ـ", "", "َ", "", "ُ", "", "ِ", "", "ّ", "", "ْ", "", "ً", "", "ٌ", "", "ٍ", "",
)

// The five marks of Vietnamese tones, as combining characters.
const tones = "\u0300\u0301\u0303\u0309\u0323"

// toneApart writes a Vietnamese syllable as its letters, then its tone: both
// ways to place the mark (hòa, hoà) give the same.
func toneApart(s string) string {
	if isASCII(s) {
		return s
	}
	letters, tone := make([]rune, 0, len(s)), ""
	for _, r := range norm.NFD.String(s) {
		if strings.ContainsRune(tones, r) {
			tone += string(r)
		} else {
			letters = append(letters, r)
		}
	}
	return string(letters) + tone
}

// vietLetters are of Vietnamese alone.
const vietLetters = "đơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ"

// vietnamese tells whether a name is Vietnamese: by its letters, or by a family
// name at its front or back where all its words are short.
func (f *Form) vietnamese() bool {
	for _, w := range f.words {
		if w.runes > 6 {
			return false
		}
		if strings.ContainsAny(w.text, vietLetters) {
			return true
		}
	}
	if len(f.words) < 2 || len(f.words) > 5 || f.org {
		return false
	}
	t := words()
	return t.surname[f.words[0].plain] || t.surname[f.words[len(f.words)-1].plain]
}

// sameMarks tells whether two words that are equal without their marks are the
// same word. Where both names are written with marks, Vietnamese ones must
// agree in them.
func sameMarks(a, b *Form, x, y *word) bool {
	switch {
	case x.text == y.text:
		return true
	case !a.marked || !b.marked:
		return true
	case x.tone == y.tone:
		return true
	}
	return !(a.viet && b.viet) && (x.text == x.plain || y.text == y.plain)
}

// transcribed tells whether one word writes the other's ä, ö, ü as ae, oe, ue.
func transcribed(x, y *word) bool {
	if x.text == x.plain && y.text == y.plain {
		return false
	}
	s, ok := text.Transcribed(x.text)
	t, also := text.Transcribed(y.text)
	return ok && s == y.plain || also && t == x.plain
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf })
}
