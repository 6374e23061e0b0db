package lexical

import (
	"bytes"
	"encoding/binary"
	"iter"
	"math/bits"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/internal/text"
)

// longKey is the length from which a key may be a piece of a word that was cut
// (256 bytes, of which composing and folding leave a third at worst): what the
// word held may then lie across the cut.
const longKey = 64

// Sieve is the records of an index that may hold a text: none that does is missing,
// but some that are in it may not. It knows nothing of what is put after it was made,
// and is safe for concurrent use.
type Sieve struct {
	x   *Index
	st  *state // as it was, even if the index has another by now
	may bitmap // by number
	n   int
}

// Holding returns the records that may hold each of some runs of lower-case ASCII
// letters and digits, anywhere in a word and in any case: in body, title, caption,
// speakers or tags. It returns nil when the runs are too common to sift by, or there
// are none; then any record may hold them.
//
// The texts of all words are searched as one, about a millisecond for a run among a
// hundred thousand words.
func (x *Index) Holding(runs []string) *Sieve {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if x.st == nil {
		return nil
	}
	s := x.st
	var all bitmap
	for _, run := range runs {
		terms, rare := s.termsHolding([]byte(run))
		if !rare {
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
		return nil
	}
	return &Sieve{x, s, all, all.len()}
}

// Len returns how many records there are, some of which may be gone.
func (s *Sieve) Len() int { return s.n }

// Has tells whether a record may hold the text. Of what was put since it tells either.
func (s *Sieve) Has(id ID) bool {
	s.x.mu.RLock()
	defer s.x.mu.RUnlock()
	doc := s.st.find(id)
	return doc != 0 && (int(doc/64) >= len(s.may) || s.may.has(doc))
}

// IDs lists the records.
func (s *Sieve) IDs() []ID {
	s.x.mu.RLock()
	defer s.x.mu.RUnlock()
	ids := make([]ID, 0, s.n)
	for doc := range s.may.members {
		if !s.st.docs.at(doc).dead() {
			ids = append(ids, s.st.idOf(doc))
		}
	}
	return ids
}

// termsHolding lists the terms that stand for a word which may hold a run, unless
// more than half of the records may have one of them.
func (s *state) termsHolding(run []byte) (terms []uint32, rare bool) {
	seen := make(bitmap, s.lex.words.len()/64+1)
	most := 0
	add := func(term uint32) {
		if term == 0 || seen.has(term) {
			return
		}
		seen.add([]uint32{term})
		terms = append(terms, term)
		most += int(s.post.df(term))
	}
	for id := range s.lex.holding(run) {
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
		if most > s.totals.live/2 {
			return nil, false
		}
	}
	return terms, true
}

// holding yields the words that may hold a run, some twice.
func (l *lexicon) holding(run []byte) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		id := uint32(1)
		for n, chunk := range l.texts.chunks {
			for from := 0; ; {
				at := bytes.Index(chunk[from:], run)
				if at < 0 {
					break
				}
				from += at
				id = l.wordAt(uint32(n)<<chunkBits|uint32(from), id)
				if !bytes.Contains(l.text(id), run) { // it begins with the length of a text, or goes on into it
					from++
					continue
				}
				if !yield(id) {
					return
				}
				from = l.endOf(id)
			}
		}
		for _, id := range l.odd {
			if mayHold(l.text(id), string(run)) && !yield(id) {
				return
			}
		}
	}
}

// wordAt returns the word whose text lies where ref points to; it is not before from.
func (l *lexicon) wordAt(ref, from uint32) uint32 {
	step, end := uint32(1), uint32(l.words.len())
	for from+step < end && l.words.at(from+step).off <= ref {
		from += step
		step *= 2
	}
	n := sort.Search(int(min(step, end-from)-1), func(i int) bool { return l.words.at(from+1+uint32(i)).off > ref })
	return from + uint32(n)
}

// endOf is where in its chunk the text of a word ends.
func (l *lexicon) endOf(id uint32) int {
	off := l.words.at(id).off
	n, head := binary.Uvarint(l.texts.from(off))
	return int(off&(chunkSize-1)) + head + int(n)
}

// odd tells whether the text that a key was made of may hold a run that the key does
// not. A key has the case of a word with humps, and marks composed with the letter
// before them, which may be the last of the run.
func odd(key []byte) bool {
	return len(key) >= longKey || slices.ContainsFunc(key, func(c byte) bool { return c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' })
}

// mayHold tells whether the text that an odd key was made of may hold a run, or the
// beginning of one that goes on beyond a cut.
func mayHold(key []byte, run string) bool {
	plain := text.Plain(strings.ToLower(string(key)))
	if strings.Contains(plain, run) {
		return true
	}
	for n := 1; len(key) >= longKey && n < len(run); n++ {
		if strings.HasSuffix(plain, run[:n]) {
			return true
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

// members yields the numbers in ascending order.
func (b bitmap) members(yield func(uint32) bool) {
	for i, word := range b {
		for ; word != 0; word &= word - 1 {
			if !yield(uint32(64*i + bits.TrailingZeros64(word))) {
				return
			}
		}
	}
}

func (b bitmap) len() (n int) {
	for _, word := range b {
		n += bits.OnesCount64(word)
	}
	return n
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
