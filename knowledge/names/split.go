package names

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/internal/text"
)

// rawWord is a word as it was cut out of a name.
type rawWord struct {
	text     string // folded
	written  string
	comma    bool // a comma follows
	dotted   bool // a full stop follows
	capitals bool // written in capitals
	hyphen   bool // a hyphen stands before it
}

// split cuts a name into words: runs of letters and marks, and runs of digits.
// Numbers spelled as words, Roman ones at the end, and ordinals become digits.
func split(name string) []rawWord {
	raw := cut(name)
	raw = joinDotted(raw)
	for i := range raw {
		raw[i].text = number(raw, i)
	}
	if len(raw) <= mostRead {
		raw = joinDates(raw)
	}
	return cutOrdinals(raw)
}

// cutOrdinals removes what makes a number an ordinal: 2nd, 20th.
func cutOrdinals(raw []rawWord) []rawWord {
	out := raw[:0]
	for i, r := range raw {
		if i > 0 && ordinal[r.text] && isNumber(raw[i-1].text) {
			continue
		}
		out = append(out, r)
	}
	return out
}

var ordinal = text.Set(`st nd rd th sts nds rds ths er ère eme ème`)

func isNumber(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

// cut finds the words. An apostrophe inside a word is dropped.
func cut(name string) []rawWord {
	var raw []rawWord
	start, kind := -1, 0
	flush := func(end int) {
		if start >= 0 {
			raw = appendWord(raw, name, start, end)
		}
		start = -1
	}
	for i, r := range name {
		k := kindOf(r)
		switch {
		case k == apostrophe && start >= 0, (r == '+' || r == '#') && kind == letter && endsWord(name[i+1:]):
			continue
		case k != kind || k == 0 || k == apostrophe:
			flush(i)
		}
		if k == letter || k == digit {
			if start < 0 {
				start, kind = i, k
			}
			continue
		}
		kind = 0
		if len(raw) > 0 && r == ',' {
			raw[len(raw)-1].comma = true
		}
		if len(raw) > 0 && r == '.' && endsAt(name, i, raw[len(raw)-1].written) {
			raw[len(raw)-1].dotted = true
		}
	}
	flush(len(name))
	return raw
}

// endsWord tells whether a sign behind a word is its last, as in C++ and F#.
func endsWord(rest string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(rest, "+#"))
	return kindOf(r) == 0
}

func endsAt(name string, i int, word string) bool { return strings.HasSuffix(name[:i], word) }

func appendWord(raw []rawWord, name string, start, end int) []rawWord {
	written, before := name[start:end], name[:start]
	folded := strings.ReplaceAll(text.Fold(written), "'", "")
	if folded == "" {
		return raw
	}
	w := rawWord{text: asciiDigits(folded), written: written, hyphen: strings.HasSuffix(before, "-")}
	w.capitals = written == strings.ToUpper(written) && written != strings.ToLower(written)
	if len(w.text) == 2 && isNumber(w.text) && (strings.HasSuffix(before, "'") || strings.HasSuffix(before, "’")) {
		w.text = fullYear(w.text)
	}
	if rest, ok := strings.CutPrefix(w.text, arabicArticle); ok && len(rest) >= shortestArabic {
		raw = append(raw, rawWord{text: "al", written: arabicArticle})
		w.text = rest
	}
	return append(raw, w)
}

// The Arabic article is written as one with its word, which has three letters at
// least.
const (
	arabicArticle  = "ال"
	shortestArabic = 3 * len("ا")
)

// Kinds of runes.
const (
	letter = iota + 1
	digit
	apostrophe
)

func kindOf(r rune) int {
	switch {
	case unicode.IsLetter(r), unicode.IsMark(r):
		return letter
	case unicode.IsDigit(r):
		return digit
	case r == '\'', r == '\u2019', r == '\u02BC':
		return apostrophe
	}
	return 0
}

// asciiDigits writes decimal digits of any script as 0 to 9, and drops zeros at
// the front of a number.
func asciiDigits(s string) string {
	first, _ := utf8.DecodeRuneInString(s)
	if !unicode.IsDigit(first) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if v := digitValue(r); b.Len() > 0 || v > 0 {
			b.WriteByte(byte('0' + v))
		}
	}
	if b.Len() == 0 {
		return "0"
	}
	return b.String()
}

// digitValue is the value of a decimal digit: Unicode keeps those of each script
// together, in order.
func digitValue(r rune) int {
	for _, in := range unicode.Digit.R16 {
		if rune(in.Lo) <= r && r <= rune(in.Hi) {
			return int(r-rune(in.Lo)) % 10
		}
	}
	for _, in := range unicode.Digit.R32 {
		if rune(in.Lo) <= r && r <= rune(in.Hi) {
			return int(r-rune(in.Lo)) % 10
		}
	}
	return 0
}

// joinDotted makes one word of letters joined by full stops where they are the
// whole name or a company form behind it: I.B.M., S.p.A.
func joinDotted(raw []rawWord) []rawWord {
	for i := 0; i < len(raw); i++ {
		n := i
		for n < len(raw) && raw[n].dotted && utf8.RuneCountInString(raw[n].text) == 1 {
			n++
		}
		if n == i+1 && n < len(raw) || n-i < 1 {
			continue
		}
		end := n
		if n < len(raw) && utf8.RuneCountInString(raw[n].text) == 1 {
			end++ // the last letter may lack its full stop
		}
		whole := joinLetters(raw[i:end])
		class := words().company[whole.text]
		if end == len(raw) && (i == 0 && end > 1 || i > 0 && class != "") {
			return append(raw[:i:i], whole)
		}
		i = end
	}
	return raw
}

func joinLetters(raw []rawWord) rawWord {
	whole := rawWord{capitals: true}
	for _, r := range raw {
		whole.text += r.text
		whole.written += r.written
	}
	return whole
}

var roman = regexp.MustCompile(`^(X{0,3})(IX|IV|V?I{0,3})$`)

// number is the word at i, as digits if it is a number.
func number(raw []rawWord, i int) string {
	r := raw[i]
	if d, ok := words().number[r.text]; ok {
		return d
	}
	last := i == len(raw)-1 && !r.dotted
	if i > 0 && r.capitals && (last || strings.Contains(r.written, "II")) && roman.MatchString(r.written) {
		return romanDigits(r.written)
	}
	return r.text
}

func romanDigits(s string) string {
	values := map[byte]int{'I': 1, 'V': 5, 'X': 10}
	sum := 0
	for i := range len(s) {
		v := values[s[i]]
		if i+1 < len(s) && v < values[s[i+1]] {
			v = -v
		}
		sum += v
	}
	return strconv.Itoa(sum)
}
