package mention

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/internal/text"
)

// How sure a name is that is told by its capitals alone.
const (
	marked   = 0.85 // with a title or a company's form
	severals = 0.7  // of several words
	oneWord  = 0.5
)

// Capitalised returns the names in a text that are told by their capitals, and the
// single capitalised words that may stand for a name of several, both from left to
// right. The latter are no names by themselves.
//
// A sentence's first word counts only if a capitalised word follows and it is not
// one that sentences begin with, or if the text has it inside a sentence too. A
// single word counts where small letters stand near it, it is part of nothing like
// a path or a command, and it is no common abbreviation (USB). In German, where
// every noun has a capital, only names with a title or a company's form count; in
// a heading, where every word has one, none.
func Capitalised(t *Text) (names, alone []Thing) {
	if strings.IndexFunc(t.s, unicode.IsUpper) < 0 {
		return nil, nil
	}
	c := capitals{Text: t}
	c.look()
	for i := 0; i < len(c.list); {
		n := c.sequence(i)
		if n == 0 {
			i++
			continue
		}
		t, named := c.judge(i, i+n)
		if named {
			names = append(names, t)
		}
		if n == 1 && !c.vain(i) && !(c.opens[i] && openers.Has(c.lower(i))) {
			if !named {
				t = Thing{Start: c.list[i].start, End: c.list[i].end, Form: Name, Confidence: oneWord}
			}
			alone = append(alone, t)
		}
		i += n
	}
	return names, alone
}

// capitals reads one text. What not every text needs is found out when it is
// first asked for.
type capitals struct {
	*Text
	capped []bool          // by token: begins with a capital
	opens  []bool          // by token: begins a sentence
	inside map[string]bool // capitalised words inside sentences; nil: not asked for yet
	lang   text.Lang       // if it is known
	told   bool            // it is
}

// german tells whether the text is German.
func (c *capitals) german() bool {
	if !c.told {
		c.lang, c.told = text.Detect(c.s, text.Und), true
	}
	return c.lang == text.German
}

// look notes which words have capitals and which open sentences. Headings have no
// capitals that say anything.
func (c *capitals) look() {
	flags := make([]bool, 2*len(c.list))
	c.capped, c.opens = flags[:len(c.list)], flags[len(c.list):]
	from := 0
	for i := range c.list {
		c.opens[i] = c.opensSentence(i)
		c.capped[i] = c.isCapped(i)
		if c.opens[i] {
			c.hush(from, i)
			from = i
		}
	}
	c.hush(from, len(c.list))
}

// insideToo tells whether a capitalised word stands inside a sentence as well.
func (c *capitals) insideToo(w string) bool {
	if c.inside == nil {
		c.inside = map[string]bool{}
		for i := range c.list {
			if c.capped[i] && !c.opens[i] {
				c.inside[c.at(i)] = true
			}
		}
	}
	return c.inside[w]
}

func (c *capitals) isCapped(i int) bool {
	if c.list[i].kind != word {
		return false
	}
	r, _ := utf8.DecodeRuneInString(c.at(i))
	return unicode.IsUpper(r)
}

// heading is from how many words on, nearly all capitalised, a sentence is a
// heading, or shouted.
const heading = 5

// hush takes the capitals of a sentence away that has nothing else. A list of
// names has commas, a heading has none.
func (c *capitals) hush(from, to int) {
	words, capped, shouted, signs := 0, 0, 0, 0
	for i := from; i < to; i++ {
		switch w := c.at(i); {
		case c.list[i].kind == sign:
			signs++
		case c.list[i].kind != word || len(w) < 3:
		default:
			words++
			if c.capped[i] {
				capped++
			}
			if isShouted(w) {
				shouted++
			}
		}
	}
	most := capped
	if signs > 1 {
		most = shouted
	}
	if words >= heading && most*10 >= words*9 {
		for i := from; i < to; i++ {
			c.capped[i] = false
		}
	}
}

