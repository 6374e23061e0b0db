package lexical

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"github.com/lukasadb/lukasa/internal/atomicfile"
	"github.com/lukasadb/lukasa/internal/text"
)

// The sections of a snapshot, in order.
const (
	sectionMeta uint8 = iota + 1
	sectionWords
	sectionOther
	sectionSessions
	sectionNames
	sectionDocs
	sectionPostings
	sectionEnd
)

// Save writes a snapshot holding every change so far, by temporary file, fsync and rename. The caller gives the ledger
// sequence up to which changes were applied. Readers go on; writers wait. It fails with ErrInvalid for an index in memory
// only, with ErrClosed, or with the file system's error, and then the former snapshot stays.
func (x *Index) Save(watermark uint64) error {
	x.writing.Lock()
	defer x.writing.Unlock()
	if x.st == nil {
		return ErrClosed
	}
	if x.path == "" {
		return fmt.Errorf("%w: the index has no path to save to", ErrInvalid)
	}
	err := atomicfile.Write(x.path, func(f *os.File) error {
		w := bufio.NewWriterSize(f, 1<<20)
		return cmp.Or(x.st.write(w, watermark), w.Flush())
	})
	if err != nil {
		return fmt.Errorf("lexical: save %s: %w", x.path, err)
	}
	x.mu.Lock()
	x.watermark = watermark
	x.mu.Unlock()
	return nil
}

// compacted returns the state without dead records and unused words.
func (s *state) compacted() (*state, error) {
	r, w := io.Pipe()
	go func() { w.CloseWithError(s.write(w, 0)) }()
	fresh, err := readState(bufio.NewReaderSize(r, readAhead), s.params, s.lex.lang)
	r.CloseWithError(err)
	return fresh, err
}

// renumbering maps what a snapshot keeps to its new numbers, from 1; 0 is left out.
type renumbering struct {
	words, names, sessions []uint32
	order                  []uint32 // the old numbers of the words in their new order
	nameOrder              []uint32
	sessionOrder           []uint32
	docs                   []uint32 // for each old number
	live                   int
}

// live yields the numbers of the live records.
func (s *state) live(yield func(uint32) bool) {
	for doc := uint32(1); doc < uint32(s.docs.Len()); doc++ {
		if !s.docs.At(doc).dead() && !yield(doc) {
			return
		}
	}
}

// renumber finds what the live records need: their words, by frequency, then the terms those stand for, the names they link
// to, and their sessions.
func (s *state) renumber() renumbering {
	n := renumbering{
		words: make([]uint32, s.lex.words.Len()), names: make([]uint32, s.names.Len()),
		sessions: make([]uint32, len(s.sessions.names)), docs: make([]uint32, s.docs.Len()),
	}
	counts := make([]uint32, s.lex.words.Len())
	var words []uint32
	for doc := range s.live {
		n.live++
		n.docs[doc] = uint32(n.live)
		e := s.docs.At(doc)
		for _, fw := range fieldsAt(s.words.from(e.off)) {
			words = fw.decode(words[:0])
			for _, w := range words {
				if counts[w]++; counts[w] == 1 && w != 0 {
					n.order = append(n.order, w)
				}
			}
		}
		nm := s.names.At(e.name())
		for _, h := range [...]uint32{e.name(), nm.prev, nm.next} {
			keep(n.names, &n.nameOrder, h)
		}
		keep(n.sessions, &n.sessionOrder, *s.ofSession.At(doc))
	}
	slices.SortFunc(n.order, func(a, b uint32) int {
		if c := cmp.Compare(counts[b], counts[a]); c != 0 {
			return c
		}
		return bytes.Compare(s.lex.text(a), s.lex.text(b))
	})
	for i, w := range n.order {
		n.words[w] = uint32(i + 1)
	}
	for _, w := range slices.Clone(n.order) {
		for l := text.Und; l < text.NumLangs; l++ {
			if !s.lex.standing(w, l) {
				continue
			}
			main, parts := s.lex.terms(w, l)
			keep(n.words, &n.order, main)
			for t := range s.lex.partsAt(parts) {
				keep(n.words, &n.order, t)
			}
		}
	}
	return n
}

// keep gives old number h the next new one, unless it is 0 or has one.
func keep(numbers []uint32, order *[]uint32, h uint32) {
	if h != 0 && numbers[h] == 0 {
		*order = append(*order, h)
		numbers[h] = uint32(len(*order))
	}
}

