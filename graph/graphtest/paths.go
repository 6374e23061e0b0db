package graphtest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/schema"
)

func hops(n int) int { return min(max(n, 1), graph.MaxHops) }

// RelationsFrom implements [Graph].
func (m *Model) RelationsFrom(ctx context.Context, agents []string, entity string) ([]graph.Relation, error) {
	end, err := m.begin(ctx, agents)
	defer end()
	return m.relationsFrom(agents, entity), err
}

func (m *Model) relationsFrom(agents []string, entity string) []graph.Relation {
	links := m.out(agents, schema.EdgeRelation, entity)
	out := make([]graph.Relation, len(links))
	for i, l := range links {
		out[i] = relation(l)
	}
	slices.SortFunc(out, func(a, b graph.Relation) int {
		return cmp.Or(strings.Compare(a.To, b.To), strings.Compare(a.Predicate, b.Predicate), strings.Compare(a.Statement, b.Statement))
	})
	return out
}

// around returns the relations at an entity, with the entity at their other end.
func (m *Model) around(agents []string, entity string) (relations []graph.Relation, others []string) {
	for _, l := range m.out(agents, schema.EdgeRelation, entity) {
		relations, others = append(relations, relation(l)), append(others, l.To)
	}
	for _, l := range m.in(agents, schema.EdgeRelation, entity) {
		if l.From != entity {
			relations, others = append(relations, relation(l)), append(others, l.From)
		}
	}
	return relations, others
}

// distances returns how many relations away each entity is, up to most.
func (m *Model) distances(agents []string, entity string, most int) map[string]int {
	found := map[string]int{entity: 0}
	frontier := []string{entity}
	for d := 1; d <= most; d++ {
		var next []string
		for _, at := range frontier {
			_, others := m.around(agents, at)
			for _, other := range others {
				if _, seen := found[other]; !seen {
					found[other] = d
					next = append(next, other)
				}
			}
		}
		frontier = next
	}
	return found
}

// Neighbourhood implements [Graph].
func (m *Model) Neighbourhood(ctx context.Context, agents []string, entity string, n, limit int) (graph.Neighbourhood, error) {
	end, err := m.begin(ctx, agents)
	defer end()
	var out graph.Neighbourhood
	for key, d := range m.distances(agents, entity, hops(n)) {
		if d > 0 {
			out.Entities = append(out.Entities, graph.Reached{Entity: key, Hops: d})
		}
	}
	slices.SortFunc(out.Entities, func(a, b graph.Reached) int {
		return cmp.Or(a.Hops-b.Hops, strings.Compare(a.Entity, b.Entity))
	})
	out.Entities = head(out.Entities, limited(limit))
	inside := map[string]bool{entity: true}
	from := []string{entity}
	for _, e := range out.Entities {
		inside[e.Entity] = true
		from = append(from, e.Entity)
	}
	for _, key := range from {
		for _, r := range m.relationsFrom(agents, key) {
			if inside[r.To] {
				out.Relations = append(out.Relations, r)
			}
		}
	}
	return out, err
}

// ShortestPath implements [Graph].
func (m *Model) ShortestPath(ctx context.Context, agents []string, from, to string, maxHops int) (graph.Route, bool, error) {
	end, err := m.begin(ctx, agents)
	defer end()
	if err != nil || from == to || !m.of(agents, schema.NodeEntity, from) {
		return graph.Route{}, false, err
	}
	length, ok := m.distances(agents, from, hops(maxHops))[to]
	if !ok {
		return graph.Route{}, false, nil
	}
	var best []graph.Route
	m.routes(agents, graph.Route{Entities: []string{from}}, to, length, &best)
	return slices.MinFunc(best, compareRoutes), true, nil
}

// routes collects the routes of exactly length more relations to an entity.
func (m *Model) routes(agents []string, route graph.Route, to string, length int, found *[]graph.Route) {
	at := route.Entities[len(route.Entities)-1]
	if length == 0 {
		if at == to {
			*found = append(*found, route)
		}
		return
	}
	relations, others := m.around(agents, at)
	for i, r := range relations {
		m.routes(agents, graph.Route{
			Entities:  slices.Concat(route.Entities, []string{others[i]}),
			Relations: slices.Concat(route.Relations, []graph.Relation{r}),
		}, to, length-1, found)
	}
}

// compareRoutes sorts by entities, predicates and statements, each joined to one
// string, and then by the relations' direction.
func compareRoutes(a, b graph.Route) int {
	return slices.Compare(routeOrder(a), routeOrder(b))
}

func routeOrder(r graph.Route) []string {
	var predicates, statements, from []string
	for _, rel := range r.Relations {
		predicates, statements = append(predicates, rel.Predicate), append(statements, rel.Statement)
		from = append(from, rel.From)
	}
	sorted := []string{strings.Join(r.Entities, "|"), strings.Join(predicates, "|"), strings.Join(statements, "|")}
	return append(sorted, from...)
}

