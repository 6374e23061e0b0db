package column

import (
	"slices"
	"strings"
	"sync"

	"github.com/lukasadb/lukasa/internal/idtable"
	"github.com/lukasadb/lukasa/internal/paged"
	"github.com/lukasadb/lukasa/schema"
)

// Table holds the rows of one agent. It is safe for concurrent use.
type Table struct {
	mu       sync.RWMutex
	places   idtable.Table          // of places, each plus one
	slab     paged.Array[Row]       // by place
	ids      paged.Array[schema.ID] // by place
	puncts   paged.Array[uint64]    // by place: see wording. Apart from the rows, as who sifts by marks looks at all.
	free     []uint32
	lasted   map[uint32]int64 // how long the few went on that are Lasting, by place
	calendar calendar
	passing  int // rows that are not there for good: see [Table.AllStand]
	sessions pool
	speakers pool
	spoken   []int // how many rows each speaker has, by number
	sets     pool  // sets of tags and of scopes
}

// New returns an empty table.
func New() *Table {
	return &Table{lasted: map[uint32]int64{}, calendar: newCalendar(), sessions: newPool(), speakers: newPool(), sets: newPool()}
}

// Put adds the row of a record or replaces it.
func (t *Table) Put(e *schema.Experience) {
	t.put(e, wordingOf(e)) // read before locking: it is most of the work
}

// PutUnread is Put without what is read from the record's text: the row has
// neither traits nor a fingerprint, and may have any marks.
func (t *Table) PutUnread(e *schema.Experience) { t.put(e, unread) }

func (t *Table) put(e *schema.Experience, w wording) {
	t.mu.Lock()
	defer t.mu.Unlock()
	at, known := t.find(e.ID)
	if !known {
		at = t.enter(e.ID)
	}
	row := rowOf(e, w)
	row.Session, row.Speaker = t.sessions.number(e.Session), t.speakers.number(e.Voice())
	row.Tags, row.Scopes = t.sets.number(joinSet(e.Tags)), t.sets.number(joinSet(e.Scopes))
	t.set(at, row)
	*t.puncts.At(at) = w.punct
	t.last(at, e.Lasted())
	t.calendar.set(at, w.told)
}

// last notes how long what a place's record tells of went on.
func (t *Table) last(at uint32, us int64) {
	if us == 0 {
		delete(t.lasted, at)
		return
	}
	t.lasted[at] = us
}

// set puts a row in a place, or takes it out of it with the zero row.
func (t *Table) set(at uint32, row Row) {
	if missing := len(t.speakers.names) - len(t.spoken); missing > 0 {
		t.spoken = append(t.spoken, make([]int, missing)...)
	}
	was := t.slab.At(at)
	t.spoken[was.Speaker]-- // of nobody, where there was no row
	t.spoken[row.Speaker]++
	if was.passes() {
		t.passing--
	}
	if row.passes() {
		t.passing++
	}
	*was = row
}

// AllStand tells whether every row is live and never expires, so that nobody need look
// at one to know.
func (t *Table) AllStand() bool {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.passing == 0
}

// Agrees tells whether the table has a row of a record that says all that the
// record says.
func (t *Table) Agrees(e *schema.Experience) bool {
	w := wordingOf(e)
	want := rowOf(e, w)
	t.mu.RLock()
	defer t.mu.RUnlock()
	at, known := t.find(e.ID)
	if !known {
		return false
	}
	have := *t.slab.At(at)
	named := t.sessions.name(have.Session) == e.Session && t.speakers.name(have.Speaker) == e.Voice() &&
		t.sets.name(have.Tags) == joinSet(e.Tags) && t.sets.name(have.Scopes) == joinSet(e.Scopes)
	have.Session, have.Speaker, have.Tags, have.Scopes = 0, 0, 0, 0
	return named && have == want && *t.puncts.At(at) == w.punct && t.lasted[at] == e.Lasted() && slices.Equal(t.calendar.told[at], w.told)
}

