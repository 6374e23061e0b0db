package text

import "strings"

// WordMap tells of words what is known of them. It is made once, and asked about each
// word of each text: mostly there is nothing, which a word's first byte and its length
// tell without looking it up. It is safe for concurrent use.
type WordMap[V any] struct {
	words   map[string]V
	lengths [256]uint64 // by first byte: a bit for each length of a word
}

// NewWordMap returns a map of words, none of them empty. It keeps the map it is given.
func NewWordMap[V any](words map[string]V) *WordMap[V] {
	m := &WordMap[V]{words: words}
	for w := range words {
		m.lengths[w[0]] |= lengthBit(w)
	}
	return m
}

// lengthBit stands for the length of a word; the last bit for all that are longer.
func lengthBit(word string) uint64 { return 1 << min(len(word), 63) }

// Get returns what is known of a word, and whether anything is.
func (m *WordMap[V]) Get(word string) (v V, ok bool) {
	if !m.may(word) {
		return v, false
	}
	v, ok = m.words[word]
	return v, ok
}

func (m *WordMap[V]) may(word string) bool {
	return word != "" && m.lengths[word[0]]&lengthBit(word) != 0
}

// Set is the set of the words in a list.
func Set(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}

// Jaccard is the share that two sets have in common of all that they have; 0 of two empty ones.
func Jaccard(a, b map[string]bool) float64 {
	shared := 0
	for w := range a {
		if b[w] {
			shared++
		}
	}
	if shared == 0 {
		return 0
	}
	return float64(shared) / float64(len(a)+len(b)-shared)
}

// WordSet is a set of words, asked as a [WordMap] is.
type WordSet struct{ of WordMap[bool] }

// Words is [Set] for a list that each word of each text is looked up in.
func Words(list string) *WordSet { return &WordSet{*NewWordMap(Set(list))} }

// Has tells whether a word is in the set.
func (s *WordSet) Has(word string) bool { return s.of.may(word) && s.of.words[word] }
