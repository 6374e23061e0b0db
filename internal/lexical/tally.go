package lexical

import "math"

// tally sums weights by term for one record. The zero value is ready; reset clears it for the next.
type tally struct {
	terms   []uint32
	weights []float64
	slots   []uint32 // open addressing: position in terms, plus one
}

func (t *tally) reset() {
	if len(t.terms) > len(t.slots)/8 {
		clear(t.slots)
	} else {
		for _, term := range t.terms {
			i := t.home(term)
			for ; t.slots[i] != 0; i = (i + 1) & (len(t.slots) - 1) {
				t.slots[i] = 0
			}
		}
	}
	t.terms, t.weights = t.terms[:0], t.weights[:0]
}

func (t *tally) home(term uint32) int { return int(term*0x9E3779B1>>7) & (len(t.slots) - 1) }

func (t *tally) add(term uint32, weight float64) {
	if 2*len(t.terms) >= len(t.slots) {
		t.grow()
	}
	i := t.home(term)
	for t.slots[i] != 0 {
		if j := t.slots[i] - 1; t.terms[j] == term {
			t.weights[j] += weight
			return
		}
		i = (i + 1) & (len(t.slots) - 1)
	}
	t.terms, t.weights = append(t.terms, term), append(t.weights, weight)
	t.slots[i] = uint32(len(t.terms))
}

func (t *tally) grow() {
	t.slots = make([]uint32, max(128, 2*len(t.slots)))
	for j, term := range t.terms {
		i := t.home(term)
		for t.slots[i] != 0 {
			i = (i + 1) & (len(t.slots) - 1)
		}
		t.slots[i] = uint32(j + 1)
	}
}

// levels is how many impacts there are.
const levels = 64

// impactOf returns the impact of a weighted count: tf/(k1+tf) in 63rds, rounded up.
func impactOf(tf, k1 float64) uint8 {
	return uint8(min(levels-1, math.Ceil((levels-1)*tf/(k1+tf)+1e-9)))
}

// boundOf returns the greatest weighted count that has an impact; +Inf for the highest.
func boundOf(impact uint8, k1 float64) float64 {
	s := float64(impact) / (levels - 1)
	return k1 * s / (1 - s)
}

// idTable finds the handle of an ID.
type idTable struct {
	slots []uint32
	n     int
}

// hashID mixes an ID; IDs may share their first bytes (a time) or their last.
func hashID(id ID) uint64 {
	var a, b uint64
	for i := range 8 {
		a = a<<8 | uint64(id[i])
		b = b<<8 | uint64(id[8+i])
	}
	h := (a ^ b>>29) * 0xff51afd7ed558ccd
	h = (h ^ h>>32 ^ b) * 0xc4ceb9fe1a85ec53
	return h ^ h>>29
}

// home is where an ID is looked for first. The table may have any length (Lemire, "Fast random integer generation in an
// interval", 2019).
func (t *idTable) home(id ID) int { return int(hashID(id) >> 32 * uint64(len(t.slots)) >> 32) }

// after is the place looked at after another.
func (t *idTable) after(i int) int {
	if i++; i < len(t.slots) {
		return i
	}
	return 0
}

// expect makes room for n IDs, and half as many more, in a table that has none yet.
func (t *idTable) expect(n int) { t.slots = make([]uint32, max(16, n*3/2)) }

func (t *idTable) find(names *paged[name], id ID) uint32 {
	if t.n == 0 {
		return 0
	}
	for i := t.home(id); ; i = t.after(i) {
		h := t.slots[i]
		if h == 0 || names.at(h).id == id {
			return h
		}
	}
}

func (t *idTable) intern(names *paged[name], id ID) uint32 {
	if h := t.find(names, id); h != 0 {
		return h
	}
	h := names.push(name{id: id})
	t.n++
	if 4*t.n > 3*len(t.slots) {
		t.slots = make([]uint32, max(16, len(t.slots)*3/2))
		for h := uint32(1); h < uint32(names.len()); h++ {
			t.place(names.at(h).id, h)
		}
	} else {
		t.place(id, h)
	}
	return h
}

func (t *idTable) place(id ID, h uint32) {
	i := t.home(id)
	for t.slots[i] != 0 {
		i = t.after(i)
	}
	t.slots[i] = h
}

// sessions numbers the sessions and counts their live records.
type sessions struct {
	numbers map[string]uint32
	names   []string
	sizes   []int32
	live    int // sessions with a record
	records int // live records that have a session
	text    int // bytes of the names
}

func newSessions() sessions {
	return sessions{numbers: map[string]uint32{}, names: []string{""}, sizes: []int32{0}}
}

// enter counts a record into a session and returns its number; 0 for none.
func (s *sessions) enter(name string) uint32 {
	if name == "" {
		return 0
	}
	n, ok := s.numbers[name]
	if !ok {
		n = uint32(len(s.names))
		s.numbers[name] = n
		s.names, s.sizes = append(s.names, name), append(s.sizes, 0)
		s.text += len(name)
	}
	s.count(n)
	return n
}

// count counts a record into a session that has a number.
func (s *sessions) count(n uint32) {
	if n == 0 {
		return
	}
	s.records++
	if s.sizes[n]++; s.sizes[n] == 1 {
		s.live++
	}
}

func (s *sessions) leave(n uint32) {
	if n == 0 {
		return
	}
	s.records--
	if s.sizes[n]--; s.sizes[n] == 0 {
		s.live--
	}
}

// avg is the average number of records in a session that has any.
func (s *sessions) avg() float64 {
	if s.live == 0 {
		return 1
	}
	return float64(s.records) / float64(s.live)
}

func (s *sessions) bytes() int { return 60*cap(s.names) + 2*s.text }