// Delete removes the row of a record; one that is not there is ignored.
func (t *Table) Delete(id schema.ID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	at, known := t.find(id)
	if !known {
		return
	}
	t.places.Remove(id, at+1, t.idOf)
	t.set(at, Row{})
	t.last(at, 0)
	t.calendar.set(at, nil)
	*t.ids.At(at) = schema.ID{}
	t.free = append(t.free, at)
}

// Row returns the row of a record and whether there is one.
func (t *Table) Row(id schema.ID) (Row, bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	at, known := t.find(id)
	if !known {
		return Row{}, false
	}
	return *t.slab.At(at), true
}

// Lasted returns for how many microseconds what a record tells of went on: 0 for most,
// whose rows are not [Lasting].
func (t *Table) Lasted(id schema.ID) int64 {
	t.mu.RLock()
	defer t.mu.RUnlock()
	at, known := t.find(id)
	if !known {
		return 0
	}
	return t.lasted[at]
}

// Fact is the row of a record with the names behind two of its numbers, and the times of which it tells.
type Fact struct {
	Row
	Session, Speaker string
	Told             []Span // the table's
	Known            bool   // there is such a record
}

// Facts appends the facts of records to dst: as Row for each of them, but as of one moment, and quicker.
func (t *Table) Facts(dst []Fact, ids []schema.ID) []Fact {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for _, id := range ids {
		var f Fact
		if at, known := t.find(id); known {
			row := t.slab.At(at)
			f = Fact{Row: *row, Session: t.sessions.name(row.Session), Speaker: t.speakers.name(row.Speaker), Known: true}
			if row.Flags&Telling != 0 {
				f.Told = t.calendar.told[at]
			}
		}
		dst = append(dst, f)
	}
	return dst
}

// Timed is a record and its event time, in microseconds since 1970.
type Timed struct {
	ID   schema.ID
	Time int64
}

// Marked lists the records whose texts may have all marks of a [text.Punct], in no order.
// Where they are more than most it gives up, with nil.
func (t *Table) Marked(punct uint64, most int) []Timed {
	t.mu.RLock()
	defer t.mu.RUnlock()
	out := []Timed{}
	for i, page := range t.puncts.Pages() { // not by all: this looks at millions, of which few pass
		for j, has := range page {
			at := uint32(i*paged.PageSize + j)
			if punct&^has != 0 || *t.ids.At(at) == (schema.ID{}) {
				continue
			}
			if len(out) == most {
				return nil
			}
			out = append(out, Timed{*t.ids.At(at), t.slab.At(at).Time})
		}
	}
	return out
}

// AmongMarked lists those of some records whose texts may have all marks of a
// [text.Punct], in their order. Where a record is not known it gives up, with nil.
func (t *Table) AmongMarked(ids []schema.ID, punct uint64) []Timed {
	t.mu.RLock()
	defer t.mu.RUnlock()
	out := make([]Timed, 0, len(ids))
	for _, id := range ids {
		at, known := t.find(id)
		if !known {
			return nil
		}
		if punct&^*t.puncts.At(at) == 0 {
			out = append(out, Timed{id, t.slab.At(at).Time})
		}
	}
	return out
}

// Marks tells whether the text of a record may have all marks of a [text.Punct], and
// whether the record is known.
func (t *Table) Marks(id schema.ID, punct uint64) (may, known bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	at, known := t.find(id)
	return known && punct&^*t.puncts.At(at) == 0, known
}

// Matching lists the records whose rows pass, by their ids from the greatest on. It looks at all rows, and pass must not call the table.
func (t *Table) Matching(pass func(*Row) bool) (ids []schema.ID) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for at, id := range t.ids.All() {
		if *id != (schema.ID{}) && pass(t.slab.At(at)) {
			ids = append(ids, *id)
		}
	}
	slices.SortFunc(ids, func(a, b schema.ID) int { return schema.CompareIDs(b, a) })
	return ids
}

// IDs returns the ids of all rows, in no order.
func (t *Table) IDs() []schema.ID {
	t.mu.RLock()
	defer t.mu.RUnlock()
	out := make([]schema.ID, 0, t.places.Len())
	for _, id := range t.ids.All() {
		if *id != (schema.ID{}) {
			out = append(out, *id)
		}
	}
	return out
}

// Len returns the number of rows.
func (t *Table) Len() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.places.Len()
}

