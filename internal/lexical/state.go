package lexical

import (
	"encoding/binary"
	"slices"

	"github.com/lukasadb/lukasa/internal/idtable"
	"github.com/lukasadb/lukasa/internal/paged"
	"github.com/lukasadb/lukasa/internal/text"
)

// state is everything an index knows. Writers change it under the index's lock; compaction replaces it.
type state struct {
	params Params
	owner  string // see Options
	lex    lexicon
	derived

	ids   idtable.Table      // of handles
	names paged.Array[name]  // by handle
	docs  paged.Array[entry] // by number; 0 is none
	words arena              // the forward entries

	sessions sessions
	// ofSession is the session of each live record, by number; 0 for none. It is apart from docs because whoever
	// counts the sessions of a word looks at hundreds of thousands of records.
	ofSession paged.Array[uint32]
	dead      int // numbers whose record was deleted or replaced

	// For the writer alone.
	ordered  bool // words were numbered by frequency
	refCount int  // live records when the reference lengths were last looked at
	tally    tally
	decoded  []uint32
}

// derived is what follows from the forward entries.
type derived struct {
	post   postings
	totals totals
	ref    [NumFields]float64 // the average lengths that impacts were computed with
}

// name is what stays of an ID through its versions. A handle outlives its record, as others may link to it.
type name struct {
	id         ID
	doc        uint32 // number of the live record, 0 if none
	prev, next uint32 // handles, 0 if none
}

// entry is one version of a record.
type entry struct {
	// mark is the handle, then four bits of language, then whether it is dead: there is one for each record.
	mark uint32
	off  uint32 // of its forward entry
}

const (
	nameBits = 27
	maxNames = 1 << nameBits
	langMask = 1<<4 - 1
	buried   = 1 << 31
)

const _ = uint(langMask + 1 - text.NumLangs) // a language has room

func newEntry(name uint32, lang text.Lang, off uint32) entry {
	return entry{mark: uint32(lang)<<nameBits | name, off: off}
}

func (e *entry) name() uint32    { return e.mark % maxNames }
func (e *entry) lang() text.Lang { return text.Lang(e.mark >> nameBits & langMask) }
func (e *entry) dead() bool      { return e.mark&buried != 0 }
func (e *entry) bury()           { e.mark |= buried }

// totals are sums over the live records.
type totals struct {
	live  int
	langs [text.NumLangs]int
	// lens sums the lengths of each field; with counts the records where it is not empty.
	lens, with [NumFields]int
}

func (t *totals) add(lang text.Lang, lens [NumFields]int, sign int) {
	t.live += sign
	t.langs[lang] += sign
	for f, n := range lens {
		t.lens[f] += sign * n
		if n > 0 {
			t.with[f] += sign
		}
	}
}

// avg is the average length of a field among the records that have it, at least 1.
func (t *totals) avg(f Field) float64 {
	if t.with[f] == 0 {
		return 1
	}
	return max(1, float64(t.lens[f])/float64(t.with[f]))
}

// guess is what impacts are computed with before there are records to average.
var guess = [NumFields]float64{Body: 16, Title: 6, Caption: 8, Speaker: 1, Tags: 2, Date: 4}

func newState(params Params, lang text.Lang) *state {
	s := &state{params: params, lex: newLexicon(lang), sessions: newSessions(), derived: derived{ref: guess}}
	s.names.Push(name{})
	s.enroll(entry{}, 0)
	return s
}

// enroll numbers a record.
func (s *state) enroll(e entry, session uint32) uint32 {
	s.ofSession.Push(session)
	return s.docs.Push(e)
}

// find returns the number of the live record of id, or 0.
func (s *state) find(id ID) uint32 {
	if h := s.known(id); h != 0 {
		return s.names.At(h).doc
	}
	return 0
}

// known returns the handle of an ID, or 0.
func (s *state) known(id ID) uint32 {
	if s.ids.Len() == 0 {
		return 0
	}
	for i := s.ids.Home(id); ; i = s.ids.After(i) {
		h := s.ids.At(i)
		if h == 0 || s.names.At(h).id == id {
			return h
		}
	}
}

// handle returns the handle of an ID, made if needed; 0 for the zero ID.
func (s *state) handle(id ID) uint32 {
	if id == (ID{}) {
		return 0
	}
	if h := s.known(id); h != 0 {
		return h
	}
	h := s.names.Push(name{id: id})
	s.ids.Add(id, h, s.named)
	return h
}

// named returns the ID of a handle.
func (s *state) named(h uint32) ID { return s.names.At(h).id }

// neighbours returns the live records linked before and after a record; 0 for none.
func (s *state) neighbours(doc uint32) (prev, next uint32) {
	n := s.names.At(s.docs.At(doc).name())
	return s.names.At(n.prev).doc, s.names.At(n.next).doc
}

// full tells whether another record could be too much to address.
func (s *state) full() bool {
	return s.words.nearlyFull() || s.post.packed.nearlyFull() || s.post.tails.mem.nearlyFull() || s.lex.texts.nearlyFull() ||
		s.docs.Len() > 1<<31 || s.lex.words.Len() > 1<<30 || s.names.Len() > maxNames-4 // a record names three
}

// put adds a record whose words were read by a reader, replacing the one of the same ID.
func (s *state) put(d *Doc, r *reader) {
	h := s.handle(d.ID)
	s.remove(h)
	r.settle(&s.lex)
	off, b := s.words.alloc(len(r.forward))
	copy(b, r.forward)
	doc := s.enroll(newEntry(h, r.lang, off), s.sessions.enter(d.Session))
	prev, next := s.handle(d.Prev), s.handle(d.Next)
	n := s.names.At(h)
	n.doc, n.prev, n.next = doc, prev, next
	s.count(&s.derived, doc)
}

