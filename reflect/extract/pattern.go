package extract

import (
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// pattern is a row of slots that words must fill, one after the other. It is
// written as "i|we really? like": a slot is a word or several to choose from, a
// question mark makes it optional, and @name stands for a class of words, whose
// match is captured. # takes a figure, #### a year, "_" any word, and "." none: there a
// clause must end.
type pattern []slot

type slot struct {
	words    []string
	plain    []string // those that have diacritics, without them
	optional bool
	class    map[string]string // the words of a class and what they are called
	figure   string            // the mark of a figure: any, or a year
	any, end bool
	loose    bool // an adverb may stand before it
	fused    bool // with the "is" that follows it: home's
}

// figure stands for a word with digits, in patterns and among the words that may begin them.
const figure = "#"

// compile reads patterns; classes are those that they name.
func compile(classes map[string]map[string]string, lines ...string) []pattern {
	out := make([]pattern, len(lines))
	for i, line := range lines {
		for field := range strings.FieldsSeq(line) {
			field, optional := strings.CutSuffix(field, "?")
			s := slot{optional: optional, any: field == "_", end: field == "."}
			if name, ok := strings.CutPrefix(field, "@"); ok {
				s.class = classes[name]
			} else if strings.HasPrefix(field, figure) {
				s.figure = field
			} else {
				s.words = strings.Split(field, "|")
				for _, w := range s.words {
					if plain := text.Plain(w); plain != w {
						s.plain = append(s.plain, plain)
					}
				}
			}
			out[i] = append(out[i], s)
		}
	}
	return out
}

// match finds how many of the tokens the pattern takes from the first on, and
// what its class captured.
func (p pattern) match(tokens []token, plain bool) (n int, captured string, ok bool) {
	if len(p) == 0 {
		return 0, "", true
	}
	if p[0].end {
		if !p[0].optional && len(tokens) > 0 && !breaks(tokens[0].gap) {
			return 0, "", false
		}
		return p[1:].match(tokens, plain)
	}
	if len(tokens) > 0 {
		if name, fits := p[0].takes(tokens[0].key, plain); fits {
			if n, captured, ok = p[1:].match(tokens[1:], plain); ok {
				return n + 1, name + captured, true
			}
		}
	}
	if p[0].optional {
		if n, captured, ok = p[1:].match(tokens, plain); ok {
			return n, captured, true
		}
	}
	if p[0].loose && len(tokens) > 1 && adverbs[tokens[0].key] && !breaks(tokens[1].gap) {
		n, captured, ok = p.match(tokens[1:], plain)
		return n + 1, captured, ok
	}
	return 0, "", false
}

// adverbs may stand between the words of a statement without changing what it states.
var adverbs = text.Set(`actually also basically certainly currently definitely do genuinely happily honestly just mainly mostly now
	officially presently proudly really simply still truly well`)

func (s *slot) takes(key string, plain bool) (name string, ok bool) {
	if s.fused {
		if key, ok = strings.CutSuffix(key, "'s"); !ok {
			return "", false
		}
	}
	if s.class != nil {
		name, ok = s.class[key]
		return name, ok
	}
	if s.figure != "" {
		return "", strings.ContainsAny(key, "0123456789") && (s.figure == figure || len(key) == len(s.figure))
	}
	return "", s.any || slices.Contains(s.words, key) || plain && slices.Contains(s.plain, key)
}

// longest returns the longest match of several patterns.
func longest(patterns []pattern, tokens []token, plain bool) (n int, captured string, ok bool) {
	for _, p := range patterns {
		if k, c, fits := p.match(tokens, plain); fits && (!ok || k > n) {
			n, captured, ok = k, c, true
		}
	}
	return n, captured, ok
}
