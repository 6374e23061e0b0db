package lexical

import (
	"cmp"
	"slices"
)

// wordsOnly tells that the query is of words alone, any of which may match in any field.
func (c *call) wordsOnly() bool {
	return !slices.ContainsFunc(c.groups, func(g group) bool { return g.kind != Words || g.occur != Should || g.in != 0 })
}

// choose finds the best records by the rarest words and scores those by all of them. The postings of common words, which are
// nearly all that there are, are not read: so it costs as good as the same in an index of any size.
func (f *finder) choose(budget int) error {
	wanted := f.limit
	if f.putOff(budget) {
		f.limit += wanted / 2
		f.choosing = true
	}
	f.open()
	f.waits = true // records with two variants of a word do not count for the threshold, and those not shown are made up for
	if err := f.look(); err != nil {
		return err
	}
	if !f.settled() {
		f.startOver()
		if err := f.look(); err != nil {
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
		if g := &f.groups[i]; g.scores() && g.df > 0 {
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

// settled tells that nothing was passed over which is among the best, though records counted for the threshold that may not be
// shown, as nearly all may: as many as are wanted reach it in the end.
func (f *finder) settled() bool {
	return len(f.top) < f.limit || f.scored() && f.worst() >= f.reached()
}

// startOver forgets what was found. From now on, a record is asked about before it counts.
func (f *finder) startOver() {
	f.best, f.top, f.seeds = f.best[:0], f.top[:0], f.seeds[:0]
	f.asks = true
	for _, cur := range f.lists {
		cur.rewind()
	}
}
