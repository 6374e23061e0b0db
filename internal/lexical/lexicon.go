package lexical

import (
	"encoding/binary"
	"hash/maphash"
	"iter"
	"slices"
	"sync/atomic"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/internal/paged"
	"github.com/lukasadb/lukasa/internal/text"
)

// word is an entry of the lexicon: a surface form, a term, or both.
type word struct {
	off uint32 // of its text
	// main is the term it stands for in the default language; 0 until it is first met as a surface form there. That of a
	// word marked coded is where that and further terms are listed.
	main uint32
	// users is where the words that stand for it, other than itself, are listed; 0 for none.
	users uint32
	// stop and letters are text.StopIn and text.LettersOf, once letters has the mark hinted. stop may have the mark coded.
	stop, letters text.LangSet
}

// Marks, in place of text.Und, which is in no set of languages.
const (
	coded  text.LangSet = 1 // in a word's stop: it stands for more than one term
	hinted text.LangSet = 1 // in a word's letters: its languages are known
)

// user is a link of the list of words that stand for a term.
type user struct{ word, next uint32 }

// lexicon numbers strings. Number 0 is the separator between the values of a field. Only a writer changes it, under the
// index's lock.
type lexicon struct {
	lang  text.Lang // the default language
	seed  maphash.Seed
	slots []uint32 // open addressing: the number, and above the bits it can have, those of the high half of the hash
	words paged.Array[word]
	notes []atomic.Pointer[notePage] // see Word.Note; nil until one of the page is asked for
	texts arena                      // in the order of the numbers, each behind its length
	grams grams                      // where to look for a part of a word
	// lists holds what words stand for: the main term, a count, then as many further terms.
	lists paged.Array[uint32]
	users paged.Array[user]
	// other is where the terms of a word in a language other than the default are listed.
	other map[uint64]uint32
	// plain gives the terms whose form without diacritics is the word.
	plain   map[uint32][]uint32
	scratch []text.Term
}

func newLexicon(lang text.Lang) lexicon {
	l := lexicon{
		lang: lang, seed: maphash.MakeSeed(), slots: make([]uint32, 16),
		other: map[uint64]uint32{}, plain: map[uint32][]uint32{},
	}
	l.enter(word{})
	l.lists.Push(0)
	l.users.Push(user{})
	return l
}

func (l *lexicon) hash(key []byte) uint64 { return maphash.Bytes(l.seed, key) }

// find returns the number of key, or 0.
func (l *lexicon) find(key []byte) uint32 { return l.findHashed(key, l.hash(key)) }

func (l *lexicon) findHashed(key []byte, h uint64) uint32 {
	mask := uint32(len(l.slots) - 1)
	for i := uint32(h) & mask; ; i = (i + 1) & mask {
		s := l.slots[i]
		if s == 0 {
			return 0
		}
		if (s^uint32(h>>32))&^mask == 0 && string(l.text(s&mask)) == string(key) {
			return s & mask
		}
	}
}

// sought is a key that is looked up with others.
type sought struct {
	start, end int // where it lies
	hash       uint64
	slot       uint32 // what is at its place
	off        uint32 // of the text of the word there
	id         uint32 // its number, or 0
}

// findAll looks up many keys, which lie in text. In a large lexicon each step of a lookup waits for memory; taken together, the
// keys wait once for each step.
func (l *lexicon) findAll(text []byte, keys []sought) {
	mask := uint32(len(l.slots) - 1)
	for i := range keys {
		k := &keys[i]
		k.hash = l.hash(text[k.start:k.end])
		k.slot = l.slots[uint32(k.hash)&mask]
	}
	for i := range keys {
		keys[i].off = l.words.At(keys[i].slot & mask).off
	}
	for i := range keys {
		k := &keys[i]
		key := text[k.start:k.end]
		switch {
		case k.slot == 0:
			k.id = 0
		case (k.slot^uint32(k.hash>>32))&^mask == 0 && string(l.textAt(k.off)) == string(key):
			k.id = k.slot & mask
		default: // another key has its place
			k.id = l.findHashed(key, k.hash)
		}
	}
}

// intern returns the number of key, adding it if it is new.
func (l *lexicon) intern(key []byte) uint32 {
	h := l.hash(key)
	if id := l.findHashed(key, h); id != 0 {
		return id
	}
	var head [binary.MaxVarintLen32]byte
	n := binary.PutUvarint(head[:], uint64(len(key)))
	off, b := l.texts.alloc(n + len(key))
	copy(b, head[:n])
	copy(b[n:], key)
	id := l.enter(word{off: off})
	l.grams.follow(l)
	if 4*l.words.Len() > 3*len(l.slots) {
		l.grow()
	} else {
		l.place(id, h)
	}
	return id
}

// expect makes room for n words with so many bytes of text in a lexicon that has none yet.
func (l *lexicon) expect(n, texts int) {
	size := len(l.slots)
	for 4*(n+1) > 3*size {
		size *= 2
	}
	l.slots = make([]uint32, size)
	l.words.Expect(n + 1)
	l.texts.expected = texts
}

func (l *lexicon) place(id uint32, h uint64) {
	mask := uint32(len(l.slots) - 1)
	i := uint32(h) & mask
	for l.slots[i] != 0 {
		i = (i + 1) & mask
	}
	l.slots[i] = uint32(h>>32)&^mask | id
}

func (l *lexicon) grow() {
	l.slots = make([]uint32, 2*len(l.slots))
	for id := 1; id < l.words.Len(); id++ {
		l.place(uint32(id), l.hash(l.text(uint32(id))))
	}
}

