package knowledge

import (
	"slices"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/judgement"
)

// How what is told takes a side on an opinion: above 0 for it, below against it,
// 0 where it takes none.

// verdict compares what a text judges with what an opinion does: first what it
// says by the same measure in the breath that names what is judged, then
// elsewhere, then by measures that tell of it.
func (c *Claim) verdict(o *Opinion) int {
	if o.changes && c.says(judgement.Of(judgement.Effect)) < 0 {
		return -1 // whatever it was said to do
	}
	if o.of.Meets(judgement.Of(judgement.Liking)) && len(o.object) > 0 && c.met(o.object) == 0 {
		return 0 // it is liked, or not, to do something else
	}
	near := c.clausesOf(o)
	told := o.of.Told() | judgement.Of(judgement.General)
	for _, tier := range []func(j judgement.Judgement) bool{
		func(j judgement.Judgement) bool { return j.Of.Meets(o.of) && near[c.clauseOf(j)] },
		func(j judgement.Judgement) bool { return j.Of.Meets(o.of) },
		func(j judgement.Judgement) bool { return j.Of.Meets(told) },
	} {
		if sum, some := c.sum(o, tier); some {
			return sum * o.pole
		}
	}
	return 0
}

// sum adds the poles of some of a text's judgements; 0 where they disagree, unless
// those of one side are said after a contrast, or are most.
func (c *Claim) sum(o *Opinion, of func(judgement.Judgement) bool) (side int, some bool) {
	good, bad, last := 0, 0, 0
	for _, j := range c.reading.Judgements {
		if j.Pole == 0 || !of(j) || o.isOf(c.reading.Words[j.At].Stem) {
			continue
		}
		pole := j.Pole
		if j.Than > 0 && c.standsBehind(o, j.Than) || c.without(o, j) {
			pole = -pole
		}
		if c.afterContrast(j) {
			last = pole
		}
		if pole > 0 {
			good++
		} else {
			bad++
		}
	}
	switch {
	case good+bad == 0:
		return 0, false
	case bad == 0, good > 2*bad:
		return 1, true
	case good == 0, bad > 2*good:
		return -1, true
	}
	return last, true
}

// without tells whether a clause says what is so where there is none of what an
// opinion is of, or of what somebody likes by it: "without coffee he sleeps",
// "she keeps her mornings free".
func (c *Claim) without(o *Opinion, j judgement.Judgement) bool {
	of, liking := o.ofWords(), o.of.Meets(judgement.Of(judgement.Liking))
	if liking {
		of = o.object
	} else if !o.changes {
		return false
	}
	words := c.reading.Words
	for i, w := range words {
		here := w.Clause == words[j.At].Clause || liking
		if here && c.forgone(i) && slices.ContainsFunc(of, func(x string) bool { return akin(w.Stem, x) }) {
			return true
		}
	}
	return false
}

// forgone tells whether somebody does without what a word stands for.
func (c *Claim) forgone(at int) bool {
	words := c.reading.Words
	for k := max(0, at-withoutReach); k < at; k++ {
		if words[k].Clause == words[at].Clause && forgoing[words[k].Text] && words[k+1].Text != "longer" {
			return true
		}
	}
	return at+1 < len(words) && words[at+1].Text == "free"
}

// forgoing are words of doing without what follows a few words behind.
var forgoing = text.Set("without skip skips skipped skipping quit quitting avoids avoided avoiding no deleted removed uninstalled")

const withoutReach = 4

// says tells on which side a text is by one measure.
func (c *Claim) says(of judgement.Dimensions) int {
	for _, j := range c.reading.Judgements {
		if j.Of == of {
			return j.Pole
		}
	}
	return 0
}

// standsBehind tells whether what an opinion is of stands only behind a place of
// the text: what is said before is said of something else.
func (c *Claim) standsBehind(o *Opinion, place int) bool {
	found := false
	for _, w := range o.ofWords() {
		at := c.find(w)
		if at >= 0 && at < place {
			return false
		}
		found = found || at > place
	}
	return found
}

// clausesOf are the clauses that name what an opinion is of, and those that take
// back what was said.
func (c *Claim) clausesOf(o *Opinion) map[int]bool {
	near := map[int]bool{}
	for _, clause := range c.reading.Contrasts {
		near[clause] = true
	}
	for _, name := range o.ofWords() {
		for _, w := range c.reading.Words {
			if akin(w.Stem, name) {
				near[w.Clause] = true
			}
		}
	}
	return near
}

func (c *Claim) clauseOf(j judgement.Judgement) int { return c.reading.Words[j.At].Clause }

func (c *Claim) afterContrast(j judgement.Judgement) bool {
	return len(c.reading.Contrasts) > 0 && c.clauseOf(j) >= c.reading.Contrasts[len(c.reading.Contrasts)-1]
}

// presence tells whether what an opinion says is kept off was there.
func (c *Claim) presence(o *Opinion) int {
	for _, w := range c.reading.Words {
		if slices.ContainsFunc(o.keepsOff, func(x string) bool { return akin(w.Stem, x) }) {
			if w.Denied {
				return 1
			}
			return -1
		}
	}
	return c.verdict(o)
}

// comparison adds up what a text says of the one and of the other that an opinion compares.
func (c *Claim) comparison(o *Opinion) int {
	if c.met(o.better) == 0 || c.met(o.than) == 0 {
		return 0
	}
	measured := o.of | o.of.Told() | judgement.Of(judgement.General)
	sum := 0
	for _, j := range c.reading.Judgements {
		if j.Of.Meets(measured) {
			sum += j.Pole * c.sideAt(o, j.At)
		}
	}
	return sum * o.pole
}

// sideAt tells of which of two that an opinion compares some words speak: of the
// one named last before them, or, where none was in their clause, of the next.
func (c *Claim) sideAt(o *Opinion, at int) int {
	side := func(w judgement.Word) int {
		same := func(x string) bool { return akin(w.Stem, x) }
		switch {
		case slices.ContainsFunc(o.than, same):
			return -1
		case slices.ContainsFunc(o.better, same):
			return 1
		}
		return 0
	}
	words := c.reading.Words
	before := 0
	for i := at - 1; i >= 0 && before == 0; i-- {
		if before = side(words[i]); before != 0 && words[i].Clause == words[at].Clause {
			return before
		}
	}
	for i := at + 1; i < len(words) && words[i].Clause == words[at].Clause; i++ {
		if s := side(words[i]); s != 0 {
			return s
		}
	}
	return before
}
