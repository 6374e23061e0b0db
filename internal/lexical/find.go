package lexical

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"
)

// found is a hit and its record's number.
type found struct {
	Hit
	doc uint32
	all float64 // its score by all words, where some choose
}

// finder looks for the best records by their own fields: MaxScore (Turtle and Flood, 1995) over windows of records, with
// block maxima (Ding and Suel, 2011), bounds first and exact scores for what passes.
type finder struct {
	*call
	ctx   context.Context
	allow func(ID) bool
	limit int
	shortlist

	lists []*cursor
	twins []bool // for each list, whether it is of a word that has another before it
	// choosing tells that scores are those by the words that choose.
	choosing bool
	refused  bool // a record was not admitted
	// required are lists of which each record must be in one, for each of them.
	required [][]*cursor
	order    []int     // the lists, the weakest first
	bounds   []float32 // of the lists in the current window
	*slate
}

// window is how many records are looked at together.
const window = 1 << 14

// slate is what a finder works on. Finders that follow have the memory of it.
type slate struct {
	// Blank between windows.
	acc         [window]float32     // bounds of the records
	seen, marks [window / 64]uint64 // those that have one, and those that a requirement names
	doubled     [window / 64]uint64 // those that may hold two variants of a word

	touched []uint32  // records of the window that may be among the best
	noted   notedHeap // records whose scores are yet to be computed
	found   notedHeap // what seeds are chosen from

	cursors []*cursor
	taken   int // of the cursors
}

// cursor returns a cursor before the first posting of a term.
func (s *slate) cursor(p *postings, term uint32) *cursor {
	if s.taken == len(s.cursors) {
		s.cursors = append(s.cursors, new(cursor))
	}
	c := s.cursors[s.taken]
	s.taken++
	c.begin(p, term)
	return c
}

// blank ends the work of a finder: nothing of its index is held on to.
func (s *slate) blank() {
	for _, c := range s.cursors[:s.taken] {
		c.p, c.blocks = nil, nil
	}
	s.noted, s.taken = s.noted[:0], 0
}

func (f *finder) find() error {
	if f.limit == 0 {
		return nil
	}
	f.open()
	if len(f.lists) == 0 {
		return nil
	}
	f.demand()
	return f.look()
}

// look finds the best of the records that the lists hold.
func (f *finder) look() error {
	f.seed()
	for start, ok := f.nextWindow(1); ok; start, ok = f.nextWindow(start + window) {
		if err := f.ctx.Err(); err != nil {
			return err
		}
		f.window(start)
	}
	f.judge()
	return nil
}

// open makes a cursor for each term that adds to scores, and room to work.
func (f *finder) open() {
	s := f.s
	if f.call.slate == nil {
		f.call.slate = &slate{}
	}
	f.slate = f.call.slate
	grown, shrunk := s.drift()
	f.waits = f.allow == nil && f.wordsOnly()
	for g := range f.groups {
		gr := &f.groups[g]
		if !gr.scores() || gr.late {
			continue
		}
		first, slack := len(f.lists), 0.0
		for _, v := range gr.variants {
			cur := f.cursor(&s.post, v.term)
			if cur.count == 0 {
				continue
			}
			slack = max(slack, cur.bound(gr.weight*gr.idf, v.share, grown, shrunk, s.params.K1))
			f.twins = append(f.twins, len(f.lists) > first)
			f.lists = append(f.lists, cur)
		}
		f.slack += slack
		f.waits = f.waits && len(f.lists) <= first+1 // variants of a word add up to less than their bounds do
	}
	f.order, f.bounds = make([]int, len(f.lists)), make([]float32, len(f.lists))
}

// drift tells how much a weighted count may have grown and shrunk, at most, since the impacts were computed, as average
// lengths have.
func (s *state) drift() (grown, shrunk float64) {
	grown, shrunk = 1, 1
	for fl := range NumFields {
		by := s.totals.avg(fl) / s.ref[fl]
		grown = max(grown, by)
		if s.totals.with[fl] > 0 {
			shrunk = min(shrunk, by)
		}
	}
	return grown, shrunk
}

// demand makes the lists that records must be in: those of each Must clause, and of every word of its phrases.
func (f *finder) demand() {
	open := func(to []*cursor, vs []variant) []*cursor {
		for _, v := range vs {
			to = append(to, f.cursor(&f.s.post, v.term))
		}
		return to
	}
	for i := 0; i < len(f.groups); {
		g := &f.groups[i]
		var any []*cursor
		end := i
		for ; end < len(f.groups) && f.groups[end].clause == g.clause; end++ {
			any = open(any, f.groups[end].variants)
		}
		i = end
		switch {
		case g.occur != Must:
		case g.kind == Phrase:
			for _, vs := range g.places {
				f.required = append(f.required, open(nil, vs))
			}
		default:
			f.required = append(f.required, any)
		}
	}
}

