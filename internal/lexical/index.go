package lexical

import (
	"errors"
	"fmt"
	"iter"
	"sync"
	"sync/atomic"

	"github.com/lukasadb/lukasa/internal/text"
)

// Options configure an index. The zero value is ready to use.
type Options struct {
	// Params are the constants of the score. Nil means DefaultParams. They may differ from one Open to the next.
	Params *Params
	// Language is the ISO 639-1 code assumed of a text whose language is not clear. Empty means "en".
	Language string
	// Exhaustive is the greatest number of records for which every matching record is scored with its surroundings. Zero
	// means 4,096; negative means none.
	Exhaustive int
	// Owner names what the records are of. A snapshot of another's is not loaded. Optional.
	Owner string
}

const defaultExhaustive = 4096

// Index is the inverted index of one agent's records. Any number of goroutines may read while one writes; writers wait for
// one another.
type Index struct {
	path       string
	params     Params
	lang       text.Lang
	exhaustive int
	owner      string
	reason     string

	writing sync.Mutex // serialises writers; taken before mu
	reader  reader     // of the writer

	mu        sync.RWMutex // guards what follows; held by a writer for one change at a time
	st        *state       // nil once closed
	watermark uint64
}

// Open loads the snapshot at path, or starts empty when there is none or it cannot be trusted: then Watermark is 0 and
// Reason tells why. An empty path gives an index that lives in memory only. Errors: ErrInvalid for bad options, or the file
// system's when the file exists and cannot be read.
func Open(path string, opts Options) (*Index, error) {
	x := &Index{path: path, params: DefaultParams(), lang: text.English, exhaustive: opts.Exhaustive, owner: opts.Owner}
	if opts.Params != nil {
		x.params = *opts.Params
	}
	if err := x.params.validate(); err != nil {
		return nil, err
	}
	if opts.Language != "" {
		lang, ok := text.ParseLang(opts.Language)
		if !ok {
			return nil, fmt.Errorf("%w: Options.Language %q is not known", ErrInvalid, opts.Language)
		}
		x.lang = lang
	}
	if x.exhaustive == 0 {
		x.exhaustive = defaultExhaustive
	}
	if err := x.load(); err != nil {
		return nil, err
	}
	return x, nil
}

// load fills the index from its snapshot, or leaves it empty with a reason.
func (x *Index) load() error {
	if x.path == "" {
		x.begin("in memory only")
		return nil
	}
	s, watermark, err := loadSnapshot(x.path, x.params, x.lang)
	if err == nil && s.owner != x.owner {
		err = damaged("the snapshot is of %q, not of %q", s.owner, x.owner)
	}
	var bad *damage
	switch {
	case errors.As(err, &bad):
		x.begin(bad.Error())
		return nil
	case err != nil:
		return fmt.Errorf("lexical: load %s: %w", x.path, err)
	}
	x.st, x.watermark = s, watermark
	return nil
}

// begin starts empty.
func (x *Index) begin(reason string) {
	x.st, x.reason = newState(x.params, x.lang), reason
	x.st.owner = x.owner
}

// Reason tells why Open started empty; it is empty when a snapshot was loaded.
func (x *Index) Reason() string { return x.reason }

// Put adds records or replaces those with the same ID, links and all, in order. It fails with ErrInvalid before any of them
// is applied, with ErrFull once no more can be addressed (those before it are applied), and with ErrClosed.
func (x *Index) Put(docs ...Doc) error {
	for i := range docs {
		if err := docs[i].validate(); err != nil {
			return err
		}
	}
	x.writing.Lock()
	defer x.writing.Unlock()
	for i := range docs {
		s := x.st // only writers replace it
		if s == nil {
			return ErrClosed
		}
		if s.full() {
			return ErrFull
		}
		x.reader.read(&s.lex, &docs[i])
		x.mu.Lock()
		s.put(&docs[i], &x.reader)
		x.mu.Unlock()
		if err := x.tidy(); err != nil {
			return err
		}
	}
	return nil
}

// Delete removes records; an ID that is not there is ignored.
func (x *Index) Delete(ids ...ID) error {
	x.writing.Lock()
	defer x.writing.Unlock()
	for _, id := range ids {
		s := x.st
		if s == nil {
			return ErrClosed
		}
		if h := s.known(id); h != 0 {
			x.mu.Lock()
			s.remove(h)
			x.mu.Unlock()
			if err := x.tidy(); err != nil {
				return err
			}
		}
	}
	return nil
}

// SetLinks replaces a record's neighbours; the zero ID means none. It fails with ErrNotFound if the record is not there, and
// with ErrFull as Put does.
func (x *Index) SetLinks(id, prev, next ID) error {
	if prev == id || next == id {
		return fmt.Errorf("%w: links of %x lead to itself", ErrInvalid, id)
	}
	x.writing.Lock()
	defer x.writing.Unlock()
	x.mu.Lock()
	defer x.mu.Unlock()
	s := x.st
	if s == nil {
		return ErrClosed
	}
	doc := s.find(id)
	switch {
	case doc == 0:
		return fmt.Errorf("%w: %x", ErrNotFound, id)
	case s.full():
		return ErrFull
	}
	p, n := s.handle(prev), s.handle(next)
	nm := s.names.At(s.docs.At(doc).name())
	nm.prev, nm.next = p, n
	return nil
}

