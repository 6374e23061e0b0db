package column

import (
	"encoding/binary"

	"github.com/lukasadb/lukasa/schema"
)

// index finds the places of ids in a list that the table keeps: a table with open addressing and no keys of its own, which
// takes a fifth of what a map would. Looking an id up reads two places in memory that are far from others; in an agent of
// many records that is all that it costs. The zero value is empty.
type index struct {
	slots []uint32 // a place in the list, plus one; 0 for none
	n     int
}

// home is where an id is looked for first: the bits of both of its halves, spread. The index may have any length (Lemire,
// "Fast random integer generation in an interval", 2019).
func (x *index) home(id schema.ID) int {
	a, b := binary.BigEndian.Uint64(id[:8]), binary.BigEndian.Uint64(id[8:])
	h := (a ^ b>>29) * 0xff51afd7ed558ccd
	h = (h ^ h>>32 ^ b) * 0xc4ceb9fe1a85ec53
	return int((h ^ h>>29) >> 32 * uint64(len(x.slots)) >> 32)
}

// after is the slot looked at after another.
func (x *index) after(i int) int {
	if i++; i < len(x.slots) {
		return i
	}
	return 0
}

// find returns the place of an id and whether it has one.
func (x *index) find(ids []schema.ID, id schema.ID) (at uint32, known bool) {
	if x.n == 0 {
		return 0, false
	}
	for i := x.home(id); x.slots[i] != 0; i = x.after(i) {
		if at := x.slots[i] - 1; ids[at] == id {
			return at, true
		}
	}
	return 0, false
}

// reserve makes room for n ids in an index that has none yet, so that adding them does not place them anew.
func (x *index) reserve(n int) { x.slots = make([]uint32, max(8, n*3/2)) }

// add enters the place of an id that is not there yet.
func (x *index) add(ids []schema.ID, at uint32) {
	x.n++
	if 4*x.n > 3*len(x.slots) {
		old := x.slots
		x.slots = make([]uint32, max(8, len(old)*3/2))
		for _, slot := range old {
			if slot != 0 {
				x.place(ids, slot)
			}
		}
	}
	x.place(ids, at+1)
}

func (x *index) place(ids []schema.ID, slot uint32) {
	i := x.home(ids[slot-1])
	for x.slots[i] != 0 {
		i = x.after(i)
	}
	x.slots[i] = slot
}

// remove takes out an id that is there. What follows it without a gap is placed anew, so that no gap parts an id from its
// home (Knuth, "The Art of Computer Programming", volume 3, section 6.4, algorithm R).
func (x *index) remove(ids []schema.ID, id schema.ID) {
	i := x.home(id)
	for ids[x.slots[i]-1] != id {
		i = x.after(i)
	}
	x.slots[i], x.n = 0, x.n-1
	for i = x.after(i); x.slots[i] != 0; i = x.after(i) {
		slot := x.slots[i]
		x.slots[i] = 0
		x.place(ids, slot)
	}
}
