package experience

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/schema"
)

// Import says how to read what is imported. The zero value reads Lukasa's own
// export, and any JSON lines in the field names of package schema.
type Import struct {
	// Agent of records that name none.
	Agent string
	// Chat, when set, reads chat logs instead.
	Chat *ChatLog
	// Strict refuses lines with unknown fields. Otherwise those are kept in the record's
	// Metadata, under their own names.
	Strict bool
	// Skip leaves out that many lines at the start: those that an interrupted
	// import had finished (see Imported.Lines). They are read all the same, as later
	// ones may tell of records that are known here under another id. Importing a
	// line twice does no harm, it only takes time. Not negative.
	Skip int
	// Batch is how many lines are committed at a time. Default 1,000; not negative.
	Batch int
	// Progress is called after each batch.
	Progress func(Imported)
}

// Imported tells how far an import has come.
type Imported struct {
	Lines      int         `json:"lines"`           // read and dealt with, from the start of the input: where to go on
	Bytes      int64       `json:"bytes"`           // of input, before decompression
	Records    int         `json:"records"`         // new
	Reinforced int         `json:"reinforced"`      // told again, by what the memory holds under another id (I6)
	Known      int         `json:"known,omitempty"` // here already, under their own id: nobody told them again
	Objects    int         `json:"objects,omitempty"`
	Failed     int         `json:"failed"`
	Errors     []LineError `json:"errors,omitempty"` // the first 1,000
	// Kept are the fields that have no place in a record and were kept in its Metadata, with
	// the number of lines that had each; the first 1,000 names. See [schema.Meant] of those
	// that other systems have.
	Kept map[string]int `json:"kept,omitempty"`
}

// LineError is a line that could not be imported.
type LineError struct {
	Line   int    `json:"line"`            // from 1
	Field  string `json:"field,omitempty"` // the first bad one
	Reason string `json:"reason"`
}

const (
	defaultBatch = 1000
	maxLine      = 32 << 20 // a record of four full texts, of which JSON may write each byte as six
	maxErrors    = 1000
	maxKept      = 1000
	maxDeferred  = 10_000 // records waiting for one that they refer to
)

// Import reads records, one a line, plain or gzipped, and retains them in
// batches. Lines that cannot be imported are reported and left out; the others
// are imported. It stops early only when the input cannot be read, the store
// cannot be written or ctx ends; what was committed until then stays, and the
// result's Lines tells where to go on.
func (w *Writer) Import(ctx context.Context, input io.Reader, how Import) (Imported, error) {
	if err := how.Validate(); err != nil {
		return Imported{}, err
	}
	counted := &countingReader{r: input}
	lines, err := openLines(counted)
	if err != nil {
		return Imported{}, err
	}
	m := &importer{w: w, ctx: ctx, how: how, counted: counted, same: map[schema.ID]schema.ID{}, undated: map[schema.ID]int{}, moment: w.store.Now()}
	m.how.Batch = cmp.Or(m.how.Batch, defaultBatch)
	done, err := m.run(lines)
	// Lines of one batch fail when they are read, or later when they are retained.
	slices.SortStableFunc(done.Errors, func(a, b LineError) int { return a.Line - b.Line })
	return done, err
}

// Validate reports the fields that are wrong, as a [schema.InvalidError].
func (how Import) Validate() error {
	var bad []schema.FieldError
	count := func(field string, n int) {
		if n < 0 {
			bad = append(bad, schema.FieldError{Field: field, Value: strconv.Itoa(n), Problem: "want 0 or more"})
		}
	}
	count("skip", how.Skip)
	count("batch", how.Batch)
	if len(bad) > 0 {
		return &schema.InvalidError{Type: "import", Fields: bad}
	}
	return nil
}

// importer is one running import.
type importer struct {
	w       *Writer
	ctx     context.Context
	how     Import
	counted *countingReader

	done     Imported
	line     int
	batch    []numbered       // records that wait to be written, or
	objects  []numberedObject // objects that do: what came before is written first
	deferred []numbered
	late     []numberedObject        // objects that tell of records which are not here yet
	same     map[schema.ID]schema.ID // records known under another id, and that id
	names    []string                // keys of aliases in the input that were learned in a record
	undated  map[schema.ID]int       // how often the input has a message without id and time
	moment   time.Time               // when the next of those is said
}

// numbered is a record and the line it came from.
type numbered struct {
	line   int
	record schema.Experience
}

