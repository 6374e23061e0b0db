package graphbench

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/schema"
)

// questions measures the traversals, each on records and entities all over the
// graph. The first asking of each warms the caches and is not counted.
func (b *bench) questions(ctx context.Context, g *graph.Graph) error {
	d := b.data
	agent := func(i int) []string { return []string{AgentID(int(d.agent[i]))} }
	topic := func(i int) string { return d.entity(int(d.agent[i]), i%min(10, d.perAgent())) }
	busiest := []string{AgentID(0)}
	asked := []struct {
		what string
		ask  func(i int) error
	}{
		{"what followed, 1 hop", func(i int) error { _, err := g.Followed(ctx, agent(i), RecordID(i), 1); return err }},
		{"what followed, 5 hops", func(i int) error { _, err := g.Followed(ctx, agent(i), RecordID(i), 5); return err }},
		{"20 newest mentions of an entity", func(i int) error { _, err := g.MentionsOf(ctx, agent(i), topic(i), 20); return err }},
		{"20 newest mentions, the busiest agent's", func(i int) error { _, err := g.MentionsOf(ctx, busiest, d.entity(0, i%3), 20); return err }},
		{"entities of a record", func(i int) error { _, err := g.EntitiesOf(ctx, agent(i), RecordID(i)); return err }},
		{"similar records", func(i int) error { _, err := g.Similar(ctx, agent(i), RecordID(i)); return err }},
		{"entities named together, 10", func(i int) error { _, err := g.CoMentioned(ctx, agent(i), topic(i), 10); return err }},
		{"shortest path of two entities, up to 4", func(i int) error {
			_, _, err := g.ShortestPath(ctx, agent(i), topic(i), d.entity(int(d.agent[i]), d.perAgent()-1), 4)
			return err
		}},
	}
	for _, q := range asked {
		if err := q.ask(0); err != nil {
			return fmt.Errorf("%s: %w", q.what, err)
		}
		took, err := b.sampled(b.samples, q.ask)
		if err != nil {
			return fmt.Errorf("%s: %w", q.what, err)
		}
		b.Spread(q.what, took)
	}
	return nil
}

// sourceQueries asks plain Kuzu the questions of the source design as it words
// them. They scan; the ledger's ordered keys are what answers them in Lukasa.
func (b *bench) sourceQueries(ctx context.Context, g *graph.Graph) error {
	since := epoch.Add(time.Duration(b.n) * time.Second * 9 / 10)
	const recent, sequence = "recent (source query 1)", "sequence (source query 5)"
	for _, q := range []struct{ what, text string }{
		{recent, `MATCH (e:Experience {agent_id: $agent_id}) WHERE e.timestamp >= $since RETURN e ORDER BY e.timestamp DESC LIMIT 20`},
		{"importance (source query 2)", `MATCH (e:Experience {agent_id: $agent_id}) WHERE e.importance >= 8 RETURN e ORDER BY e.timestamp DESC LIMIT 20`},
		{"keyword (source query 3)", `MATCH (e:Experience {agent_id: $agent_id}) WHERE e.context CONTAINS 'refund' RETURN e, size(e.context) AS n ORDER BY n DESC, e.timestamp DESC LIMIT 20`},
		{"tag (source query 4)", `MATCH (e:Experience {agent_id: $agent_id}) WHERE list_contains(e.tags, 'refund') RETURN e ORDER BY e.timestamp DESC LIMIT 20`},
		{sequence, `MATCH (e1:Experience {agent_id: $agent_id})-[r:FOLLOWED_BY]->(e2:Experience) WHERE e1.id = $id RETURN e1, r, e2`},
	} {
		took, err := b.sampled(min(b.samples, 10), func(i int) error {
			params := map[string]any{"agent_id": AgentID(int(b.data.agent[i]))}
			switch q.what {
			case recent:
				params["since"] = since
			case sequence:
				params["id"] = RecordID(i)
			}
			return drain(ctx, g, q.text, params)
		})
		if err != nil {
			return fmt.Errorf("%s: %w", q.what, err)
		}
		b.Compare("Kuzu 0.11.3", q.what, took, nil)
	}
	return nil
}

func drain(ctx context.Context, g *graph.Graph, text string, params map[string]any) error {
	r, err := g.Query(ctx, text, params, graph.QueryOptions{})
	if err != nil {
		return err
	}
	for _, err = range r.Rows {
		if err != nil {
			break
		}
	}
	return err
}

// Check reads the whole graph back and compares its size with the data's: a
// measurement of a graph that is wrong would be worth nothing.
func Check(ctx context.Context, g *graph.Graph, d *Data) error {
	records, want := 0, d.n
	for _, err := range g.Nodes(ctx, schema.NodeExperience) {
		if err != nil {
			return err
		}
		records++
	}
	if records != want {
		return errors.New(fmt.Sprint("graphbench: the graph has ", records, " records, want ", want))
	}
	return nil
}
