package knowledge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/knowledge/names"
	"github.com/lukasadb/lukasa/schema"
)

// similarNames finds an agent's names that are alike to one, misspelled,
// shortened or in another order.
type similarNames struct {
	held atomic.Int64 // names, as of the last catching up

	mu    sync.RWMutex // held while they are read from the ledger; guards what follows
	shown uint64       // ledger sequence up to which names were read
	index names.Index
	by    []named          // by their numbers in the index
	of    map[string][]int // numbers of the names of an object, by type and key
}

// named is whose a name is.
type named struct {
	entity schema.EntityKey
	text   string
	user   string
	weight float64 // confidence of an alias
}

// mostSimilar bounds the names kept for agents together; beyond it all agents
// but the one asked for are forgotten and read again when needed.
const mostSimilar = 2_000_000

// similarTo returns an agent's names, caught up with what is committed.
func (g *Registry) similarTo(ctx context.Context, agent string) (*similarNames, error) {
	n := g.similarOf(agent)
	err := g.store.View(ctx, func(r *ledger.Reader) error {
		n.mu.Lock()
		defer n.mu.Unlock()
		seq, err := r.Seq()
		if err != nil || seq <= n.shown {
			return err
		}
		if n.shown > 0 {
			err = n.replay(r, agent)
		}
		if n.shown == 0 || errors.Is(err, ledger.ErrTrimmed) {
			err = n.load(ctx, r, agent)
		}
		if err != nil {
			n.shown = 0
			return fmt.Errorf("knowledge: names of agent %q: %w", agent, err)
		}
		n.shown = seq
		n.held.Store(int64(len(n.by)))
		return nil
	})
	return n, err
}

func (g *Registry) similarOf(agent string) *similarNames {
	g.mu.Lock()
	defer g.mu.Unlock()
	total := int64(0)
	for _, n := range g.similar {
		total += n.held.Load()
	}
	if total > mostSimilar {
		g.similar = map[string]*similarNames{agent: g.similar[agent]}
	}
	if g.similar[agent] == nil {
		g.similar[agent] = &similarNames{}
	}
	return g.similar[agent]
}

func (n *similarNames) load(ctx context.Context, r *ledger.Reader, agent string) error {
	n.index, n.by, n.of = names.Index{}, nil, map[string][]int{}
	for _, t := range []schema.ObjectType{schema.TypeEntity, schema.TypeAlias} {
		for obj, err := range r.Objects(t, schema.KeyPrefix(agent)) {
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				return err
			}
			n.put(obj)
		}
	}
	return nil
}

// replay takes in what changed since the names were read. Where most of them
// were replaced, they are read anew.
func (n *similarNames) replay(r *ledger.Reader, agent string) error {
	for c, err := range r.AgentChanges(agent, n.shown) {
		if err != nil {
			return err
		}
		if c.Type != schema.TypeEntity && c.Type != schema.TypeAlias {
			continue
		}
		n.drop(string(c.Type) + c.Key)
		obj, err := r.Get(c.Type, c.Key)
		switch {
		case err == nil:
			n.put(obj)
		case !errors.Is(err, ledger.ErrNotFound):
			return err
		}
	}
	if len(n.by) > 1000 && n.index.Len() < len(n.by)/2 {
		n.shown = 0
	}
	return nil
}

func (n *similarNames) drop(object string) {
	for _, number := range n.of[object] {
		n.index.Remove(number)
	}
	delete(n.of, object)
}

func (n *similarNames) put(obj schema.Object) {
	of := string(obj.ObjectType()) + obj.ObjectKey()
	n.drop(of)
	add := func(x named) {
		number := n.index.Add(x.text, string(x.entity.Type()))
		n.by = append(n.by, x)
		n.of[of] = append(n.of[of], number)
	}
	switch o := obj.(type) {
	case *schema.Entity:
		add(named{entity: o.Key, text: o.Name, weight: 1})
	case *schema.Alias:
		weight := o.Confidence
		if weight == 0 {
			weight = 1
		}
		add(named{entity: o.Entity, text: o.Text, user: o.User, weight: weight})
	}
}

// similar is a name that is alike to one searched for.
type similar struct {
	named
	names.Likeness
}

// search returns the names known to a user that are alike to one, best first.
func (n *similarNames) search(f *names.Form, user string, least float64, most int) []similar {
	n.mu.RLock()
	defer n.mu.RUnlock()
	var out []similar
	for _, m := range n.index.Search(f, least, 4*most) {
		by := n.by[m.Name]
		if by.user != "" && by.user != user {
			continue
		}
		m.Score *= by.weight
		out = append(out, similar{by, m.Likeness})
	}
	slices.SortStableFunc(out, func(a, b similar) int {
		switch {
		case a.Score > b.Score:
			return -1
		case a.Score < b.Score:
			return 1
		}
		return 0
	})
	return out[:min(len(out), most)]
}
