package mention

import (
	"strings"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/internal/text"
)

// Text is a text cut into words once, for whoever reads it: the words and their
// folded forms are what every reader here begins with. It does not change and may
// be shared.
type Text struct {
	s    string
	list []token
	keys []string // by token: folded, diacritics kept
}

// Word is a word of a text.
type Word struct {
	Start, End int    // bytes
	Key        string // folded: case and width removed, diacritics kept
}

// Read cuts a text.
func Read(s string) *Text {
	t := &Text{s: s, list: tokens(make([]token, 0, len(s)/5+8), s)}
	t.keys = make([]string, len(t.list))
	var made strings.Builder
	for i, at := range t.list {
		t.keys[i] = fold(&made, s[at.start:at.end], len(s)-at.start)
	}
	return t
}

// fold returns the folded form of a word: the word itself where it has no capital
// and nothing beyond ASCII, else a piece of made, which gets room once for all
// that may follow.
func fold(made *strings.Builder, w string, room int) string {
	i := 0
	for i < len(w) && w[i] < utf8.RuneSelf && !('A' <= w[i] && w[i] <= 'Z') {
		i++
	}
	if i == len(w) {
		return w
	}
	if made.Cap() == 0 {
		made.Grow(room)
	}
	var buf [64]byte
	from := made.Len()
	made.Write(text.AppendFold(buf[:0], w))
	return made.String()[from:]
}

// String returns the text itself.
func (t *Text) String() string { return t.s }

// Words returns the words that stand between other characters, without
// apostrophes: "it's" is two.
func (t *Text) Words() []Word {
	out := make([]Word, 0, len(t.list))
	for i, at := range t.list {
		if at.kind == word {
			out = append(out, Word{at.start, at.end, t.keys[i]})
		}
	}
	return out
}

// at returns a token as it is written.
func (t *Text) at(i int) string { return t.s[t.list[i].start:t.list[i].end] }

// lower returns a token in small letters, with its width and marks as they are
// written.
func (t *Text) lower(i int) string {
	if w := t.at(i); !isASCII(w) {
		return strings.ToLower(w)
	}
	return t.keys[i]
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
