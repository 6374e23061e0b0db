package workspace

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"io"
	"iter"
	"maps"
	"math"
	"slices"
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
	where  map[schema.ID]spot   // the place at which each record is cited: most are told at one
	also   map[schema.ID][]spot // the others of those that are told at several, in order
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

func newIndex() *index {
	return &index{files: map[string]*state{}, where: map[schema.ID]spot{}, also: map[schema.ID][]spot{}}
}

// set puts the new state of a file in the place of the old, which it returns.
func (x *index) set(s *state) (old *state) {
	old = x.files[s.Path]
	x.problems += len(s.Problems)
	if old != nil {
		x.problems -= len(old.Problems)
		for i := range old.places {
			x.remove(spot{old, i})
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
	for run := range s.runs() {
		x.add(run)
	}
	return old
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
	indexVersion = 9
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
	for _, name := range slices.Sorted(maps.Keys(states)) { // in order, nearly every place comes behind those before it
		states[name].unpack()
		x.set(states[name])
	}
	return x
}
