package query

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/knowledge/ontology"
	"github.com/lukasadb/lukasa/schema"
)

// Ontology returns the rules of the agent's domain.
func (q *Reader) Ontology(ctx context.Context, agent string) (*ontology.Ontology, error) {
	var out *ontology.Ontology
	err := q.store.View(ctx, func(r *ledger.Reader) (err error) {
		out, err = knowledge.Ontology(r, agent)
		return err
	})
	return out, err
}

// TypePaths is how one type of entity leads to another, with the Cypher that
// finds it.
type TypePaths struct {
	Paths  []ontology.Path `json:"paths"`
	More   bool            `json:"more,omitempty"` // the bounds left some out
	Cypher string          `json:"cypher"`
}

// TypePaths returns the paths between two types of the agent's ontology,
// shortest first; only the shortest ones if shortest is set. It walks the rules
// as they are in the ledger; [graph.OntologyStatement] asks the graph the same,
// without the bound on how many.
func (q *Reader) TypePaths(ctx context.Context, agent string, from, to schema.EntityType, b ontology.Bounds, shortest bool) (TypePaths, error) {
	o, err := q.Ontology(ctx, agent)
	if err != nil {
		return TypePaths{}, err
	}
	find := o.Paths
	if shortest {
		find = o.Shortest
	}
	paths, all, err := find(from, to, b)
	if err != nil {
		return TypePaths{}, err
	}
	least, most := 1, b.Hops
	if most == 0 {
		most = ontology.DefaultHops
	}
	if shortest && len(paths) > 0 {
		least, most = len(paths[0]), len(paths[0])
	}
	statement := graph.OntologyStatement([]string{agent}, string(from), string(to), least, most)
	return TypePaths{Paths: paths, More: !all, Cypher: statement.Cypher()}, nil
}

// Instance is a chain of entities on a path of types: Relations[i] joins
// Entities[i] and Entities[i+1].
type Instance struct {
	Entities  []schema.EntityKey `json:"entities"`
	Relations []Related          `json:"relations"`
}

// Instances is what lies on a path of types, with the Cypher that finds it.
type Instances struct {
	Instances []Instance `json:"instances"`
	More      bool       `json:"more,omitempty"` // the limit left some out
	Cypher    string     `json:"cypher"`
}

// Along returns the chains of entities that lead from one along a path of types,
// over relations that are live and hold now, in the order of their entities. At
// most limit; 0 means [DefaultLimit]. Entities that were merged are one, under the
// key of the one that stands for them.
//
// It walks the relations in the ledger's ordered keys, for each step those of
// its name and direction only. [graph.LiveInstancesStatement] asks the graph
// the same.
func (q *Reader) Along(ctx context.Context, agent string, start schema.EntityKey, path ontology.Path, limit int) (Instances, error) {
	if limit == 0 {
		limit = DefaultLimit
	}
	if err := checkPath(start, path, limit); err != nil {
		return Instances{}, err
	}
	w := walker{ctx: ctx, agent: agent, path: path, limit: limit, now: q.store.Now(), barren: map[barren]bool{}}
	err := q.store.View(ctx, func(r *ledger.Reader) (err error) {
		if _, err := entity(r, agent, start); err != nil {
			return err
		}
		if start, err = w.begin(r, start); err != nil {
			return err
		}
		_, err = w.walk(r, Instance{Entities: []schema.EntityKey{start}})
		return err
	})
	statement := graph.LiveInstancesStatement([]string{agent}, schema.NodeKey(agent, start), graphPath(path), w.now, limit)
	return Instances{Instances: w.found, More: w.more, Cypher: statement.Cypher()}, err
}

func checkPath(start schema.EntityKey, path ontology.Path, limit int) error {
	if len(path) == 0 || len(path) > ontology.MaxHops {
		return fmt.Errorf("%w path: %d rules, want 1 to %d", ErrInvalid, len(path), ontology.MaxHops)
	}
	if limit < 0 || limit > graph.MaxLimit {
		return fmt.Errorf("%w limit: %d, want 1 to %d", ErrInvalid, limit, graph.MaxLimit)
	}
	at := start.Type()
	for i, step := range path {
		from, to := step.Ends()
		if from != at {
			return fmt.Errorf("%w path[%d]: leaves %s and not %s", ErrInvalid, i, from, at)
		}
		at = to
	}
	return nil
}

// barren is an entity at a step from which no chain reaches the end.
type barren struct {
	step int
	key  schema.EntityKey
}

