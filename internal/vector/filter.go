package vector

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"sync/atomic"
)

// A Filter restricts a search to some ids. Make one with [Among] or [Where]; a nil Filter restricts nothing.
// A Filter may be used by many searches at once and on any index. Use one for many searches where that can be:
// which rows a rare filter passes is remembered by the filter, so that the second search finds it known.
type Filter struct {
	ids   []ID // in order
	sieve sieve
	where func(ID) bool

	rareIn atomic.Uint64 // the naming (see [Partition]) of rows that few passed
	rows   atomic.Pointer[passing]
}

// Among admits the given ids. Up to 2,000 of them, or a twentieth of the index if that is more, are scored directly, so the
// answer is exact however the set is spread; more are looked for by the graph. ids is copied.
func Among(ids []ID) *Filter {
	ids = slices.Clone(ids)
	slices.SortFunc(ids, compareIDs)
	f := &Filter{ids: slices.Compact(ids)}
	f.sieve = newSieve(f.ids)
	return f
}

// Where admits the ids for which admit returns true, which it must do for an id always or never. admit is called for the
// candidates met, from the searching goroutine, under a lock of the index: it must not call the index, nor wait
// for a goroutine that does. Where fewer than one in twenty pass, the first search scans, which takes some ten
// milliseconds in an index of a million, and the second calls admit for every row, once; those after it score the rows that pass, as with Among.
func Where(admit func(ID) bool) *Filter { return &Filter{where: admit} }

// Allows reports whether the filter admits id. A nil Filter admits every id.
func (f *Filter) Allows(id ID) bool {
	switch {
	case f == nil:
		return true
	case f.where != nil:
		return f.where(id)
	case !f.sieve.may(id):
		return false
	default:
		_, ok := slices.BinarySearchFunc(f.ids, id, compareIDs)
		return ok
	}
}

// A sieve turns most ids away that are not in a set, by one bit of a table that fits a cache which the set itself would not.
type sieve struct {
	words []uint64
	shift int // leaves of a hash the number of a bit
}

// newSieve spends sixteen bits an id or more: one foreign id in sixteen passes, or fewer.
func newSieve(ids []ID) sieve {
	if len(ids) == 0 {
		return sieve{}
	}
	log := bits.Len(uint(16*len(ids) - 1))
	s := sieve{words: make([]uint64, max(1, 1<<log>>6)), shift: 64 - log}
	for _, id := range ids {
		bit := s.bit(id)
		s.words[bit>>6] |= 1 << (bit & 63)
	}
	return s
}

func (s sieve) bit(id ID) uint64 {
	return mix(binary.LittleEndian.Uint64(id[:8])^bits.RotateLeft64(binary.LittleEndian.Uint64(id[8:]), 32)) >> s.shift
}

func (s sieve) may(id ID) bool {
	if len(s.words) == 0 {
		return false
	}
	bit := s.bit(id)
	return s.words[bit>>6]>>(bit&63)&1 != 0
}

// A passing is the rows that pass a filter, as long as the partition's naming is the same: those below upto.
type passing struct {
	naming uint64
	upto   uint32
	rows   []uint32 // in order; some may have died since
}

// A rowFilter is a Filter seen from one partition. A nil rowFilter passes everything.
type rowFilter struct {
	p      *Partition
	filter *Filter
	few    bool     // rows lists all that pass; otherwise the filter is asked row by row
	rows   []uint32 // in order; some may be dead
}

// rareShare is the share of rows, one in so many, up to which rows that pass are listed and scored one by one. A
// walk for more rare ones leaves their neighbourhood, and then misses what lies in another.
const rareShare = 20

// listable is how many of n rows are scored one by one.
func listable(n int) int { return max(2000, n/rareShare) }

// prepare resolves a filter to rows if they are few. The caller shares life.
func (p *Partition) prepare(f *Filter) *rowFilter {
	if f == nil {
		return nil
	}
	r := &rowFilter{p: p, filter: f}
	naming, n := p.naming.Load(), p.count.Load()
	known := f.rows.Load()
	switch {
	case known != nil && known.naming == naming && known.upto <= n:
		if known.upto < n {
			known = r.extend(known, n)
		}
	case f.where != nil && f.rareIn.Load() == naming:
		known = r.extend(&passing{naming: naming}, n)
	case f.where == nil && len(f.ids) <= listable(int(n)):
		known = p.lookUp(f.ids, naming, n)
	default:
		return r
	}
	if len(known.rows) > 2*listable(int(n)) { // not so rare as its sample was, or no longer
		f.rareIn.Store(0)
		f.rows.Store(nil)
		return r
	}
	r.remember(known)
	r.few, r.rows = true, known.rows
	return r
}

// remember keeps what passes for later searches, unless rows have got or lost names meanwhile.
func (f *rowFilter) remember(known *passing) {
	if f.p.naming.Load() == known.naming && f.filter.rows.Load() != known {
		f.filter.rows.Store(known)
	}
}

// lookUp lists the rows of ids below n.
func (p *Partition) lookUp(ids []ID, naming uint64, n uint32) *passing {
	known := &passing{naming: naming, upto: n, rows: make([]uint32, 0, len(ids))}
	p.names.RLock()
	for _, id := range ids {
		if row, ok := p.rowOf[id]; ok && row < n {
			known.rows = append(known.rows, row)
		}
	}
	p.names.RUnlock()
	slices.Sort(known.rows)
	known.rows = slices.Compact(known.rows)
	return known
}

// extend asks the filter about the living rows from known.upto to n.
func (f *rowFilter) extend(known *passing, n uint32) *passing {
	const stretch = 4096 // between stretches, writers get their turn
	rows := slices.Clip(known.rows)
	for from := known.upto; from < n; from += min(stretch, n-from) {
		f.p.names.RLock()
		for row := from; row < min(from+stretch, n); row++ {
			if !f.p.dead.has(row) && f.admits(row) {
				rows = append(rows, row)
			}
		}
		f.p.names.RUnlock()
	}
	return &passing{naming: known.naming, upto: n, rows: rows}
}

// sample estimates the share of rows that pass from rows spread evenly.
func (f *rowFilter) sample(n uint32) float64 {
	const looks = 512
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

// rare reports whether so few rows pass that a scan of all codes beats a walk, and remembers it, so that the next search
// lists them. Where more pass the walk itself decides: it gives up when it has seen an eighth of the rows.
func (f *rowFilter) rare(n int) bool {
	if f == nil || f.sample(uint32(n))*rareShare >= 1 {
		return false
	}
	f.filter.rareIn.Store(f.p.naming.Load())
	return true
}

// passes reports whether a live row has an admitted id.
func (f *rowFilter) passes(row uint32) bool {
	if f == nil {
		return true
	}
	f.p.names.RLock()
	defer f.p.names.RUnlock()
	return f.admits(row)
}

// admits is passes for those who share names.
func (f *rowFilter) admits(row uint32) bool {
	return f.filter.Allows(f.p.ids.data[row]) || len(f.p.more) > 0 && slices.ContainsFunc(f.p.more[row], f.filter.Allows)
}

// allows reports whether the filter admits id.
func (f *rowFilter) allows(id ID) bool { return f == nil || f.filter.Allows(id) }
