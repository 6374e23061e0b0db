package knowledge

import (
	"slices"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/traits"
	"github.com/lukasadb/lukasa/schema"
)

// Which records bear on an opinion, and on which side (003-20): what is told of
// the same entity in much the same words. Only where the words are shared can
// what turns them round be seen without a model, so likeness of meaning alone
// brings candidates ([OpinionsAbout]) and no evidence.
const (
	bearingShare = 0.5 // least share of the words of the shorter of the two
	bearingWords = 2   // least words that carry meaning in what is told
)

// Claim is what a text says of the entities that it names, as far as weighing it
// against an opinion needs to know.
type Claim struct {
	about  []schema.EntityKey
	terms  map[string]bool // stems of the words that carry meaning, without the names
	denied bool
	asks   bool
}

// ClaimOf reads a text with what it mentions.
func ClaimOf(s string, mentions []schema.Mention) Claim {
	c := Claim{terms: terms(s), denied: traits.Denies(s), asks: traits.Of(s).Asks}
	for _, m := range mentions {
		c.about = append(c.about, m.Entity)
		for name := range terms(m.Text) {
			delete(c.terms, name)
		}
	}
	return c
}

// Bears tells whether what is told bears on an opinion, and on which side. A
// question says nothing.
func (c Claim) Bears(opinion Claim) (schema.Stance, bool) {
	common := func(key schema.EntityKey) bool { return slices.Contains(opinion.about, key) }
	if c.asks || len(c.terms) < bearingWords || !slices.ContainsFunc(c.about, common) || sharing(opinion.terms, c.terms) < bearingShare {
		return "", false
	}
	if c.denied != opinion.denied {
		return schema.StanceContradicts, true
	}
	return schema.StanceSupports, true
}

// terms are the words of a text that carry its meaning, by stem.
func terms(s string) map[string]bool {
	lang := text.Detect(s, text.English)
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

// sharing tells how much of the smaller of two sets is in the other, 0 to 1.
func sharing(a, b map[string]bool) float64 {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) == 0 {
		return 0
	}
	n := 0
	for t := range a {
		if b[t] {
			n++
		}
	}
	return float64(n) / float64(len(a))
}
