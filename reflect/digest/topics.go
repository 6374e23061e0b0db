package digest

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxPhrase is the most words of a topic.
const maxPhrase = 3

// phrase is a run of words with a meaning, found in one or more places.
type phrase struct {
	key   string // its stems
	text  string // as first written
	first int    // its place among the phrases
	words int
	count int
	named bool // begins with a capital, a figure or the like within a sentence
}

// topics returns the phrases that the sentences speak of most, the foremost
// first, ties by first mention. The worth of a phrase is
//
//	count · words^0.8, times 1.5 for a name
//
// over runs of up to three words without function words or signs between them,
// after the candidates of RAKE (Rose and others, "Automatic keyword extraction
// from individual documents", 2010). A phrase is left out if it lies within a
// better one, or a better one within it.
func topics(list []*sentence, most int) []string {
	found := phrases(list)
	slices.SortStableFunc(found, func(a, b *phrase) int {
		return cmp.Or(cmp.Compare(b.worth(), a.worth()), cmp.Compare(a.first, b.first))
	})
	var chosen []*phrase
	for _, p := range found {
		if len(chosen) == most {
			break
		}
		if !slices.ContainsFunc(chosen, p.overlaps) {
			chosen = append(chosen, p)
		}
	}
	var out []string
	for _, p := range chosen {
		out = append(out, p.text)
	}
	return out
}

func (p *phrase) worth() float64 {
	worth := float64(p.count) * math.Pow(float64(p.words), .8)
	if p.named {
		worth *= 1.5
	}
	return worth
}

func (p *phrase) overlaps(other *phrase) bool {
	a, b := " "+p.key+" ", " "+other.key+" "
	return strings.Contains(a, b) || strings.Contains(b, a)
}

// phrases gathers the phrases of sentences. One that occurs once counts only if
// it is a name or there is little to choose from.
func phrases(list []*sentence) []*phrase {
	byKey := map[string]*phrase{}
	var order []*phrase
	for _, s := range list {
		for i := range s.words {
			for n := 1; n <= maxPhrase && i+n <= len(s.words) && s.joined(i, n); n++ {
				key := keyOf(s.words[i : i+n])
				p := byKey[key]
				if p == nil {
					p = &phrase{key: key, text: s.Text[s.words[i].start:s.words[i+n-1].end], first: len(order), words: n}
					byKey[key] = p
					order = append(order, p)
				}
				p.count++
				p.named = p.named || i > 0 && capital(p.text)
			}
		}
	}
	const few = 12
	if len(list) < few {
		return order
	}
	return slices.DeleteFunc(order, func(p *phrase) bool { return p.count == 1 && !p.named })
}

// joined tells whether the words from i on make a phrase of n words: all with a
// meaning, nothing but a space between them, and not a lone figure or letter.
func (s *sentence) joined(i, n int) bool {
	words := s.words[i : i+n]
	for j, w := range words {
		if !w.content {
			return false
		}
		if j > 0 && (w.pair || words[j-1].pair || strings.TrimSpace(s.Text[words[j-1].end:w.start]) != "") {
			return false
		}
	}
	return n > 1 || utf8.RuneCountInString(words[0].key) > 1 && !strings.ContainsAny(words[0].key[:1], "0123456789")
}

func keyOf(words []word) string {
	stems := make([]string, len(words))
	for i, w := range words {
		stems[i] = w.stem
	}
	return strings.Join(stems, " ")
}

func capital(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}