func (m *importer) run(lines *lineReader) (Imported, error) {
	if err := m.skip(lines); err != nil {
		return m.done, err
	}
	for {
		text, err := lines.next()
		if errors.Is(err, io.EOF) {
			break
		}
		m.line++
		switch {
		case errors.Is(err, errLongLine):
			m.fail(m.line, err)
		case err != nil:
			return m.done, m.unreadable(err)
		case len(bytes.TrimSpace(text)) > 0:
			if err := m.take(text); err != nil {
				return m.done, err
			}
		}
		if len(m.batch)+len(m.objects) >= m.how.Batch {
			if err := m.commit(); err != nil {
				return m.done, err
			}
		}
	}
	if err := m.commit(); err != nil {
		return m.done, err
	}
	m.batch, m.deferred = m.deferred, nil
	if err := m.commitLast(); err != nil {
		return m.done, err
	}
	if err := m.putLate(); err != nil {
		return m.done, err
	}
	return m.done, m.leadNames()
}

// take has what a line holds wait for the next commit.
func (m *importer) take(text []byte) error {
	obj, err := m.decode(text)
	if err != nil {
		m.fail(m.line, err)
		return nil
	}
	e, isRecord := obj.(*schema.Experience)
	if isRecord && len(m.objects) > 0 || !isRecord && len(m.batch) > 0 {
		m.line--         // not dealt with yet
		err = m.commit() // keep the order of the export
		m.line++
		if err != nil {
			return err
		}
	}
	if !isRecord {
		m.takeObject(obj)
		return nil
	}
	m.own(e)
	m.batch = append(m.batch, numbered{m.line, *e})
	return nil
}

func (m *importer) decode(text []byte) (schema.Object, error) {
	if m.how.Chat != nil {
		return m.how.Chat.decode(text)
	}
	obj, kept, err := decodeLine(text, m.how.Strict)
	m.keep(kept)
	return obj, err
}

// keep counts fields that have no place in a record.
func (m *importer) keep(names []string) {
	if m.done.Kept == nil && len(names) > 0 {
		m.done.Kept = map[string]int{}
	}
	for _, name := range names {
		if m.done.Kept[name] > 0 || len(m.done.Kept) < maxKept {
			m.done.Kept[name]++
		}
	}
}

// own gives a record that names no agent the import's, and a message that neither an id
// nor a time tells from others an id that is the same whenever the input is read; it is of
// now, behind those before it.
func (m *importer) own(e *schema.Experience) {
	if e.Agent == "" {
		e.Agent = m.how.Agent
	}
	if e.Kind != schema.KindMessage || e.ID != uuid.Nil || !e.Time.IsZero() || !e.TimeEnd.IsZero() {
		return
	}
	said := undatedID(e.Agent, e.Session, e.User(), e.Voice(), e.Content)
	m.undated[said]++
	e.ID = undatedID(said.String(), strconv.Itoa(m.undated[said]))
	e.Time, m.moment = m.moment, m.moment.Add(time.Microsecond)
}

// undatedMessages is the namespace of the ids of messages that are imported without a time.
var undatedMessages = uuid.MustParse("6c756b61-7361-5e0d-8e0d-756e64617465")

// undatedID makes an id of strings, none of which holds a NUL where it is valid.
func undatedID(parts ...string) schema.ID {
	return uuid.NewSHA1(undatedMessages, []byte(strings.Join(parts, "\x00")))
}

// commit writes what waits. Records that are refused are reported; those that refer
// to a record not seen yet are tried again at the end.
func (m *importer) commit() error {
	if err := m.putObjects(m.objects); err != nil {
		return err
	}
	m.objects = m.objects[:0]
	return m.commitWith(m.postpone)
}

func (m *importer) commitLast() error {
	return m.commitWith(func(n numbered, err error) { m.fail(n.line, err) })
}

func (m *importer) postpone(n numbered, err error) {
	if len(m.deferred) >= maxDeferred || !missingReference(err) {
		m.fail(n.line, err)
		return
	}
	m.deferred = append(m.deferred, n)
}

func (m *importer) commitWith(refused func(numbered, error)) error {
	for len(m.batch) > 0 {
		records := make([]schema.Experience, len(m.batch))
		for i, n := range m.batch {
			records[i] = n.record
			redirect(m.same, &records[i])
		}
		done, err := m.w.RetainAll(m.ctx, records)
		if err == nil {
			m.count(records, done)
			break
		}
		if m.batch, err = without(m.batch, err, refused); err != nil {
			return err
		}
	}
	m.batch = m.batch[:0]
	m.tell()
	return nil
}

