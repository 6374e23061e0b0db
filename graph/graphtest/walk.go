package graphtest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/schema"
)

// begin locks the model for a traversal.
func (m *Model) begin(ctx context.Context, agents []string) (end func(), err error) {
	if err := ctx.Err(); err != nil {
		return func() {}, err
	}
	if len(agents) == 0 {
		return func() {}, fmt.Errorf("%w: agents: none named", graph.ErrInvalid)
	}
	m.mu.RLock()
	if m.closed {
		m.mu.RUnlock()
		return func() {}, graph.ErrClosed
	}
	return m.mu.RUnlock, nil
}

// of reports whether a node is there and belongs to one of the agents.
func (m *Model) of(agents []string, table, id string) bool {
	values, ok := m.nodes[graph.Key{Table: table, ID: id}]
	agent, _ := values["agent_id"].(string)
	return ok && slices.Contains(agents, agent)
}

// out returns the edges of a table that start at a node, in which both ends
// belong to one of the agents; in returns those that end there.
func (m *Model) out(agents []string, table, id string) []graph.Link {
	return m.pick(agents, table, func(l graph.Link) bool { return l.From == id })
}

func (m *Model) in(agents []string, table, id string) []graph.Link {
	return m.pick(agents, table, func(l graph.Link) bool { return l.To == id })
}

func (m *Model) pick(agents []string, table string, want func(graph.Link) bool) []graph.Link {
	t, _ := edgeTable(table)
	var found []graph.Link
	for _, e := range m.edges {
		if e.Edge == table && want(e.Link) && m.of(agents, t.From, e.From) && m.of(agents, t.To, e.To) {
			found = append(found, e.Link)
		}
	}
	return found
}

func limited(n int) int {
	if n <= 0 {
		return graph.DefaultLimit
	}
	return min(n, graph.MaxLimit)
}

func head[T any](list []T, n int) []T { return list[:min(len(list), n)] }

// Followed implements [Graph].
func (m *Model) Followed(ctx context.Context, agents []string, id string, steps int) ([]graph.Step, error) {
	end, err := m.begin(ctx, agents)
	defer end()
	return m.walk(agents, id, steps, 1), err
}

// FollowersOf implements [Graph].
func (m *Model) FollowersOf(ctx context.Context, agents, ids []string) ([]string, error) {
	end, err := m.begin(ctx, agents)
	defer end()
	var out []string
	for _, id := range ids {
		for _, s := range m.hop(agents, id, 1) {
			out = append(out, s.ID)
		}
	}
	slices.Sort(out)
	return slices.Compact(out), err
}

// ChainAround implements [Graph].
func (m *Model) ChainAround(ctx context.Context, agents []string, id string, before, after int) ([]graph.Step, error) {
	end, err := m.begin(ctx, agents)
	defer end()
	if err != nil || !m.of(agents, schema.NodeExperience, id) {
		return nil, err
	}
	earlier := m.walk(agents, id, before, -1)
	slices.Reverse(earlier)
	return slices.Concat(earlier, []graph.Step{{ID: id}}, m.walk(agents, id, after, 1)), nil
}

func (m *Model) walk(agents []string, id string, steps, sign int) []graph.Step {
	var out []graph.Step
	seen := map[string]bool{id: true}
	frontier := []string{id}
	for depth := 1; depth <= min(steps, graph.MaxSteps); depth++ {
		var next []string
		for _, at := range frontier {
			for _, s := range m.hop(agents, at, sign) {
				if seen[s.ID] || len(out) == graph.MaxSteps {
					continue
				}
				seen[s.ID] = true
				s.Depth = sign * depth
				next = append(next, s.ID)
				out = append(out, s)
			}
		}
		frontier = next
	}
	return out
}

func (m *Model) hop(agents []string, id string, sign int) []graph.Step {
	links := m.out(agents, schema.EdgeFollowedBy, id)
	if sign < 0 {
		links = m.in(agents, schema.EdgeFollowedBy, id)
	}
	var out []graph.Step
	for _, l := range links {
		to := l.To
		if sign < 0 {
			to = l.From
		}
		delta, _ := l.Values["time_delta"].(int64)
		same, _ := l.Values["same_context"].(bool)
		out = append(out, graph.Step{ID: to, TimeDelta: time.Duration(delta) * time.Second, SameContext: same})
	}
	slices.SortFunc(out, func(a, b graph.Step) int {
		c := cmp.Or(strings.Compare(a.ID, b.ID), cmp.Compare(a.TimeDelta, b.TimeDelta))
		if c == 0 && a.SameContext != b.SameContext {
			c = map[bool]int{true: 1, false: -1}[a.SameContext]
		}
		return c
	})
	return out
}

// MentionsOf implements [Graph].
func (m *Model) MentionsOf(ctx context.Context, agents []string, entity string, limit int) ([]graph.Mention, error) {
	end, err := m.begin(ctx, agents)
	defer end()
	out := mentions(m.in(agents, schema.EdgeMentioned, entity))
	slices.SortFunc(out, func(a, b graph.Mention) int {
		return cmp.Or(b.Time.Compare(a.Time), strings.Compare(b.Experience, a.Experience),
			cmp.Compare(a.Role, b.Role), cmp.Compare(a.Count, b.Count))
	})
	return head(out, limited(limit)), err
}

