package query

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/schema"
)

// Path is a shortest path between two entities: Relations[i] joins Entities[i]
// and Entities[i+1], in either direction. No entities: there is none.
type Path struct {
	Entities  []schema.EntityKey `json:"entities"`
	Relations []Related          `json:"relations"`
	Cypher    string             `json:"cypher"`
}

// Path returns a shortest path between two entities of the agent, of at most
// maxHops relations that are live and hold now. Among several it is the one whose
// entities come first, then its relations' types and statements.
//
// It walks the relations in the ledger's ordered keys, from both ends.
// [graph.LivePathStatement] asks the graph the same, but that it knows nothing of the
// expiry of records.
func (q *Reader) Path(ctx context.Context, agent string, from, to schema.EntityKey, maxHops int) (Path, error) {
	if err := checkHops(maxHops); err != nil {
		return Path{}, err
	}
	var out Path
	err := q.standing(ctx, agent, func(w *web) error {
		start, err := w.entity(from)
		if err != nil {
			return err
		}
		end, err := w.entity(to)
		if err != nil {
			return err
		}
		statement := graph.LivePathStatement([]string{agent}, schema.NodeKey(agent, start), schema.NodeKey(agent, end), w.now, maxHops)
		out.Cypher = statement.Cypher()
		if out.Entities, err = w.shortest(start, end, graph.Hops(maxHops)); err != nil {
			return err
		}
		out.Relations, err = w.joining(out.Entities)
		return err
	})
	return out, err
}

// ball is what lies within a radius of an entity.
type ball struct {
	radius int
	rim    []schema.EntityKey // what is as far as that, by key
	// nearer has the neighbours of each entity that are one step nearer to the middle, by
	// key; the middle has none.
	nearer map[schema.EntityKey][]schema.EntityKey
}

func newBall(middle schema.EntityKey) *ball {
	return &ball{rim: []schema.EntityKey{middle}, nearer: map[schema.EntityKey][]schema.EntityKey{middle: nil}}
}

// step returns what lies one step outside the rim and is wanted, with what of the rim it
// lies beside.
func (b *ball) step(w *web, wanted func(schema.EntityKey) bool) (map[schema.EntityKey][]schema.EntityKey, error) {
	next := map[schema.EntityKey][]schema.EntityKey{}
	outside := func(key schema.EntityKey) bool {
		_, inside := b.nearer[key]
		return !inside && (wanted == nil || wanted(key))
	}
	for _, at := range b.rim {
		beside, err := w.beside(at, outside)
		if err != nil {
			return nil, err
		}
		for _, other := range beside {
			next[other] = append(next[other], at)
		}
	}
	return next, nil
}

// take makes what a step found the ball's rim.
func (b *ball) take(next map[schema.EntityKey][]schema.EntityKey) {
	maps.Copy(b.nearer, next)
	b.rim = slices.Sorted(maps.Keys(next))
	b.radius++
}

// grow widens the ball by one step.
func (b *ball) grow(w *web) error {
	next, err := b.step(w, nil)
	b.take(next)
	return err
}

// touch widens the ball by those steps alone that lead into another, and tells whether
// there are any. Most steps lead elsewhere: their relations are not read for it.
func (b *ball) touch(w *web, other *ball) (bool, error) {
	next, err := b.step(w, func(key schema.EntityKey) bool {
		_, inside := other.nearer[key]
		return inside
	})
	if err != nil || len(next) == 0 {
		return false, err
	}
	b.take(next)
	return true, nil
}

// shortest returns the entities on a shortest path between two, none if there is none
// within as many hops. Of the balls around the ends the one with the smaller rim grows,
// until they touch, which they do half way of every shortest path.
func (w *web) shortest(from, to schema.EntityKey, hops int) ([]schema.EntityKey, error) {
	if from == to {
		return nil, nil
	}
	near, far := newBall(from), newBall(to)
	for near.radius+far.radius < hops {
		growing, other := near, far
		if len(far.rim) < len(near.rim) {
			growing, other = far, near
		}
		touched, err := growing.touch(w, other)
		if err == nil && touched {
			return foremost(from, to, near.ways(growing.rim), far), nil
		}
		if err == nil {
			err = growing.grow(w)
		}
		if err != nil || len(growing.rim) == 0 {
			return nil, err
		}
	}
	return nil, nil
}

// ways turns the ball's steps round: which of them lead from its middle to some of its rim.
func (b *ball) ways(rim []schema.EntityKey) map[schema.EntityKey][]schema.EntityKey {
	out := map[schema.EntityKey][]schema.EntityKey{}
	for seen := map[schema.EntityKey]bool{}; len(rim) > 0; {
		var inner []schema.EntityKey
		for _, key := range rim {
			for _, nearer := range b.nearer[key] {
				out[nearer] = append(out[nearer], key)
				if !seen[nearer] {
					seen[nearer] = true
					inner = append(inner, nearer)
				}
			}
		}
		rim = inner
	}
	return out
}

// foremost follows, from one end to the other, the steps to the entities that come first: in
// the near half those of the ways, in the far half those towards the far ball's middle.
func foremost(from, to schema.EntityKey, ways map[schema.EntityKey][]schema.EntityKey, far *ball) []schema.EntityKey {
	path := []schema.EntityKey{from}
	for at := from; at != to; path = append(path, at) {
		next := ways[at]
		if len(next) == 0 {
			next = far.nearer[at]
		}
		at = slices.MinFunc(next, func(a, b schema.EntityKey) int { return cmp.Compare(listed(a), listed(b)) })
	}
	return path
}

// listed is a key as it is sorted in the list of a path's entities, which the Cypher has as one text.
func listed(key schema.EntityKey) string { return string(key) + "|" }

// joining returns a relation between each two neighbours of a path.
func (w *web) joining(entities []schema.EntityKey) ([]Related, error) {
	var out []Related
	for i := 1; i < len(entities); i++ {
		a, b := entities[i-1], entities[i]
		forth, err := w.leaving(a, func(to schema.EntityKey) bool { return to == b })
		if err != nil {
			return nil, err
		}
		back, err := w.leaving(b, func(to schema.EntityKey) bool { return to == a })
		if err != nil {
			return nil, err
		}
		end := "|"
		if i == len(entities)-1 {
			end = ""
		}
		out = append(out, slices.MinFunc(append(forth, back...), func(x, y Related) int {
			return cmp.Or(
				cmp.Compare(string(x.Type)+end, string(y.Type)+end), cmp.Compare(x.Statement+end, y.Statement+end), cmp.Compare(x.From, y.From))
		}))
	}
	return out, nil
}
