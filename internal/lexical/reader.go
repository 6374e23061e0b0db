package lexical

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"time"

	"github.com/lukasadb/lukasa/internal/text"
)

// maxText is the greatest total length of a document's fields, in bytes.
const maxText = 16 << 20

// reader turns a document into its forward entry. First read, which only looks words up; then settle, which adds the new
// ones and so needs the index's lock. It keeps its memory between documents.
type reader struct {
	scan text.Scanner
	det  text.Detector
	lang text.Lang
	// words are those of all fields; ends are where each field ends. A word with the bit fresh set is a position in news.
	words   []uint32
	ends    [NumFields]int
	lens    [NumFields]int
	news    []newWord
	keys    []byte   // of the words of all fields, one after another
	sought  []sought // the words of one value
	forward []byte
}

// newWord is a word that the lexicon lacks, or has only as a term. Its key is keys[start:end].
type newWord struct {
	start, end    int
	stop, letters text.LangSet
}

const fresh = 1 << 31

func (d *Doc) validate() error {
	if d.ID == (ID{}) {
		return fmt.Errorf("%w: Doc.ID is zero", ErrInvalid)
	}
	if d.Prev == d.ID || d.Next == d.ID {
		return fmt.Errorf("%w: Doc.Prev or Doc.Next is the record itself", ErrInvalid)
	}
	if _, ok := text.ParseLang(d.Language); !ok {
		return fmt.Errorf("%w: Doc.Language %q is not known", ErrInvalid, d.Language)
	}
	n := len(d.Body) + len(d.Title) + len(d.Caption) + len(d.Session)
	for _, list := range [][]string{d.Speakers, d.Tags} {
		for _, s := range list {
			n += len(s)
		}
	}
	if n > maxText {
		return fmt.Errorf("%w: Doc has %d bytes of text, more than %d", ErrInvalid, n, maxText)
	}
	return nil
}

// read looks the words of a document up.
func (r *reader) read(lex *lexicon, d *Doc) {
	r.words, r.news, r.keys = r.words[:0], r.news[:0], r.keys[:0]
	r.det.Reset()
	r.field(lex, Body, d.Body)
	r.field(lex, Title, d.Title)
	r.field(lex, Caption, d.Caption)
	r.lang = r.language(lex.lang, d)
	r.field(lex, Speaker, d.Speakers...)
	r.field(lex, Tags, d.Tags...)
	r.field(lex, Date, dateWords(d.Time))
	start := 0
	for f, end := range r.ends {
		r.lens[f] = 0
		for _, w := range r.words[start:end] {
			if w != 0 && (Field(f) > Caption || !r.stopOf(lex, w).Has(r.lang)) {
				r.lens[f]++
			}
		}
		start = end
	}
}

func (r *reader) language(fallback text.Lang, d *Doc) text.Lang {
	if l, _ := text.ParseLang(d.Language); l != text.Und {
		return l
	}
	s := d.Body
	if s == "" {
		s = d.Title + " " + d.Caption
	}
	return r.det.Lang(s, fallback)
}

func (r *reader) field(lex *lexicon, f Field, values ...string) {
	for i, s := range values {
		if i > 0 {
			r.words = append(r.words, 0)
		}
		r.sought = r.sought[:0]
		for r.scan.Reset(s); r.scan.Next(); {
			start := len(r.keys)
			r.keys = append(r.keys, r.scan.Key()...)
			r.sought = append(r.sought, sought{start: start, end: len(r.keys)})
		}
		lex.findAll(r.keys, r.sought)
		for i := range r.sought {
			r.word(lex, &r.sought[i])
		}
	}
	r.ends[f] = len(r.words)
}

func (r *reader) word(lex *lexicon, k *sought) {
	if k.id != 0 {
		if w := lex.words.At(k.id); w.letters&hinted != 0 {
			r.det.Add(w.stop, w.letters)
			r.words = append(r.words, k.id)
			return
		}
	}
	s := string(r.keys[k.start:k.end])
	n := newWord{start: k.start, end: k.end, stop: text.StopIn(s), letters: text.LettersOf(s)}
	r.det.Add(n.stop, n.letters)
	r.words = append(r.words, fresh|uint32(len(r.news)))
	r.news = append(r.news, n)
}

func (r *reader) stopOf(lex *lexicon, w uint32) text.LangSet {
	if w&fresh != 0 {
		return r.news[w&^fresh].stop
	}
	return lex.words.At(w).stop
}

// settle adds the new words to the lexicon and encodes the forward entry.
func (r *reader) settle(lex *lexicon) {
	for i, w := range r.words {
		if w&fresh != 0 {
			n := &r.news[w&^fresh]
			w = lex.intern(r.keys[n.start:n.end])
			lex.hint(w, n.stop, n.letters)
			r.words[i] = w
		}
		lex.expand(w, r.lang)
	}
	r.encode()
}

func (r *reader) encode() {
	r.forward = append(r.forward[:0], 0)
	start := 0
	var buf []byte
	for f, end := range r.ends {
		words := r.words[start:end]
		start = end
		if len(words) == 0 {
			continue
		}
		r.forward[0] |= 1 << f
		buf = buf[:0]
		r.forward, buf = appendField(r.forward, buf, words, r.lens[f])
	}
}

// appendField appends one field of a forward entry; buf is scratch.
func appendField(dst, buf []byte, words []uint32, length int) (out, scratch []byte) {
	for _, w := range words {
		buf = binary.AppendUvarint(buf, uint64(w))
	}
	dst = binary.AppendUvarint(dst, uint64(len(words)))
	dst = binary.AppendUvarint(dst, uint64(length))
	dst = binary.AppendUvarint(dst, uint64(len(buf)))
	return append(dst, buf...), buf
}

// dateWords says a date in words, such as "friday 21 november 2026"; nothing for the zero time.
func dateWords(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	y, m, d := t.Date()
	return t.Weekday().String() + " " + strconv.Itoa(d) + " " + m.String() + " " + strconv.Itoa(y)
}
