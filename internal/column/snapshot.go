package column

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"math"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/dates"
	"github.com/lukasadb/lukasa/internal/text/traits"
	"github.com/lukasadb/lukasa/schema"
)

// A snapshot is a magic, the CRC32C of what follows, and then: which readings of
// texts it holds, as of when and whose it is; the sessions, speakers and sets that
// its rows refer to, each list with its length; the rows, each with its id, its times
// as differences from those of the row before and, of one that is Lasting, how long,
// and of one that is Telling, of how many spans and which.
const (
	magic = "lukacol\x06" // the last byte is the version
	head  = len(magic) + 4
	// reading tells of which making the facts are that are read from a text.
	reading = uint64(text.Version)<<32 | dates.Version<<16 | traits.Version
)

// ErrSnapshot is returned for bytes that are no snapshot of the owner's in this
// version, whole and unharmed.
var ErrSnapshot = errors.New("column: unusable snapshot")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// File is what a snapshot is written to, from its beginning on.
type File interface {
	io.Writer
	io.WriterAt
}

// Save writes the rows that there are, as of a ledger sequence, in some 80 bytes each
// and few at a time. Readers go on; nobody may write to the table meanwhile.
func (t *Table) Save(to File, owner string, watermark uint64) error {
	t.mu.RLock()
	defer t.mu.RUnlock()
	refers := t.refers()
	w := &writer{to: to}
	w.b = append(w.b, magic...)
	w.b = append(w.b, 0, 0, 0, 0) // the sum, once it is known
	w.flush()
	w.sum = 0
	w.b = binary.AppendUvarint(w.b, reading)
	w.b = binary.AppendUvarint(w.b, watermark)
	w.b = appendText(w.b, owner)
	for i, p := range []*pool{&t.sessions, &t.speakers, &t.sets} {
		w.b = binary.AppendUvarint(w.b, uint64(len(refers[i].order)))
		for _, n := range refers[i].order {
			w.b = appendText(w.b, p.name(n))
			w.spill()
		}
	}
	w.b = binary.AppendUvarint(w.b, uint64(t.places.Len()))
	t.writeRows(w, &refers)
	w.flush()
	if w.err != nil {
		return w.err
	}
	_, err := to.WriteAt(binary.LittleEndian.AppendUint32(nil, w.sum), int64(len(magic)))
	return err
}

// writeRows writes the rows that there are, with other numbers.
func (t *Table) writeRows(w *writer, refers *references) {
	var prev Row
	for at, row := range t.live() {
		refers.renumber(&row)
		w.b = append(w.b, t.ids.At(at)[:]...)
		w.b = appendRow(w.b, &row, &prev)
		w.b = binary.LittleEndian.AppendUint64(w.b, *t.puncts.At(at))
		if row.Flags&Lasting != 0 {
			w.b = binary.AppendUvarint(w.b, uint64(t.lasted[at]))
		}
		if row.Flags&Telling != 0 {
			w.b = appendSpans(w.b, t.calendar.told[at])
		}
		w.spill()
		prev = row
	}
}

func appendSpans(b []byte, told []Span) []byte {
	b = binary.AppendUvarint(b, uint64(len(told)))
	for _, s := range told {
		b = binary.AppendVarint(b, s.From)
		b = binary.AppendUvarint(b, uint64(s.To-s.From))
	}
	return b
}

// references are the sessions, the speakers and the sets that rows still refer to.
type references [3]struct {
	now   []uint32 // by number: the number in the snapshot, 0 for those that have none
	order []uint32 // their numbers, in the order of those in the snapshot
}

// refers gathers them, in the order of the rows.
func (t *Table) refers() (r references) {
	for i, p := range []*pool{&t.sessions, &t.speakers, &t.sets} {
		r[i].now = make([]uint32, len(p.names))
	}
	for _, row := range t.live() {
		r.renumber(&row)
	}
	return r
}

// renumber gives a row the numbers that what it refers to has in the snapshot.
func (r *references) renumber(row *Row) {
	for i, numbers := range [...][]*uint32{{&row.Session}, {&row.Speaker}, {&row.Tags, &row.Scopes}} {
		for _, n := range numbers {
			if *n != 0 && r[i].now[*n] == 0 {
				r[i].order = append(r[i].order, *n)
				r[i].now[*n] = uint32(len(r[i].order))
			}
			*n = r[i].now[*n]
		}
	}
}

// writer writes what is appended to b. After an error it writes nothing more.
type writer struct {
	to  io.Writer
	b   []byte
	sum uint32 // of all that was written
	err error
}

// spilled is how many bytes are written at a time.
const spilled = 1 << 16

func (w *writer) spill() {
	if len(w.b) >= spilled {
		w.flush()
	}
}

func (w *writer) flush() {
	w.sum = crc32.Update(w.sum, castagnoli, w.b)
	if w.err == nil {
		_, w.err = w.to.Write(w.b)
	}
	w.b = w.b[:0]
}

