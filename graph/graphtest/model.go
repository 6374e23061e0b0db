package graphtest

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/schema"
)

// Model is a graph in memory. It validates tables and owners, not the types of
// values. It is safe for concurrent use, and as slow as it is simple.
type Model struct {
	mu        sync.RWMutex
	closed    bool
	watermark uint64
	nodes     map[graph.Key]graph.Values
	edges     []edge
}

type edge struct {
	graph.Link
	owner graph.Key
}

// NewModel returns an empty model.
func NewModel() *Model { return &Model{nodes: map[graph.Key]graph.Values{}} }

// OpenModel returns an opener of models that keeps one for each folder, as a disk
// would.
func OpenModel() Opener {
	var mu sync.Mutex
	kept := map[string]*Model{}
	return func(_ TB, dir string) Graph {
		mu.Lock()
		defer mu.Unlock()
		if kept[dir] == nil {
			kept[dir] = NewModel()
		}
		kept[dir].mu.Lock()
		kept[dir].closed = false
		kept[dir].mu.Unlock()
		return kept[dir]
	}
}

func isNode(table string) bool {
	return slices.ContainsFunc(schema.GraphNodes(), func(n schema.GraphNode) bool { return n.Name == table })
}

func edgeTable(name string) (schema.GraphEdge, bool) {
	for _, e := range schema.GraphEdges() {
		if e.Name == name {
			return e, true
		}
	}
	return schema.GraphEdge{}, false
}

// Watermark implements [Graph].
func (m *Model) Watermark() uint64 {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.watermark
}

// Close implements [Graph]. A model keeps its contents.
func (m *Model) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	return nil
}

// Refresh implements [Graph].
func (m *Model) Refresh(context.Context) error {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if m.closed {
		return graph.ErrClosed
	}
	return nil
}

// Apply implements [Graph].
func (m *Model) Apply(ctx context.Context, b graph.Batch) (graph.Applied, error) {
	if err := ctx.Err(); err != nil {
		return graph.Applied{}, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return graph.Applied{}, graph.ErrClosed
	}
	if err := check(b); err != nil {
		return graph.Applied{}, err
	}
	if b.Watermark < m.watermark {
		return graph.Applied{}, nil
	}
	var done graph.Applied
	for _, k := range b.Remove {
		if m.remove(k) {
			done.Removed++
		}
	}
	last := map[graph.Key]int{}
	for i, e := range b.Put {
		last[e.Key] = i
	}
	for i, e := range b.Put {
		if last[e.Key] == i {
			m.put(e, &done)
		}
	}
	for i, e := range b.Put {
		if last[e.Key] == i {
			m.link(e, &done)
		}
	}
	m.watermark = b.Watermark
	return done, nil
}

// Load implements [Graph].
func (m *Model) Load(ctx context.Context, watermark uint64, elements iter.Seq2[graph.Element, error]) (graph.Applied, error) {
	b := graph.Batch{Watermark: watermark}
	for e, err := range elements {
		if err != nil {
			return graph.Applied{}, err
		}
		b.Put = append(b.Put, e)
	}
	fresh := NewModel()
	done, err := fresh.Apply(ctx, b)
	if err != nil {
		return done, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return graph.Applied{}, graph.ErrClosed
	}
	m.watermark, m.nodes, m.edges = watermark, fresh.nodes, fresh.edges
	return done, nil
}

func check(b graph.Batch) error {
	for _, k := range b.Remove {
		if err := checkKey(k); err != nil {
			return err
		}
	}
	for _, e := range b.Put {
		if err := checkKey(e.Key); err != nil {
			return err
		}
		for _, l := range e.Links {
			if err := checkLink(e.Key, l); err != nil {
				return err
			}
		}
	}
	return nil
}

func checkKey(k graph.Key) error {
	if !isNode(k.Table) && !slices.Contains(schema.GraphOwners(), k.Table) {
		return fmt.Errorf("%w: no table %q", graph.ErrInvalid, k.Table)
	}
	if k.ID == "" {
		return fmt.Errorf("%w: %s with an empty id", graph.ErrInvalid, k.Table)
	}
	return nil
}

func checkLink(owner graph.Key, l graph.Link) error {
	t, ok := edgeTable(l.Edge)
	if !ok {
		return fmt.Errorf("%w: no edge table %q", graph.ErrInvalid, l.Edge)
	}
	if t.Owner == schema.OwnedByFrom && owner != (graph.Key{Table: t.From, ID: l.From}) ||
		t.Owner == schema.OwnedByTo && owner != (graph.Key{Table: t.To, ID: l.To}) {
		return fmt.Errorf("%w: %s is not owned by %s %s", graph.ErrInvalid, l.Edge, owner.Table, owner.ID)
	}
	return nil
}

// remove takes a node with all its edges, and what an owner owns.
func (m *Model) remove(k graph.Key) bool {
	_, existed := m.nodes[k]
	delete(m.nodes, k)
	m.edges = slices.DeleteFunc(m.edges, func(e edge) bool {
		t, _ := edgeTable(e.Edge)
		if e.owner == k && t.Owner == schema.OwnedByOther {
			existed = true
		}
		return e.owner == k || k == graph.Key{Table: t.From, ID: e.From} || k == graph.Key{Table: t.To, ID: e.To}
	})
	return existed
}

func (m *Model) put(e graph.Element, done *graph.Applied) {
	m.edges = slices.DeleteFunc(m.edges, func(x edge) bool { return x.owner == e.Key })
	if isNode(e.Table) {
		m.nodes[e.Key] = plain(e.Values)
		done.Nodes++
	}
}

func (m *Model) link(e graph.Element, done *graph.Applied) {
	for _, l := range e.Links {
		t, _ := edgeTable(l.Edge)
		_, from := m.nodes[graph.Key{Table: t.From, ID: l.From}]
		_, to := m.nodes[graph.Key{Table: t.To, ID: l.To}]
		if !from || !to {
			done.Dangling++
			continue
		}
		done.Edges++
		l.Values = plain(l.Values)
		m.edges = append(m.edges, edge{Link: l, owner: e.Key})
	}
}

// plain returns values as a graph gives them back.
func plain(values graph.Values) graph.Values {
	out := graph.Values{}
	for name, v := range values {
		switch v := v.(type) {
		case nil:
		case string:
			if v != "" {
				out[name] = v
			}
		case int:
			out[name] = int64(v)
		case time.Time:
			out[name] = time.UnixMicro(v.UnixMicro()).UTC()
		default:
			out[name] = v
		}
	}
	return out
}

// Nodes implements [Graph].
func (m *Model) Nodes(_ context.Context, table string) iter.Seq2[graph.Element, error] {
	return func(yield func(graph.Element, error) bool) {
		m.mu.RLock()
		defer m.mu.RUnlock()
		if !isNode(table) {
			yield(graph.Element{}, fmt.Errorf("%w: no table %q", graph.ErrInvalid, table))
			return
		}
		for k, v := range m.nodes {
			if k.Table == table && !yield(graph.Element{Key: k, Values: maps.Clone(v)}, nil) {
				return
			}
		}
	}
}

// Edges implements [Graph].
func (m *Model) Edges(_ context.Context, table string) iter.Seq2[graph.Link, error] {
	return func(yield func(graph.Link, error) bool) {
		m.mu.RLock()
		defer m.mu.RUnlock()
		if _, ok := edgeTable(table); !ok {
			yield(graph.Link{}, fmt.Errorf("%w: no edge table %q", graph.ErrInvalid, table))
			return
		}
		for _, e := range m.edges {
			if e.Edge == table && !yield(e.Link, nil) {
				return
			}
		}
	}
}
