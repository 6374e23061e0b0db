package extract

import (
	"regexp"
	"strings"
	"time"
	"unicode"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/dates"
)

// Alike returns what a text, said at a time, names of the sort that a value is of: other
// times of day for 7pm, other days for Tuesday, other colours for blue, other figures of
// one form for B2. A name has no sort that its letters tell: like one is what the only
// statement of the text gives as its value, if that is a name too. It is how a correction
// finds what it is of that does not say so. The value may open with on, at, in, by or for;
// bare is the value without. There is none for a value of no such sort.
func Alike(said, value string, at time.Time) (bare string, alike []string) {
	value = withoutLead(strings.TrimSpace(value))
	for _, sort := range []func(string, time.Time) []string{hoursIn, daysIn, monthsIn, languagesIn, coloursIn} {
		for _, form := range []string{value, "on the " + value} { // 26th is a day where something is on it
			if own := sort(form, at); len(own) == 1 && own[0] == value {
				return value, sort(said, at)
			}
		}
	}
	switch {
	case strings.ContainsAny(value, " \t\n"):
	case strings.ContainsAny(value, "0123456789"):
		return value, figuresIn(said, shape(value), at)
	}
	if isName(value) {
		return value, nameIn(said)
	}
	return value, nil
}

func withoutLead(value string) string {
	first, rest, ok := strings.Cut(value, " ")
	if ok && leads[strings.ToLower(first)] {
		return strings.TrimSpace(rest)
	}
	return value
}

var leads = text.Set("on at in by for to around")

// hour is a time of day in figures that cannot be anything else, or the middle of one.
var hour = regexp.MustCompile(`(?i)\b(?:\d{1,2}(?:[:.]\d{2})? ?(?:am|pm|o'clock)|\d{1,2}:\d{2}|noon|midnight)\b`)

func hoursIn(s string, _ time.Time) []string { return hour.FindAllString(s, -1) }

// daysIn finds days, monthsIn months, by name or date.
func daysIn(s string, at time.Time) []string { return datesIn(s, at, 0, 26*time.Hour) }

func monthsIn(s string, at time.Time) []string {
	return datesIn(s, at, 27*24*time.Hour, 32*24*time.Hour)
}

// datesIn finds the stretches of time that are longer than one length and at most another.
func datesIn(s string, at time.Time, over, most time.Duration) (out []string) {
	for _, r := range dates.Find(s, at, text.English) {
		if length := r.To.Sub(r.From); !r.From.IsZero() && !r.To.IsZero() && length > over && length <= most {
			out = append(out, withoutLead(s[r.Span.Start:r.Span.End]))
		}
	}
	return out
}

func languagesIn(s string, _ time.Time) []string { return wordsIn(s, manners[0].of) }

func coloursIn(s string, _ time.Time) []string { return wordsIn(s, colours) }

// colours are the ones that are nothing else: orange is a fruit, and rose a flower.
var colours = text.Set(`black white red green blue yellow brown grey gray pink purple violet turquoise beige`)

func wordsIn(s string, of words) (out []string) {
	for _, t := range newMessage(s).tokens {
		if of[t.key] {
			out = append(out, s[t.start:t.end])
		}
	}
	return out
}

// figuresIn finds words of a shape that are no part of a date or a time of day.
func figuresIn(s, of string, at time.Time) (out []string) {
	for _, time := range append(hoursIn(s, at), append(daysIn(s, at), monthsIn(s, at)...)...) {
		s = strings.Replace(s, time, strings.Repeat(" ", len(time)), 1)
	}
	for w := range strings.FieldsSeq(s) {
		if w = strings.TrimRight(w, ".,;:!?"); shape(w) == of {
			out = append(out, w)
		}
	}
	return out
}

// shape is what figures a word has beside what letters and marks: a9 for B2, 9 for 42.
func shape(word string) string {
	var b strings.Builder
	last := rune(0)
	for _, r := range word {
		switch {
		case unicode.IsDigit(r):
			r = '9'
		case unicode.IsLetter(r):
			r = 'a'
		}
		if r != last || r != '9' && r != 'a' {
			b.WriteRune(r)
		}
		last = r
	}
	return b.String()
}

// isName tells whether a value is words with capitals and nothing else.
func isName(s string) bool {
	words := strings.Fields(s)
	for _, w := range words {
		if first := []rune(w)[0]; !unicode.IsUpper(first) || strings.ContainsAny(w, "0123456789") {
			return false
		}
	}
	return len(words) > 0
}

// nameIn is the name that is the value of the only statement of a text.
func nameIn(said string) []string {
	stated := Read(said).Statements
	if len(stated) != 1 || !isName(stated[0].Value) {
		return nil
	}
	return []string{stated[0].Value}
}
