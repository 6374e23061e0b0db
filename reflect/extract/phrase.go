package extract

import (
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// phrases are patterns, found by the words that they may begin with: a long table
// costs no more to ask than a short one.
type phrases map[string][]pattern

// at returns how many of the tokens the longest phrase takes that they begin with.
func (p phrases) at(t []token, plain bool) (n int, ok bool) {
	if len(t) == 0 {
		return 0, false
	}
	n, _, ok = longest(p[t[0].key], t, plain)
	return n, ok
}

// opens tells whether the tokens begin with a phrase.
func (p phrases) opens(t []token, plain bool) bool {
	_, ok := p.at(t, plain)
	return ok
}

// find returns at which of the tokens the first phrase begins, and how many it takes; -1
// where none does.
func (p phrases) find(t []token, plain bool) (at, n int) {
	for i := range t {
		if n, ok := p.at(t[i:], plain); ok {
			return i, n
		}
	}
	return -1, 0
}

// within tells whether a phrase begins at one of the first n tokens.
func (p phrases) within(t []token, n int, plain bool) bool {
	for i := range n {
		if p.opens(t[i:], plain) {
			return true
		}
	}
	return false
}

// words passes on the words of the phrases.
func (p phrases) words(add func(word string)) {
	for _, patterns := range p {
		for _, one := range patterns {
			for i := range one {
				for _, w := range slices.Concat(one[i].words, one[i].plain) {
					add(w)
				}
			}
		}
	}
}

// anywhere tells whether a phrase begins at one of the tokens.
func (p phrases) anywhere(t []token, plain bool) bool { return p.within(t, len(t), plain) }

// spellings are the other ways in which chats spell a word.
type spellings map[string]string

// phrases compiles patterns, each word in all its spellings.
func (s spellings) phrases(lines ...string) phrases {
	for i, line := range lines {
		fields := strings.Fields(line)
		for k, field := range fields {
			if field == "." || field == "_" || field == "_?" {
				continue
			}
			bare, optional := strings.CutSuffix(field, "?")
			fields[k] = strings.Join(s.all(strings.Split(bare, "|")), "|")
			if optional {
				fields[k] += "?"
			}
		}
		lines[i] = strings.Join(fields, " ")
	}
	return index(compile(nil, lines...))
}

// index finds patterns by the words that they may begin with.
func index(patterns []pattern) phrases {
	out := phrases{}
	for _, p := range patterns {
		for key := range p.firsts() {
			out[key] = append(out[key], p)
		}
	}
	return out
}

// words is the set of some words in all their spellings, with and without diacritics.
func (s spellings) words(list string) words {
	out := words{}
	for _, w := range s.all(strings.Fields(list)) {
		out[w], out[text.Plain(w)] = true, true
	}
	return out
}

// all adds to words their other spellings, of which one is without an apostrophe.
func (s spellings) all(list []string) (out []string) {
	for _, w := range list {
		out = append(out, w)
		if short := strings.ReplaceAll(w, "'", ""); short != w {
			out = append(out, short)
		}
		out = append(out, strings.Fields(s[w])...)
	}
	return out
}

// firsts are the words that a pattern may begin with, [figure] for any with digits.
func (p pattern) firsts() words {
	out := words{}
	for i := range p {
		ending := ""
		if p[i].fused {
			ending = "'s"
		}
		for _, w := range slices.Concat(p[i].words, p[i].plain) {
			out[w+ending] = true
		}
		for w := range p[i].class {
			out[w+ending] = true
		}
		if p[i].figure != "" {
			out[figure] = true
		}
		if !p[i].optional {
			break
		}
	}
	return out
}