// count adds what the forward entry of a new number says to the postings and totals of d.
func (s *state) count(d *derived, doc uint32) {
	e := s.docs.At(doc)
	lens := s.weigh(e, &d.ref)
	d.totals.add(e.lang(), lens, 1)
	d.post.grow(s.lex.words.Len())
	for i, term := range s.tally.terms {
		d.post.add(term, doc, impactOf(s.tally.weights[i], s.params.K1))
	}
}

// weigh fills the tally with the terms of a record and their weighted counts at the reference lengths.
func (s *state) weigh(e *entry, ref *[NumFields]float64) (lens [NumFields]int) {
	s.tally.reset()
	b, lang := s.words.from(e.off), e.lang()
	for f, fw := range fieldsAt(b) {
		lens[f] = fw.length
		p := s.params.Fields[f]
		unit := p.Weight / (1 - p.B + p.B*float64(fw.length)/ref[f])
		s.decoded = fw.decode(s.decoded[:0])
		for _, w := range s.decoded {
			if w == 0 {
				continue
			}
			main, parts := s.lex.terms(w, lang)
			s.tally.add(main, unit)
			if parts != 0 {
				for t := range s.lex.partsAt(parts) {
					s.tally.add(t, unit*text.PartShare)
				}
			}
		}
	}
	return lens
}

// remove takes the record of a handle out of every count; its postings stay until compaction.
func (s *state) remove(h uint32) {
	n := s.names.At(h)
	if n.doc == 0 {
		return
	}
	e := s.docs.At(n.doc)
	lens := s.weigh(e, &s.ref)
	s.totals.add(e.lang(), lens, -1)
	for _, term := range s.tally.terms {
		s.post.lose(term)
	}
	session := s.ofSession.At(n.doc)
	s.sessions.leave(*session)
	*session = 0
	e.bury()
	s.dead++
	n.doc, n.prev, n.next = 0, 0, 0
}

// stale tells whether the index has doubled since its impacts were computed and the average lengths have moved, so that
// bounds are loose.
func (s *state) stale() bool {
	if s.totals.live < 256 || s.totals.live < 2*s.refCount {
		return false
	}
	s.refCount = s.totals.live
	for f := range NumFields {
		if avg := s.totals.avg(f); s.totals.with[f] > 0 && (avg > 1.1*s.ref[f] || avg < 0.9*s.ref[f]) {
			return true
		}
	}
	return false
}

// derive makes postings and totals anew from the forward entries (L1), at the present average lengths. It changes nothing
// that readers see.
func (s *state) derive() derived {
	d := derived{ref: s.ref}
	for f := range NumFields {
		if s.totals.with[f] > 0 {
			d.ref[f] = s.totals.avg(f)
		}
	}
	for doc := uint32(1); doc < uint32(s.docs.Len()); doc++ {
		if !s.docs.At(doc).dead() {
			s.count(&d, doc)
		}
	}
	return d
}

// bytes returns the memory held.
func (s *state) bytes() int {
	return s.lex.bytes() + s.post.bytes() + s.ids.Bytes() + 28*s.names.Cells() + 8*s.docs.Cells() +
		4*s.ofSession.Cells() + s.words.bytes + s.sessions.bytes()
}

// fieldWords is one field of a forward entry.
type fieldWords struct {
	length int // words that are not stop words
	enc    []byte
}

// decode appends the words in order; 0 separates the values of a field. Whether a word has one byte or two no branch would
// foresee; few have more.
func (fw fieldWords) decode(dst []uint32) []uint32 {
	n, enc := len(dst), fw.enc
	dst = slices.Grow(dst, len(enc))[:n+len(enc)] // a word has a byte at least
	i := 0
	for ; i+1 < len(enc); n++ {
		low, high := uint32(enc[i]), uint32(enc[i+1])
		two := low >> 7
		if two&(high>>7) != 0 {
			dst[n], i = longWord(enc, i)
			continue
		}
		dst[n] = low&0x7f | high<<7&-two
		i += 1 + int(two)
	}
	if i < len(enc) {
		dst[n] = uint32(enc[i])
		n++
	}
	return dst[:n]
}

// longWord reads the word at a place of enc and returns the place after it.
func longWord(enc []byte, i int) (w uint32, next int) {
	for shift := 0; i < len(enc); shift += 7 {
		b := uint32(enc[i])
		i++
		w |= b & 0x7f << shift
		if b < 0x80 {
			break
		}
	}
	return w, i
}

// A forward entry is a byte with a bit for each field that is not empty, then for each of them the number of words and
// separators, the length, the number of bytes, and the words, all as varints.
func fieldsAt(b []byte) func(func(Field, fieldWords) bool) {
	return func(yield func(Field, fieldWords) bool) {
		has := b[0]
		b = b[1:]
		for f := Field(0); f < NumFields; f++ {
			if has>>f&1 == 0 {
				continue
			}
			_, n := binary.Uvarint(b)
			length, k := binary.Uvarint(b[n:])
			size, m := binary.Uvarint(b[n+k:])
			b = b[n+k+m:]
			if !yield(f, fieldWords{length: int(length), enc: b[:size]}) {
				return
			}
			b = b[size:]
		}
	}
}
