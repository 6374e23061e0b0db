package lexical

import (
	"slices"
	"sync"

	"github.com/lukasadb/lukasa/internal/text"
)

// reading is how often the conditions of a query occur in one record.
type reading struct {
	// counts has NumFields weighted counts for each group.
	counts []float64
	lens   [NumFields]int
}

func (r *reading) at(g int, f Field) float64 { return r.counts[g*int(NumFields)+int(f)] }

// call is the work space of one call on a prepared query: what was resolved and what was read. It is only valid while the
// index's lock is held.
type call struct {
	s      *state
	groups []group
	// acts says what a term means to the query.
	acts map[uint32][]act
	// filter has the bit of every word that stands for such a term, and few others: most words of a record mean nothing.
	filter []uint64
	// memo remembers what a word means.
	memo  [memoSize]memo
	means [][]act

	cache    map[uint32]*reading
	once     reading // of peek
	readings slab[reading]
	counts   slab[float64] // of the readings
	decoded  []uint32
	users    []uint32 // of sift
	phrases  []int    // the groups that are phrases
	runs     []uint64 // for each group, the beginnings of its phrase that end at the word before
	avgs     [NumFields]float64

	standing *standing          // of the query
	sessions map[uint32]float64 // see sessionScores
	sieve    sieve              // of the records that hold a word of the query; nil when they are many
	none     reading            // of the others
	slate    *slate             // of finders
}

const memoSize = 256

type memo struct {
	word  uint32
	lang  text.Lang
	means int32 // position in means; 0 for nothing
}

// act is what a term adds to a group: a share, or places of a phrase.
type act struct {
	group  int
	share  float64
	places uint64
	exact  bool // only if it is the word itself
}

// calls keeps what calls have allocated for those that follow.
var calls = sync.Pool{New: func() any {
	return &call{acts: map[uint32][]act{}, cache: map[uint32]*reading{}, sessions: map[uint32]float64{}}
}}

// newCall begins a call of a query, which its caller releases.
func newCall(s *state, groups []group, of *standing) *call {
	c := calls.Get().(*call)
	*c = call{
		s: s, groups: groups, acts: c.acts, filter: c.filter, means: append(c.means[:0], nil), cache: c.cache,
		readings: c.readings.reset(), counts: c.counts.reset(), decoded: c.decoded, users: c.users, phrases: c.phrases[:0],
		runs: make([]uint64, len(groups)), standing: of, sessions: c.sessions, sieve: c.sieve[:0], slate: c.slate,
	}
	for f := range NumFields {
		c.avgs[f] = s.totals.avg(f)
	}
	c.none.counts = c.counts.take(len(groups) * int(NumFields))
	for i := range groups {
		g := &groups[i]
		if g.kind != Phrase {
			for _, v := range g.variants {
				c.acts[v.term] = append(c.acts[v.term], act{group: i, share: v.share, exact: g.kind == Exact})
			}
			continue
		}
		c.phrases = append(c.phrases, i)
		for place, vs := range g.places {
			for _, v := range vs {
				c.place(v.term, i, 1<<place)
			}
		}
	}
	c.sift()
	return c
}

// release ends a call: nothing that it handed out is to be used any more.
func (c *call) release() {
	clear(c.acts)
	clear(c.cache)
	clear(c.means)
	clear(c.sessions)
	if c.slate != nil {
		c.slate.blank()
	}
	c.s, c.groups, c.standing, c.once, c.none = nil, nil, nil, reading{}, reading{}
	calls.Put(c)
}

// slab hands out pieces of memory that are all given back at once.
type slab[T any] struct {
	room []T
	used int
}

// reset takes everything back, for the next to have, unless it is so much that it
// had better be freed.
func (s slab[T]) reset() slab[T] {
	if len(s.room) > 1<<17 {
		return slab[T]{}
	}
	return slab[T]{room: s.room}
}

// take returns n zeroes.
func (s *slab[T]) take(n int) []T {
	if s.used+n > len(s.room) {
		s.room, s.used = make([]T, max(n, 2*len(s.room), 256)), 0
	}
	out := s.room[s.used : s.used+n : s.used+n]
	s.used += n
	clear(out)
	return out
}

// sift makes the filter.
func (c *call) sift() {
	words := c.users[:0]
	for t := range c.acts {
		words = slices.AppendSeq(words, c.s.lex.usersOf(t))
	}
	c.users = words
	size := 64
	for size < len(words)/4 && size < 1<<16 {
		size *= 2
	}
	c.filter = slices.Grow(c.filter[:0], size)[:size]
	clear(c.filter)
	for _, w := range words {
		c.filter[int(w/64)&(size-1)] |= 1 << (w % 64)
	}
}

// place adds a place of a phrase to what a term means.
func (c *call) place(term uint32, group int, bit uint64) {
	for j := range c.acts[term] {
		if a := &c.acts[term][j]; a.group == group {
			a.places |= bit
			return
		}
	}
	c.acts[term] = append(c.acts[term], act{group: group, places: bit})
}

