package acceptance

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/schema"
)

// traversal is one question to the graph: what its method answered, as text, and
// what a row of the Cypher that came with the answer says of the same.
type traversal struct {
	method string
	asked  string
	ask    func(ctx context.Context, m *lukasa.Memory) (answer []string, cypher string, err error)
	row    func(lukasa.Row) string
	// of drops from the rows what the method does not answer with, or sorts them.
	of func([]string) []string
}

// Each traversal's Cypher runs as it was returned, and finds what the method
// answered, in its order: short and long chains, both ends of one, limits, merged
// entities, several paths, rules and relations (002-11).
func TestTraversalsCypher(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	cases := traversals(t, m)
	asked := map[string]bool{}
	for _, c := range cases {
		asked[c.method] = true
		want, statement, err := c.ask(ctx, m)
		require.NoError(t, err, c.asked)
		got := ran(t, m, statement, c.row)
		if c.of != nil {
			got = c.of(got)
		}
		require.Equal(t, want, got, "%s %s\n%s", c.method, c.asked, statement)
	}
	require.Equal(t, traversalMethods(), sortedKeys(asked), "methods with Cypher, and those that this test asks")
}

// traversalMethods lists the methods of a memory that hand back their Cypher.
func traversalMethods() (names []string) {
	memory := reflect.TypeFor[*lukasa.Memory]()
	for i := range memory.NumMethod() {
		method := memory.Method(i)
		if method.Type.NumOut() == 0 || method.Type.Out(0).Kind() != reflect.Struct {
			continue
		}
		if _, told := method.Type.Out(0).FieldByName("Cypher"); told {
			names = append(names, method.Name)
		}
	}
	return names
}

func sortedKeys[V any](in map[string]V) (keys []string) {
	for k := range in {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func ran(t *testing.T, m *lukasa.Memory, statement string, row func(lukasa.Row) string) (out []string) {
	rows, err := m.Cypher(context.Background(), statement, nil, lukasa.CypherOptions{})
	require.NoError(t, err, statement)
	for r, err := range rows.Rows {
		require.NoError(t, err, statement)
		out = append(out, row(r))
	}
	return out
}

// traversals fills a memory and lists what is asked of it.
func traversals(t *testing.T, m *lukasa.Memory) []traversal {
	chain := longChain(t, m)
	belief := crossroads(t, m)
	var out []traversal
	for _, steps := range []int{0, 1, 30, 31, 45, 5000} {
		out = append(out, followed(chain[3], steps))
	}
	out = append(out, followed(chain[len(chain)-1], 3), followed(belief, 40))
	for _, n := range [][2]int{{0, 0}, {2, 5}, {5, 0}, {0, 5}, {30, 31}, {40, 3}, {100, 100}} {
		out = append(out, around(chain[40], n[0], n[1]))
	}
	out = append(out, around(belief, 3, 40))
	for _, key := range []lukasa.EntityKey{"place:a", "place:b", "place:alone"} {
		for _, limit := range []int{0, 2} {
			out = append(out, mentioning(key, limit), coMentioned(key, limit), neighbourhood(key, 1, limit), neighbourhood(key, 3, limit))
		}
	}
	for _, ends := range [][2]lukasa.EntityKey{{"place:a", "place:z"}, {"place:z", "place:a"}, {"place:b", "place:a"}, {"place:a", "place:alone"}} {
		out = append(out, pathBetween(ends[0], ends[1]))
	}
	for _, ends := range [][2]lukasa.EntityType{{"customer", "invoice"}, {"invoice", "customer"}, {"customer", "customer"}, {"invoice", "nothing"}} {
		out = append(out, typePaths(ends[0], ends[1], false), typePaths(ends[0], ends[1], true))
	}
	out = append(out, along("customer:gai", "invoice", 0), along("customer:gai", "invoice", 1), along("invoice:1", "customer", 0))
	return append(out, entitiesOf(chain[0]), entitiesOf(belief), evidence(belief), evidence(chain[0]))
}

// longChain writes one session, longer than what the engine takes as one pattern,
// some of its records at the same moment.
func longChain(t *testing.T, m *lukasa.Memory) (ids []lukasa.ID) {
	start := time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)
	for i := range 90 {
		e := lived(fmt.Sprintf("stage %d of the long way", i))
		e.Session, e.Time = "way", start.Add(time.Duration(i/3)*time.Minute)
		e.Mentions = []lukasa.Mention{{Entity: "place:a"}, {Entity: lukasa.EntityKey("place:" + string(rune('b'+i%4)))}}
		ids = append(ids, retain(t, m, e))
	}
	return ids
}

// crossroads writes entities with several shortest paths between them, some of
// them merged, a domain with its instances, and a belief with its grounds.
func crossroads(t *testing.T, m *lukasa.Memory) (belief lukasa.ID) {
	ctx := context.Background()
	loadDomain(t, m)
	relate := func(from lukasa.EntityKey, relation string, to lukasa.EntityKey) {
		for _, key := range []lukasa.EntityKey{from, to} {
			require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: key}))
		}
		require.NoError(t, m.PutRelation(ctx, lukasa.Relation{From: from, Type: schema.RelationType(relation), To: to}))
	}
	for _, by := range []lukasa.EntityKey{"place:n", "place:o", "place:o x", "place:m", "place:b"} {
		relate("place:a", "near", by)
		relate("place:z", "beyond", by)
	}
	relate("place:a", "above", "place:b")
	require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: "place:alone"}))
	_, err := m.MergeEntities(ctx, lukasa.Merging{From: "place:c", Into: "place:b", Force: true})
	require.NoError(t, err)
	for i := range 3 {
		order, work := lukasa.EntityKey(fmt.Sprintf("sales_order:%d", i)), lukasa.EntityKey(fmt.Sprintf("work_order:%d", i))
		relate("customer:gai", "has", order)
		relate(order, "requires", work)
		relate(work, "creates", lukasa.EntityKey(fmt.Sprintf("invoice:%d", i)))
	}
	var grounds []lukasa.Evidence
	for i, stance := range []schema.Stance{schema.StanceSupports, schema.StanceContradicts, schema.StanceSupports} {
		grounds = append(grounds, lukasa.Evidence{ID: retain(t, m, lived(fmt.Sprintf("ground %d", i))), Stance: stance, Weight: float64(i+1) / 4})
	}
	e := lived("the long way is the safe way")
	e.Evidence = grounds
	return retain(t, m, e)
}