// Session returns the name behind Row.Session.
func (t *Table) Session(n uint32) string { return t.interned(&t.sessions, n) }

// Speaker returns the name behind Row.Speaker.
func (t *Table) Speaker(n uint32) string { return t.interned(&t.speakers, n) }

// SpeakerNumber returns the number of a speaker's name and whether any row has it.
func (t *Table) SpeakerNumber(name string) (uint32, bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	n, ok := t.speakers.numbers[name]
	return n, ok && t.speaks(n)
}

// Spoken returns how many rows a speaker has.
func (t *Table) Spoken(name string) int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if n, ok := t.speakers.numbers[name]; ok && int(n) < len(t.spoken) {
		return t.spoken[n]
	}
	return 0
}

// Speakers returns the empty name and those of all speakers that rows have, in the
// order they first spoke.
func (t *Table) Speakers() []string {
	t.mu.RLock()
	defer t.mu.RUnlock()
	out := make([]string, 0, len(t.speakers.names))
	for n, name := range t.speakers.names {
		if t.speaks(uint32(n)) {
			out = append(out, name)
		}
	}
	return out
}

// speaks tells whether any row has a speaker; the empty name is always known.
func (t *Table) speaks(n uint32) bool { return n == 0 || int(n) < len(t.spoken) && t.spoken[n] > 0 }

// Set returns the members behind Row.Tags or Row.Scopes.
func (t *Table) Set(n uint32) []string { return splitSet(t.interned(&t.sets, n)) }

func (t *Table) interned(p *pool, n uint32) string {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return p.name(n)
}

// Bytes estimates the memory the table holds.
func (t *Table) Bytes() int64 {
	t.mu.RLock()
	defer t.mu.RUnlock()
	const perRow = 112 + 16 + 8 + 8 // the row, its id, its marks, its share of the index
	const perLasting = 32           // a number and a place in a map
	const perTelling = 128          // a span or two, by place and by day
	return int64(t.slab.Len())*perRow + int64(len(t.lasted))*perLasting + int64(len(t.calendar.told))*perTelling + t.sessions.bytes() + t.speakers.bytes() + t.sets.bytes()
}

// reserve makes room for n rows in a table that has none yet.
func (t *Table) reserve(n int) {
	t.slab.Expect(n)
	t.ids.Expect(n)
	t.puncts.Expect(n)
	t.places.Reserve(n)
}

// find returns the place of an id and whether it has one.
func (t *Table) find(id schema.ID) (at uint32, known bool) {
	if t.places.Len() == 0 {
		return 0, false
	}
	for i := t.places.Home(id); t.places.At(i) != 0; i = t.places.After(i) {
		if at := t.places.At(i) - 1; *t.ids.At(at) == id {
			return at, true
		}
	}
	return 0, false
}

func (t *Table) idOf(place uint32) idtable.ID { return *t.ids.At(place - 1) }

// enter gives an id a place.
func (t *Table) enter(id schema.ID) uint32 {
	at := t.slot()
	*t.ids.At(at) = id
	t.places.Add(id, at+1, t.idOf)
	return at
}

func (t *Table) slot() uint32 {
	if n := len(t.free); n > 0 {
		at := t.free[n-1]
		t.free = t.free[:n-1]
		return at
	}
	t.slab.Push(Row{})
	t.ids.Push(schema.ID{})
	return t.puncts.Push(0)
}

// joinSet keys a set of labels. Labels hold no NUL: schema refuses it.
func joinSet(labels []string) string { return strings.Join(labels, "\x00") }

func splitSet(key string) []string {
	if key == "" {
		return nil
	}
	return strings.Split(key, "\x00")
}

// Clear empties the table.
func (t *Table) Clear() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.places, t.slab, t.ids, t.puncts, t.free, t.passing = idtable.Table{}, paged.Array[Row]{}, paged.Array[schema.ID]{}, paged.Array[uint64]{}, nil, 0
	t.lasted, t.calendar = map[uint32]int64{}, newCalendar()
	t.sessions, t.speakers, t.sets, t.spoken = newPool(), newPool(), newPool(), nil
}