// OntologyPaths implements [Graph].
func (m *Model) OntologyPaths(ctx context.Context, agents []string, fromType, toType string, maxLen int, shortest bool) ([]graph.OntologyPath, error) {
	end, err := m.begin(ctx, agents)
	defer end()
	var paths []graph.OntologyPath
	for key, values := range m.nodes {
		if key.Table == schema.NodeEntityType && values["name"] == fromType && m.of(agents, key.Table, key.ID) {
			m.ontology(agents, key.ID, toType, hops(maxLen), []string{key.ID}, nil, &paths)
		}
	}
	text := func(p graph.OntologyPath) string { return fmt.Sprint(p) }
	slices.SortFunc(paths, func(a, b graph.OntologyPath) int {
		return cmp.Or(len(a)-len(b), strings.Compare(text(a), text(b)))
	})
	paths = slices.CompactFunc(paths, func(a, b graph.OntologyPath) bool { return text(a) == text(b) })
	if shortest {
		paths = slices.DeleteFunc(paths, func(p graph.OntologyPath) bool { return len(p) > len(paths[0]) })
	}
	return paths, err
}

// ontology extends a path by every rule that leads to a type not on it yet.
func (m *Model) ontology(agents []string, at, toType string, most int, on []string, path graph.OntologyPath, found *[]graph.OntologyPath) {
	if len(path) > 0 && m.nodes[graph.Key{Table: schema.NodeEntityType, ID: at}]["name"] == toType {
		*found = append(*found, path)
	}
	if len(path) == most {
		return
	}
	name := func(id string) string {
		s, _ := m.nodes[graph.Key{Table: schema.NodeEntityType, ID: id}]["name"].(string)
		return s
	}
	touching := m.pick(agents, schema.EdgeOntology, func(l graph.Link) bool { return l.From == at || l.To == at })
	for _, l := range touching {
		step := graph.OntologyStep{From: name(l.From), To: name(l.To), Reverse: l.To == at}
		step.Relation, _ = l.Values["relation_type"].(string)
		step.Cardinality, _ = l.Values["cardinality"].(string)
		step.JoinPath, _ = l.Values["join_path"].(string)
		step.Constraints, _ = l.Values["constraints"].(string)
		next := l.To
		if step.Reverse {
			next = l.From
		}
		if !slices.Contains(on, next) {
			m.ontology(agents, next, toType, most, slices.Concat(on, []string{next}), slices.Concat(path, graph.OntologyPath{step}), found)
		}
	}
}

// InstancesAlong implements [Graph].
func (m *Model) InstancesAlong(ctx context.Context, agents []string, start string, path graph.OntologyPath, limit int) ([]graph.Route, error) {
	end, err := m.begin(ctx, agents)
	defer end()
	if err != nil {
		return nil, err
	}
	if len(path) == 0 || len(path) > graph.MaxHops {
		return nil, fmt.Errorf("%w: path: %d rules", graph.ErrInvalid, len(path))
	}
	first, _ := path[0].Ends()
	var out []graph.Route
	for key, values := range m.nodes {
		if key.Table == schema.NodeEntity && (start == "" || key.ID == start) && values["type"] == first && m.of(agents, key.Table, key.ID) {
			m.along(agents, graph.Route{Entities: []string{key.ID}}, path, &out)
		}
	}
	slices.SortFunc(out, func(a, b graph.Route) int {
		for i := range a.Relations {
			if c := cmp.Or(strings.Compare(a.Entities[i], b.Entities[i]), strings.Compare(a.Entities[i+1], b.Entities[i+1]),
				strings.Compare(a.Relations[i].Statement, b.Relations[i].Statement)); c != 0 {
				return c
			}
		}
		return 0
	})
	return head(out, limited(limit)), nil
}

func (m *Model) along(agents []string, route graph.Route, path graph.OntologyPath, found *[]graph.Route) {
	if len(path) == 0 {
		*found = append(*found, route)
		return
	}
	step, at := path[0], route.Entities[len(route.Entities)-1]
	_, want := step.Ends()
	links := m.out(agents, schema.EdgeRelation, at)
	if step.Reverse {
		links = m.in(agents, schema.EdgeRelation, at)
	}
	for _, l := range links {
		next := l.To
		if step.Reverse {
			next = l.From
		}
		if l.Values["predicate"] != step.Relation || m.nodes[graph.Key{Table: schema.NodeEntity, ID: next}]["type"] != want {
			continue
		}
		m.along(agents, graph.Route{
			Entities:  slices.Concat(route.Entities, []string{next}),
			Relations: slices.Concat(route.Relations, []graph.Relation{relation(l)}),
		}, path[1:], found)
	}
}
