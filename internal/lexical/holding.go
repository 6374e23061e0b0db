package lexical

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/internal/text"
)

// longKey is the length from which a key may be a piece of a word that was cut
// (256 bytes, of which composing and folding leave a third at worst): what the
// word held may then lie across the cut.
const longKey = 64

// Holding returns the live records that may hold each of some runs of lower-case
// ASCII letters and digits, anywhere in a word and in any case. It is a sieve: no
// record whose body, title, caption, speakers or tags hold them all is missing,
// but some that are returned may not. It tells false when the runs are too common
// to sift by, or there are none; then any record may hold them.
//
// The lexicon is not sorted: it is read through for each run, about ten
// milliseconds for a hundred thousand words.
func (x *Index) Holding(runs []string) ([]ID, bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if x.st == nil {
		return nil, false
	}
	s := x.st
	var all bitmap
	for _, run := range runs {
		terms, most := s.termsHolding([]byte(run))
		if most > s.totals.live/2 {
			continue
		}
		some := make(bitmap, s.docs.len()/64+1)
		for _, term := range terms {
			for docs := range s.post.cursor(term).records {
				some.add(docs)
			}
		}
		all = all.and(some)
	}
	if all == nil {
		return nil, false
	}
	var ids []ID
	for doc := range s.live {
		if all.has(doc) {
			ids = append(ids, s.idOf(doc))
		}
	}
	return ids, true
}

// termsHolding lists the terms that stand for a word which may hold a run, and
// how many records hold one of them at most.
func (s *state) termsHolding(run []byte) (terms []uint32, most int) {
	seen := make(bitmap, s.lex.words.len()/64+1)
	add := func(term uint32) {
		if term == 0 || seen.has(term) {
			return
		}
		seen.add([]uint32{term})
		terms = append(terms, term)
		most += int(s.post.df(term))
	}
	for id := uint32(1); id < uint32(s.lex.words.len()); id++ {
		if !mayHold(s.lex.text(id), run) {
			continue
		}
		main, _ := s.lex.terms(id, s.lex.lang)
		add(main)
		for lang, n := range s.totals.langs {
			if n == 0 {
				continue
			}
			if off, ok := s.lex.other[otherKey(id, text.Lang(lang))]; ok {
				add(*s.lex.lists.at(off))
			}
		}
	}
	return terms, most
}

// mayHold tells whether the text that a key was made of may hold a run. A key has
// the case of a word with humps, and marks composed with the letter before them,
// which may be the last of the run.
func mayHold(key, run []byte) bool {
	if len(key) >= longKey || bytes.Contains(key, run) {
		return true
	}
	for _, c := range key {
		if c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return strings.Contains(text.Plain(strings.ToLower(string(key))), string(run))
		}
	}
	return false
}

// bitmap is a set of small numbers.
type bitmap []uint64

func (b bitmap) add(numbers []uint32) {
	for _, n := range numbers {
		b[n/64] |= 1 << (n % 64)
	}
}

func (b bitmap) has(n uint32) bool { return b[n/64]>>(n%64)&1 != 0 }

// and returns what is in both; the nil set is everything. It may change b.
func (b bitmap) and(o bitmap) bitmap {
	if b == nil {
		return o
	}
	for i := range b {
		b[i] &= o[i]
	}
	return b
}
