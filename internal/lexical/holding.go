package lexical

import (
	"math/bits"
	"strings"
	"unicode"

	"github.com/lukasadb/lukasa/internal/text"
)

// Sieve is the records of an index that may hold a text: none that does is missing,
// but some that are in it may not. It knows nothing of what is put after it was made,
// and is safe for concurrent use.
type Sieve struct {
	x   *Index
	st  *state // as it was, even if the index has another by now
	may bitmap // by number
	n   int
}

// Runs lists what [Index.Holding] can look up of a text: its ASCII letters and digits, and
// Latin letters with diacritics as [text.Plain] writes them, each run of those that stand
// together; and its Han characters, by two where two stand together, as they are indexed.
// A record that holds the text, in any case, has each run within a word.
func Runs(s string) []string {
	var runs []string
	var run []byte
	end := func() {
		if len(run) > 0 {
			runs = append(runs, string(run))
		}
		run = run[:0]
	}
	before, lone := rune(0), false // the Han character before, and whether it is in no run yet
	for _, r := range strings.ToLower(s) + " " {
		if isHan(r) {
			end()
			if before != 0 {
				runs = append(runs, string([]rune{before, r}))
			}
			before, lone = r, before == 0
			continue
		}
		if lone {
			runs = append(runs, string(before))
		}
		before, lone = 0, false
		plain := text.Plain(string(r))
		if !isPlain(plain) {
			end()
			continue
		}
		run = append(run, plain...)
	}
	end()
	return runs
}

// isHan tells whether a rune is a Han character that is never composed with another.
func isHan(r rune) bool { return r >= 0x3400 && r <= 0x9FFF && unicode.Is(unicode.Han, r) }

func isPlain(s string) bool {
	other := strings.ContainsFunc(s, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	return s != "" && !other
}

// Holding returns the records that may hold each of some [Runs], anywhere in a word and in
// any case: in body, title, caption, speakers or tags. It returns nil when the runs are too
// common to sift by, or there are none; then any record may hold them.
//
// Words are looked up by what their parts are: some tenths of a millisecond for a run of
// three and more among a quarter of a million words, a few for a shorter one.
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
		some := make(bitmap, s.docs.Len()/64+1)
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
		if !s.st.docs.At(doc).dead() {
			ids = append(ids, s.st.idOf(doc))
		}
	}
	return ids
}

// termsHolding lists the terms that stand for a word which may hold a run, unless
// more than half of the records may have one of them.
func (s *state) termsHolding(run []byte) (terms []uint32, rare bool) {
	seen := make(bitmap, s.lex.words.Len()/64+1)
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
				add(*s.lex.lists.At(off))
			}
		}
		if most > s.totals.live/2 {
			return nil, false
		}
	}
	return terms, true
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
