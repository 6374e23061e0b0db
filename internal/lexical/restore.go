package lexical

import (
	"encoding/binary"
	"io"
	"math"
	"slices"

	"github.com/lukasadb/lukasa/internal/text"
)

// readState reads what write wrote, checking every number in it: a state that is returned cannot make a reader panic.
func readState(from io.Reader, params Params, lang text.Lang) (*state, uint64, error) {
	r := newFrameReader(from)
	s := newState(params, lang)
	r.begin(sectionMeta)
	r.item()
	watermark := r.uvarint(1<<64 - 1)
	s.owner = string(r.bytes())
	if code := string(r.bytes()); r.err == nil && code != lang.String() {
		r.fail(nil, "the default language was "+code)
	}
	if r.uvarint(1<<32) != text.Version && r.err == nil {
		r.fail(nil, "the words were read by another version")
	}
	const most = 1 << 31
	words, sessions := int(r.uvarint(most)), int(r.uvarint(most))
	names, docs := int(r.uvarint(maxNames-1)), int(r.uvarint(most))
	s.readWords(r, words)
	r.begin(sectionSessions)
	for i := 0; i < sessions && r.item(); i++ {
		s.readSession(r, i)
	}
	r.begin(sectionNames)
	for i := 0; i < names && r.item(); i++ {
		s.readName(r, i)
	}
	r.begin(sectionDocs)
	for i := 0; i < docs && r.item(); i++ {
		s.readDoc(r, words)
	}
	usable := s.readPostings(r, words)
	r.begin(sectionEnd)
	r.item()
	if r.uvarint(most) != uint64(docs) {
		r.fail(nil, "records are missing")
	}
	if err := r.end(); err != nil {
		return nil, 0, err
	}
	if !usable {
		s.derived = s.derive()
	}
	s.refCount, s.ordered = s.totals.live, true
	s.trim()
	return s, watermark, nil
}

// trim gives back the room that is left for more, as most indexes are read more than written.
func (s *state) trim() {
	s.lex.words.trim()
	s.lex.lists.trim()
	s.lex.users.trim()
	s.lex.texts.trim()
	s.names.trim()
	s.docs.trim()
	s.ofSession.trim()
	s.words.trim()
	s.post.heads.trim()
	s.post.lists.trim()
	s.post.packed.trim()
	s.post.tails.mem.trim()
}

// readWords reads n words and what they stand for, and files the terms under their plain forms.
func (s *state) readWords(r *frameReader, n int) {
	readTerms := func() (main uint32, parts []uint32) {
		main = uint32(r.uvarint(uint64(n)))
		for range r.uvarint(64) {
			t := uint32(r.uvarint(uint64(n)))
			if t == 0 {
				r.fail(nil, "a term is missing")
			}
			parts = append(parts, t)
		}
		return main, parts
	}
	r.begin(sectionWords)
	for i := 0; i < n && r.item(); i++ {
		key := r.bytes()
		if r.err == nil && (len(key) == 0 || s.lex.intern(key) != uint32(i+1)) {
			r.fail(nil, "a word is twice there")
		}
		stop, letters := text.LangSet(r.uvarint(1<<16-1)), text.LangSet(r.uvarint(1<<16-1))
		if main, parts := readTerms(); r.err == nil {
			w := s.lex.words.at(uint32(i + 1))
			w.stop, w.letters = stop&^coded, letters
			if main != 0 {
				s.lex.stand(uint32(i+1), s.lex.lang, main, parts)
			}
		}
	}
	r.begin(sectionOther)
	r.item()
	others := r.uvarint(uint64(n) * uint64(text.NumLangs))
	for i := uint64(0); i < others && r.item(); i++ {
		id, lang := uint32(r.uvarint(uint64(n))), text.Lang(r.uvarint(uint64(text.NumLangs)-1))
		main, parts := readTerms()
		switch {
		case r.err != nil:
		case id == 0 || main == 0 || lang == s.lex.lang || s.lex.standing(id, lang):
			r.fail(nil, "a word stands for nothing")
		default:
			s.lex.stand(id, lang, main, parts)
		}
	}
	if r.err != nil {
		return
	}
	for id := uint32(1); id <= uint32(n); id++ {
		if s.lex.standing(id, s.lex.lang) {
			s.lex.file(id, s.lex.lang)
		}
	}
	for key := range s.lex.other {
		s.lex.file(uint32(key>>8), text.Lang(key&0xff))
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

// readDoc reads one record whose words have numbers up to n.
func (s *state) readDoc(r *frameReader, n int) {
	last := uint64(s.names.len() - 1)
	h, prev, next := uint32(r.uvarint(last)), uint32(r.uvarint(last)), uint32(r.uvarint(last))
	session := uint32(r.uvarint(uint64(len(s.sessions.names) - 1)))
	lang := text.Lang(r.uvarint(uint64(text.NumLangs) - 1))
	enc := r.bytes()
	if r.err != nil {
		return
	}
	if h == 0 || s.names.at(h).doc != 0 {
		r.fail(nil, "a record makes no sense")
		return
	}
	lens, ok := s.sound(enc, lang, n)
	if !ok {
		r.fail(nil, "the words of a record make no sense")
		return
	}
	s.totals.add(lang, lens, 1)
	off, b := s.words.alloc(len(enc))
	copy(b, enc)
	if session != 0 {
		s.sessions.enter(s.sessions.names[session])
	}
	doc := s.enroll(newEntry(h, lang, off), session)
	nm := s.names.at(h)
	nm.doc, nm.prev, nm.next = doc, prev, next
}

// sound tells whether a forward entry can be read: its numbers fit, and its words stand for something in lang.
func (s *state) sound(b []byte, lang text.Lang, n int) (lens [NumFields]int, ok bool) {
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
		if count == 0 || length > count || size > uint64(len(b)) || !s.soundWords(b[:size], count, lang, n) {
			return lens, false
		}
		lens[f], b = int(length), b[size:]
	}
	return lens, len(b) == 0
}

func (s *state) soundWords(b []byte, count uint64, lang text.Lang, n int) bool {
	for ; len(b) > 0; count-- {
		w, k := binary.Uvarint(b)
		if k <= 0 || w > uint64(n) || count == 0 {
			return false
		}
		if w != 0 && !s.lex.standing(uint32(w), lang) {
			return false
		}
		b = b[k:]
	}
	return count == 0
}

// readPostings reads the lists of n words. It tells whether their impacts are those of the present constants.
func (s *state) readPostings(r *frameReader, n int) (usable bool) {
	r.begin(sectionPostings)
	r.item()
	usable = true
	for i, want := range s.impactBasis() {
		got := math.Float64frombits(r.uvarint(math.MaxUint64))
		if i > 0 && i <= int(NumFields) {
			s.ref[i-1] = got
			usable = usable && got >= 1 && got < 1e9
		} else {
			usable = usable && got == want
		}
	}
	s.post.grow(n + 1)
	last := uint32(s.docs.len() - 1)
	for term := 1; term <= n && r.item(); term++ {
		s.readList(r, uint32(term), last)
	}
	return usable
}

// readList reads the postings of a term; records have numbers up to last.
func (s *state) readList(r *frameReader, term, last uint32) {
	var docs [blockLen]uint32
	var impacts [blockLen]uint8
	h := s.post.heads.at(term)
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
