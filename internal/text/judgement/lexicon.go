package judgement

import (
	_ "embed" // the lexicon
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/lukasadb/lukasa/internal/text"
)

//go:embed lexicon.txt
var source string

// sense is what an entry says: a dimension, and its pole, 1, -1, or 0 where it names the dimension only ("the taste").
type sense struct {
	of   Dimension
	pole int
}

// node is where the words of an entry have led so far.
type node struct {
	senses []sense
	ends   bool // an entry ends here, which says nothing where it has no sense
	next   map[string]*node
}

// lexicon finds entries, some words as they are written, all others by stems, word after word.
type lexicon struct {
	forms map[string]*node
	root  *node
}

var table = sync.OnceValue(func() *lexicon {
	l, err := read(source)
	if err != nil {
		panic(err) // the lexicon is part of the program
	}
	return l
})

// read reads a lexicon as lexicon.txt describes it.
func read(source string) (*lexicon, error) {
	l := &lexicon{map[string]*node{}, &node{}}
	for line := range strings.Lines(source) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		head, list, ok := strings.Cut(line, ":")
		fields := strings.Fields(head)
		if !ok || len(fields) == 0 {
			return nil, fmt.Errorf("judgement: lexicon: %q", line)
		}
		senses, err := sensesOf(fields)
		if err != nil {
			return nil, err
		}
		for entry := range strings.SplitSeq(list, ",") {
			l.add(strings.TrimSpace(entry), senses, fields[len(fields)-1] == "adj")
		}
	}
	return l, nil
}

// sensesOf reads what stands before the colon: a dimension or "nothing", and its pole.
func sensesOf(fields []string) ([]sense, error) {
	if fields[0] == "nothing" {
		return nil, nil
	}
	d := slices.Index(names[:], fields[0])
	if d < 0 {
		return nil, fmt.Errorf("judgement: lexicon: dimension %q", fields[0])
	}
	s := sense{of: Dimension(d)}
	if len(fields) > 1 {
		s.pole = map[string]int{"+": 1, "-": -1}[fields[1]]
	}
	return []sense{s}, nil
}

func (l *lexicon) add(entry string, senses []sense, adjective bool) {
	exact, written := strings.CutPrefix(entry, "=")
	switch {
	case adjective:
		for _, form := range forms(entry) {
			l.addForm(form, senses)
		}
		return
	case written:
		l.addForm(exact, senses)
		return
	}
	n := l.root
	for w := range strings.FieldsSeq(entry) {
		stem := Stem(w)
		if w == anyNumber {
			stem = w
		}
		if n.next == nil {
			n.next = map[string]*node{}
		}
		if n.next[stem] == nil {
			n.next[stem] = &node{}
		}
		n = n.next[stem]
	}
	n.take(senses)
}

func (l *lexicon) addForm(word string, senses []sense) {
	n := l.forms[word]
	if n == nil {
		n = &node{}
		l.forms[word] = n
	}
	if n.ends && len(n.senses) == 0 { // it says nothing, whatever it is a form of
		return
	}
	n.take(senses)
}

func (n *node) take(senses []sense) {
	n.ends = true
	for _, s := range senses {
		if !slices.Contains(n.senses, s) {
			n.senses = append(n.senses, s)
		}
	}
}

// forms are an adjective with its degrees and its adverb; some of them no word, which does no harm.
func forms(w string) []string {
	out := []string{w}
	last := len(w) - 1
	switch {
	case strings.HasSuffix(w, "y"):
		stem := w[:last] + "i"
		return append(out, stem+"er", stem+"est", stem+"ly")
	case strings.HasSuffix(w, "le"):
		out = append(out, w[:last]+"y", w+"r", w+"st")
	case strings.HasSuffix(w, "e"):
		out = append(out, w+"ly", w+"r", w+"st")
	case strings.HasSuffix(w, "ic"):
		out = append(out, w+"ally")
	case last == 2 && !vowel(w[2]) && vowel(w[1]) && w[2] != 'w':
		double := w + w[last:]
		out = append(out, double+"er", double+"est", w+"ly")
	default:
		out = append(out, w+"er", w+"est", w+"ly")
	}
	return out
}

func vowel(c byte) bool { return strings.IndexByte("aeiou", c) >= 0 }

// Stem is what the forms of a word in lower case share, as the words of a [Reading] have it.
func Stem(w string) string { return text.Whole(strings.TrimSuffix(w, "'s"), text.English) }

// fillers may stand within an idiom without changing it: "rolled her eyes", "left more than half of it".
var fillers = text.Set(`a about absolutely again all almost already also always an at both completely entire even ever every her him his i in it its
	just little long me more most my of off on one only our out own pretty quite rather really right same she so some still such that the their them
	then these they this those to total up us utterly very we whole you your`)

// anyNumber stands in an entry for any number from two on.
const anyNumber = "#"

var numerals = text.Set(`two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty ninety hundred`)

func isNumber(w string) bool {
	return numerals[w] || w[0] >= '0' && w[0] <= '9' && w != "1" && w != "0"
}

// entryAt is the longest entry that words begin with, and how many words it has; 0 where there is none.
func (l *lexicon) entryAt(words []Word) (senses []sense, length int) {
	found, length := l.root.next[words[0].Stem].reach(words[1:], 1)
	if length == 0 && isNumber(words[0].Text) {
		found, length = l.root.next[anyNumber].reach(words[1:], 1)
	}
	if found != nil {
		senses = found.senses
	}
	if length > 1 {
		return senses, length
	}
	switch written := l.forms[words[0].Text]; {
	case written == nil:
		return senses, length
	case len(written.senses) == 0:
		return nil, 1
	default:
		return slices.Concat(written.senses, senses), 1
	}
}

// reach is where the longest entry ends that words lead to behind those taken so far, and how many that are then. A filler may be a
// part of it or not.
func (n *node) reach(words []Word, taken int) (found *node, length int) {
	if n == nil {
		return nil, 0
	}
	if n.ends {
		found, length = n, taken
	}
	if len(n.next) == 0 {
		return found, length
	}
	for i := 0; i < len(words) && taken+i < longestEntry; i++ {
		if f, l := n.child(words[i]).reach(words[i+1:], taken+i+1); l > length {
			found, length = f, l
		}
		if !fillers[words[i].Text] {
			break
		}
	}
	return found, length
}

func (n *node) child(w Word) *node {
	if next := n.next[w.Stem]; next != nil || !isNumber(w.Text) {
		return next
	}
	return n.next[anyNumber]
}

// longestEntry is how many words of a text an entry takes up at most.
const longestEntry = 10