// write writes the live records and what they need.
func (s *state) write(to io.Writer, watermark uint64) error {
	n := s.renumber()
	w := newFrameWriter(to)
	w.begin(sectionMeta)
	w.uvarint(watermark)
	w.bytes([]byte(s.owner))
	w.bytes([]byte(s.lex.lang.String()))
	w.uvarint(text.Version)
	for _, count := range []int{len(n.order), len(n.sessionOrder), len(n.nameOrder), n.live} {
		w.uvarint(uint64(count))
	}
	s.writeWords(w, &n)
	w.begin(sectionSessions)
	for _, old := range n.sessionOrder {
		w.bytes([]byte(s.sessions.names[old]))
		w.item()
	}
	w.begin(sectionNames)
	for _, old := range n.nameOrder {
		id := s.names.At(old).id
		w.raw(id[:])
		w.item()
	}
	s.writeDocs(w, &n)
	s.writePostings(w, &n)
	w.begin(sectionEnd)
	w.uvarint(uint64(n.live))
	w.flush()
	return w.err
}

func (s *state) writeWords(w *frameWriter, n *renumbering) {
	writeTerms := func(main, parts uint32) {
		w.uvarint(uint64(n.words[main]))
		list := slices.Collect(s.lex.partsAt(parts))
		w.uvarint(uint64(len(list)))
		for _, t := range list {
			w.uvarint(uint64(n.words[t]))
		}
	}
	w.begin(sectionWords)
	for _, old := range n.order {
		e := s.lex.words.At(old)
		w.bytes(s.lex.text(old))
		w.uvarint(uint64(e.stop &^ coded))
		w.uvarint(uint64(e.letters))
		main, parts := s.lex.terms(old, s.lex.lang)
		if n.words[main] == 0 { // a term that was once a word of a record now deleted
			main, parts = 0, 0
		}
		for t := range s.lex.partsAt(parts) {
			if n.words[t] == 0 {
				main, parts = 0, 0
				break
			}
		}
		writeTerms(main, parts)
		w.item()
	}
	w.begin(sectionOther)
	var keys []uint64
	for k := range s.lex.other {
		old, lang := uint32(k>>8), text.Lang(k&0xff)
		if main, _ := s.lex.terms(old, lang); n.words[old] != 0 && n.words[main] != 0 {
			keys = append(keys, k)
		}
	}
	slices.SortFunc(keys, func(a, b uint64) int {
		return cmp.Or(cmp.Compare(n.words[a>>8], n.words[b>>8]), cmp.Compare(a&0xff, b&0xff))
	})
	w.uvarint(uint64(len(keys)))
	w.flush()
	for _, k := range keys {
		old, lang := uint32(k>>8), text.Lang(k&0xff)
		w.uvarint(uint64(n.words[old]))
		w.uvarint(uint64(lang))
		writeTerms(s.lex.terms(old, lang))
		w.item()
	}
}

func (s *state) writeDocs(w *frameWriter, n *renumbering) {
	w.begin(sectionDocs)
	var words []uint32
	var entry, buf []byte
	for doc := range s.live {
		e := s.docs.At(doc)
		nm := s.names.At(e.name())
		w.uvarint(uint64(n.names[e.name()]))
		w.uvarint(uint64(n.names[nm.prev]))
		w.uvarint(uint64(n.names[nm.next]))
		w.uvarint(uint64(n.sessions[*s.ofSession.At(doc)]))
		w.uvarint(uint64(e.lang()))
		entry = append(entry[:0], 0)
		for f, fw := range fieldsAt(s.words.from(e.off)) {
			words = fw.decode(words[:0])
			for i, old := range words {
				words[i] = n.words[old]
			}
			entry[0] |= 1 << f
			buf = buf[:0]
			entry, buf = appendField(entry, buf, words, fw.length)
		}
		w.bytes(entry)
		w.item()
	}
}

// writePostings writes the reference lengths and constants of the impacts, then for each word its list without dead records:
// their number, packed blocks, and the rest as deltas and impacts.
func (s *state) writePostings(w *frameWriter, n *renumbering) {
	w.begin(sectionPostings)
	for _, v := range s.impactBasis() {
		w.uvarint(math.Float64bits(v))
	}
	w.flush()
	var docs [blockLen]uint32
	var impacts [blockLen]uint8
	var packed []byte
	for _, old := range n.order {
		cur := s.post.cursor(old)
		var base uint32
		w.uvarint(uint64(s.post.df(old)))
		k := 0
		for ; cur.load(); cur.block++ {
			for i, doc := range cur.docs[:cur.n] {
				if n.docs[doc] == 0 {
					continue
				}
				docs[k], impacts[k] = n.docs[doc], cur.impact[i]
				if k++; k == blockLen {
					next := docs[k-1]
					packed = appendBlock(packed[:0], base, &docs, &impacts)
					w.raw(packed)
					w.item()
					base, k = next, 0
				}
			}
		}
		for i := range k {
			w.uvarint(uint64(docs[i] - base))
			w.raw(impacts[i : i+1])
			base = docs[i]
		}
		w.item()
	}
}

// impactBasis is all that impacts depend on besides the records.
func (s *state) impactBasis() []float64 {
	out := append([]float64{s.params.K1}, s.ref[:]...)
	for _, p := range s.params.Fields {
		out = append(out, p.Weight, p.B)
	}
	return out
}
