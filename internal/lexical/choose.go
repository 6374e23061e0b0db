package lexical

import (
	"cmp"
	"math/bits"
	"slices"
)

// wordsOnly tells that the query is of words alone, any of which may match in any field.
func (c *call) wordsOnly() bool {
	return !slices.ContainsFunc(c.groups, func(g group) bool { return g.kind != Words || g.occur != Should || g.in != 0 })
}

// choose finds the best records by the rarest words and scores those by all of them. The postings of common words, which are
// nearly all that there are, are not read: so it costs as good as the same in an index of any size. Each posting is looked at
// once; to skip what cannot be among the best takes longer than to add it up, where words are rare.
func (f *finder) choose(budget int) error {
	wanted := f.limit
	if f.putOff(budget) {
		f.limit += wanted / 2
		f.choosing = true
	}
	f.open()
	f.waits = true
	if err := f.survey(false); err != nil {
		return err
	}
	if !f.settled() {
		f.startOver()
		if err := f.survey(true); err != nil {
			return err
		}
	}
	switch {
	case f.choosing && f.refused && len(f.best) < wanted:
		return f.findAll(wanted)
	case f.choosing:
		for i := range f.best {
			f.best[i].Score = f.best[i].all
		}
		slices.SortFunc(f.best, func(a, b found) int { return better(a.Hit, b.Hit) })
		f.best = f.best[:min(wanted, len(f.best))]
	}
	return nil
}

// findAll finds the best records by all words: what may be shown is so little that the rarest words are in too few of it.
func (f *finder) findAll(wanted int) error {
	for i := range f.groups {
		f.groups[i].late = false
	}
	f.slate.blank()
	*f = finder{call: f.call, ctx: f.ctx, allow: f.allow, limit: wanted}
	return f.find()
}

// putOff marks the words that do not choose, and tells whether there are any. Those choose which say the most for the postings
// that they have: rare words before common ones, and before stop words. It is decided by what lives alone (L2).
func (f *finder) putOff(budget int) bool {
	all := 0.0
	telling := make([]*group, 0, len(f.groups))
	for i := range f.groups {
		if g := &f.groups[i]; g.scores() {
			all += g.weight * g.idf
			telling = append(telling, g)
		}
	}
	slices.SortStableFunc(telling, func(a, b *group) int {
		return cmp.Compare(b.weight*b.idf*float64(a.df), a.weight*a.idf*float64(b.df))
	})
	late, postings, choosers := false, 0, 0.0
	for _, g := range telling {
		if postings += g.df; postings > budget && 2*choosers >= all {
			g.late, late = true, true
			continue
		}
		choosers += g.weight * g.idf
	}
	return late
}

// survey takes the bounds of all records, and scores those that may be among the best. It takes them to be admitted until
// they are scored, as nearly all are, unless it asks: then a record that is not does not count for the threshold.
func (f *finder) survey(asks bool) error {
	for start, ok := f.nextWindow(1); ok; start, ok = f.nextWindow(start + window) {
		if err := f.ctx.Err(); err != nil {
			return err
		}
		var doubled [window / 64]uint64
		for _, lists := range f.words {
			if len(lists) == 1 {
				lists[0].add(start, &f.acc, &f.seen)
				continue
			}
			var held [window / 64]uint64
			for _, cur := range lists {
				cur.addVariant(start, &f.acc, &f.seen, &held, &doubled)
			}
		}
		f.sweep(start, &doubled, asks)
	}
	f.judge()
	return nil
}

// sweep notes the records of a window that may be among the best, and blanks it. Variants of a word add up to less than their
// bounds do, so that a record with two of them does not count for the threshold.
func (f *finder) sweep(start uint32, doubled *[window / 64]uint64, asks bool) {
	least := f.least(0)
	for i, some := range f.seen {
		if some == 0 {
			continue
		}
		for left := some; left != 0; left &= left - 1 {
			d := uint32(64*i + bits.TrailingZeros64(left))
			doc, bound := start+d, f.acc[d]
			if bound < least || f.s.dead > 0 && f.s.docs.at(doc).dead() {
				continue
			}
			counts := doubled[i]&left&-left == 0 && (!f.filled() || bound > f.top[0])
			if counts && asks && f.allow != nil && !f.allow(f.s.idOf(doc)) {
				f.refused = true
				continue
			}
			f.noted = append(f.noted, bounded{doc, bound})
			if counts {
				f.top.raise(bound, f.limit)
				least = f.least(0)
			}
		}
		clear(f.acc[64*i : 64*i+64])
		f.seen[i] = 0
	}
}

// settled tells that nothing was passed over which is among the best: as many as are wanted reach the threshold in the end.
func (f *finder) settled() bool {
	return !f.filled() || len(f.best) == f.limit && f.best[0].Score >= f.threshold()
}

// startOver forgets what was found.
func (f *finder) startOver() {
	f.best, f.top = f.best[:0], f.top[:0]
	for _, cur := range f.lists {
		cur.rewind()
	}
}
