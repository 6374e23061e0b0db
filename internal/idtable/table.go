package idtable

import "encoding/binary"

// ID is the id of a record.
type ID = [16]byte

// Table is one such table. The zero value is empty. It is not safe for concurrent use, but for reading.
type Table struct {
	slots []uint32 // numbers; 0 for none
	n     int
}

// leastSlots is how many slots the smallest table has.
const leastSlots = 8

// Len returns how many numbers there are.
func (t *Table) Len() int { return t.n }

// Bytes returns how much memory the table takes.
func (t *Table) Bytes() int { return 4 * len(t.slots) }

// Home is where an id is looked for first, in a table that is not empty. It is there or before the next empty slot:
//
//	for i := t.Home(id); t.At(i) != 0; i = t.After(i)
//
// IDs may share their first bytes (a time) or their last, so the bits of both halves are spread. The table may have any length
// (Lemire, "Fast random integer generation in an interval", 2019).
func (t *Table) Home(id ID) int {
	a, b := binary.BigEndian.Uint64(id[:8]), binary.BigEndian.Uint64(id[8:])
	h := (a ^ b>>29) * 0xff51afd7ed558ccd
	h = (h ^ h>>32 ^ b) * 0xc4ceb9fe1a85ec53
	return int((h ^ h>>29) >> 32 * uint64(len(t.slots)) >> 32)
}

// At is the number in a slot; 0 if the slot is empty.
func (t *Table) At(i int) uint32 { return t.slots[i] }

// After is the slot looked at after another.
func (t *Table) After(i int) int {
	if i++; i < len(t.slots) {
		return i
	}
	return 0
}

// Reserve makes room for n ids in a table that has none yet, so that adding them does not place them anew.
func (t *Table) Reserve(n int) { t.slots = make([]uint32, max(leastSlots, n*3/2)) }

// Add enters the number, not 0, of an id that is not there yet. idOf tells the ids of numbers that are.
func (t *Table) Add(id ID, number uint32, idOf func(uint32) ID) {
	t.n++
	if 4*t.n > 3*len(t.slots) {
		old := t.slots
		t.slots = make([]uint32, max(leastSlots, len(old)*3/2))
		for _, number := range old {
			if number != 0 {
				t.place(idOf(number), number)
			}
		}
	}
	t.place(id, number)
}

func (t *Table) place(id ID, number uint32) {
	i := t.Home(id)
	for t.slots[i] != 0 {
		i = t.After(i)
	}
	t.slots[i] = number
}

// Remove takes out a number that is there. What follows it without a gap is placed anew, so that no gap parts an id from its
// home (Knuth, "The Art of Computer Programming", volume 3, section 6.4, algorithm R).
func (t *Table) Remove(id ID, number uint32, idOf func(uint32) ID) {
	i := t.Home(id)
	for t.slots[i] != number {
		i = t.After(i)
	}
	t.slots[i], t.n = 0, t.n-1
	for i = t.After(i); t.slots[i] != 0; i = t.After(i) {
		number := t.slots[i]
		t.slots[i] = 0
		t.place(idOf(number), number)
	}
}