// EntitiesOf implements [Graph].
func (m *Model) EntitiesOf(ctx context.Context, agents []string, experience string) ([]graph.Mention, error) {
	end, err := m.begin(ctx, agents)
	defer end()
	out := mentions(m.out(agents, schema.EdgeMentioned, experience))
	slices.SortFunc(out, func(a, b graph.Mention) int {
		return cmp.Or(strings.Compare(a.Entity, b.Entity), cmp.Compare(a.Role, b.Role), cmp.Compare(a.Count, b.Count))
	})
	return out, err
}

func mentions(links []graph.Link) []graph.Mention {
	out := make([]graph.Mention, len(links))
	for i, l := range links {
		out[i] = graph.Mention{Experience: l.From, Entity: l.To}
		out[i].Time, _ = l.Values["ts"].(time.Time)
		out[i].Confidence, _ = l.Values["confidence"].(float64)
		out[i].Coreference, _ = l.Values["coreference"].(bool)
		count, _ := l.Values["count"].(int64)
		role, _ := l.Values["role"].(int64)
		out[i].Count, out[i].Role = int(count), int(role)
		out[i].Position = -1
		if at, known := l.Values["position"].(int64); known {
			out[i].Position = int(at)
		}
	}
	return out
}

// CoMentioned implements [Graph].
func (m *Model) CoMentioned(ctx context.Context, agents []string, entity string, limit int) ([]graph.CoMention, error) {
	end, err := m.begin(ctx, agents)
	defer end()
	shared := map[string]int{}
	for _, l := range m.in(agents, schema.EdgeMentioned, entity) {
		for _, other := range m.out(agents, schema.EdgeMentioned, l.From) {
			if other.To != entity {
				shared[other.To]++
			}
		}
	}
	out := make([]graph.CoMention, 0, len(shared))
	for key, n := range shared {
		out = append(out, graph.CoMention{Entity: key, Shared: n})
	}
	slices.SortFunc(out, func(a, b graph.CoMention) int {
		return cmp.Or(b.Shared-a.Shared, strings.Compare(a.Entity, b.Entity))
	})
	return head(out, limited(limit)), err
}

// MergedInto is [graph.Graph.MergedInto].
func (m *Model) MergedInto(ctx context.Context, agents []string, entity string) (into string, found bool, err error) {
	end, err := m.begin(ctx, agents)
	defer end()
	if err != nil || !m.of(agents, schema.NodeEntity, entity) {
		return "", false, err
	}
	into, _ = m.nodes[graph.Key{Table: schema.NodeEntity, ID: entity}]["merged_into"].(string)
	return into, true, nil
}

// Evidence implements [Graph].
func (m *Model) Evidence(ctx context.Context, agents []string, id string) ([]graph.Evidence, error) {
	end, err := m.begin(ctx, agents)
	defer end()
	return evidence(m.out(agents, schema.EdgeDerivedFrom, id), func(l graph.Link) string { return l.To }), err
}

// Beliefs implements [Graph].
func (m *Model) Beliefs(ctx context.Context, agents []string, id string) ([]graph.Evidence, error) {
	end, err := m.begin(ctx, agents)
	defer end()
	return evidence(m.in(agents, schema.EdgeDerivedFrom, id), func(l graph.Link) string { return l.From }), err
}

func evidence(links []graph.Link, other func(graph.Link) string) []graph.Evidence {
	out := make([]graph.Evidence, len(links))
	for i, l := range links {
		out[i].ID = other(l)
		out[i].Stance, _ = l.Values["stance"].(string)
		out[i].Weight, _ = l.Values["weight"].(float64)
	}
	slices.SortFunc(out, func(a, b graph.Evidence) int {
		return cmp.Or(strings.Compare(b.Stance, a.Stance), cmp.Compare(b.Weight, a.Weight), strings.Compare(a.ID, b.ID))
	})
	return out
}

// Similar implements [Graph].
func (m *Model) Similar(ctx context.Context, agents []string, id string) ([]graph.Similar, error) {
	end, err := m.begin(ctx, agents)
	defer end()
	best := map[string]float64{}
	note := func(other string, l graph.Link) {
		score, _ := l.Values["similarity_score"].(float64)
		best[other] = max(best[other], score)
	}
	for _, l := range m.out(agents, schema.EdgeSimilarTo, id) {
		note(l.To, l)
	}
	for _, l := range m.in(agents, schema.EdgeSimilarTo, id) {
		note(l.From, l)
	}
	out := make([]graph.Similar, 0, len(best))
	for other, score := range best {
		out = append(out, graph.Similar{ID: other, Score: score})
	}
	slices.SortFunc(out, func(a, b graph.Similar) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.ID, b.ID))
	})
	return out, err
}

func relation(l graph.Link) graph.Relation {
	r := graph.Relation{From: l.From, To: l.To}
	r.Predicate, _ = l.Values["predicate"].(string)
	if id, ok := l.Values["statement"].(uuid.UUID); ok {
		r.Statement = id.String()
	}
	r.Confidence, _ = l.Values["confidence"].(float64)
	r.Status, _ = l.Values["status"].(string)
	r.ValidFrom, _ = l.Values["valid_from"].(time.Time)
	r.ValidTo, _ = l.Values["valid_to"].(time.Time)
	n, _ := l.Values["reinforcement_count"].(int64)
	r.Reinforcement = int(n)
	return r
}
