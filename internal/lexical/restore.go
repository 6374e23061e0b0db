package lexical

import (
	"encoding/binary"
	"io"
	"math"
	"slices"

	"github.com/lukasadb/lukasa/internal/text"
)

// readState reads what write wrote, but for the watermark, checking every number in it: a state that is returned cannot make a
// reader panic.
func readState(from io.Reader, params Params, lang text.Lang) (*state, error) {
	l := &loading{s: newState(params, lang)}
	r := newFrameReader(from)
	l.readMeta(r)
	l.readWords(r)
	l.readNames(r)
	l.readDocs(r)
	l.readPostings(r)
	if err := r.end(); err != nil {
		return nil, err
	}
	return l.finish(), nil
}

// loading is a state that is being read. Words and the records made of them, and on the other hand sessions, names and
// postings, may be read side by side, but records after names.
type loading struct {
	s         *state
	watermark uint64

	words, sessions, names, docs int // how many there are

	standing []uint64 // a bit for each word: whether it stands for something in the default language
	usable   bool     // the impacts of the postings are those of the present constants
}

func (l *loading) readMeta(r *frameReader) {
	r.begin(sectionMeta)
	r.item()
	l.watermark = r.uvarint(1<<64 - 1)
	l.s.owner = string(r.bytes())
	if code := string(r.bytes()); r.err == nil && code != l.s.lex.lang.String() {
		r.fail(nil, "the default language was "+code)
	}
	if r.uvarint(1<<32) != text.Version && r.err == nil {
		r.fail(nil, "the words were read by another version")
	}
	l.words, l.sessions = int(r.uvarint(mostItems)), int(r.uvarint(mostItems))
	l.names, l.docs = int(r.uvarint(maxNames-1)), int(r.uvarint(mostItems))
}

// mostItems is how many there can be of a kind.
const mostItems = 1 << 31

// expect makes room for what is to come. No item is shorter than a byte.
func (l *loading) expect(c *contents) {
	words, names, docs := min(l.words, c.size(sectionWords)), min(l.names, c.size(sectionNames)), min(l.docs, c.size(sectionDocs))
	s := l.s
	s.lex.expect(words, c.size(sectionWords))
	s.ids.Reserve(names)
	s.names.Expect(names + 1)
	s.docs.Expect(docs + 1)
	s.ofSession.Expect(docs + 1)
	s.words.expected = c.size(sectionDocs)
	s.post.heads.Expect(words + 1)
	s.post.packed.expected = c.size(sectionPostings)
}

// finish returns the state, of which nothing was wrong.
func (l *loading) finish() *state {
	s := l.s
	if !l.usable {
		s.derived = s.derive()
	}
	s.refCount, s.ordered = s.totals.live, true
	s.trim()
	return s
}

// trim gives back the room that is left for more, as most indexes are read more than written.
func (s *state) trim() {
	s.lex.words.Trim()
	s.lex.lists.Trim()
	s.lex.users.Trim()
	s.lex.texts.trim()
	s.names.Trim()
	s.docs.Trim()
	s.ofSession.Trim()
	s.words.trim()
	s.post.heads.Trim()
	s.post.lists.Trim()
	s.post.packed.trim()
	s.post.tails.mem.trim()
}

// readWords reads the words and what they stand for, and files the terms under their plain forms.
func (l *loading) readWords(r *frameReader) {
	lex, n := &l.s.lex, l.words
	r.begin(sectionWords)
	for i := 0; i < n && r.item(); i++ {
		key := r.bytes()
		if r.err == nil && (len(key) == 0 || lex.intern(key) != uint32(i+1)) {
			r.fail(nil, "a word is twice there")
		}
		stop, letters := text.LangSet(r.uvarint(1<<16-1)), text.LangSet(r.uvarint(1<<16-1))
		if main, parts := l.readTerms(r); r.err == nil {
			w := lex.words.At(uint32(i + 1))
			w.stop, w.letters = stop&^coded, letters
			if main != 0 {
				lex.stand(uint32(i+1), lex.lang, main, parts)
			}
		}
	}
	l.readOther(r)
	if r.err == nil {
		l.fileAll()
	}
}

