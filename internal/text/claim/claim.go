package claim

import (
	"slices"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/traits"
)

// Claim is what a text says, in the form in which two are compared. The zero value says nothing.
type Claim struct {
	tokens   []token
	key      uint64
	decisive uint64
}

// token is a part of what is said.
type token struct {
	id     uint64
	before uint64 // the preposition before it that may be left out
	whose  uint64 // it is
	is     flags
}

type flags uint32

const (
	begins    flags = 1 << iota // a phrase
	marked                      // its phrase says how it belongs to the others
	parts                       // begins a clause
	figure                      // a number, a time, a date
	dated                       // tells when
	denies                      // says that it is not so
	turns                       // makes another claim of what stands beside it
	decides                     // is of a closed class
	acts                        // a verb
	possessed                   // has what follows
	told                        // stands behind a form of "is"
	been                        // stands in one phrase behind a form of "is"
	past                        // a verb in the past, or a participle
	once                        // a verb of what happens once
	links                       // a preposition
	joins                       // "and"
	weighs                      // puts one thing above another
)

// Key is equal for texts that say the same; it tells them from most others.
func (c *Claim) Key() uint64 { return c.key }

// Decisive is equal for texts that name the same figures, both or neither deny, and have the same words of closed classes: where it
// differs, no likeness of the other words makes them say the same.
func (c *Claim) Decisive() uint64 { return c.decisive }

// Len is how many things are said.
func (c *Claim) Len() int { return len(c.tokens) }

// Read reads what a text says.
func Read(s string) Claim {
	words, lang := scan(s)
	b := builder{words: words, tokens: make([]token, 0, len(words))}
	if lang == text.English || english(words) {
		b.words = fold(words)
		b.build()
	} else {
		b.plain(lang)
	}
	c := Claim{tokens: b.tokens}
	c.sum()
	return c
}

// english tells whether a text is in English that has words of another language: "5 per cent per head" has of Italian.
func english(words []word) bool {
	known, sure := 0, false
	for i := range words {
		if table().words[words[i].key] != nil {
			known++
		}
		switch words[i].key {
		case "an", "are", "has", "is", "like", "likes", "my", "of", "the", "was", "with":
			sure = true
		}
	}
	return sure && 5*known >= 2*len(words)
}

// plain takes every word as it is written.
func (b *builder) plain(lang text.Lang) {
	for i := range b.words {
		w := &b.words[i]
		t := token{id: spread(identify(w.key) + uint64(lang))}
		if e := table().words[w.key]; e != nil {
			t.is = e.is & weighs
		}
		switch {
		case traits.Negates(w.key):
			t.is |= denies
		case hasDigit(w.key):
			t.is |= figure
		}
		b.tokens = append(b.tokens, t)
	}
}

func hasDigit(s string) bool {
	return slices.ContainsFunc([]byte(s), func(c byte) bool { return c >= '0' && c <= '9' })
}

// sum adds up what texts that say the same have in common, in whatever order. That something is denied counts once.
func (c *Claim) sum() {
	no := false
	for _, t := range c.tokens {
		c.key += spread(t.id)
		switch {
		case t.is&denies != 0:
			no = true
		case t.is&(figure|decides) != 0:
			c.decisive += spread(t.id)
		}
	}
	if no {
		c.decisive = spread(c.decisive + 1)
	}
}