// live yields the rows of the records that are there, and where they are.
func (t *Table) live() iter.Seq2[uint32, Row] {
	return func(yield func(uint32, Row) bool) {
		for at, id := range t.ids.All() {
			if *id != (schema.ID{}) && !yield(at, *t.slab.At(at)) {
				return
			}
		}
	}
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// leastRow is how many bytes an id and its row take at least.
const leastRow = 16 + 6 + 5 + 7 + 1 + 4 + 8 + 8

// appendRow appends a row after another. Differences of times may wrap around, and
// back when they are read.
func appendRow(b []byte, row, prev *Row) []byte {
	before := prev.times()
	for i, us := range row.times() {
		b = binary.AppendVarint(b, *us-*before[i])
	}
	for _, n := range row.numbers() {
		b = binary.AppendUvarint(b, uint64(*n))
	}
	for _, mark := range row.marks() {
		b = append(b, *mark)
	}
	b = append(b, uint8(row.Flags))
	b = binary.LittleEndian.AppendUint32(b, math.Float32bits(row.Confidence))
	return binary.LittleEndian.AppendUint64(b, row.Simhash)
}

func (r *Row) times() [6]*int64 {
	return [...]*int64{&r.Time, &r.Recorded, &r.ValidFrom, &r.ValidTo, &r.Expires, &r.Validated}
}

func (r *Row) numbers() [5]*uint32 {
	return [...]*uint32{&r.Session, &r.Speaker, &r.Tags, &r.Scopes, &r.Version}
}

func (r *Row) marks() [7]*uint8 {
	return [...]*uint8{&r.Kind, &r.Category, &r.Persona, &r.Status, &r.Quality, &r.Importance, &r.Traits}
}

// Restore makes a table of a snapshot that was made for the same owner, and tells
// the ledger sequence it was made at. The bytes may be anything: those that cannot
// be trusted are refused with [ErrSnapshot].
func Restore(b []byte, owner string) (*Table, uint64, error) {
	if len(b) < head || string(b[:len(magic)]) != magic {
		return nil, 0, fmt.Errorf("%w: not of this version", ErrSnapshot)
	}
	if crc32.Checksum(b[head:], castagnoli) != binary.LittleEndian.Uint32(b[len(magic):]) {
		return nil, 0, fmt.Errorf("%w: damaged", ErrSnapshot)
	}
	r := reader{rest: b[head:]}
	if r.uvarint() != reading {
		return nil, 0, fmt.Errorf("%w: its texts were read by another version", ErrSnapshot)
	}
	watermark := r.uvarint()
	if r.text() != owner {
		return nil, 0, fmt.Errorf("%w: another's", ErrSnapshot)
	}
	t := New()
	for _, p := range []*pool{&t.sessions, &t.speakers, &t.sets} {
		for n := r.uvarint(); n > 0 && !r.bad; n-- {
			unused := uint32(len(p.names))
			r.demand(p.number(r.text()) == unused)
		}
	}
	n := r.uvarint()
	t.reserve(int(min(n, uint64(len(r.rest)/leastRow))))
	for row := (Row{}); n > 0 && !r.bad; n-- {
		t.restoreRow(&r, &row)
	}
	if r.bad || len(r.rest) > 0 {
		return nil, 0, fmt.Errorf("%w: it makes no sense", ErrSnapshot)
	}
	return t, watermark, nil
}

// restoreRow takes in the row after another, which it replaces.
func (t *Table) restoreRow(r *reader, row *Row) {
	id := schema.ID(r.raw(len(schema.ID{})))
	for _, us := range row.times() {
		*us += r.varint()
	}
	for _, n := range row.numbers() {
		*n = uint32(r.uvarint())
	}
	for _, mark := range row.marks() {
		*mark = r.raw(1)[0]
	}
	row.Flags = Flags(r.raw(1)[0])
	row.Confidence = math.Float32frombits(binary.LittleEndian.Uint32(r.raw(4)))
	row.Simhash = binary.LittleEndian.Uint64(r.raw(8))
	punct := binary.LittleEndian.Uint64(r.raw(8))
	lasted := int64(0)
	if row.Flags&Lasting != 0 {
		lasted = int64(r.uvarint())
		r.demand(lasted > 0)
	}
	var told []Span
	if row.Flags&Telling != 0 {
		told = r.spans()
	}
	_, twice := t.find(id)
	r.demand(!twice && id != (schema.ID{}) && t.knows(row))
	if !r.bad {
		at := t.enter(id)
		t.set(at, *row)
		*t.puncts.At(at) = punct
		t.last(at, lasted)
		t.calendar.set(at, told)
	}
}

// knows tells whether a row's numbers are those of strings of the table.
func (t *Table) knows(row *Row) bool {
	return int(row.Session) < len(t.sessions.names) && int(row.Speaker) < len(t.speakers.names) &&
		int(row.Tags) < len(t.sets.names) && int(row.Scopes) < len(t.sets.names)
}

// reader reads what a snapshot was made of. Once something is bad, all that it
// reads is zero.
type reader struct {
	rest []byte
	bad  bool
}

func (r *reader) demand(ok bool) { r.bad = r.bad || !ok }

// raw reads n bytes, which are the snapshot's own.
func (r *reader) raw(n int) []byte {
	if r.demand(n <= len(r.rest)); r.bad {
		return make([]byte, n)
	}
	b := r.rest[:n:n]
	r.rest = r.rest[n:]
	return b
}

func (r *reader) uvarint() uint64 {
	v, n := binary.Uvarint(r.rest)
	if r.demand(n > 0); r.bad {
		return 0
	}
	r.rest = r.rest[n:]
	return v
}

// spans reads at least one span, none of them empty or longer than a table has them.
func (r *reader) spans() (told []Span) {
	n := r.uvarint()
	for r.demand(n > 0); n > 0 && !r.bad; n-- {
		from, length := r.varint(), r.uvarint()
		r.demand(length > 0 && length <= uint64(year.Microseconds()) && from <= math.MaxInt64-year.Microseconds())
		told = append(told, Span{from, from + int64(length)})
	}
	return told
}

func (r *reader) varint() int64 {
	v, n := binary.Varint(r.rest)
	if r.demand(n > 0); r.bad {
		return 0
	}
	r.rest = r.rest[n:]
	return v
}

func (r *reader) text() string {
	n := r.uvarint()
	if r.demand(n <= uint64(len(r.rest))); r.bad {
		return ""
	}
	return string(r.raw(int(n)))
}