// meaning returns what a word of a record in a language adds to which groups.
func (c *call) meaning(w uint32, lang text.Lang) []act {
	m := &c.memo[(w^uint32(lang)<<5)%memoSize]
	if m.word == w && m.lang == lang {
		return c.means[m.means]
	}
	*m = memo{word: w, lang: lang}
	found := c.interpret(w, lang)
	if len(found) == 0 {
		return nil
	}
	m.means = int32(len(c.means))
	c.means = append(c.means, found)
	return found
}

func (c *call) interpret(w uint32, lang text.Lang) []act {
	main, parts := c.s.lex.terms(w, lang)
	var found []act
	for _, a := range c.acts[main] {
		if !a.exact || c.isExactly(w, c.groups[a.group].keys[0]) {
			found = append(found, a)
		}
	}
	if parts == 0 {
		return found
	}
	for t := range c.s.lex.partsAt(parts) {
		for _, a := range c.acts[t] {
			if a.exact || a.places != 0 {
				continue
			}
			a.share *= text.PartShare
			found = append(found, a)
		}
	}
	return found
}

func (c *call) isExactly(w uint32, key string) bool {
	return text.Fold(string(c.s.lex.text(w))) == key
}

// read returns the counts of a record, from its forward entry the first time. Of a record that holds none of the words, as
// far as that is known, only the lengths are read.
func (c *call) read(doc uint32) *reading {
	if r := c.cache[doc]; r != nil {
		return r
	}
	r := &c.readings.take(1)[0]
	c.cache[doc] = r
	if c.lacks(doc) {
		r.counts = c.none.counts
		c.measure(r, doc)
		return r
	}
	r.counts = c.counts.take(len(c.groups) * int(NumFields))
	c.fill(r, doc)
	return r
}

// lacks tells that a record holds no word of the query; where it does not, the record may.
func (c *call) lacks(doc uint32) bool { return len(c.sieve) > 0 && !c.sieve.has(doc) }

// measure reads the lengths of a record's fields.
func (c *call) measure(r *reading, doc uint32) {
	for f, fw := range fieldsAt(c.s.words.from(c.s.docs.At(doc).off)) {
		r.lens[f] = fw.length
	}
}

// about prepares for the full scores of some records.
func (c *call) about(docs []uint32) {
	c.sessionScores(docs)
	c.winnow(len(docs))
}

// holds is read for who asks for the words of the query alone: a record that holds none, or no record, costs nothing.
func (c *call) holds(doc uint32) *reading {
	if doc == 0 || c.lacks(doc) {
		return &c.none
	}
	return c.read(doc)
}

// readAs is how many postings are read in the time of one record.
const readAs = 100

// winnow makes the sieve, unless the postings of the query are so many that reading some records takes less.
func (c *call) winnow(records int) {
	postings := 0
	for t := range c.acts {
		postings += int(c.s.post.list(t).n)
	}
	if postings > readAs*records {
		return
	}
	c.sieve = c.sieve.sized(postings)
	for t := range c.acts {
		for docs := range c.s.post.cursor(t).records {
			c.sieve.add(docs)
		}
	}
}

// peek is read for a record that is looked at once; the result holds until the next call.
func (c *call) peek(doc uint32) *reading {
	if c.once.counts == nil {
		c.once.counts = make([]float64, len(c.groups)*int(NumFields))
	}
	clear(c.once.counts)
	c.once.lens = [NumFields]int{}
	c.fill(&c.once, doc)
	return &c.once
}

func (c *call) fill(r *reading, doc uint32) {
	e := c.s.docs.At(doc)
	for f, fw := range fieldsAt(c.s.words.from(e.off)) {
		r.lens[f] = fw.length
		clear(c.runs)
		c.decoded = fw.decode(c.decoded[:0])
		for _, w := range c.decoded {
			var acts []act
			if c.filter[int(w/64)&(len(c.filter)-1)]>>(w%64)&1 == 1 && w != 0 {
				acts = c.meaning(w, e.lang())
				c.apply(r, f, acts)
			}
			if len(c.phrases) > 0 {
				c.step(r, f, acts)
			}
		}
	}
}

func (c *call) apply(r *reading, f Field, acts []act) {
	for _, a := range acts {
		if a.places == 0 && c.groups[a.group].in.Has(f) {
			r.counts[a.group*int(NumFields)+int(f)] += a.share
		}
	}
}

// step moves every phrase on by one word: bit i of a run is set when the words up to place i were just read (Baeza-Yates and
// Gonnet, "A new approach to text searching", 1992).
func (c *call) step(r *reading, f Field, acts []act) {
	for _, g := range c.phrases {
		var here uint64
		if i := slices.IndexFunc(acts, func(a act) bool { return a.group == g && a.places != 0 }); i >= 0 {
			here = acts[i].places
		}
		c.runs[g] = (c.runs[g]<<1 | 1) & here
		last := len(c.groups[g].places) - 1
		if c.runs[g]>>last&1 == 1 && c.groups[g].in.Has(f) {
			r.counts[g*int(NumFields)+int(f)]++
		}
	}
}
