package digest

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/lukasadb/lukasa/query/prompt"
)

// ErrInvalid says that an option is not acceptable; the text names it.
var ErrInvalid = errors.New("digest: invalid")

// Passage is one text to sum up.
type Passage struct {
	Text string
	// Label says who spoke, and is put before what the summary takes from the
	// passage, where the passage before had another. It is not summed up. Passages
	// with labels are turns of a conversation, the oldest first.
	Label string
	// Weight of what the passage says, above 0. 0 means 1.
	Weight float64
}

// Options say how to sum up. The zero value is valid.
type Options struct {
	// Tokens is the budget of the text. Default 500 (001-14).
	Tokens int
	// Count counts tokens. Default [prompt.Estimate].
	Count prompt.Counter
	// Facts and Topics are how many of each there are at most. Defaults 8 and 6.
	Facts, Topics int
}

// Defaults of Options.
const (
	DefaultTokens = 500
	DefaultFacts  = 8
	DefaultTopics = 6
)

func (o Options) withDefaults() (Options, error) {
	for _, field := range []struct {
		name      string
		value     *int
		otherwise int
	}{{"Tokens", &o.Tokens, DefaultTokens}, {"Facts", &o.Facts, DefaultFacts}, {"Topics", &o.Topics, DefaultTopics}} {
		if *field.value < 0 {
			return o, fmt.Errorf("%w: %s is %d", ErrInvalid, field.name, *field.value)
		}
		if *field.value == 0 {
			*field.value = field.otherwise
		}
	}
	if o.Count == nil {
		o.Count = prompt.Estimate
	}
	return o, nil
}

// Sentence is a piece of a passage.
type Sentence struct {
	Passage    int // its index
	Start, End int // bytes of its text
	Text       string
	Score      float64 // its worth, 0 to 1, within these passages
}

// Summary is what [Make] returns. It is the caller's.
type Summary struct {
	Text      string
	Tokens    int
	Sentences []Sentence // of the text, in the order of the passages
	Facts     []Sentence // the sentences that carry facts, in the same order
	Topics    []string   // in a few words each, the foremost first
}

// Make sums up passages. Where none of them says anything, or the budget holds
// no word of them, the summary is empty.
//
//   - A sentence is a vector of its words' stems, each weighing tf · idf with
//     idf = ln(1 + n/df) over the n sentences, of length one.
//   - Its centrality is the sum of its cosines with all sentences, which is its
//     product with the sum of their vectors: the degree centrality of Erkan and
//     Radev, "LexRank", 2004, with cosines for edges.
//   - Its worth is the sum of what its signals weigh (signals.go), of which the
//     centrality, divided by the greatest, is one: .2 of it in a conversation, all
//     of it elsewhere. It is taken times the passage's weight, and in a conversation
//     a third of it with two thirds of the best of the same turn; then times what
//     its manner leaves, and over the greatest.
//   - The next sentence chosen is the one of the greatest
//     0.7 · worth − 0.3 · (greatest cosine with a chosen one) that fits: the
//     maximal marginal relevance of Carbonell and Goldstein, 1998. While nothing of
//     a third of the passages is chosen, .2 · worth are added there. One whose
//     cosine with a chosen sentence is .75 or more is left out, and one worth less
//     than .2.
func Make(passages []Passage, o Options) (Summary, error) {
	o, err := o.withDefaults()
	if err != nil {
		return Summary{}, err
	}
	list := cut(passages)
	weigh(list, passages)
	c := chooser{passages: passages, options: o}
	c.choose(list)
	out := Summary{Text: c.text, Tokens: o.Count(c.text), Topics: topics(list, passages, o.Topics)}
	for _, s := range c.chosen {
		out.Sentences = append(out.Sentences, s.Sentence)
	}
	out.Facts = facts(list, o.Facts)
	return out, nil
}

// facts picks the sentences of the greatest worth that carry a fact, each saying
// something else, in the order of the passages.
func facts(list []*sentence, most int) []Sentence {
	ranked := slices.Clone(list)
	slices.SortStableFunc(ranked, func(a, b *sentence) int { return cmp.Compare(b.Score, a.Score) })
	var chosen []*sentence
	for _, s := range ranked {
		if len(chosen) == most {
			break
		}
		if s.factual && !redundant(s, chosen) {
			chosen = append(chosen, s)
		}
	}
	slices.SortFunc(chosen, inOrder)
	var out []Sentence
	for _, s := range chosen {
		out = append(out, s.Sentence)
	}
	return out
}

func inOrder(a, b *sentence) int {
	return cmp.Or(cmp.Compare(a.Passage, b.Passage), cmp.Compare(a.Start, b.Start))
}
