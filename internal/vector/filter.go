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

// Among admits the given ids. It suits sets of up to about fifty thousand: they are scored directly, without
// the graph, so the answer is exact however the set is spread. ids is copied.
func Among(ids []ID) *Filter {
	ids = slices.Clone(ids)
	slices.SortFunc(ids, compareIDs)
	return &Filter{ids: slices.Compact(ids)}
}

// Where admits the ids for which admit returns true. It suits large shares of an index; admit is called for the
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
	rows   []uint32 // the rows of a set of ids, in order
	set    []uint64 // the same as bits, when the rows are too many to list
	share  float64  // of rows that pass, where it is known
}

// prepare resolves a filter's ids to rows. The caller shares life.
func (p *Partition) prepare(f *Filter) *rowFilter {
	if f == nil {
		return nil
	}
	r := &rowFilter{p: p, filter: f}
	n := p.count.Load()
	if f.where != nil {
		return r
	}
	p.names.RLock()
	defer p.names.RUnlock()
	r.rows = make([]uint32, 0, min(len(f.ids), int(n)))
	for _, id := range f.ids {
		if row, ok := p.rowOf[id]; ok {
			r.rows = append(r.rows, row)
		}
	}
	slices.Sort(r.rows)
	r.rows = slices.Compact(r.rows)
	r.share = float64(len(r.rows)) / float64(max(n, 1))
	if r.listed(int(n)) {
		return r
	}
	r.set = make([]uint64, (n+63)/64+1)
	for _, row := range r.rows {
		if row < n {
			r.set[row>>6] |= 1 << (row & 63)
		}
	}
	return r
}

// sample estimates the share of rows that a predicate admits from rows spread evenly.
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

// listed reports whether scoring the listed rows is the cheapest way. A walk costs about as much as scoring
// walkRows rows, and longer in proportion as fewer rows pass; so listing wins up to the geometric mean.
func (f *rowFilter) listed(n int) bool {
	const walkRows = 2000
	return f.filter.where == nil && float64(len(f.rows)) <= max(walkRows, math.Sqrt(walkRows*float64(n)))
}

// plenty reports whether a walk that ignores the filter may find enough. A function is given the chance.
func (f *rowFilter) plenty() bool { return f == nil || f.filter.where != nil || f.share > 0.6 }

// rare reports whether so few rows pass that a scan of all codes beats a walk. Between rare and plenty the walk
// itself decides: it gives up when it has seen an eighth of the rows.
func (f *rowFilter) rare(n int) bool {
	if f == nil {
		return false
	}
	if f.filter.where != nil {
		f.share = f.sample(uint32(n))
	}
	return f.share < 0.01
}

// passes reports whether a live row has an admitted id.
func (f *rowFilter) passes(row uint32) bool {
	switch {
	case f == nil:
		return true
	case f.set != nil:
		return int(row>>6) < len(f.set) && f.set[row>>6]>>(row&63)&1 != 0
	case f.filter.where == nil:
		_, ok := slices.BinarySearch(f.rows, row)
		return ok
	}
	f.p.names.RLock()
	defer f.p.names.RUnlock()
	return f.filter.where(f.p.ids.data[row]) || slices.ContainsFunc(f.p.more[row], f.filter.where)
}

// allows reports whether the filter admits id.
func (f *rowFilter) allows(id ID) bool { return f == nil || f.filter.Allows(id) }