// isShouted tells whether a word has no small letter.
func isShouted(w string) bool {
	for i := range len(w) {
		if w[i] >= utf8.RuneSelf {
			return strings.ToUpper(w) == w
		}
		if 'a' <= w[i] && w[i] <= 'z' {
			return false
		}
	}
	return true
}

// opensSentence tells whether a token is the first word of a sentence, a line or
// something quoted.
func (c *capitals) opensSentence(i int) bool {
	if i == 0 || c.opens[i-1] && isFigure(c.at(i-1)) { // the number of a list, the time of a log
		return true
	}
	gap := c.s[c.list[i-1].end:c.list[i].start]
	if c.list[i-1].kind == sign {
		switch r, _ := utf8.DecodeRuneInString(c.at(i - 1)); r {
		case '.', '!', '?', ':', ';', '\n', '\r', '…', '。', '！', '？', '"', '“', '„', '«', '(', '*', '>', '#', '•', '[', '–', '—':
			return true
		}
		return false
	}
	return strings.Contains(gap, ". ") && !c.titled(i-1) && (c.list[i-1].end-c.list[i-1].start > 1 || openers.Has(c.lower(i)))
}

func isFigure(w string) bool {
	return strings.IndexFunc(w, func(r rune) bool { return !unicode.IsDigit(r) }) < 0
}

func (c *capitals) titled(i int) bool { return text.Title(c.lower(i)) || titles.Has(c.lower(i)) }

// sequence returns how many tokens from i on make one capitalised name, small
// connecting words inside it included.
func (c *capitals) sequence(i int) int {
	if !c.capped[i] {
		return 0
	}
	n := 1
	for j := i + 1; j < len(c.list) && n < MaxWords; j++ {
		switch {
		case c.opens[j] || !c.joined(j):
			return n
		case c.capped[j]:
			n = j - i + 1
		case !connecting.Has(c.at(j)) || c.at(j) == "of" && (c.titled(i) || i > 0 && c.titled(i-1)): // "Dr. An of Gai Media"
			return n
		}
	}
	return n
}

// joined tells whether a token may belong to the name of the one before it.
func (c *capitals) joined(j int) bool {
	gap := c.s[c.list[j-1].end:c.list[j].start]
	if c.list[j].kind != word || c.list[j-1].kind != word {
		return false
	}
	switch gap {
	case " ", "-", "&", " & ", "\u00a0", "'", "’":
		return !(gap == "'" || gap == "’") || c.capped[j]
	case ". ", ".":
		return c.titled(j-1) || c.list[j-1].end-c.list[j-1].start == 1 && !openers.Has(c.lower(j)) // initials
	}
	return false
}

// judge decides whether the tokens from i up to end are a name, without words at
// its start that only open the sentence and with what it looks like.
func (c *capitals) judge(i, end int) (Thing, bool) {
	i, person := c.skipOpeners(i, end)
	if i == end {
		return Thing{}, false
	}
	for i < end && !person && ordinary.Has(c.keys[end-1]) { // "Ana I", "Ana Monday"
		if end--; i < end && !c.capped[end-1] {
			end--
		}
	}
	if i >= end || c.opens[i] && end-i == 1 && !person && !c.insideToo(c.at(i)) {
		return Thing{}, false
	}
	if end-i == 1 && !person && !c.afterKin(i) && !c.standsAlone(i) || !person && c.shout(i, end) {
		return Thing{}, false
	}
	t := Thing{Start: c.list[i].start, End: c.list[end-1].end, Form: Name, Confidence: oneWord}
	switch {
	case person:
		t.Sort, t.Confidence = PersonName, marked
	case end-i > 1 && (companies.Has(c.lower(end-1)) || c.afterCompany(i)):
		t.Sort, t.Confidence = OrgName, marked
	case end-i == 1 && !c.afterKin(i) && (t.End-t.Start < 2 || c.vain(i)), c.german():
		return Thing{}, false
	case c.afterKin(i):
		t.Sort, t.Confidence = PersonName, severals
	case end-i > 1:
		t.Confidence = severals
	}
	return t, t.End-t.Start <= longest
}

