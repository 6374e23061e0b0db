package kinds

import (
	_ "embed" // the table
	"strings"
	"sync"
)

//go:embed kinds.txt
var source string

// set is a set of kinds: a bit for each line of the table. The zero set is empty.
type set [2]uint64

// empty tells whether there is no kind in the set.
func (s set) empty() bool { return s == set{} }

// meets tells whether a kind is in both sets.
func (s set) meets(o set) bool { return s[0]&o[0]|s[1]&o[1] != 0 }

func (s set) with(kind int) set {
	s[kind/64] |= 1 << (kind % 64)
	return s
}

// namedBy returns the kinds that a word stands for: of "pets", pet.
func namedBy(word string) set { return find(table().names, word) }

// kindsOf returns the kinds of which a word names a thing: of "hamsters", pet and animal.
func kindsOf(word string) set { return find(table().things, word) }

// Asked returns what tells of a word whether it names a thing of a kind that the given word stands for; nil where that stands
// for none. Words are in lower case.
func Asked(word string) func(thing string) bool {
	asked := namedBy(word)
	if asked.empty() {
		return nil
	}
	return func(thing string) bool { return asked.meets(kindsOf(thing)) }
}

// find looks a word up as it is, or as a plural.
func find(sets map[string]set, word string) set {
	s, known := sets[word]
	if known || len(word) < 4 || word[len(word)-1] != 's' {
		return s
	}
	for _, plural := range [...]struct{ ending, instead string }{{"s", ""}, {"es", ""}, {"ies", "y"}} {
		if stem, ok := strings.CutSuffix(word, plural.ending); ok {
			if s, known = sets[stem+plural.instead]; known {
				return s
			}
		}
	}
	return set{}
}

// lexicon has, for each word, the kinds that it names and those it is a thing of.
type lexicon struct {
	names, things map[string]set
	kinds         int
}

var table = sync.OnceValue(func() *lexicon { return read(source) })

// read reads a table as kinds.txt describes it.
func read(source string) *lexicon {
	l := &lexicon{names: map[string]set{}, things: map[string]set{}}
	first := map[string][]int{} // kinds by their first word
	var things [][]string
	for line := range strings.Lines(source) {
		names, list, ok := strings.Cut(line, ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		kind := l.kinds
		l.kinds++
		words := strings.Split(names, ", ")
		first[words[0]] = append(first[words[0]], kind)
		for _, w := range words {
			l.names[w] = l.names[w].with(kind)
		}
		things = append(things, strings.Fields(list))
	}
	for kind := range things {
		within := map[int]bool{kind: true}
		for open := []int{kind}; len(open) > 0; open = open[1:] {
			for _, thing := range things[open[0]] {
				l.things[thing] = l.things[thing].with(kind)
				for _, inner := range first[thing] {
					if !within[inner] {
						within[inner] = true
						open = append(open, inner)
					}
				}
			}
		}
	}
	return l
}