// text returns the bytes of a word, which must not be changed.
func (l *lexicon) text(id uint32) []byte {
	if id == 0 {
		return nil
	}
	return l.textAt(l.words.At(id).off)
}

func (l *lexicon) textAt(off uint32) []byte {
	b := l.texts.from(off)
	n, k := binary.Uvarint(b)
	return b[k : k+int(n)]
}

// standing tells whether the terms of a word in a language are known.
func (l *lexicon) standing(id uint32, lang text.Lang) bool {
	if lang == l.lang {
		return l.words.At(id).main != 0
	}
	_, ok := l.other[otherKey(id, lang)]
	return ok
}

func otherKey(id uint32, lang text.Lang) uint64 { return uint64(id)<<8 | uint64(lang) }

// terms returns the main term of a word in a language and where its parts are listed, 0 if it has none; the word must be
// standing, but in the default language may also stand for nothing, which is 0.
func (l *lexicon) terms(id uint32, lang text.Lang) (main, parts uint32) {
	if lang == l.lang {
		w := l.words.At(id)
		if w.stop&coded == 0 {
			return w.main, 0
		}
		return *l.lists.At(w.main), w.main + 1
	}
	off := l.other[otherKey(id, lang)]
	return *l.lists.At(off), off + 1
}

// partsAt yields the terms listed at an offset that terms gave.
func (l *lexicon) partsAt(off uint32) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		if off == 0 {
			return
		}
		n := *l.lists.At(off)
		for i := range n {
			if !yield(*l.lists.At(off + 1 + i)) {
				return
			}
		}
	}
}

// expand makes a word standing in a language.
func (l *lexicon) expand(id uint32, lang text.Lang) {
	if id == 0 || l.standing(id, lang) {
		return
	}
	key := string(l.text(id))
	l.scratch = text.Expand(l.scratch[:0], key, lang)
	terms := make([]uint32, 0, 8)
	for _, t := range l.scratch {
		terms = append(terms, l.intern([]byte(t.Text)))
	}
	l.stand(id, lang, terms[0], terms[1:])
	l.file(id, lang)
}

// stand records what a word stands for.
func (l *lexicon) stand(id uint32, lang text.Lang, main uint32, parts []uint32) {
	w := l.words.At(id)
	if lang == l.lang && len(parts) == 0 {
		w.main = main
		return
	}
	off := l.lists.Push(main)
	l.lists.Push(uint32(len(parts)))
	for _, p := range parts {
		l.lists.Push(p)
	}
	if lang == l.lang {
		w.main, w.stop = off, w.stop|coded
	} else {
		l.other[otherKey(id, lang)] = off
	}
}

// use lists a word among those that stand for a term. A word may be listed for each of its languages.
func (l *lexicon) use(id, term uint32) {
	if id != term {
		t := l.words.At(term)
		t.users = l.users.Push(user{word: id, next: t.users})
	}
}

// usersOf yields the words that may stand for a term.
func (l *lexicon) usersOf(term uint32) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		if !yield(term) {
			return
		}
		for u := l.words.At(term).users; u != 0; u = l.users.At(u).next {
			if !yield(l.users.At(u).word) {
				return
			}
		}
	}
}

// hint records the languages that a word speaks for.
func (l *lexicon) hint(id uint32, stop, letters text.LangSet) {
	w := l.words.At(id)
	w.stop, w.letters = w.stop&coded|stop, letters|hinted
}

// file lists a standing word with the terms it stands for, and these under their forms without diacritics.
func (l *lexicon) file(id uint32, lang text.Lang) {
	main, parts := l.terms(id, lang)
	l.use(id, main)
	for p := range l.partsAt(parts) {
		l.use(id, p)
	}
	if !wide(string(l.text(id))) {
		return
	}
	l.filePlain(id, lang, main)
	for p := range l.partsAt(parts) {
		l.filePlain(p, text.Und, p)
	}
}

// filePlain files a term under the forms of itself and of the word that stands for it: a stem may have lost the diacritics.
func (l *lexicon) filePlain(id uint32, lang text.Lang, term uint32) {
	key := string(l.text(id))
	forms := plainForms(string(l.text(term)))
	for _, f := range plainForms(key) {
		forms = append(forms, text.Whole(f, lang))
	}
	for _, f := range forms {
		p := l.intern([]byte(f))
		if p != term && !slices.Contains(l.plain[p], term) {
			l.plain[p] = append(l.plain[p], term)
		}
	}
}

// plainForms returns the ways to write a term without diacritics, if it has any.
func plainForms(s string) []string {
	var forms []string
	if p := text.Plain(s); p != s {
		forms = append(forms, p)
	}
	if t, ok := text.Transcribed(s); ok {
		forms = append(forms, t)
	}
	return forms
}

// wide tells whether s may have diacritics: it is beyond ASCII and not CJK.
func wide(s string) bool {
	for _, r := range s {
		if r >= utf8.RuneSelf {
			return r < 0x2E80
		}
	}
	return false
}

// bytes returns the memory held.
func (l *lexicon) bytes() int {
	n := 4*len(l.slots) + l.grams.bytes() + 16*l.words.Cells() + l.noteBytes() + 8*l.users.Cells() + l.texts.bytes + 4*l.lists.Cells() + 24*len(l.other)
	for _, v := range l.plain {
		n += 48 + 4*cap(v)
	}
	return n
}
