package workspace

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"io"
	"iter"
	"maps"
	"math"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/lukasadb/lukasa/schema"
	"github.com/lukasadb/lukasa/workspace/folder"
	"github.com/lukasadb/lukasa/workspace/markdown"
)

// index knows which records stand where in the files. It is a cache: what it
// does not know is read anew.
type index struct {
	files  map[string]*state
	where  map[schema.ID]spot   // a place that tells each record: most have one
	also   map[schema.ID][]spot // the others of those that are told at several
	views  map[schema.ID]view   // how opinions stand, by the opinions page
	held   map[schema.ID]view   // of these, what a person says on it
	logged int                  // files written to the log, those since changed included

	problems  int  // of all files
	unweighed bool // opinions lack grounds that they may have: the next sync weighs them
}

// state is a file as it was last read.
type state struct {
	Path     string             `json:"p"`
	Size     int64              `json:"s"`
	Modified int64              `json:"m"` // nanoseconds; 0: look again, it was too fresh to tell
	Stamp    folder.Stamp       `json:"t,omitzero"`
	Sum      uint64             `json:"h"`
	Day      time.Time          `json:"d"`
	Undated  bool               `json:"u,omitempty"` // Day is merely that of the last change
	Packed   []byte             `json:"b,omitempty"` // places, for the log
	Problems []markdown.Problem `json:"x,omitempty"`
	Views    []view             `json:"o,omitempty"`
	Held     []view             `json:"k,omitempty"`
	Names    []string           `json:"n,omitempty"` // other names of the entity that the page is about
	Facts    uint64             `json:"f,omitempty"` // sum of the region of facts, as Lukasa has written it
	Gone     bool               `json:"g,omitempty"`

	places []place
}

// place is where a file tells what a record says.
type place struct {
	id       schema.ID
	line     uint32
	inferred bool
	quoted   bool // it is told elsewhere
	digest   uint64
	rated    float64 // the confidence that an opinion is given there; unrated without one
}

const (
	placeSize = 16 + 4 + 1 + 8 + 8
	unrated   = -1
)

// view is how an opinion stands, by the opinions page.
type view struct {
	ID         schema.ID           `json:"id"`
	Confidence float64             `json:"c"`
	Updated    time.Time           `json:"u"`
	Evidence   []markdown.Evidence `json:"e,omitempty"`
}

// spot is a place of a file.
type spot struct {
	state *state
	at    int
}

func (s spot) place() *place { return &s.state.places[s.at] }

func newIndex() *index {
	return &index{files: map[string]*state{}, where: map[schema.ID]spot{}, also: map[schema.ID][]spot{}}
}

// spots yields the places that tell a record, in no order.
func (x *index) spots(id schema.ID) iter.Seq[spot] {
	return func(yield func(spot) bool) {
		if at, ok := x.where[id]; !ok || !yield(at) {
			return
		}
		for _, at := range x.also[id] {
			if !yield(at) {
				return
			}
		}
	}
}

// tells tells whether any place tells a record.
func (x *index) tells(id schema.ID) bool {
	_, ok := x.where[id]
	return ok
}

func (x *index) add(id schema.ID, at spot) {
	if x.tells(id) {
		x.also[id] = append(x.also[id], at)
	} else {
		x.where[id] = at
	}
}

// remove forgets the places of a file that tell a record.
func (x *index) remove(id schema.ID, of *state) {
	left := slices.DeleteFunc(slices.Collect(x.spots(id)), func(at spot) bool { return at.state == of })
	delete(x.where, id)
	delete(x.also, id)
	for _, at := range left {
		x.add(id, at)
	}
}

// set puts the new state of a file in the place of the old, which it returns.
func (x *index) set(s *state) (old *state) {
	old = x.files[s.Path]
	x.problems += len(s.Problems)
	if old != nil {
		x.problems -= len(old.Problems)
		for _, p := range old.places {
			x.remove(p.id, old)
		}
	}
	delete(x.files, s.Path)
	if s.Path == OpinionsPage {
		x.views, x.held = map[schema.ID]view{}, map[schema.ID]view{}
		for _, v := range s.Held {
			x.views[v.ID], x.held[v.ID] = v, v
		}
		for _, v := range s.Views {
			x.views[v.ID] = v
		}
	}
	if s.Gone {
		return old
	}
	x.files[s.Path] = s
	for i := range s.places {
		x.add(s.places[i].id, spot{s, i})
	}
	return old
}