// walker follows a path depth first. What leads nowhere it visits once, so that
// the work is bounded by the relations there are.
type walker struct {
	ctx    context.Context
	agent  string
	path   ontology.Path
	limit  int
	now    time.Time
	barren map[barren]bool
	merged bool // there are entities that were merged
	found  []Instance
	more   bool
}

// begin finds out whether the agent has merged entities at all, and returns the
// one that stands for the first.
func (w *walker) begin(r *ledger.Reader, start schema.EntityKey) (schema.EntityKey, error) {
	for _, err := range r.Objects(schema.TypeMerge, schema.KeyPrefix(w.agent)) {
		if err != nil {
			return start, err
		}
		w.merged = true
		break
	}
	return r.Survivor(w.agent, start)
}

// hop is a relation that may be followed, and the entity that it leads to.
type hop struct {
	next schema.EntityKey
	rel  *schema.Relation
}

// walk extends a chain by its next step and reports whether that led to the end.
func (w *walker) walk(r *ledger.Reader, chain Instance) (reached bool, err error) {
	depth := len(chain.Relations)
	if depth == len(w.path) {
		w.keep(chain)
		return true, nil
	}
	at := chain.Entities[depth]
	if w.barren[barren{depth, at}] {
		return false, nil
	}
	for h, err := range w.hops(r, at, w.path[depth]) {
		if err == nil {
			err = w.ctx.Err()
		}
		if err != nil || w.more {
			return reached, err
		}
		found, err := w.walk(r, chain.with(h.next, h.rel))
		if err != nil {
			return false, err
		}
		reached = reached || found
	}
	if !reached {
		w.barren[barren{depth, at}] = true
	}
	return reached, nil
}

// hops yields the relations of an entity that a step may follow, in the order of
// the entities that they lead to.
func (w *walker) hops(r *ledger.Reader, at schema.EntityKey, step ontology.Step) iter.Seq2[hop, error] {
	if !w.merged {
		return w.hopsOf(r, at, step)
	}
	return func(yield func(hop, error) bool) {
		all, err := w.groupHops(r, at, step)
		if err != nil {
			yield(hop{}, err)
			return
		}
		for _, h := range all {
			if !yield(h, nil) {
				return
			}
		}
	}
}

// groupHops lists the hops of an entity and of those that it stands for.
func (w *walker) groupHops(r *ledger.Reader, at schema.EntityKey, step ontology.Step) ([]hop, error) {
	group, err := knowledge.Standing(r, w.agent, at)
	if err != nil {
		return nil, err
	}
	var all []hop
	for _, key := range group {
		for h, err := range w.hopsOf(r, key, step) {
			if err != nil {
				return nil, err
			}
			if h.next, err = r.Survivor(w.agent, h.next); err != nil {
				return nil, err
			}
			all = append(all, h)
		}
	}
	slices.SortStableFunc(all, func(a, b hop) int { return cmp.Compare(a.next, b.next) })
	return all, nil
}

// hopsOf yields the hops of one key.
func (w *walker) hopsOf(r *ledger.Reader, at schema.EntityKey, step ontology.Step) iter.Seq2[hop, error] {
	direction := ledger.Outgoing
	if step.Reverse {
		direction = ledger.Incoming
	}
	_, want := step.Ends()
	return func(yield func(hop, error) bool) {
		for rel, err := range r.RelationsOf(w.agent, at, direction, step.Rule.Relation) {
			if err != nil {
				yield(hop{}, err)
				return
			}
			next := rel.To
			if step.Reverse {
				next = rel.From
			}
			if next.Type() != want || !standsAt(rel, w.now) {
				continue
			}
			if !yield(hop{next, rel}, nil) {
				return
			}
		}
	}
}

func (w *walker) keep(chain Instance) {
	if len(w.found) == w.limit {
		w.more = true
		return
	}
	w.found = append(w.found, chain)
}

// with returns the chain with one more entity, in memory of its own.
func (i Instance) with(next schema.EntityKey, rel *schema.Relation) Instance {
	return Instance{
		Entities:  append(i.Entities[:len(i.Entities):len(i.Entities)], next),
		Relations: append(i.Relations[:len(i.Relations):len(i.Relations)], related(rel.From, rel, rel.To)),
	}
}

// graphPath is a path as the graph takes it.
func graphPath(path ontology.Path) graph.OntologyPath {
	out := make(graph.OntologyPath, len(path))
	for i, s := range path {
		out[i] = graph.OntologyStep{
			From: string(s.Rule.From), To: string(s.Rule.To), Relation: string(s.Rule.Relation), Reverse: s.Reverse,
		}
	}
	return out
}
