package digest

import (
	"cmp"
	"slices"
	"strings"
)

const (
	relevance = 0.7  // of worth against novelty, 0 to 1
	repeats   = 0.75 // cosine from which two sentences say the same
	least     = 0.2  // worth of what is said at all, where there is room for it
	coverage  = 0.2  // of its worth, more for what stands in a third of the passages that nothing is chosen of
	patience  = 50   // sentences that did not fit until the text counts as full
)

// chooser gathers the sentences of a summary.
type chooser struct {
	passages []Passage
	options  Options
	chosen   []*sentence // in the order of the passages
	text     string
	touched  [3]bool // the thirds of the passages of which something is chosen
}

// third tells in which third of the passages a sentence stands.
func (c *chooser) third(s *sentence) int { return 3 * s.Passage / len(c.passages) }

// choose takes sentences while one is worth its place and fits.
func (c *chooser) choose(list []*sentence) {
	left := slices.Clone(list)
	nearest := make([]float64, len(left)) // greatest cosine with a chosen one
	for misfits := 0; misfits < patience; {
		best := c.best(left, nearest)
		if best < 0 {
			break
		}
		s := left[best]
		left, nearest = slices.Delete(left, best, best+1), slices.Delete(nearest, best, best+1)
		if !c.take(s) {
			misfits++
			continue
		}
		for i, other := range left {
			nearest[i] = max(nearest[i], cosine(s.vector, other.vector))
		}
	}
	if len(c.chosen) == 0 && len(list) > 0 {
		c.clip(slices.MaxFunc(list, func(a, b *sentence) int { return cmp.Compare(a.Score, b.Score) }))
	}
}

// best returns the index of the sentence to take next, the first of equals, or
// -1.
func (c *chooser) best(left []*sentence, nearest []float64) int {
	best, most := -1, 0.0
	for i, s := range left {
		value := relevance*s.Score - (1-relevance)*nearest[i]
		if !c.touched[c.third(s)] {
			value += coverage * s.Score
		}
		if s.Score >= least && nearest[i] < repeats && value > most {
			best, most = i, value
		}
	}
	return best
}

// take puts a sentence in its place, if the text still fits the budget.
func (c *chooser) take(s *sentence) bool {
	at, _ := slices.BinarySearchFunc(c.chosen, s, inOrder)
	with := slices.Insert(slices.Clone(c.chosen), at, s)
	text := c.write(with)
	if c.options.Count(text) > c.options.Tokens {
		return false
	}
	c.chosen, c.text = with, text
	c.touched[c.third(s)] = true
	return true
}

// clip takes the longest beginning of a sentence that fits, cut behind a word:
// where no sentence fits, that is more than nothing.
func (c *chooser) clip(s *sentence) {
	for i := len(s.words) - 1; i >= 0; i-- {
		part := *s
		part.End = s.Start + s.words[i].end
		part.Text = s.Text[:s.words[i].end]
		if c.take(&part) {
			return
		}
	}
}

// write joins sentences: those of one passage by a space, passages by a line
// break, with the label where it changes.
func (c *chooser) write(list []*sentence) string {
	var b strings.Builder
	label := ""
	for i, s := range list {
		p := c.passages[s.Passage]
		switch {
		case i == 0:
		case s.Passage == list[i-1].Passage:
			b.WriteByte(' ')
		default:
			b.WriteByte('\n')
		}
		if p.Label != label {
			if label = p.Label; label != "" {
				b.WriteString(label + ": ")
			}
		}
		b.WriteString(s.Text)
	}
	return b.String()
}

// redundant tells whether a sentence says what one of the chosen says.
func redundant(s *sentence, chosen []*sentence) bool {
	return slices.ContainsFunc(chosen, func(o *sentence) bool { return cosine(s.vector, o.vector) >= repeats })
}
