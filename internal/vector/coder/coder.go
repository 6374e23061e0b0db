package coder

import (
	"context"
	"encoding/binary"
	"math/rand"
	"slices"
	"sync"

	"github.com/coder/hnsw"

	"github.com/lukasadb/lukasa/internal/vector"
)

// Options of an index.
type Options struct {
	// Dim is the length of a vector, 1 to vector.MaxDim. Required.
	Dim int
	// Seed decides the levels of the graph.
	Seed int64
	// M and EfSearch are passed on. Defaults 16 and 200.
	M, EfSearch int
	// Candidates is how many candidates the graph is asked for. Default 200, at least ten times K.
	Candidates int
}

// An Index is safe for concurrent use; calls run one at a time.
type Index struct {
	mu    sync.Mutex
	opt   Options
	graph *hnsw.Graph[uint64] // nil after a panic in it
	next  uint64
	nodes map[uint64]*node
	of    map[vector.ID]*node
	same  map[string]*node // by the bytes of the unit vector
	dead  int              // nodes of the graph that are in nodes no more

	measureAt int
	recall    float64
	closed    bool
}

// A node is one distinct vector and the ids that have it, in order.
type node struct {
	key uint64
	vec []float32
	ids []vector.ID
}

var _ vector.Index = (*Index)(nil)

// New makes an empty index.
func New(opt Options) (*Index, error) {
	if opt.Dim < 1 || opt.Dim > vector.MaxDim || opt.M < 0 || opt.EfSearch < 0 || opt.Candidates < 0 {
		return nil, vector.ErrOption
	}
	if opt.M == 0 {
		opt.M = 16
	}
	if opt.EfSearch == 0 {
		opt.EfSearch = 200
	}
	if opt.Candidates == 0 {
		opt.Candidates = 200
	}
	x := &Index{
		opt: opt, nodes: map[uint64]*node{}, of: map[vector.ID]*node{}, same: map[string]*node{},
		measureAt: firstMeasure,
	}
	x.reset()
	return x, nil
}

// reset makes an empty graph.
func (x *Index) reset() {
	x.graph = hnsw.NewGraph[uint64]()
	x.graph.M, x.graph.EfSearch = x.opt.M, x.opt.EfSearch
	x.graph.Distance = hnsw.CosineDistance
	x.graph.Rng = rand.New(rand.NewSource(x.opt.Seed))
	x.dead = 0
}

