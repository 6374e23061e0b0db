package query

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

// Entity returns an entity of the agent, or [ErrNotFound].
func (q *Reader) Entity(ctx context.Context, agent string, key schema.EntityKey) (schema.Entity, error) {
	var out schema.Entity
	err := q.store.View(ctx, func(r *ledger.Reader) error {
		e, err := entity(r, agent, key)
		if err == nil {
			out = *e
		}
		return err
	})
	return out, err
}

func entity(r *ledger.Reader, agent string, key schema.EntityKey) (*schema.Entity, error) {
	e, err := ledger.Load[*schema.Entity](r, (&schema.Entity{Agent: agent, Key: key}).ObjectKey())
	if errors.Is(err, ledger.ErrNotFound) {
		return nil, fmt.Errorf("%w: entity %q", ErrNotFound, key)
	}
	return e, err
}

// Entities lists the entities of the agent by key, those whose key, name or an
// alias contains part, without regard to case; all with an empty part. Entities
// that were merged are one, the one that stands for them. At most limit are
// returned, 10,000 at most; 0 means [DefaultLimit].
func (q *Reader) Entities(ctx context.Context, agent, part string, limit int) ([]schema.Entity, error) {
	if err := checkLimit(limit); err != nil {
		return nil, err
	}
	if limit == 0 {
		limit = DefaultLimit
	}
	list := listing{seen: map[schema.EntityKey]bool{}}
	err := q.store.View(ctx, func(r *ledger.Reader) error {
		aliased := sync.OnceValues(func() (map[schema.EntityKey]bool, error) { return withAlias(r, agent, part) })
		for obj, err := range r.Objects(schema.TypeEntity, schema.KeyPrefix(agent)) {
			if err != nil {
				return err
			}
			e, ok := obj.(*schema.Entity)
			if !ok {
				continue
			}
			if !containsFold(string(e.Key), part) && !containsFold(e.Name, part) {
				if keys, err := aliased(); err != nil {
					return err
				} else if !keys[e.Key] {
					continue
				}
			}
			if err := list.add(r, e); err != nil || len(list.out) == limit {
				return err
			}
		}
		return nil
	})
	slices.SortFunc(list.out, func(a, b schema.Entity) int { return cmp.Compare(a.Key, b.Key) })
	return list.out, err
}

// listing collects entities, each once.
type listing struct {
	seen map[schema.EntityKey]bool
	out  []schema.Entity
}

// add takes in what stands for an entity.
func (l *listing) add(r *ledger.Reader, e *schema.Entity) error {
	if e.MergedInto != "" {
		key, err := r.Survivor(e.Agent, e.Key)
		if err != nil {
			return err
		}
		if e, err = entity(r, e.Agent, key); err != nil {
			return err
		}
	}
	if !l.seen[e.Key] {
		l.seen[e.Key] = true
		l.out = append(l.out, *e)
	}
	return nil
}

// withAlias finds the entities of which an alias has a part. One pass over all aliases,
// of which most agents have few, costs less than a look for each entity.
func withAlias(r *ledger.Reader, agent, part string) (map[schema.EntityKey]bool, error) {
	out := map[schema.EntityKey]bool{}
	for obj, err := range r.Objects(schema.TypeAlias, schema.KeyPrefix(agent)) {
		if err != nil {
			return nil, err
		}
		if a, ok := obj.(*schema.Alias); ok && containsFold(a.Text, part) {
			out[a.Entity] = true
		}
	}
	return out, nil
}

// Mentioned is an entity and how a record mentions it.
type Mentioned struct {
	Entity      schema.EntityKey   `json:"entity"`
	Count       int                `json:"count"`
	Role        schema.MentionRole `json:"role"` // the strongest: object, subject, mention
	Confidence  float64            `json:"confidence"`
	Coreference bool               `json:"coreference,omitempty"` // by pronouns and the like alone
	Position    *int               `json:"position,omitempty"`    // byte offset in the record's text of the first one; nil: not known
}

// Mentions is what an experience mentions, with the Cypher that finds it.
type Mentions struct {
	Entities []Mentioned `json:"entities"`
	Cypher   string      `json:"cypher"`
}

