package query

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"
	"time"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

// Related is one relation between two entities of an agent.
type Related struct {
	From      schema.EntityKey    `json:"from"`
	Type      schema.RelationType `json:"type"`
	To        schema.EntityKey    `json:"to"`
	Statement string              `json:"statement,omitempty"` // the record that says so
}

// Reached is an entity near another.
type Reached struct {
	Entity schema.EntityKey `json:"entity"`
	Hops   int              `json:"hops"`
}

// Neighbourhood is what lies around an entity, with the Cypher that finds it.
type Neighbourhood struct {
	Entities  []Reached `json:"entities"`
	Relations []Related `json:"relations"`
	Cypher    string    `json:"cypher"`
}

// Neighbourhood returns what lies within hops relations of an entity, nearest
// first, and the relations among all of these: those that are live and hold now, as
// on its [EntityPage]. What was is told by [knowledge.Facts] and by Cypher.
//
// It walks the relations in the ledger's ordered keys. [graph.LiveNeighbourhoodStatement]
// asks the graph the same, but that it knows nothing of the expiry of records.
func (q *Reader) Neighbourhood(ctx context.Context, agent string, key schema.EntityKey, hops, limit int) (Neighbourhood, error) {
	if err := cmp.Or(checkHops(hops), checkLimit(limit)); err != nil {
		return Neighbourhood{}, err
	}
	var out Neighbourhood
	err := q.standing(ctx, agent, func(w *web) error {
		start, err := w.entity(key)
		if err != nil {
			return err
		}
		statement := graph.LiveNeighbourhoodStatement([]string{agent}, schema.NodeKey(agent, start), w.now, hops, limit)
		out.Cypher = statement.Cypher()
		if out.Entities, err = w.around(start, graph.Hops(hops), graph.Limited(limit)); err != nil {
			return err
		}
		out.Relations, err = w.within(start, out.Entities)
		return err
	})
	return out, err
}

// standing shows the relations of an agent that hold now.
func (q *Reader) standing(ctx context.Context, agent string, show func(*web) error) error {
	return q.store.View(ctx, func(r *ledger.Reader) error {
		w := &web{ctx: ctx, Reader: r, agent: agent, now: q.store.Now()}
		var err, failed error
		w.merged, err = r.HasMerges(agent)
		w.lapsed, failed = lapsed(r, agent, w.now)
		if err = errors.Join(err, failed); err != nil {
			return err
		}
		return show(w)
	})
}

// lapsed tells whether any record of an agent has expired: where none has, those that
// tell of relations need not be read.
func lapsed(r *ledger.Reader, agent string, now time.Time) (bool, error) {
	for _, err := range r.Scan(agent, ledger.Expiring(), ledger.Scan{To: now}) {
		return err == nil, err
	}
	return false, nil
}

// web is the relations of an agent that hold, in one snapshot. Entities that were
// merged are one in it, under the key of the one that stands for them.
type web struct {
	*ledger.Reader
	ctx    context.Context
	agent  string
	now    time.Time
	merged bool // there are entities that were merged
	lapsed bool // there are records that have expired
}

// entity returns what stands for an entity that there is.
func (w *web) entity(key schema.EntityKey) (schema.EntityKey, error) {
	if _, err := entity(w.Reader, w.agent, key); err != nil {
		return "", err
	}
	return w.survivor(key)
}

func (w *web) survivor(key schema.EntityKey) (schema.EntityKey, error) {
	if !w.merged {
		return key, nil
	}
	return w.Survivor(w.agent, key)
}

// members shows each of the entities that are one under a key.
func (w *web) members(key schema.EntityKey, show func(schema.EntityKey) error) error {
	if w.ctx.Err() != nil {
		return context.Cause(w.ctx)
	}
	if !w.merged {
		return show(key)
	}
	group, err := knowledge.Standing(w.Reader, w.agent, key)
	for _, member := range group {
		if err == nil {
			err = show(member)
		}
	}
	return err
}

// holding leaves out relations that do not hold.
func (w *web) holding(all iter.Seq2[*schema.Relation, error]) iter.Seq2[*schema.Relation, error] {
	return func(yield func(*schema.Relation, error) bool) {
		for rel, err := range all {
			ok := err != nil || standsAt(rel, w.now)
			if ok && err == nil && w.lapsed {
				ok, err = holds(w.Reader, rel, w.now)
			}
			if (ok || err != nil) && !yield(rel, err) {
				return
			}
		}
	}
}

// among is wanted of what stands for an entity.
func (w *web) among(wanted func(schema.EntityKey) bool) func(schema.EntityKey) (bool, error) {
	return func(key schema.EntityKey) (bool, error) {
		key, err := w.survivor(key)
		return err == nil && wanted(key), err
	}
}

// beside lists the wanted entities that relations join with one, by key.
func (w *web) beside(key schema.EntityKey, wanted func(schema.EntityKey) bool) (out []schema.EntityKey, err error) {
	err = w.members(key, func(member schema.EntityKey) error {
		for rel, err := range w.holding(w.RelationsAmong(w.agent, member, ledger.Either, w.among(wanted))) {
			if err != nil {
				return err
			}
			other := rel.To
			if other == member {
				other = rel.From
			}
			if other, err = w.survivor(other); err != nil {
				return err
			}
			out = append(out, other)
		}
		return nil
	})
	slices.Sort(out)
	return slices.Compact(out), err
}

// around lists what is reached from an entity, nearest first, then by key. It goes
// no further out than it must to find as many as are wanted.
func (w *web) around(start schema.EntityKey, hops, limit int) (out []Reached, err error) {
	b := newBall(start)
	for len(out) < limit && b.radius < hops && len(b.rim) > 0 {
		if err := b.grow(w); err != nil {
			return nil, err
		}
		for _, key := range b.rim {
			out = append(out, Reached{key, b.radius})
		}
	}
	return out[:min(len(out), limit)], nil
}

// within lists the relations between any two of some entities: those from the start, then
// those from each that was reached.
func (w *web) within(start schema.EntityKey, reached []Reached) ([]Related, error) {
	inside := map[schema.EntityKey]bool{start: true}
	from := []schema.EntityKey{start}
	for _, e := range reached {
		inside[e.Entity] = true
		from = append(from, e.Entity)
	}
	var out []Related
	for _, key := range from {
		told, err := w.leaving(key, func(to schema.EntityKey) bool { return inside[to] })
		if err != nil {
			return nil, err
		}
		out = append(out, told...)
	}
	return out, nil
}

// leaving lists the relations from an entity to those that are wanted, by the other end,
// type and statement.
func (w *web) leaving(key schema.EntityKey, wanted func(schema.EntityKey) bool) (out []Related, err error) {
	err = w.members(key, func(member schema.EntityKey) error {
		for rel, err := range w.holding(w.RelationsAmong(w.agent, member, ledger.Outgoing, w.among(wanted))) {
			if err != nil {
				return err
			}
			to, err := w.survivor(rel.To)
			if err != nil {
				return err
			}
			out = append(out, related(key, rel, to))
		}
		return nil
	})
	slices.SortStableFunc(out, func(a, b Related) int {
		return cmp.Or(cmp.Compare(a.To, b.To), cmp.Compare(a.Type, b.Type), cmp.Compare(a.Statement, b.Statement))
	})
	return out, err
}

// related is a relation between the entities that stand for its ends.
func related(from schema.EntityKey, rel *schema.Relation, to schema.EntityKey) Related {
	out := Related{From: from, Type: rel.Type, To: to}
	if rel.Statement != (schema.ID{}) {
		out.Statement = rel.Statement.String()
	}
	return out
}
