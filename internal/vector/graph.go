package vector

import (
	"math"
	"sync/atomic"
)

// none ends a link list.
const none = ^uint32(0)

// noEntry is the entry of an empty graph.
const noEntry = ^uint64(0)

// A graph is a hierarchical navigable small world (Malkov and Yashunin, 2018) over the rows of a partition:
// level 0 joins all linked rows, each level above a random fraction of 1/M of them.
//
// Link lists are fixed-length arrays ended by none. Only the goroutine that holds Partition.linking writes
// them, one word at a time; searches read them without a lock and may see a list half rewritten, which is a
// list of valid rows all the same.
type graph struct {
	m, m0, ef int
	seed      uint64
	perLevel  float64

	ground slab[uint32] // m0 a row
	level  slab[uint8]
	upAt   slab[uint32] // where a row's upper lists begin, in lists
	upper  slab[uint32] // m a list
	uppers int

	entry  atomic.Uint64 // level<<32 | row
	linked atomic.Uint32 // rows below it are linked (or were dead when their turn came)
	buried atomic.Int64  // linked rows that died
	lost   atomic.Int64  // those among them that died since the last repair
}

func newGraph(opt Options) *graph {
	g := &graph{m: opt.M, m0: 2 * opt.M, ef: opt.EfConstruction, seed: opt.Seed, perLevel: 1 / math.Log(float64(opt.M))}
	g.entry.Store(noEntry)
	return g
}

func (g *graph) free() {
	if g == nil {
		return
	}
	g.ground.free()
	g.level.free()
	g.upAt.free()
	g.upper.free()
}

// links is the list of a row on a level that the row has.
func (g *graph) links(row uint32, level int) []uint32 {
	if level == 0 {
		return g.ground.data[int(row)*g.m0:][:g.m0]
	}
	at := int(g.upAt.data[row]) + level - 1
	return g.upper.data[at*g.m:][:g.m]
}

// maxLevel bounds the height of the graph.
const maxLevel = 15

// levelOf draws the level of a row from the seed: geometric, so that one row in M rises each level.
func (g *graph) levelOf(row uint32) int {
	h := mix(g.seed ^ mix(uint64(row)+1))
	u := (float64(h>>11) + 1) / (1 << 53)
	return min(int(-math.Log(u)*g.perLevel), maxLevel)
}

// mix is the finaliser of splitmix64 (Steele, Lea and Flood, 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// setLinks replaces a list.
func setLinks(list, to []uint32) {
	for i, v := range to {
		atomic.StoreUint32(&list[i], v)
	}
	if len(to) < len(list) {
		atomic.StoreUint32(&list[len(to)], none)
	}
}

// degree is the length of a list; only for those who hold linking.
func degree(list []uint32) int {
	for i, v := range list {
		if v == none {
			return i
		}
	}
	return len(list)
}

// fits reports whether the graph has room for n rows and for upper lists.
func (g *graph) fits(n, uppers int) bool {
	return g.ground.fits(n*g.m0) && g.level.fits(n) && g.upAt.fits(n) && g.upper.fits(uppers*g.m)
}

// grow makes that room. No search may run.
func (g *graph) grow(n, uppers int) {
	g.ground.grow(n * g.m0)
	g.level.grow(n)
	g.upAt.grow(n)
	g.upper.grow(uppers * g.m)
}

// entryRow splits the entry point.
func entryRow(e uint64) (row uint32, level int) { return uint32(e), int(e >> 32) }