// nextWindow returns the first window at or after a record that a list reaches.
func (f *finder) nextWindow(from uint32) (uint32, bool) {
	first, ok := uint32(0), false
	for _, cur := range f.lists {
		if d, has := cur.next(from); has && (!ok || d < first) {
			first, ok = d, true
		}
	}
	return first, ok
}

// window looks at the records from start on.
func (f *finder) window(start uint32) {
	var total float32
	for i, cur := range f.lists {
		f.order[i] = i
		f.bounds[i] = cur.most(start, start+window)
		total += f.bounds[i]
	}
	if f.filled() && !atLeast(total, f.threshold()) {
		return
	}
	slices.SortFunc(f.order, func(a, b int) int { return cmp.Or(cmp.Compare(f.bounds[a], f.bounds[b]), a-b) })
	weak, rest := f.weak()
	for _, i := range f.order[weak:] {
		f.add(i, start)
	}
	for i, some := range f.doubled {
		f.seen[i] |= some
	}
	f.touch(start, rest)
	f.complete(start, f.order[:weak], rest)
	f.note(start)
	for i := range f.seen {
		if f.seen[i]|f.doubled[i] != 0 {
			clear(f.acc[64*i : 64*i+64])
			f.seen[i], f.doubled[i] = 0, 0
		}
	}
}

// add adds the bounds of a list to those of the window.
func (f *finder) add(list int, start uint32) {
	if f.twins[list] {
		f.lists[list].add(start, &f.acc, &f.doubled)
		return
	}
	f.lists[list].add(start, &f.acc, &f.seen)
}

// weak returns how many of the weakest lists only complete what the others found, as they cannot reach the threshold
// together, and the sum of their bounds.
func (f *finder) weak() (n int, rest float32) {
	if !f.filled() {
		return 0, 0
	}
	need := f.threshold()
	for n < len(f.order) && !atLeast(rest+f.bounds[f.order[n]], need) {
		rest += f.bounds[f.order[n]]
		n++
	}
	return n, rest
}

// touch lists, in order, the records seen that meet the requirements and may reach the threshold with a rest.
func (f *finder) touch(start uint32, rest float32) {
	kept := f.seen
	for _, lists := range f.required {
		clear(f.marks[:])
		for _, cur := range lists {
			cur.mark(start, &f.marks)
		}
		for i := range kept {
			kept[i] &= f.marks[i]
		}
	}
	least := f.least(rest)
	f.touched = f.touched[:0]
	for i, some := range kept {
		for ; some != 0; some &= some - 1 {
			d := uint32(64*i + bits.TrailingZeros64(some))
			if f.acc[d] >= least {
				f.touched = append(f.touched, d)
			}
		}
	}
}

// complete adds the weak lists' bounds to those of the records touched, and drops the records that cannot reach the
// threshold.
func (f *finder) complete(start uint32, weak []int, rest float32) {
	for j := len(weak) - 1; j >= 0 && len(f.touched) > 0; j-- {
		cur := f.lists[weak[j]]
		rest = max(rest-f.bounds[weak[j]], 0)
		least := f.least(rest)
		all := f.crowded(cur)
		if all {
			f.add(weak[j], start)
		}
		n := 0
		for _, d := range f.touched {
			if !all {
				f.complement(weak[j], start, d)
			}
			if f.acc[d] >= least {
				f.touched[n] = d
				n++
			}
		}
		f.touched = f.touched[:n]
	}
}

// sooner is how many postings are added in the time that it takes to ask a list about one record.
const sooner = 16

// crowded tells that so many records were touched that a list is sooner added than asked about each.
func (f *finder) crowded(cur *cursor) bool {
	return sooner*len(f.touched)*(f.s.docs.Len()/window+1) > int(cur.l.n)
}

// complement adds the bound that one record has in a list.
func (f *finder) complement(list int, start, d uint32) {
	bound := f.lists[list].boundAt(start + d)
	f.acc[d] += bound
	if f.twins[list] && bound > 0 {
		f.doubled[d/64] |= 1 << (d % 64)
	}
}

// least is a bound below which no record reaches the threshold with a rest.
func (f *finder) least(rest float32) float32 {
	if !f.filled() {
		return float32(math.Inf(-1))
	}
	return float32(f.threshold()*(1-rounding)-1e-9) - rest*(1+rounding)
}
