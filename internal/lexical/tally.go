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
