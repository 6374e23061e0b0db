package knowledge

import (
	"slices"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/judgement"
	"github.com/lukasadb/lukasa/internal/text/traits"
	"github.com/lukasadb/lukasa/schema"
)

// Which records bear on an opinion, and on which side (003-20): what is told of
// what the opinion is of, and judges it by the same measure. Where an opinion
// judges nothing, much the same words decide, and what turns them round. Likeness
// of meaning alone brings candidates ([OpinionsAbout]) and no evidence.
const (
	bearingShare = 0.5 // least share of what an opinion says that is in what is told
	bearingWords = 2   // least words that carry meaning in what is told
)

// Claim is what a text says, as far as weighing it against an opinion needs to know.
type Claim struct {
	about   []schema.EntityKey
	linked  map[string]bool // stems of the names of those
	terms   map[string]bool // stems of the words that carry meaning, without the names
	denied  bool
	asks    bool
	reading judgement.Reading
}

// ClaimOf reads a text with what it mentions.
func ClaimOf(s string, mentions []schema.Mention) Claim {
	c := Claim{linked: map[string]bool{}, terms: terms(s), denied: traits.Denies(s), asks: traits.Of(s).Asks, reading: judgement.Read(s)}
	for _, m := range mentions {
		c.about = append(c.about, m.Entity)
		for name := range terms(m.Text) {
			delete(c.terms, name)
			c.linked[name] = true
		}
	}
	return c
}

// Bears tells whether what is told bears on an opinion, and on which side. A
// question says nothing.
func (c Claim) Bears(o Opinion) (schema.Stance, bool) {
	if c.asks || !c.addresses(&o) {
		return "", false
	}
	var side int
	switch {
	case o.keepsOff != nil:
		side = c.presence(&o)
	case o.than != nil:
		side = c.comparison(&o)
	case o.pole != 0:
		side = c.verdict(&o)
	default:
		side = c.wording(&o)
	}
	switch {
	case side > 0:
		return schema.StanceSupports, true
	case side < 0:
		return schema.StanceContradicts, true
	}
	return "", false
}

// addresses tells whether a text speaks of what an opinion is of, by an entity or
// half of its names at least, and under its condition.
func (c *Claim) addresses(o *Opinion) bool {
	shared := slices.ContainsFunc(c.about, func(key schema.EntityKey) bool { return slices.Contains(o.about, key) })
	if !shared && o.ofEntity && c.namesake(o) {
		return false
	}
	named := 0
	for _, name := range o.names {
		if c.met(name) == len(name) {
			named++
		}
	}
	if !shared && 2*named < len(o.names) {
		return false
	}
	if !(shared && len(o.names) == 0 && o.ofEntity) && c.met(o.subject) < o.subjectLeast() {
		return false
	}
	return len(o.condition) == 0 || c.met(o.condition) > 0
}

// namesake tells whether a text names another entity by a name of what an opinion is of.
func (c *Claim) namesake(o *Opinion) bool {
	return slices.ContainsFunc(slices.Concat(o.names...), func(name string) bool { return c.linked[name] })
}

// wording compares the words of a text with those of an opinion that judges
// nothing: the side is that of what turns them round.
func (c *Claim) wording(o *Opinion) int {
	if len(c.terms) < bearingWords || shared(o.terms, c.terms) < max(bearingShare*float64(len(o.terms)), 1) {
		return 0
	}
	if c.denied != o.denied {
		return -1
	}
	return 1
}

// met counts the words that a text has, or others that say the same.
func (c *Claim) met(words []string) (n int) {
	for _, w := range words {
		if c.find(w) >= 0 {
			n++
		}
	}
	return n
}

// find returns where a text first has a word, or another that says the same, or -1.
func (c *Claim) find(word string) int {
	return slices.IndexFunc(c.reading.Words, func(w judgement.Word) bool { return akin(w.Stem, word) })
}

// terms are the words of a text that carry its meaning, by stem.
func terms(s string) map[string]bool { return termsIn(s, text.Detect(s, text.English)) }

func termsIn(s string, lang text.Lang) map[string]bool {
	out := map[string]bool{}
	var scan text.Scanner
	scan.Reset(s)
	for scan.Next() {
		if key := string(scan.Key()); text.StopIn(key) == 0 {
			out[text.Whole(key, lang)] = true
		}
	}
	return out
}

// shared counts what two sets have in common.
func shared(a, b map[string]bool) (n float64) {
	for t := range a {
		if b[t] {
			n++
		}
	}
	return n
}