// readTerms reads what a word stands for.
func (l *loading) readTerms(r *frameReader) (main uint32, parts []uint32) {
	main = uint32(r.uvarint(uint64(l.words)))
	for range r.uvarint(64) {
		t := uint32(r.uvarint(uint64(l.words)))
		if t == 0 {
			r.fail(nil, "a term is missing")
		}
		parts = append(parts, t)
	}
	return main, parts
}

// readOther reads what words stand for in languages other than the default.
func (l *loading) readOther(r *frameReader) {
	lex, n := &l.s.lex, uint64(l.words)
	r.begin(sectionOther)
	r.item()
	others := r.uvarint(n * uint64(text.NumLangs))
	for i := uint64(0); i < others && r.item(); i++ {
		id, lang := uint32(r.uvarint(n)), text.Lang(r.uvarint(uint64(text.NumLangs)-1))
		main, parts := l.readTerms(r)
		switch {
		case r.err != nil:
		case id == 0 || main == 0 || lang == lex.lang || lex.standing(id, lang):
			r.fail(nil, "a word stands for nothing")
		default:
			lex.stand(id, lang, main, parts)
		}
	}
}

// fileAll files every word that stands for something.
func (l *loading) fileAll() {
	lex := &l.s.lex
	l.standing = make([]uint64, l.words/64+1)
	for id := uint32(1); id <= uint32(l.words); id++ {
		if lex.standing(id, lex.lang) {
			l.standing[id/64] |= 1 << (id % 64)
			lex.file(id, lex.lang)
		}
	}
	for key := range lex.other {
		lex.file(uint32(key>>8), text.Lang(key&0xff))
	}
}

// readNames reads the sessions and the IDs.
func (l *loading) readNames(r *frameReader) {
	r.begin(sectionSessions)
	for i := 0; i < l.sessions && r.item(); i++ {
		l.s.readSession(r, i)
	}
	r.begin(sectionNames)
	for i := 0; i < l.names && r.item(); i++ {
		l.s.readName(r, i)
	}
}

func (s *state) readSession(r *frameReader, i int) {
	name := string(r.bytes())
	if r.err != nil {
		return
	}
	if n := s.sessions.enter(name); n != uint32(i+1) {
		r.fail(nil, "a session is twice there")
		return
	}
	s.sessions.leave(uint32(i + 1))
}

func (s *state) readName(r *frameReader, i int) {
	var id ID
	if copy(id[:], r.raw(len(id))); r.err != nil {
		return
	}
	if id == (ID{}) || s.handle(id) != uint32(i+1) {
		r.fail(nil, "an ID is twice there")
	}
}

// readDocs reads the records.
func (l *loading) readDocs(r *frameReader) {
	r.begin(sectionDocs)
	for i := 0; i < l.docs && r.item(); i++ {
		l.readDoc(r)
	}
}

func (l *loading) readDoc(r *frameReader) {
	s := l.s
	last := uint64(s.names.Len() - 1)
	h, prev, next := uint32(r.uvarint(last)), uint32(r.uvarint(last)), uint32(r.uvarint(last))
	session := uint32(r.uvarint(uint64(len(s.sessions.names) - 1)))
	lang := text.Lang(r.uvarint(uint64(text.NumLangs) - 1))
	enc := r.bytes()
	if r.err != nil {
		return
	}
	if h == 0 || s.names.At(h).doc != 0 {
		r.fail(nil, "a record makes no sense")
		return
	}
	lens, ok := l.sound(enc, lang)
	if !ok {
		r.fail(nil, "the words of a record make no sense")
		return
	}
	s.totals.add(lang, lens, 1)
	off, b := s.words.alloc(len(enc))
	copy(b, enc)
	s.sessions.count(session)
	doc := s.enroll(newEntry(h, lang, off), session)
	nm := s.names.At(h)
	nm.doc, nm.prev, nm.next = doc, prev, next
}