// standsAlone tells whether a single capitalised word is likely a name: written as a
// word of a sentence, beside words in small letters, and no abbreviation of a common
// noun.
func (c *capitals) standsAlone(i int) bool {
	t, w := c.list[i], c.at(i)
	if abbreviations.Has(c.keys[i]) || capitalised.Has(c.keys[i]) || text.Demonym(c.keys[i]) || isShouted(w) && len(w) > longestAcronym || c.label(i) {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(c.s[:t.start])
	after, _ := utf8.DecodeRuneInString(c.s[t.end:])
	if strings.ContainsRune(within, before) || strings.ContainsRune(within, after) && after != '.' {
		return false
	}
	return c.smallBeside(i)
}

// shout tells whether words are in capitals for loudness: several, one of which is in no name.
func (c *capitals) shout(from, to int) bool {
	loud := to-from > 1
	plain := false
	for i := from; i < to; i++ {
		loud = loud && isShouted(c.at(i))
		plain = plain || openers.Has(c.lower(i)) || c.vain(i)
	}
	return loud && plain
}

// label tells whether a word is written on a button or a key.
func (c *capitals) label(i int) bool {
	return i > 0 && presses.Has(c.lower(i-1)) || i+1 < len(c.list) && pressed.Has(c.lower(i+1))
}

const (
	longestAcronym = 5                          // letters: what is longer and all capitals is shouted
	within         = "/\\_=$~|<>[]{}%^`@#+*&-." // what a path, a command or a number has inside, and a sentence has not
)

// smallBeside tells whether a word near a token has a small letter at its head, or has
// its capital from the sentence that it begins.
func (c *capitals) smallBeside(i int) bool {
	for j := max(0, i-near); j <= min(i+near, len(c.list)-1); j++ {
		if j == i || c.list[j].kind != word {
			continue
		}
		r, _ := utf8.DecodeRuneInString(c.at(j))
		if unicode.IsLower(r) || c.opens[j] && openers.Has(c.lower(j)) {
			return true
		}
	}
	return false
}

// near is how far, in tokens, a word in small letters stands from a name at most.
const near = 4

// skipOpeners passes over titles, which tell that a person follows, and over
// words that open a sentence or that say nothing about what follows.
func (c *capitals) skipOpeners(i, end int) (at int, person bool) {
	person = i > 0 && c.joined(i) && c.titled(i-1)
	for ; i < end; i++ {
		switch {
		case c.titled(i):
			person = true
		case c.opens[i] && i+1 < end && c.titled(i+1): // "Called Captain Bello"
		case person && c.capped[i]:
			return i, true
		case !c.capped[i], c.vain(i), c.opens[i] && openers.Has(c.lower(i)):
		default:
			return i, person
		}
	}
	return end, false
}

// vain tells whether a capitalised word is no name: a function word of a language
// where such words have small letters, a day, a month.
func (c *capitals) vain(i int) bool {
	w := c.keys[i]
	if ordinary.Has(w) {
		return true
	}
	stops := text.StopIn(w)
	return stops.Has(text.English) || stops.Has(text.German) && c.german()
}

// afterKin tells whether the word before says that a person follows.
func (c *capitals) afterKin(i int) bool {
	if i == 0 || !c.joined(i) {
		return false
	}
	before := c.lower(i - 1)
	return kin.Has(before) || text.Relatives[before] != nil
}

// afterCompany tells whether "công ty" stands before.
func (c *capitals) afterCompany(i int) bool {
	return i > 1 && strings.EqualFold(c.at(i-1), "ty") && strings.EqualFold(c.at(i-2), "công")
}
