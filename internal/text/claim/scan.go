package claim

import (
	"bytes"
	"cmp"
	"strings"
	"time"
	"unicode"

	"github.com/lukasadb/lukasa/internal/text"
)

// word is a word or a sign of a text.
type word struct {
	key       string // folded
	known     *entry // nil where the table does not know it
	possessed bool   // ended in 's
	comma     bool   // a comma or bracket stands before it
	ends      bool   // a sentence or clause ends before it
}

// scanner cuts a text into words.
type scanner struct {
	text  string
	words []word
	keys  []byte // of words, to be cut into strings together
	ends  []int  // of each key
	next  word   // what is known of the next word
}

// scan cuts a text into words and signs, and tells the language it is in.
func scan(s string) ([]word, text.Lang) {
	c := scanner{text: s, words: make([]word, 0, 8+len(s)/5), keys: make([]byte, 0, len(s)+len(s)/8), next: word{ends: true}}
	var words text.Scanner
	words.Reset(s)
	last := 0
	for words.Next() {
		at := words.Span()
		if at.Start < last { // pairs of a script without spaces overlap
			c.add(words.Key())
			continue
		}
		c.signs(last, at.Start)
		if s[at.Start:at.End] == "A" && !c.next.ends {
			c.addString(letter) // a blood group, a level
		} else {
			c.whole(words.Key(), words.Shape())
		}
		last = at.End
	}
	c.signs(last, len(s))
	return c.words, c.finish()
}

// letter is the key of a capital A that begins nothing: it is no article.
const letter = "letter a"

// finish gives the words their keys, and tells the language.
func (c *scanner) finish() text.Lang {
	all, from := string(c.keys), 0
	var lang text.Detector
	for i, end := range c.ends {
		key := all[from:end]
		c.words[i].key, from = key, end
		lang.Add(text.StopIn(key), text.LettersOf(key))
	}
	return lang.Lang(c.text, text.English)
}

// add takes in a word, or a part of one.
func (c *scanner) add(key []byte) {
	c.keys = text.AppendFold(c.keys, key)
	c.ends = append(c.ends, len(c.keys))
	c.words = append(c.words, c.next)
	c.next = word{}
}

func (c *scanner) addString(key string) { c.add([]byte(key)) }

// whole takes in a word, in its parts: "don't" and "10km" are two.
func (c *scanner) whole(key []byte, shape text.Shape) {
	switch {
	case bytes.IndexByte(key, '\'') > 0:
		c.contraction(string(key))
	case shape != text.Code || bytes.ContainsAny(key, "@=&_+#") || bytes.Contains(key, []byte("//")):
		c.add(key)
	default:
		c.parts(string(key))
	}
}

// parts takes in the parts of a word: "first-class", "km/h", "10-12", "2026-08-31".
func (c *scanner) parts(s string) {
	if day, err := time.Parse(time.DateOnly, s); err == nil {
		for part := range strings.FieldsSeq(day.Format("2 January 2006")) {
			c.addString(part)
		}
		return
	}
	from := 0
	for i := 0; i <= len(s); i++ {
		if i < len(s) && s[i] != '-' && s[i] != '/' {
			continue
		}
		c.measured(s[from:i])
		switch {
		case i == len(s):
		case s[i] == '-' && isDigit(s[from]) && i+1 < len(s) && isDigit(s[i+1]):
			c.addString("to")
		case s[i] == '/' && measures(strings.ToLower(s[i+1:])):
			c.addString("per")
		}
		from = i + 1
	}
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// pronouns are the words behind which 's is short for "is".
var pronouns = text.Set("he here how it she that there this what where who")

// full are the words that the ends of others, and heads before "n't", are short for.
var full = map[string]string{"ca": "can", "d": "would", "ll": "will", "m": "am", "re": "are", "sha": "shall", "ve": "have", "wo": "will"}

// contraction takes in a word with an apostrophe.
func (c *scanner) contraction(s string) {
	head, tail, _ := strings.Cut(strings.ToLower(s), "'")
	switch {
	case tail == "t" && strings.HasSuffix(head, "n"):
		head = strings.TrimSuffix(head, "n")
		c.addString(cmp.Or(full[head], head))
		c.addString("not")
	case tail == "s" && pronouns[head]:
		c.addString(head)
		c.addString("is")
	case tail == "s":
		c.parts(head)
		c.words[len(c.words)-1].possessed = true
	case full[tail] != "":
		c.addString(head)
		c.addString(full[tail])
	default:
		c.addString(s)
	}
}

// measured takes in a word, or a figure with what it counts.
func (c *scanner) measured(s string) {
	if s == "" {
		return
	}
	n := 0
	for n < len(s) && (isDigit(s[n]) || n > 0 && strings.IndexByte(".,:", s[n]) >= 0) {
		n++
	}
	if n == 0 || n == len(s) || !measures(strings.ToLower(s[n:])) {
		c.addString(s)
		return
	}
	c.addString(s[:n])
	c.addString(s[n:])
}

// measures tells whether what stands right behind a figure says what it counts.
func measures(s string) bool {
	e := table().words[s]
	return e != nil && (e.role == unit || e.role == short || e.role == half || s == "am" || s == "k" || s == "second")
}

// signs looks at what stands between two words.
func (c *scanner) signs(from, to int) {
	for i, r := range c.text[from:to] {
		at := from + i
		switch {
		case r == '–' && at > 0 && isDigit(c.text[at-1]) && at+len("–") < len(c.text) && isDigit(c.text[at+len("–")]):
			c.addString("to")
		case r == ',' || r == '(' || r == ')' || r == '–' || r == '—':
			c.next.comma = true
		case r == '.' && c.abbreviated():
		case strings.ContainsRune(".;:!\n。！", r):
			c.next.ends = true
		case r == '?' || r == '？':
			c.addString("?")
			c.next.ends = true
		case r == '-' && at+1 < len(c.text) && isDigit(c.text[at+1]) && (at == 0 || c.text[at-1] == ' '):
			c.addString("minus")
		case r == '&':
			c.addString("and")
		case r == '%' || unicode.IsSymbol(r) && r != '`' && r != '^' && r != '|':
			c.addString(string(r))
		}
	}
}

// abbreviated tells whether the full stop behind the last word belongs to it.
func (c *scanner) abbreviated() bool {
	from := 0
	if n := len(c.ends); n > 1 {
		from = c.ends[n-2]
	}
	word := string(c.keys[from:])
	return abbreviations[word] || text.ShortTitle(word)
}

var abbreviations = text.Set("a.m approx e.g i.e max min no p.m st vs")
