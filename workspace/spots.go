package workspace

import (
	"bytes"
	"cmp"
	"iter"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/schema"
)

// spot is a place of a file.
type spot struct {
	state *state
	at    int
}

func (s spot) place() *place { return &s.state.places[s.at] }

// runs yields the places of a file record by record, those together that no place of another file
// can come between, each run in order.
func (s *state) runs() iter.Seq[[]spot] {
	all := make([]spot, len(s.places))
	for i := range all {
		all[i] = spot{s, i}
	}
	slices.SortFunc(all, func(a, b spot) int {
		if byID := bytes.Compare(a.place().id[:], b.place().id[:]); byID != 0 {
			return byID
		}
		return a.compare(b)
	})
	return func(yield func([]spot) bool) {
		for rest := all; len(rest) > 0; {
			n := 1
			for n < len(rest) && rest[n].place().id == rest[0].place().id && rest[n].beside(rest[0]) {
				n++
			}
			if !yield(rest[:n]) {
				return
			}
			rest = rest[n:]
		}
	}
}

// beside tells of two places of one record whether they are of one file and no place of another can
// come between them.
func (s spot) beside(o spot) bool {
	return s.state == o.state && s.place().inferred == o.place().inferred && s.dayless() == o.dayless()
}

// spots yields the places that tell a record, in order.
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

// add takes in places that tell a record, a run of them. A line that all pages have is told at as
// many places as there are pages: to find the place among them is not to look at each.
func (x *index) add(run []spot) {
	id := run[0].place().id
	first, ok := x.where[id]
	switch {
	case !ok:
		x.where[id] = run[0]
		x.insert(id, 0, run[1:]...)
	case run[0].compare(first) < 0:
		x.where[id] = run[0]
		x.insert(id, 0, first)
		x.insert(id, 0, run[1:]...)
	default:
		at, _ := slices.BinarySearchFunc(x.also[id], run[0], spot.compare)
		x.insert(id, at, run...)
	}
}

func (x *index) insert(id schema.ID, at int, run ...spot) {
	if len(run) > 0 {
		x.also[id] = slices.Insert(x.also[id], at, run...)
	}
}

// remove forgets the run of places that a place is of, if it is not forgotten already.
func (x *index) remove(at spot) {
	id := at.place().id
	also := x.also[id]
	begin, _ := slices.BinarySearchFunc(also, at, spot.compare)
	end := begin
	for begin > 0 && also[begin-1].beside(at) {
		begin--
	}
	for end < len(also) && also[end].beside(at) {
		end++
	}
	if begin == 0 {
		also = also[end:] // where pages are removed in order it is always the first
	} else {
		also = slices.Delete(also, begin, end)
	}
	if first, ok := x.where[id]; ok && first.beside(at) {
		delete(x.where, id)
		if len(also) > 0 {
			x.where[id], also = also[0], also[1:]
		}
	}
	if len(also) == 0 {
		delete(x.also, id)
	} else {
		x.also[id] = also
	}
}

// first returns where a record is cited: where it was told rather than inferred,
// then where it was told earliest. That must be the same place when Lukasa has
// written a page (W3), so the day of a page's last change has no say.
func (x *index) first(id schema.ID) (spot, bool) {
	at, ok := x.where[id]
	return at, ok
}

// compare orders the places of a record, that at which it is cited first.
func (s spot) compare(o spot) int {
	return cmp.Or(
		cmp.Compare(boolBit(s.place().inferred), boolBit(o.place().inferred)),
		cmp.Compare(boolBit(s.dayless()), boolBit(o.dayless())), s.told().Compare(o.told()),
		cmp.Compare(stem(s.state.Path), stem(o.state.Path)), cmp.Compare(s.state.Path, o.state.Path), cmp.Compare(s.place().line, o.place().line),
	)
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
func (x *index) lastDay(id schema.ID) time.Time {
	first, ok := x.where[id]
	if !ok {
		return time.Time{}
	}
	day := first.state.Day
	dated := func(at spot) bool { return !at.place().inferred && !at.dayless() } // these come first, by day
	also := x.also[id]
	n, _ := slices.BinarySearchFunc(also, true, func(at spot, _ bool) int {
		if dated(at) {
			return -1
		}
		return 1
	})
	if n > 0 && also[n-1].told().After(day) {
		day = also[n-1].told()
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
