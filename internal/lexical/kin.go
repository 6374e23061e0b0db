package lexical

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/internal/text"
)

// German writes what belongs together as one word. The kin of a question's word are the compounds of the records that it begins
// or ends, and its own parts. They are found by the agent's own vocabulary when a question is asked: the index has nothing of
// them.

// What kin counts.
const (
	shareCompound = 0.5 // a compound that the word begins or ends
	shareHead     = 0.4 // the last part of the word, which says what kind of thing it is
	shareModifier = 0.3 // the first part
)

// Lengths of parts, in letters. A shorter one counts only if what is left of the compound is a word of the records too:
// Haus-tür, but not Na-tur.
const (
	leastPart = 3
	plainPart = 4
)

// kindred are the terms akin to a word in a state's lexicon as it was of a size.
type kindred struct {
	s     *state
	words int
	terms []variant
}

// withKin adds to the variants of a word those of its kin that have live records.
func (p *Prepared) withKin(s *state, vs []variant, key string) []variant {
	if p.lang != text.German || text.ShapeOf(key) != text.Letters || utf8.RuneCountInString(key) < leastPart {
		return vs
	}
	for _, k := range p.kinOf(s, key) {
		if s.post.df(k.term) > 0 && !slices.ContainsFunc(vs, func(v variant) bool { return v.term == k.term }) {
			vs = append(vs, k)
		}
	}
	return vs
}

// kinOf looks for the kin of a word once, and again when there are more words.
func (p *Prepared) kinOf(s *state, key string) []variant {
	p.mu.Lock()
	defer p.mu.Unlock()
	k := p.kin[key]
	if k == nil || k.s != s || k.words != s.lex.words.Len() {
		if p.kin == nil {
			p.kin = map[string]*kindred{}
		}
		k = &kindred{s: s, words: s.lex.words.Len(), terms: s.findKin(key)}
		p.kin[key] = k
	}
	return k.terms
}

// findKin reads through the words that may hold the stem of a German word.
func (s *state) findKin(key string) (kin []variant) {
	stem := text.Whole(key, text.German)
	for id := range s.lex.holding([]byte(stem)) {
		word := string(s.lex.text(id))
		if text.ShapeOf(word) == text.Letters && s.compoundOf(text.Whole(word, text.German), stem) {
			kin = s.standFor(kin, id)
		}
	}
	kin = s.partsOf(kin, stem)
	slices.SortFunc(kin, func(a, b variant) int { // not in the order in which the words came (L2)
		return cmp.Or(cmp.Compare(b.share, a.share), bytes.Compare(s.lex.text(a.term), s.lex.text(b.term)))
	})
	return kin[:min(len(kin), maxPrefix)]
}

// standFor adds the terms of a compound: in German, and in the default language for records too short to tell theirs.
func (s *state) standFor(kin []variant, id uint32) []variant {
	main, _ := s.lex.terms(id, s.lex.lang)
	terms := [2]uint32{main}
	if off, ok := s.lex.other[otherKey(id, text.German)]; ok {
		terms[1] = *s.lex.lists.At(off)
	}
	for _, term := range terms {
		if term != 0 {
			kin = append(kin, variant{term: term, share: shareCompound, part: true})
		}
	}
	return kin
}

// compoundOf tells whether a German stem is that of a compound with another at one of its ends.
func (s *state) compoundOf(compound, stem string) bool {
	rest, ok := strings.CutSuffix(compound, stem)
	if !ok {
		rest, ok = strings.CutPrefix(compound, stem)
	}
	return ok && len(rest) >= leastPart && (len(stem) >= plainPart || s.livingPart(rest) != 0)
}

// partsOf adds the two parts of a German stem that are words of living records.
func (s *state) partsOf(vs []variant, stem string) []variant {
	for at := leastPart; at <= len(stem)-leastPart; at++ {
		long := at >= plainPart && len(stem)-at >= plainPart
		first, last := s.livingPart(stem[:at]), s.livingPart(stem[at:])
		if last != 0 && (long || first != 0) {
			vs = append(vs, variant{term: last, share: shareHead, part: true})
		}
		if first != 0 && (long || last != 0) {
			vs = append(vs, variant{term: first, share: shareModifier, part: true})
		}
	}
	return vs
}

// joints are what German puts between the parts of a compound.
var joints = [...]string{"", "s", "n", "en", "es"}

// livingPart returns the term of a part of a compound, with a joint or without, if living records have it, or 0.
func (s *state) livingPart(part string) uint32 {
	for _, joint := range joints {
		word, ok := strings.CutSuffix(part, joint)
		if !ok || len(word) < leastPart {
			continue
		}
		if id := s.lex.find([]byte(text.Whole(word, text.German))); id != 0 && s.post.df(id) > 0 {
			return id
		}
	}
	return 0
}