func firstOf(r lukasa.Row) string { return fmt.Sprint(r[0]) }

func stepIDs(s lukasa.Sequence) (ids []string) {
	for _, step := range s.Steps {
		ids = append(ids, step.Record.ID.String())
	}
	return ids
}

func followed(id lukasa.ID, steps int) traversal {
	return traversal{method: "Followed", asked: fmt.Sprint(steps), row: firstOf, ask: func(ctx context.Context, m *lukasa.Memory) ([]string, string, error) {
		s, err := m.Followed(ctx, id, steps)
		return stepIDs(s), s.Cypher, err
	}}
}

// around's Cypher gives the three parts of a chain in no certain order.
func around(id lukasa.ID, before, after int) traversal {
	row := func(r lukasa.Row) string { return r[2].(time.Time).Format(time.RFC3339Nano) + " " + fmt.Sprint(r[0]) }
	sorted := func(rows []string) []string { slices.Sort(rows); return rows }
	return traversal{method: "Chain", asked: fmt.Sprint(before, after), row: row, of: sorted, ask: func(ctx context.Context, m *lukasa.Memory) (out []string, _ string, _ error) {
		s, err := m.Chain(ctx, id, before, after)
		for _, step := range s.Steps {
			out = append(out, step.Record.Time.Format(time.RFC3339Nano)+" "+step.Record.ID.String())
		}
		return out, s.Cypher, err
	}}
}

func evidence(id lukasa.ID) traversal {
	row := func(r lukasa.Row) string { return fmt.Sprint(r...) }
	return traversal{method: "Evidence", row: row, ask: func(ctx context.Context, m *lukasa.Memory) (out []string, _ string, _ error) {
		g, err := m.Evidence(ctx, id)
		for _, b := range g.Bearings {
			out = append(out, fmt.Sprint(b.Record.ID.String(), b.Stance, b.Weight))
		}
		return out, g.Cypher, err
	}}
}

func entitiesOf(id lukasa.ID) traversal {
	row := func(r lukasa.Row) string { return fmt.Sprint(r[1], r[3]) }
	return traversal{method: "EntitiesOf", row: row, ask: func(ctx context.Context, m *lukasa.Memory) (out []string, _ string, _ error) {
		found, err := m.EntitiesOf(ctx, id)
		for _, e := range found.Entities {
			out = append(out, fmt.Sprint(node(e.Entity), int64(e.Count)))
		}
		return out, found.Cypher, err
	}}
}

// node is an entity's key in the graph.
func node(key lukasa.EntityKey) string { return "default|" + string(key) }

func mentioning(key lukasa.EntityKey, limit int) traversal {
	return traversal{method: "Mentioning", asked: fmt.Sprint(key, limit), row: firstOf, ask: func(ctx context.Context, m *lukasa.Memory) (out []string, _ string, _ error) {
		found, err := m.Mentioning(ctx, key, limit)
		for _, e := range found.Records {
			out = append(out, e.ID.String())
		}
		return out, found.Cypher, err
	}}
}

