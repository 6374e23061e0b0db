package names

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"sync"
)

var (
	//go:embed data/bodies.txt
	bodyData string
	//go:embed data/kinds.txt
	kindData string
	//go:embed data/places.txt
	placeData string
	//go:embed data/synonyms.txt
	synonymData string
)

// phrase is a name or a word, and what is said instead.
type phrase struct {
	from, to []string
	bounded  bool // not in the name of a body
}

// phrases are the synonyms by their first words, the longest first.
var phrases = sync.OnceValue(func() map[string][]phrase {
	t := map[string][]phrase{}
	for _, data := range [...]string{bodyData, kindData, placeData, synonymData} {
		bounded := data == synonymData
		for name, others := range lines(data) {
			to := texts(split(name))
			for other := range strings.SplitSeq(others, "|") {
				addPhrase(t, phrase{texts(split(other)), to, bounded})
				if p := plain(other); p != other && len(p) > 4 {
					addPhrase(t, phrase{texts(split(p)), to, bounded})
				}
			}
		}
	}
	for _, list := range t {
		slices.SortStableFunc(list, func(a, b phrase) int { return cmp.Compare(len(b.from), len(a.from)) })
	}
	return t
})

func addPhrase(t map[string][]phrase, p phrase) {
	if !slices.Equal(p.from, p.to) {
		t[p.from[0]] = append(t[p.from[0]], p)
	}
}

func texts(raw []rawWord) []string {
	out := make([]string, len(raw))
	for i, r := range raw {
		out[i] = r.text
	}
	return out
}

// appendSynonym appends what is usually said instead of the words that raw
// begins with, and tells how many these are.
func (f *Form) appendSynonym(out, raw []rawWord) ([]rawWord, int) {
	for _, p := range phrases()[raw[0].text] {
		if p.bounded && f.org || !beginsWith(raw, p.from) {
			continue
		}
		for i, word := range p.to {
			r := raw[min(i, len(p.from)-1)]
			r.text, r.comma = f.number(word), raw[len(p.from)-1].comma
			out = append(out, r)
		}
		return out, len(p.from)
	}
	return out, 0
}

func beginsWith(raw []rawWord, list []string) bool {
	if len(raw) < len(list) {
		return false
	}
	for i, word := range list {
		if raw[i].text != word {
			return false
		}
	}
	return true
}
