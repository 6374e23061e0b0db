package outcome

import (
	"strings"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/internal/text/clause"
)

const (
	enough  = 0.75  // the least weight of words that tell how something ended
	longest = 2_000 // bytes that are read: of a longer text the end, where it says what came of all that
)

// Read tells how well something ended by the words that say so, -1 to 1, and whether they tell; of what ended in part well and in
// part badly the score is half. The words are English, with some that other languages share. It is safe for concurrent use.
func Read(s string) (score float64, known bool) {
	if len(s) > longest {
		s = s[len(s)-longest:]
		for !utf8.RuneStart(s[0]) {
			s = s[1:]
		}
	}
	var t telling
	for _, c := range clause.Cut(s) {
		r := read(c)
		if r.undone {
			return -1, true
		}
		t.add(c, r)
	}
	t.follow(trendOf(strings.ToLower(s)))
	return t.end()
}

// telling is what the clauses came to so far.
type telling struct {
	sum    float64
	open   bool // the last word is that it is open
	parted bool // some clauses speak of a good end, some of a bad one
	bad    bool // something bad is named
	gain   bool // something is named of which more is better
}

func (t *telling) add(c clause.Clause, r *reading) {
	x := r.score()
	if c.Concession {
		x /= 2
	}
	t.bad, t.gain = t.bad || x < 0, t.gain || r.gain
	switch {
	case r.beforehand:
		return
	case r.open:
		t.open = true
		return
	case c.Contrast && r.again && x <= 0:
		x = -1 // then the same again
	case c.Contrast && x == 0, r.again && x <= 0 && t.sum > 0: // takes back what it does not say
		t.sum, t.parted = 0, true
	}
	if t.sum*x < 0 {
		t.parted = true
		if c.Contrast {
			t.sum = 0
		}
	}
	if x != 0 {
		t.sum, t.open = t.sum+x, false
	}
}

// follow adds what figures show: less of what takes time or room, or is named as bad, is good, and so is more of a gain.
func (t *telling) follow(f trend) {
	x := 0.0
	switch {
	case !f.fell && !f.rose:
		return
	case t.gain:
		x = 1
	case f.cost:
		x = -1
	case t.bad && !t.parted:
		x, t.sum = -1, 0
	case !f.share && f.fell:
		x = -0.5
	}
	if f.fell {
		x = -x
	}
	t.parted = t.parted || x*t.sum < 0
	if x != 0 {
		t.sum, t.open = t.sum+x, false
	}
}

func (t *telling) end() (score float64, known bool) {
	size := max(t.sum, -t.sum)
	if size < enough || t.open && size < 2 {
		return 0, false
	}
	score = t.sum / size
	if t.parted {
		score /= 2
	}
	return score, true
}