// EntitiesOf returns the entities that a record mentions, by key. It runs
// [graph.EntitiesStatement].
func (q *Reader) EntitiesOf(ctx context.Context, agent string, id schema.ID) (Mentions, error) {
	if _, err := q.Get(ctx, []string{agent}, id); err != nil {
		return Mentions{}, err
	}
	g, err := q.store.Graph(ctx)
	if err != nil {
		return Mentions{}, err
	}
	agents := []string{agent}
	found, err := g.EntitiesOf(ctx, agents, id.String())
	if err != nil {
		return Mentions{}, err
	}
	out := Mentions{Cypher: graph.EntitiesStatement(agents, id.String()).Cypher()}
	for _, m := range found {
		mentioned := Mentioned{
			Entity: entityKey(agent, m.Entity), Count: m.Count, Role: schema.RoleOfGraph(m.Role),
			Confidence: m.Confidence, Coreference: m.Coreference,
		}
		if m.Position >= 0 {
			mentioned.Position = &m.Position
		}
		out.Entities = append(out.Entities, mentioned)
	}
	return out, nil
}

// Mentioning is the records that mention an entity, with the Cypher that finds
// them.
type Mentioning struct {
	Records []schema.Experience `json:"records"`
	Cypher  string              `json:"cypher"`
}

// Mentioning returns the newest records that mention an entity of the agent, at
// most limit, 10,000 at most; 0 is 100. The ledger finds them, as what the graph reads grows with
// the mentions that an entity has; [graph.MentionsStatement], which is handed back
// filled in, finds the same ones.
func (q *Reader) Mentioning(ctx context.Context, agent string, key schema.EntityKey, limit int) (Mentioning, error) {
	if err := checkLimit(limit); err != nil {
		return Mentioning{}, err
	}
	var out Mentioning
	err := q.store.View(ctx, func(r *ledger.Reader) error {
		if _, err := entity(r, agent, key); err != nil {
			return err
		}
		group, err := knowledge.Standing(r, agent, key)
		if err != nil {
			return err
		}
		statement := graph.MentionsStatement([]string{agent}, schema.NodeKey(agent, group[0]), limit)
		out.Cypher = statement.Cypher()
		out.Records, err = newest(r, agent, ledger.Mentioning(group...), limit)
		return err
	})
	return out, err
}

// newest reads the newest records of an index, at most limit.
func newest(r *ledger.Reader, agent string, in ledger.Index, limit int) (out []schema.Experience, err error) {
	if limit = min(limit, graph.MaxLimit); limit <= 0 {
		limit = graph.DefaultLimit
	}
	for entry, err := range r.Scan(agent, in, ledger.Scan{}) {
		if err != nil {
			return nil, err
		}
		e, err := r.Experience(entry.ID)
		if err != nil {
			return nil, err
		}
		if out = append(out, *e); len(out) == limit {
			break
		}
	}
	return out, nil
}

// Companion is an entity named together with another.
type Companion struct {
	Entity schema.EntityKey `json:"entity"`
	Shared int              `json:"shared"` // records that name both
}

// Companions is what is named together with an entity, with the Cypher that
// finds it.
type Companions struct {
	Entities []Companion `json:"entities"`
	Cypher   string      `json:"cypher"`
}

// CoMentioned returns the entities most often named together with one. It runs
// [graph.CoMentionedStatement].
func (q *Reader) CoMentioned(ctx context.Context, agent string, key schema.EntityKey, limit int) (Companions, error) {
	if err := checkLimit(limit); err != nil {
		return Companions{}, err
	}
	g, node, err := q.entityNode(ctx, agent, key)
	if err != nil {
		return Companions{}, err
	}
	agents := []string{agent}
	found, err := g.CoMentioned(ctx, agents, node, limit)
	if err != nil {
		return Companions{}, err
	}
	out := Companions{Cypher: graph.CoMentionedStatement(agents, node, limit).Cypher()}
	for _, c := range found {
		out.Entities = append(out.Entities, Companion{entityKey(agent, c.Entity), c.Shared})
	}
	return out, nil
}

// entityNode returns the graph and the key of the node there that stands for an
// entity.
func (q *Reader) entityNode(ctx context.Context, agent string, key schema.EntityKey) (*graph.Graph, string, error) {
	err := q.store.View(ctx, func(r *ledger.Reader) error {
		if _, err := entity(r, agent, key); err != nil {
			return err
		}
		var err error
		key, err = r.Survivor(agent, key)
		return err
	})
	if err != nil {
		return nil, "", err
	}
	g, err := q.store.Graph(ctx)
	return g, schema.NodeKey(agent, key), err
}

// entityKey is the entity behind a node's key.
func entityKey(agent, node string) schema.EntityKey {
	return schema.EntityKey(strings.TrimPrefix(node, schema.NodeKey(agent, "")))
}