// first returns where a record is cited: where it was told rather than inferred,
// then where it was told earliest. That must be the same place when Lukasa has
// written a page (W3), so the day of a page's last change has no say.
func (x *index) first(id schema.ID) (spot, bool) {
	first, ok := x.where[id]
	for _, at := range x.also[id] {
		if at.before(first) {
			first = at
		}
	}
	return first, ok
}

// before tells whether what two places tell is cited at the one rather than at the other.
func (s spot) before(o spot) bool {
	return cmp.Or(
		cmp.Compare(boolBit(s.place().inferred), boolBit(o.place().inferred)),
		cmp.Compare(boolBit(s.dayless()), boolBit(o.dayless())), s.told().Compare(o.told()),
		cmp.Compare(stem(s.state.Path), stem(o.state.Path)), cmp.Compare(s.state.Path, o.state.Path), cmp.Compare(s.place().line, o.place().line),
	) < 0
}

// lastTold is how sure an opinion is by the logs, of which the last has the last word, and
// since when they say so. Other pages do not say of which day their word is.
func (x *index) lastTold(id schema.ID) (v view, ok bool) {
	var all []spot
	for at := range x.spots(id) {
		if p := at.place(); p.rated != unrated && !p.inferred && daily(at.state.Path) {
			all = append(all, at)
		}
	}
	if len(all) == 0 {
		return view{}, false
	}
	slices.SortFunc(all, func(a, b spot) int {
		return cmp.Or(
			a.state.Day.Compare(b.state.Day), cmp.Compare(stem(a.state.Path)+behindCopies, stem(b.state.Path)+behindCopies),
			cmp.Compare(a.place().line, b.place().line),
		)
	})
	v = view{ID: id, Confidence: all[len(all)-1].place().rated}
	for _, at := range slices.Backward(all) {
		if at.place().rated != v.Confidence {
			break
		}
		v.Updated = at.state.Day
	}
	return v, true
}

// lastDay is the day of the place where a record is cited, or the last one on which it was told
// elsewhere, by the pages that say of which day they are.
func (x *index) lastDay(id schema.ID) (day time.Time) {
	if at, ok := x.first(id); ok {
		day = at.state.Day
	}
	for at := range x.spots(id) {
		if told := at.told(); !at.place().inferred && told.After(day) {
			day = told
		}
	}
	return day
}

// stem is the path of a page without its ending: by stems a copy, whose name goes on before
// the ending, comes after the page.
func stem(name string) string { return strings.TrimSuffix(name, path.Ext(name)) }

// behindCopies, behind a stem, makes the page come after its copies: no name goes on so.
const behindCopies = "\xff"

// dayless tells that a page does not say on which day it was told. Nor does memory.md, whatever
// day it is of: what stands there is taken over from others, by Lukasa as well (W6).
func (s *state) dayless() bool { return s.Undated || s.Path == CorePage }

func (s spot) dayless() bool { return s.place().quoted || s.state.dayless() }

// told is the day on which a page says that it was told; zero if it does not say.
func (s spot) told() time.Time {
	if s.dayless() {
		return time.Time{}
	}
	return s.state.Day
}

// unchanged tells whether a file is as it was when it was read.
func (s *state) unchanged(f folder.File) bool { return s != nil && s.Modified != 0 && s.is(f) }

// is tells whether a file has the size, the time and the stamp that it had when it was read.
func (s *state) is(f folder.File) bool {
	return s.Size == f.Size && s.Stamp == f.Stamp && (s.Modified == 0 || s.Modified == f.Modified.UnixNano())
}

// tells tells whether a file told one of some records.
func (s *state) tells(ids map[schema.ID]bool) bool {
	return s != nil && slices.ContainsFunc(s.places, func(p place) bool { return ids[p.id] })
}

// The log of the index: JSON lines, of which the last about a file counts.
const (
	indexFile    = "files.log"
	indexVersion = 8
)

