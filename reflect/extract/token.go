package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/internal/text"
)

// token is a word of a message and the bytes where it stands.
type token struct {
	key        string // folded, with a straight apostrophe
	start, end int
	capital    bool   // begins with a capital letter
	upper      bool   // is in capitals
	digit      bool   // holds a digit
	small      bool   // its writer writes "i" in a small letter
	part       bool   // of a hundred: 100%
	gap        string // what stands between it and the word before
}

// message is a text cut into words and sentences.
type message struct {
	text      string
	tokens    []token
	sentences []sentence
	accented  bool   // has letters beyond ASCII, so its words are spelled out
	cues      cue    // that its words give
	small     bool   // "i" was written in a small letter
	borrowed  []span // what is not said in the writer's own name

	// While it is read in one language:
	prior     []token // the run before, if it may state something
	mistaken  bool    // something was taken back
	demanding bool    // the run before said how to answer
}

// sentence is a run of tokens, from the first to behind the last, and how it ends.
type sentence struct {
	from, to   int
	start, end int // in bytes
	asks       bool
	stages     bool // it says that what follows is not meant as said
}

func newMessage(s string) *message {
	m := &message{text: s}
	var scan text.Scanner
	scan.Reset(s)
	last := 0
	for scan.Next() {
		span := scan.Span()
		if span.Start < last {
			continue // the second of two overlapping pairs of characters
		}
		m.add(span.Start, span.End, string(scan.Key()), last)
		last = span.End
	}
	for span := range text.Sentences(s) {
		m.cut(span.Start, span.End)
	}
	m.borrow()
	return m
}

// add keeps a word, and with it what stands between it and the one before.
func (m *message) add(start, end int, key string, last int) {
	first, size := utf8.DecodeRuneInString(m.text[start:end])
	second, _ := utf8.DecodeRuneInString(m.text[start+size : end])
	key = strings.ToLower(strings.ReplaceAll(key, "’", "'"))
	if long := hasty[key]; long != "" && !(key == "im" && unicode.IsUpper(first)) {
		key = long
	}
	m.cues |= cues[key]
	m.small = m.small || m.text[start:start+size] == "i" && selves[key]
	m.tokens = append(m.tokens, token{
		key: key, start: start, end: end, gap: m.text[last:start],
		capital: unicode.IsUpper(first), upper: unicode.IsUpper(second), digit: strings.ContainsAny(key, "0123456789"),
		small: m.small, part: strings.HasPrefix(m.text[end:], "%"),
	})
	m.accented = m.accented || text.Plain(key) != key
}

// hasty are words as people type them in a hurry, and how they are spelled. German has
// an Im, too.
var hasty = map[string]string{
	"im": "i'm", "ive": "i've", "dont": "don't", "cant": "can't", "didnt": "didn't", "doesnt": "doesn't", "isnt": "isn't",
	"arent": "aren't", "wasnt": "wasn't", "havent": "haven't", "thats": "that's", "whats": "what's", "hes": "he's", "shes": "she's",
	"youre": "you're", "theyre": "they're", "u": "you", "ur": "your", "pls": "please", "plz": "please", "fav": "favourite",
	"fave": "favourite", "cuz": "because", "cos": "because", "coz": "because",
}

// cut adds the sentence of some bytes, if there are words in it.
func (m *message) cut(start, end int) {
	from := 0
	if n := len(m.sentences); n > 0 {
		from = m.sentences[n-1].to
	}
	for from < len(m.tokens) && m.tokens[from].start < start {
		from++
	}
	to := from
	for to < len(m.tokens) && m.tokens[to].start < end {
		to++
	}
	if to > from {
		tail := m.text[m.tokens[to-1].end:end]
		if n := len(m.sentences); n > 0 && m.sentences[n-1].to == from && nameGoesOn(m.tokens, from) {
			start, from = m.sentences[n-1].start, m.sentences[n-1].from
			m.sentences = m.sentences[:n-1]
		}
		m.sentences = append(m.sentences, sentence{from: from, to: to, start: start, end: end, asks: strings.ContainsAny(tail, "?？")})
	}
}

// nameGoesOn tells whether a full stop before a token only shortens the word before it, and
// what they name goes on: Dr. Ho, St. Mary's, Mary J. Blige.
func nameGoesOn(t []token, at int) bool {
	short, next := t[at-1], t[at]
	if !next.capital || !strings.HasPrefix(next.gap, ".") {
		return false
	}
	switch {
	case text.ShortTitle(short.key):
		return true
	case text.StopIn(next.key).Has(text.English):
		return false
	case short.key == "st":
		return short.capital && !inName(t, at-2, short.gap) // a saint: a street has its name before it
	}
	return initial(short.key) && short.key != "i" && (strings.Contains(short.key, ".") || initial(next.key) || inName(t, at-2, short.gap))
}

// inName tells whether a token, behind which a gap follows, is a part of a name.
func inName(t []token, at int, gap string) bool {
	return at >= 0 && t[at].capital && strings.TrimLeft(gap, ".") == " " && !text.StopIn(t[at].key).Has(text.English)
}

// initial tells whether a word is one letter, or letters with full stops between them.
func initial(key string) bool {
	for part := range strings.SplitSeq(key, ".") {
		if utf8.RuneCountInString(part) != 1 {
			return false
		}
	}
	return true
}

// words are the tokens of a sentence.
func (m *message) words(s sentence) []token { return m.tokens[s.from:s.to] }

// between is the text from the first of some tokens to the end of the last.
func (m *message) between(tokens []token) string {
	if len(tokens) == 0 {
		return ""
	}
	start := tokens[0].start
	if strings.HasSuffix(tokens[0].gap, "+") {
		start-- // of a telephone number
	}
	return m.text[start:tokens[len(tokens)-1].end]
}

// hasAny tells whether one of the tokens is in a set.
func hasAny(tokens []token, set words) bool {
	for _, t := range tokens {
		if set[t.key] {
			return true
		}
	}
	return false
}

// words is a set of folded words.
type words map[string]bool
