package digest

import (
	"strings"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/internal/text"
)

// sentence is a sentence and what is reckoned about it.
type sentence struct {
	Sentence
	words   []word
	vector  []term
	factual bool
	reading reading
}

// word is one word of a sentence.
type word struct {
	start, end int    // bytes of the sentence's text
	key        string // folded
	stem       string
	content    bool // not a function word
	pair       bool // of a script without spaces
}

// longest is how long a sentence may be, in characters. A longer run (a log, a
// list, a text without full stops) is cut where its words allow it.
const longest = 240

// cut cuts passages into sentences that have words.
func cut(passages []Passage) []*sentence {
	var out []*sentence
	main := mainLanguage(passages)
	known := lexicon{}
	for i, p := range passages {
		lang := text.Detect(p.Text, main)
		for span := range text.Sentences(p.Text) {
			for _, part := range pieces(p.Text, span) {
				s := &sentence{Sentence: Sentence{Passage: i, Start: part.Start, End: part.End, Text: p.Text[part.Start:part.End]}}
				if s.words = known.read(s.Text, lang); len(s.words) > 0 {
					out = append(out, s)
				}
			}
		}
	}
	return out
}

// mainLanguage is the language of the passages together: a short one shows none
// of its own.
func mainLanguage(passages []Passage) text.Lang {
	const enough = 4000 // bytes
	var b strings.Builder
	for _, p := range passages {
		if b.Len() > enough {
			break
		}
		b.WriteString(p.Text + "\n")
	}
	return text.Detect(b.String(), text.Und)
}

// pieces cuts a span that is too long behind a sign or a space, or where that
// does not exist, between characters.
func pieces(s string, span text.Span) []text.Span {
	var out []text.Span
	start := span.Start
	for {
		limit := past(s[start:span.End], longest)
		if start+limit == span.End {
			return append(out, trim(s, start, span.End))
		}
		end := start + breakBefore(s[start:start+limit])
		out = append(out, trim(s, start, end))
		start = end
	}
}

// past returns the bytes of the first n characters of s.
func past(s string, n int) int {
	end := 0
	for ; n > 0 && end < len(s); n-- {
		_, size := utf8.DecodeRuneInString(s[end:])
		end += size
	}
	return end
}

// breakBefore returns where s is best cut: behind its last clause, else its last
// word, unless that leaves less than a third of it.
func breakBefore(s string) int {
	for _, signs := range []string{";；，、,", " \t"} {
		if i := strings.LastIndexAny(s, signs); i > len(s)/3 {
			_, size := utf8.DecodeRuneInString(s[i:])
			return i + size
		}
	}
	return len(s)
}

func trim(s string, start, end int) text.Span {
	inner := s[start:end]
	left := len(inner) - len(strings.TrimLeft(inner, " \t\r\n"))
	return text.Span{Start: start + left, End: start + max(left, len(strings.TrimRight(inner, " \t\r\n")))}
}

// lexicon keeps what was found out about a word, for the next time that it is met.
type lexicon map[spelling]word

// spelling is a word as it stands in a text, in a language.
type spelling struct {
	word string
	lang text.Lang
}

// read lists the words of a sentence, in a language that may be unknown.
func (l lexicon) read(s string, lang text.Lang) []word {
	var scan text.Scanner
	scan.Reset(s)
	var out []word
	for scan.Next() {
		as := spelling{string(scan.Key()), lang}
		w, ok := l[as]
		if !ok {
			key := text.Fold(as.word)
			w = word{key: key, stem: text.Stem(key, lang), content: !function(key, lang), pair: scan.Shape() == text.Pair}
			l[as] = w
		}
		at := scan.Span()
		w.start, w.end = at.Start, at.End
		out = append(out, w)
	}
	return out
}

// function tells whether a word says little by itself.
func function(key string, lang text.Lang) bool {
	in := text.StopIn(key)
	return lang == text.Und && in != 0 || in&text.Langs(lang) != 0
}
