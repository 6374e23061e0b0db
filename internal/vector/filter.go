package vector

import (
	"math"
	"slices"
)

// A Filter restricts a search to some ids. Make one with [Among] or [Where]; a nil Filter restricts nothing.
// A Filter may be used by many searches at once and on any index.
type Filter struct {
	ids   []ID // in order
	where func(ID) bool
}

// Among admits the given ids. Up to 2,000 of them, or 20,000 in an index of a million, are scored directly, so the
// answer is exact however the set is spread; more are looked for by the graph. ids is copied.
func Among(ids []ID) *Filter {
	ids = slices.Clone(ids)
	slices.SortFunc(ids, compareIDs)
	return &Filter{ids: slices.Compact(ids)}
}

// Where admits the ids for which admit returns true. It suits shares of a percent and more: for rarer ones it scans,
// which takes tens of milliseconds in an index of a million, where Among takes less than one. admit is called for the
// candidates met, from the searching goroutine, under a lock of the index: it must not call the index, nor wait
// for a goroutine that does.
func Where(admit func(ID) bool) *Filter { return &Filter{where: admit} }

// Allows reports whether the filter admits id. A nil Filter admits every id.
func (f *Filter) Allows(id ID) bool {
	switch {
	case f == nil:
		return true
	case f.where != nil:
		return f.where(id)
	default:
		_, ok := slices.BinarySearchFunc(f.ids, id, compareIDs)
		return ok
	}
}

// A rowFilter is a Filter seen from one partition. A nil rowFilter passes everything.
type rowFilter struct {
	p      *Partition
	filter *Filter
	few    bool     // rows lists all that pass; otherwise the filter is asked row by row
	rows   []uint32 // in order
}

// prepare resolves a filter's ids to rows if they are few. The caller shares life.
func (p *Partition) prepare(f *Filter) *rowFilter {
	if f == nil {
		return nil
	}
	r := &rowFilter{p: p, filter: f}
	if f.where != nil || len(f.ids) > listable(int(p.count.Load())) {
		return r
	}
	r.few = true
	p.names.RLock()
	defer p.names.RUnlock()
	r.rows = make([]uint32, 0, len(f.ids))
	for _, id := range f.ids {
		if row, ok := p.rowOf[id]; ok {
			r.rows = append(r.rows, row)
		}
	}
	slices.Sort(r.rows)
	r.rows = slices.Compact(r.rows)
	return r
}

// listable is how many of n rows are cheaper to look up and score one by one than to walk for. A walk costs about
// as much as looking up walkRows rows, and longer in proportion as fewer rows pass: the two meet at the geometric
// mean.
func listable(n int) int {
	const walkRows = 400
	return max(2000, int(math.Sqrt(walkRows*float64(n))))
}

// sample estimates the share of rows that pass from rows spread evenly.
func (f *rowFilter) sample(n uint32) float64 {
	const looks = 256
	if n <= looks {
		return 1
	}
	hits := 0
	for i := range uint64(looks) {
		if f.passes(uint32(i * uint64(n) / looks)) {
			hits++
		}
	}
	return float64(hits) / looks
}

// rare reports whether so few rows pass that a scan of all codes beats a walk. Above that the walk
// itself decides: it gives up when it has seen an eighth of the rows.
func (f *rowFilter) rare(n int) bool { return f != nil && f.sample(uint32(n)) < 0.01 }

// passes reports whether a live row has an admitted id.
func (f *rowFilter) passes(row uint32) bool {
	if f == nil {
		return true
	}
	f.p.names.RLock()
	defer f.p.names.RUnlock()
	return f.filter.Allows(f.p.ids.data[row]) || len(f.p.more) > 0 && slices.ContainsFunc(f.p.more[row], f.filter.Allows)
}

// allows reports whether the filter admits id.
func (f *rowFilter) allows(id ID) bool { return f == nil || f.filter.Allows(id) }
