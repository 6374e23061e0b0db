package outcome

import (
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/text/clause"
)

// reading is what the words of a clause say, word by word.
type reading struct {
	words   []string
	lasting bool // it speaks of the time since

	sum        float64
	told       bool // some word says how it ended
	open       bool // some word says that this is open
	undone     bool // the action was taken back
	beforehand bool // it speaks of how it went at first
	again      bool // it speaks of what came again
	gain       bool // it names a thing of which more is better
	ill        bool // it names something bad and does not deny it
	over       bool // it says of something that it is over

	negator string // the last one
	reach   int    // words that it still turns
	spent   bool   // it turned the last word
	denied  bool   // there was one
	since   int    // words that are of what went before: "after two refusals"
}

// scope is how many words a negation reaches.
const scope = 4

// read reads a clause.
func read(c clause.Clause) *reading {
	r := &reading{words: c.Words, lasting: lasting(c.Words)}
	for i := 0; i < len(c.Words); {
		if p, ok := phraseAt(c.Words[i:]); ok {
			r.phrase(p)
			i += len(p.words)
			continue
		}
		r.word(i)
		i++
	}
	return r
}

func (r *reading) phrase(p phrase) {
	switch p.says {
	case endedWell:
		r.turn(1, r.reach > 0)
	case endedBadly:
		r.turn(-1, r.reach > 0)
	case isOpen:
		r.open = true
	case wasUndone:
		r.undone = true
	case wentBefore:
		r.beforehand = true
	}
	r.reach -= len(p.words)
}

func (r *reading) word(i int) {
	w := r.words[i]
	r.step(w)
	negated := r.reach > 0
	r.again, r.gain, r.over = r.again || again[w], r.gain || gains[w], r.over || clause.Ends(w) || w == "longer" && r.denied
	switch {
	case w == "not" && r.next(i) == "only", w == "longer" && negated: // no longer: the negation goes on
	case clause.Denies(w):
		r.negator, r.reach, r.denied = w, scope+1, true
	case w == "after" || w == "despite":
		r.since = 3
	case negated && noGain[w]:
		r.take(-1)
	case negated && noNews[w], waiting[w]:
		r.open = true
	case negated && (noMore[w] || r.negator == "no" && isNumber(w)):
		r.turn(-1, true)
	case w == "too" && r.next(i) != "" && !negated:
		r.take(-1)
	case w == "still":
		r.still(i)
	case w == "down":
		r.down(i)
	case bad[w] != 0:
		r.badWord(i, negated)
	case good[w] != 0 && negated && r.lasting && r.negator == "no" && !r.over:
		r.take(1) // no room sold twice in six weeks
	case good[w] != 0:
		r.turn(good[w], negated)
	}
}

// step counts how far negations reach. One turns what it finds, and what that is listed with.
func (r *reading) step(w string) {
	listed := w == "or" || w == "and" || w == "nor"
	if r.spent && !listed {
		r.reach = 0
	}
	r.spent = false
	r.reach--
	r.since--
}

func (r *reading) last(i int) string {
	if i > 0 {
		return r.words[i-1]
	}
	return ""
}

func (r *reading) next(i int) string {
	if i+1 < len(r.words) {
		return r.words[i+1]
	}
	return ""
}

// badWord counts a word of a bad end, unless it is of what was given or went before.
func (r *reading) badWord(i int, negated bool) {
	w := r.words[i]
	if r.since > 0 || given[w] && articles[r.last(i)] {
		return
	}
	r.ill = r.ill || !negated
	r.turn(-bad[w], negated)
}

// turn counts a word, the other way round where it is negated.
func (r *reading) turn(x float64, negated bool) {
	if negated {
		x = -x
		r.spent = true
	}
	r.take(x)
}

func (r *reading) take(x float64) { r.sum, r.told = r.sum+x, true }

// down is a fall of something, or something that does not stand.
func (r *reading) down(i int) {
	switch r.last(i) {
	case "went", "goes", "going", "came", "comes", "coming":
		r.over = true
		return
	}
	switch r.next(i) {
	case "to", "from", "by":
		r.take(0.75)
	case "for", "again", "since", "all":
		r.take(-1)
	}
}

// still says that what was is, which is bad unless that is good.
func (r *reading) still(i int) {
	if r.last(i) == "while" {
		return
	}
	for _, w := range r.words[i+1 : min(len(r.words), i+4)] {
		switch {
		case waiting[w]:
			r.open = true
			return
		case good[w] >= 1 || bad[w] != 0:
			return
		}
	}
	r.take(-1)
}

// score is how the clause says that it ended, -2 to 2. The end of what is bad is good.
func (r *reading) score() float64 {
	x := max(-2, min(r.sum, 2))
	if r.denied && !r.told && !r.open {
		x = r.denial()
	}
	switch {
	case r.ill && r.over:
		return 1
	case r.open:
		return x
	}
	switch share := byShare(" " + strings.Join(r.words, " ") + " "); {
	case x == 0, x > 0 && share < 0:
		return share
	}
	return x
}

// denial is what it says to deny something that is neither good nor bad: that is bad ("the planner doesn't use it"), or good of the
// time since ("no such line in 16 nights", "doesn't hurt any more").
func (r *reading) denial() float64 {
	for i, w := range r.words {
		switch {
		case r.lasting && clause.Denies(w) && (!wishes[w] || w == "doesn't" || w == "don't"):
			return 1
		case wishes[w], w == "never" && wanted[r.next(i)]:
			return -1
		}
	}
	return 0
}

func isNumber(w string) bool { return w[0] >= '0' && w[0] <= '9' }

// lasting tells whether a clause speaks of the time since: "since", "any more", "in five weeks".
func lasting(words []string) bool {
	for i, w := range words {
		switch w {
		case "since", "anymore", "longer", "afterwards":
			return true
		case "more":
			if i > 0 && (words[i-1] == "any" || words[i-1] == "no") {
				return true
			}
		case "days", "weeks", "months", "nights", "runs", "week", "month":
			if !slices.Contains(words, "after") {
				return true
			}
		}
	}
	return false
}