// tell says how far the import has come: what waits is not dealt with, nor is what
// came after it. Objects wait for records, and came after those.
func (m *importer) tell() {
	m.done.Lines, m.done.Bytes = m.line, m.counted.n
	switch {
	case len(m.deferred) > 0:
		m.done.Lines = m.deferred[0].line - 1
	case len(m.late) > 0:
		m.done.Lines = m.late[0].line - 1
	}
	if m.how.Progress != nil {
		done := m.done
		done.Kept = maps.Clone(done.Kept)
		m.how.Progress(done)
	}
}

// without drops the records that an error of RetainAll names, or returns the
// error if it names none.
func without(batch []numbered, err error, refused func(numbered, error)) ([]numbered, error) {
	bad := recordErrors(err)
	if len(bad) == 0 {
		return batch, err
	}
	kept := make([]numbered, 0, len(batch))
	for i, n := range batch {
		if why := bad[i]; why != nil {
			refused(n, why)
		} else {
			kept = append(kept, n)
		}
	}
	return kept, nil
}

// recordErrors lists the record errors in err by index. Any other error among
// them means that the records are not to blame.
func recordErrors(err error) map[int]error {
	list := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		list = joined.Unwrap()
	}
	bad := map[int]error{}
	for _, e := range list {
		var of *RecordError
		if !errors.As(e, &of) || !refusable(of.Err) {
			return nil
		}
		bad[of.Index] = of.Err
	}
	return bad
}

// refusable tells whether an error is about the record and not about the store.
func refusable(err error) bool {
	return errors.Is(err, schema.ErrInvalid) || errors.Is(err, ErrExists) || errors.Is(err, ErrSuperseded)
}

func missingReference(err error) bool {
	var invalid *schema.InvalidError
	return errors.As(err, &invalid) && len(invalid.Fields) > 0 && invalid.Fields[0].Problem == noSuchRecord
}

func (m *importer) count(records []schema.Experience, done []Retained) {
	for i, r := range done {
		if r.New {
			m.done.Records++
			continue
		}
		id := records[i].ID
		if id == r.ID {
			m.done.Known++
			continue
		}
		m.done.Reinforced++
		if id != (schema.ID{}) {
			m.same[id] = r.ID
		}
	}
}

func (m *importer) unreadable(err error) error {
	return fmt.Errorf("experience: import: line %d: %w", m.line, err)
}

func (m *importer) fail(line int, err error) {
	m.done.Failed++
	if len(m.done.Errors) >= maxErrors {
		return
	}
	e := LineError{Line: line, Reason: err.Error()}
	var invalid *schema.InvalidError
	if errors.As(err, &invalid) && len(invalid.Fields) > 0 {
		e.Field = invalid.Fields[0].Field
	}
	m.done.Errors = append(m.done.Errors, e)
}

// openLines reads lines from plain or gzipped input.
func openLines(r io.Reader) (*lineReader, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	magic, err := in.Peek(2)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("experience: import: %w", err)
	}
	if !bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		return unmarked(in)
	}
	z, err := gzip.NewReader(in)
	if err != nil {
		return nil, fmt.Errorf("experience: import: %w", err)
	}
	return unmarked(bufio.NewReaderSize(z, 1<<16))
}

// unmarked reads lines past the byte order mark that some programs begin a file with.
func unmarked(in *bufio.Reader) (*lineReader, error) {
	const mark = "\ufeff"
	begun, err := in.Peek(len(mark))
	if string(begun) == mark {
		_, err = in.Discard(len(mark))
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("experience: import: %w", err)
	}
	return &lineReader{in}, nil
}

var errLongLine = fmt.Errorf("line longer than %d bytes", maxLine)

// lineReader reads lines in bounded memory.
type lineReader struct{ in *bufio.Reader }

// next returns the next line without its end. A line that is too long is read
// past and reported as errLongLine.
func (l *lineReader) next() ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := l.in.ReadSlice('\n')
		if long = long || len(line)+len(part) > maxLine; long {
			line = nil
		} else {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case long && (err == nil || errors.Is(err, io.EOF)):
			return nil, errLongLine
		case errors.Is(err, io.EOF) && len(line) > 0:
			return line, nil
		case err != nil:
			return nil, err
		}
		return bytes.TrimRight(line, "\r\n"), nil
	}
}

type countingReader struct {
	r io.Reader
	n int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}