func coMentioned(key lukasa.EntityKey, limit int) traversal {
	row := func(r lukasa.Row) string { return fmt.Sprint(r...) }
	return traversal{method: "CoMentioned", asked: fmt.Sprint(key, limit), row: row, ask: func(ctx context.Context, m *lukasa.Memory) (out []string, _ string, _ error) {
		found, err := m.CoMentioned(ctx, key, limit)
		for _, c := range found.Entities {
			out = append(out, fmt.Sprint(node(c.Entity), int64(c.Shared)))
		}
		return out, found.Cypher, err
	}}
}

func neighbourhood(key lukasa.EntityKey, hops, limit int) traversal {
	row := func(r lukasa.Row) string { return fmt.Sprint(r...) }
	return traversal{method: "Neighbourhood", asked: fmt.Sprint(key, hops, limit), row: row, ask: func(ctx context.Context, m *lukasa.Memory) (out []string, _ string, _ error) {
		found, err := m.Neighbourhood(ctx, key, hops, limit)
		for _, e := range found.Entities {
			out = append(out, fmt.Sprint(node(e.Entity), int64(e.Hops)))
		}
		return out, found.Cypher, err
	}}
}

// pathBetween's first row is the method's answer; the others are as short.
func pathBetween(from, to lukasa.EntityKey) traversal {
	row := func(r lukasa.Row) string {
		p, start := r[2].(graph.Path), r[0].(graph.ID)
		keys := map[graph.ID]string{start: node(from), r[1].(graph.ID): node(to)}
		for _, n := range p.Nodes {
			keys[n.ID] = fmt.Sprint(n.Properties["id"])
		}
		text := keys[start]
		for _, e := range p.Edges {
			at := e.To
			if keys[at] == lastWord(text) {
				at = e.From
			}
			text += fmt.Sprintf(" %v\t%s", e.Properties["predicate"], keys[at])
		}
		return text
	}
	return traversal{
		method: "Path", asked: fmt.Sprint(from, to), row: row,
		of: func(rows []string) []string { return rows[:min(1, len(rows))] },
		ask: func(ctx context.Context, m *lukasa.Memory) ([]string, string, error) {
			p, err := m.Path(ctx, from, to, 5)
			if len(p.Entities) == 0 {
				return nil, p.Cypher, err
			}
			text := node(p.Entities[0])
			for i, r := range p.Relations {
				text += fmt.Sprintf(" %s\t%s", r.Type, node(p.Entities[i+1]))
			}
			return []string{text}, p.Cypher, err
		},
	}
}

func lastWord(text string) string {
	for i := len(text) - 1; i >= 0; i-- {
		if text[i] == '\t' {
			return text[i+1:]
		}
	}
	return text
}

// typePaths come in the order of their lengths from both, and of those of one
// length in any.
func typePaths(from, to lukasa.EntityType, shortest bool) traversal {
	row := func(r lukasa.Row) string {
		p := r[2].(graph.Path)
		text := fmt.Sprint(len(p.Edges))
		for _, e := range p.Edges {
			text += fmt.Sprintf(" %v %v", e.Properties["relation_type"], e.Properties["cardinality"])
		}
		return text
	}
	byLength := func(rows []string) []string {
		slices.SortStableFunc(rows, func(a, b string) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a, b)) })
		return rows
	}
	return traversal{
		method: map[bool]string{false: "TypePaths", true: "ShortestTypePaths"}[shortest], asked: fmt.Sprint(from, to), row: row, of: byLength,
		ask: func(ctx context.Context, m *lukasa.Memory) (out []string, _ string, _ error) {
			find := m.TypePaths
			if shortest {
				find = m.ShortestTypePaths
			}
			found, err := find(ctx, from, to, lukasa.PathBounds{})
			for _, p := range found.Paths {
				text := fmt.Sprint(len(p))
				for _, s := range p {
					text += fmt.Sprintf(" %v %v", s.Rule.Relation, s.Rule.Cardinality)
				}
				out = append(out, text)
			}
			return byLength(out), found.Cypher, err
		},
	}
}

func along(start lukasa.EntityKey, to lukasa.EntityType, limit int) traversal {
	const columns = 7 // that each step adds to a row
	row := func(r lukasa.Row) string {
		text := fmt.Sprint(r[0])
		for i := 1; i < len(r); i += columns {
			text += fmt.Sprintf(" %v", r[i])
		}
		return text
	}
	return traversal{method: "Along", asked: fmt.Sprint(start, to, limit), row: row, ask: func(ctx context.Context, m *lukasa.Memory) (out []string, _ string, _ error) {
		types, err := m.ShortestTypePaths(ctx, start.Type(), to, lukasa.PathBounds{})
		if err != nil {
			return nil, "", err
		}
		found, err := m.Along(ctx, start, types.Paths[0], limit)
		for _, chain := range found.Instances {
			text := node(chain.Entities[0])
			for _, key := range chain.Entities[1:] {
				text += " " + node(key)
			}
			out = append(out, text)
		}
		return out, found.Cypher, err
	}}
}
