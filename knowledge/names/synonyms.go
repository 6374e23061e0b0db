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
	list := phrases()[raw[0].text]
	one := ""
	if list == nil && f.thing {
		one = singular(raw[0].text)
		list = phrases()[one]
	}
	for _, p := range list {
		if p.bounded && f.org || !(beginsWith(raw, p.from) || len(p.from) == 1 && p.from[0] == one) {
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

// endKinds are what the names of places and bodies in characters end with.
var endKinds = []struct{ ending, kind string }{
	{"公园", "park"},
	{"医院", "hospital"},
	{"大学", "university"},
	{"学院", "institute"},
	{"机场", "airport"},
	{"银行", "bank"},
	{"区", "district"},
	{"市", ""},
	{"河", "river"},
	{"湖", "lake"},
	{"省", "province"},
	{"街", "street"},
	{"路", "road"},
}

// shortestCharacters is how many bytes of a name in characters stay before what
// kind of thing it is.
const shortestCharacters = len("北京")

// splitKinds makes a word of its own of what kind of thing a name in characters
// tells at its end.
func splitKinds(raw []rawWord) []rawWord {
	for i := 0; i < len(raw); i++ {
		if scriptOf(raw[i].text) != han {
			continue
		}
		name := simplified(raw[i].text)
		for _, k := range endKinds {
			rest, ok := strings.CutSuffix(name, k.ending)
			if !ok || len(rest) < shortestCharacters {
				continue
			}
			parts := []rawWord{{text: rest}, {text: k.kind, comma: raw[i].comma}}
			if k.kind == "" {
				parts = parts[:1]
			}
			raw = slices.Concat(raw[:i], parts, raw[i+1:])
			break
		}
	}
	return raw
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