// Upsert gives id this vector; see vector.Index.
func (x *Index) Upsert(id vector.ID, vec []float32) error {
	unit, err := vector.Unit(vec, x.opt.Dim)
	if err != nil {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.closed {
		return vector.ErrClosed
	}
	bytes := keyOf(unit)
	n := x.same[bytes]
	if n != nil && x.of[id] == n {
		return nil
	}
	x.detach(id)
	if n = x.same[bytes]; n == nil {
		x.next++
		n = &node{key: x.next, vec: unit}
		x.nodes[n.key], x.same[bytes] = n, n
		x.add(n)
	}
	at, _ := slices.BinarySearchFunc(n.ids, id, compareIDs)
	n.ids = slices.Insert(n.ids, at, id)
	x.of[id] = n
	x.upkeep()
	return nil
}

// Delete forgets id and reports whether it was there.
func (x *Index) Delete(id vector.ID) (bool, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.closed {
		return false, vector.ErrClosed
	}
	found := x.detach(id)
	x.upkeep()
	return found, nil
}

// detach takes id from its node, which is forgotten when it was the last.
func (x *Index) detach(id vector.ID) bool {
	n, ok := x.of[id]
	if !ok {
		return false
	}
	delete(x.of, id)
	n.ids = slices.DeleteFunc(n.ids, func(other vector.ID) bool { return other == id })
	if len(n.ids) == 0 {
		delete(x.nodes, n.key)
		delete(x.same, keyOf(n.vec))
		x.dead++
	}
	return true
}

// add puts a node into the graph.
func (x *Index) add(n *node) {
	x.guarded(func(g *hnsw.Graph[uint64]) { g.Add(hnsw.MakeNode(n.key, n.vec)) })
}

// guarded calls the library and gives the graph up if it panics.
func (x *Index) guarded(call func(*hnsw.Graph[uint64])) {
	if x.graph == nil {
		return
	}
	defer func() {
		if recover() != nil {
			x.graph = nil
		}
	}()
	call(x.graph)
}

// firstMeasure is the size at which the index first measures itself; it does so again at every doubling.
const firstMeasure = 256

// upkeep makes the graph anew when most of it is dead, and measures its recall when it has doubled.
func (x *Index) upkeep() {
	if x.dead > len(x.nodes) || x.graph == nil && x.dead > 0 {
		x.rebuild()
	}
	if len(x.nodes) >= x.measureAt {
		x.measureAt *= 2
		x.measure()
	}
}

func (x *Index) rebuild() {
	x.reset()
	for _, n := range x.ordered() {
		x.add(n)
	}
}

// ordered lists the nodes in the order in which they came.
func (x *Index) ordered() []*node {
	list := make([]*node, 0, len(x.nodes))
	for _, n := range x.nodes {
		list = append(list, n)
	}
	slices.SortFunc(list, func(a, b *node) int { return int(a.key) - int(b.key) })
	return list
}

// measure asks for the ten neighbours of a few vectors and compares with the truth.
func (x *Index) measure() {
	const asked, k = 20, 10
	all := x.ordered()
	right, possible := 0, 0
	for i := range asked {
		q := all[i*len(all)/asked].vec
		want := x.best(x.scan(nil), q, nil, k)
		got := x.best(x.candidates(q, k), q, nil, k)
		floor := want[len(want)-1].Score
		possible += len(want)
		for _, h := range got {
			if h.Score >= floor {
				right++
			}
		}
	}
	x.recall = min(1, float64(right)/float64(possible))
}

// Search returns the best ids; see vector.Index. Ef has no effect. With a filter, or where the graph finds fewer
// than K, the answer is exact; otherwise see Stats for what to expect.
func (x *Index) Search(ctx context.Context, query []float32, opt vector.SearchOptions) ([]vector.Hit, error) {
	opt, err := opt.WithDefaults()
	if err != nil {
		return nil, err
	}
	q, err := vector.Unit(query, x.opt.Dim)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.closed {
		return nil, vector.ErrClosed
	}
	if opt.Filter == nil {
		if hits := x.best(x.candidates(q, opt.K), q, nil, opt.K); len(hits) == opt.K {
			return hits, nil
		}
	}
	return x.best(x.scan(opt.Filter), q, opt.Filter, opt.K), nil
}

// candidates asks the graph for living nodes near q.
func (x *Index) candidates(q []float32, k int) (found []*node) {
	x.guarded(func(g *hnsw.Graph[uint64]) {
		if g.Len() == 0 {
			return
		}
		for _, c := range g.Search(q, max(x.opt.Candidates, 10*k)) {
			if n, ok := x.nodes[c.Key]; ok {
				found = append(found, n)
			}
		}
	})
	return found
}

// scan lists the nodes with an id that passes.
func (x *Index) scan(f *vector.Filter) (found []*node) {
	for _, n := range x.nodes {
		if slices.ContainsFunc(n.ids, f.Allows) {
			found = append(found, n)
		}
	}
	return found
}

// best scores nodes exactly and returns the k best ids.
func (x *Index) best(nodes []*node, q []float32, f *vector.Filter, k int) []vector.Hit {
	var hits []vector.Hit
	for _, n := range nodes {
		var score float32
		for i, v := range q {
			score += v * n.vec[i]
		}
		for _, id := range n.ids {
			if f.Allows(id) {
				hits = append(hits, vector.Hit{ID: id, Score: min(max(score, -1), 1)})
			}
		}
	}
	slices.SortFunc(hits, vector.CompareHits)
	return hits[:min(k, len(hits))]
}

// Len is the number of ids.
func (x *Index) Len() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return len(x.of)
}

// Stats describes the index; Recall is what it last measured on itself, zero below 256 vectors.
func (x *Index) Stats() vector.Stats {
	x.mu.Lock()
	defer x.mu.Unlock()
	const perNode = 1000 // measured: 982 bytes of maps and links at M 16
	return vector.Stats{
		Form: "coder", Kernel: "vek32", IDs: len(x.of), Vectors: len(x.nodes), Tombstones: x.dead,
		Linked: len(x.nodes), Recall: x.recall,
		Bytes: int64(len(x.nodes)+x.dead) * int64(perNode+4*x.opt.Dim),
	}
}

// Close releases the index.
func (x *Index) Close() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.closed = true
	x.graph, x.nodes, x.of, x.same = nil, nil, nil, nil
	return nil
}

// keyOf is the bytes of a vector as a map key.
func keyOf(v []float32) string {
	b, err := binary.Append(nil, binary.LittleEndian, v)
	if err != nil {
		panic(err) // floats have a size
	}
	return string(b)
}

func compareIDs(a, b vector.ID) int { return slices.Compare(a[:], b[:]) }