// orderAt is how many records make it worth numbering words by frequency, so that common ones take a byte.
const orderAt = 1 << 16

// tidy keeps the state in shape after a change: impacts are computed anew when the averages have moved, dead records are
// dropped when they are many, and the words are numbered by frequency once there are enough to tell. Readers go on meanwhile; only the exchange takes the lock.
func (x *Index) tidy() error {
	s := x.st
	if s.stale() {
		d := s.derive()
		x.mu.Lock()
		s.derived = d
		x.mu.Unlock()
	}
	if s.dead > 1024 && s.dead > s.totals.live/3 || !s.ordered && s.totals.live >= orderAt {
		return x.compact()
	}
	return nil
}

// compact replaces the state by one without dead records and unused words. The caller is the writer.
func (x *Index) compact() error {
	s, err := x.st.compacted()
	if err != nil {
		return fmt.Errorf("lexical: compact: %w", err)
	}
	x.mu.Lock()
	x.st = s
	x.mu.Unlock()
	return nil
}

// Has tells whether the record is in the index.
func (x *Index) Has(id ID) bool {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.st != nil && x.st.find(id) != 0
}

// Len returns the number of records.
func (x *Index) Len() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if x.st == nil {
		return 0
	}
	return x.st.totals.live
}

// Bytes returns the memory the index holds, within a few percent.
func (x *Index) Bytes() int64 {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if x.st == nil {
		return 0
	}
	return int64(x.st.bytes())
}

// Watermark returns the value given to the Save that wrote the loaded snapshot, or to the latest Save; 0 if there is none.
func (x *Index) Watermark() uint64 {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.watermark
}

// Close drops the memory. It does not save. Calling it again does nothing.
func (x *Index) Close() error {
	x.writing.Lock()
	defer x.writing.Unlock()
	x.mu.Lock()
	defer x.mu.Unlock()
	x.st = nil
	return nil
}

// Links returns the neighbours that were set for a record, whether or not they are in the index.
func (x *Index) Links(id ID) (prev, next ID, err error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	s := x.st
	if s == nil {
		return prev, next, ErrClosed
	}
	doc := s.find(id)
	if doc == 0 {
		return prev, next, fmt.Errorf("%w: %x", ErrNotFound, id)
	}
	n := s.names.At(s.docs.At(doc).name())
	return s.names.At(n.prev).id, s.names.At(n.next).id, nil
}

// Word is a word of a record. It is good until the call that showed it returns.
type Word struct {
	// Number of its surface form, the same for all words of one reading.
	Number uint32
	lex    *lexicon
}

// Text is the word's key, as in [Term].
func (w Word) Text() string { return string(w.lex.text(w.Number)) }

// Note returns a number that the caller attaches to the word: what of says of its text, kept from the first time on in memory,
// unless it is 0. An index has room for one such number a word, so that whoever asks always asks with the same function. It is
// safe for concurrent use.
func (w Word) Note(of func(text string) uint64) uint64 {
	at := w.lex.noteAt(w.Number)
	n := atomic.LoadUint64(at)
	if n == 0 {
		n = of(w.Text())
		atomic.StoreUint64(at, n)
	}
	return n
}

// Read shows, for each of the IDs that is in the index, the words of the given fields in order, with the ID's place. ids and
// see must be quick and must not call the index: writers wait for them, so that words bear one number all the while.
func (x *Index) Read(ids iter.Seq2[int, ID], in FieldSet, see func(i int, w Word)) error {
	x.mu.RLock()
	defer x.mu.RUnlock()
	s := x.st
	if s == nil {
		return ErrClosed
	}
	var words []uint32
	for i, id := range ids {
		doc := s.find(id)
		if doc == 0 {
			continue
		}
		for f, fw := range fieldsAt(s.words.from(s.docs.At(doc).off)) {
			if !in.Has(f) {
				continue
			}
			words = fw.decode(words[:0])
			for _, w := range words {
				if w != 0 {
					see(i, Word{w, &s.lex})
				}
			}
		}
	}
	return nil
}

// Terms yields the words of a record field by field, in order, as they were at the call. It yields nothing for an unknown
// ID.
func (x *Index) Terms(id ID) iter.Seq[Term] {
	terms := x.terms(id)
	return func(yield func(Term) bool) {
		for _, t := range terms {
			if !yield(t) {
				return
			}
		}
	}
}

func (x *Index) terms(id ID) []Term {
	x.mu.RLock()
	defer x.mu.RUnlock()
	s := x.st
	if s == nil {
		return nil
	}
	doc := s.find(id)
	if doc == 0 {
		return nil
	}
	var out []Term
	var words []uint32
	e := s.docs.At(doc)
	for f, fw := range fieldsAt(s.words.from(e.off)) {
		words = fw.decode(words[:0])
		for _, w := range words {
			if w == 0 {
				continue
			}
			out = append(out, Term{Text: string(s.lex.text(w)), Field: f, Stop: s.lex.words.At(w).stop.Has(e.lang())})
		}
	}
	return out
}