// sound tells whether a forward entry can be read: its numbers fit, and its words stand for something in lang.
func (l *loading) sound(b []byte, lang text.Lang) (lens [NumFields]int, ok bool) {
	if len(b) == 0 || b[0]>>NumFields != 0 {
		return lens, false
	}
	has := b[0]
	b = b[1:]
	for f := range NumFields {
		if has>>f&1 == 0 {
			continue
		}
		var head [3]uint64 // count, length, size
		for i := range head {
			v, k := binary.Uvarint(b)
			if k <= 0 {
				return lens, false
			}
			head[i], b = v, b[k:]
		}
		count, length, size := head[0], head[1], head[2]
		if count == 0 || length > count || size > uint64(len(b)) || !l.soundWords(b[:size], count, lang) {
			return lens, false
		}
		lens[f], b = int(length), b[size:]
	}
	return lens, len(b) == 0
}

func (l *loading) soundWords(b []byte, count uint64, lang text.Lang) bool {
	own, last := lang == l.s.lex.lang, uint64(l.words)
	for ; len(b) > 0; count-- {
		w, k := uint64(b[0]), 1
		if w >= 0x80 {
			w, k = binary.Uvarint(b)
		}
		if k <= 0 || w > last || count == 0 {
			return false
		}
		switch {
		case w == 0:
		case own && l.standing[w/64]>>(w%64)&1 == 0, !own && !l.s.lex.standing(uint32(w), lang):
			return false
		}
		b = b[k:]
	}
	return count == 0
}

// readPostings reads the lists of all words, and the end of the snapshot.
func (l *loading) readPostings(r *frameReader) {
	s := l.s
	r.begin(sectionPostings)
	r.item()
	l.usable = true
	for i, want := range s.impactBasis() {
		got := math.Float64frombits(r.uvarint(math.MaxUint64))
		if i > 0 && i <= int(NumFields) {
			s.ref[i-1] = got
			l.usable = l.usable && got >= 1 && got < 1e9
		} else {
			l.usable = l.usable && got == want
		}
	}
	last := uint32(l.docs)
	for term := 1; term <= l.words && r.item(); term++ {
		s.post.grow(term + 1)
		s.readList(r, uint32(term), last)
	}
	r.begin(sectionEnd)
	r.item()
	if r.uvarint(mostItems) != uint64(l.docs) {
		r.fail(nil, "records are missing")
	}
}

// readList reads the postings of a term; records have numbers up to last.
func (s *state) readList(r *frameReader, term, last uint32) {
	var docs [blockLen]uint32
	var impacts [blockLen]uint8
	h := s.post.heads.At(term)
	count := uint32(r.uvarint(uint64(last)))
	var base uint32
	for ; count >= blockLen && r.item(); count -= blockLen {
		b := r.packed()
		if r.err != nil {
			return
		}
		readBlock(b, base, &docs, &impacts)
		most := slices.Max(impacts[:])
		for _, d := range docs {
			if d <= base || d > last || most >= levels {
				r.fail(nil, "a posting is out of range")
				return
			}
			base = d
		}
		l := s.post.open(h)
		s.post.append(l, b[:blockSize(int(b[0]), int(b[1]))], base, most)
		l.n += blockLen
		l.last = base
		h.df += blockLen
	}
	if count > 0 && !r.item() {
		return
	}
	for range count {
		delta := uint32(r.uvarint(uint64(last - base)))
		impact := r.raw(1)
		if r.err != nil || delta == 0 || impact[0] >= levels {
			r.fail(nil, "a posting is out of range")
			return
		}
		base += delta
		s.post.add(term, base, impact[0])
	}
}