// preamble begins the log, and says what it was made for.
type preamble struct {
	Version int    `json:"version"`
	Agent   string `json:"agent"`
}

// mark ends what a sync logged: the store as it was then.
type mark struct {
	Change  uint64 `json:"change"`
	Records int    `json:"records"`
	Sum     uint64 `json:"sum,omitempty"` // of what was logged since the mark before
}

func (s *state) pack() []byte {
	s.Packed = make([]byte, 0, len(s.places)*placeSize)
	for _, p := range s.places {
		s.Packed = append(s.Packed, p.id[:]...)
		s.Packed = binary.LittleEndian.AppendUint32(s.Packed, p.line)
		s.Packed = append(s.Packed, byte(boolBit(p.inferred)|boolBit(p.quoted)<<1))
		s.Packed = binary.LittleEndian.AppendUint64(s.Packed, p.digest)
		s.Packed = binary.LittleEndian.AppendUint64(s.Packed, math.Float64bits(p.rated))
	}
	line, err := json.Marshal(s)
	s.Packed = nil
	if err != nil { // times and texts were checked when they were read
		return nil
	}
	return append(line, '\n')
}

// writeLog writes a log of all files.
func (x *index) writeLog(to io.Writer, made preamble, now mark) error {
	first, err := json.Marshal(made)
	if err != nil {
		return err
	}
	sum := xxhash.New()
	if _, err := io.MultiWriter(to, sum).Write(append(first, '\n')); err != nil {
		return err
	}
	return logStates(to, sum, func(yield func(*state) bool) {
		for _, name := range slices.Sorted(maps.Keys(x.files)) {
			if !yield(x.files[name]) {
				return
			}
		}
	}, now)
}

// logStates writes what is known of some files, one after the other, and the mark that
// ends it, with the sum of what was written since the mark before, of which sum has the
// beginning.
func logStates(to io.Writer, sum *xxhash.Digest, states iter.Seq[*state], now mark) error {
	both := io.MultiWriter(to, sum)
	for s := range states {
		if _, err := both.Write(s.pack()); err != nil {
			return err
		}
	}
	now.Sum = sum.Sum64()
	end, err := json.Marshal(now)
	if err != nil {
		return err
	}
	_, err = to.Write(append(end, '\n'))
	return err
}

func (s *state) unpack() {
	s.places = make([]place, 0, len(s.Packed)/placeSize)
	for b := s.Packed; len(b) >= placeSize; b = b[placeSize:] {
		s.places = append(s.places, place{
			id: schema.ID(b[:16]), line: binary.LittleEndian.Uint32(b[16:]), inferred: b[20]&1 != 0, quoted: b[20]&2 != 0, digest: binary.LittleEndian.Uint64(b[21:]),
			rated: math.Float64frombits(binary.LittleEndian.Uint64(b[29:])),
		})
	}
	s.Packed = nil
}

func preambleOf(log []byte) (made preamble, ok bool) {
	first, _, _ := bytes.Cut(log, []byte{'\n'})
	return made, json.Unmarshal(first, &made) == nil
}

// readIndex reads a log. It is refused, as nil, when it was made for something
// else or is damaged, and when the store is not as it was at the log's end.
func readIndex(log []byte, want preamble, now mark) *index {
	if made, ok := preambleOf(log); !ok || made != want {
		return nil
	}
	x := newIndex()
	states := map[string]*state{}
	var last mark
	since, at := 0, 0 // bytes where the last mark, and where this line, ended
	for line := range bytes.Lines(log) {
		begin := at
		at += len(line)
		switch {
		case begin == 0: // the preamble
		case bytes.HasPrefix(line, []byte(`{"change"`)):
			last = mark{}
			if json.Unmarshal(line, &last) != nil || last.Sum != xxhash.Sum64(log[since:begin]) {
				return nil
			}
			since = at
		default:
			s := &state{}
			if json.Unmarshal(line, s) != nil || s.Path == "" {
				return nil
			}
			states[s.Path] = s
			x.logged++
		}
	}
	if last.Sum = 0; last != now || since != len(log) {
		return nil
	}
	for _, s := range states {
		s.unpack()
		x.set(s)
	}
	return x
}
