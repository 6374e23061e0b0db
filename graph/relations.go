package graph

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/schema"
)

// Relation is a RELATION edge.
type Relation struct {
	From, To      string // entity keys
	Predicate     string
	Statement     string // the id of the record that says so; empty: none
	Confidence    float64
	Status        string
	ValidFrom     time.Time
	ValidTo       time.Time
	Reinforcement int
}

// Reached is an entity near another.
type Reached struct {
	Entity string
	Hops   int
}

// Neighbourhood is what lies around an entity: the entities reached, nearest
// first, and the relations between any two of them or the start.
type Neighbourhood struct {
	Entities  []Reached
	Relations []Relation
}

// Route is a path between two entities: Relations[i] joins Entities[i] and
// Entities[i+1], in either direction.
type Route struct {
	Entities  []string
	Relations []Relation
}

// relationReturn is the columns that relationOf reads.
const relationReturn = `a.id, b.id, r.predicate, r.statement, r.confidence, r.status, r.valid_from, r.valid_to, r.reinforcement_count`

func relationOf(r Row) Relation {
	return Relation{
		From: textOf(r[0]), To: textOf(r[1]), Predicate: textOf(r[2]), Statement: textOf(r[3]), Confidence: floatOf(r[4]),
		Status: textOf(r[5]), ValidFrom: timeOf(r[6]), ValidTo: timeOf(r[7]), Reinforcement: intOf(r[8]),
	}
}

const relationsText = `MATCH (a:Entity {id: $entity})-[r:RELATION]->(b:Entity)
WHERE a.agent_id IN $agents AND b.agent_id IN $agents
RETURN ` + relationReturn + ` ORDER BY b.id, r.predicate, r.statement`

// live is the condition that the relation r is live, until what is told ahead of its time takes
// its place, and holds at a moment, whose parameters are those of livesAt.
func live(r string) string {
	return strings.ReplaceAll("(r.status IN $live OR r.status = 'superseded' AND r.valid_to > $now) AND (r.valid_from IS NULL OR r.valid_from <= $now) AND (r.valid_to IS NULL OR r.valid_to > $now)", "r.", r+".")
}

func livesAt(now time.Time) map[string]any {
	return map[string]any{"live": []string{string(schema.StatusActive), string(schema.StatusAging)}, "now": now}
}

// NeighbourhoodStatement is the Cypher of [Graph.Neighbourhood]:
//
//	MATCH (a:Entity {id: $entity})-[r:RELATION* SHORTEST 1..hops]-(b:Entity)
//	WHERE a.agent_id IN $agents AND b.agent_id IN $agents AND b.id <> $entity
//	RETURN b.id, length(r) AS hops ORDER BY hops, b.id LIMIT $limit
func NeighbourhoodStatement(agents []string, entity string, n, limit int) Statement {
	return neighbourhoodStatement(agents, entity, n, limit, "", nil)
}

// LiveNeighbourhoodStatement is [NeighbourhoodStatement] over relations that are live
// and hold at a moment. Its pattern has
//
//	r:RELATION* SHORTEST 1..hops (x, n | WHERE (x.status IN $live OR x.status = 'superseded' AND x.valid_to > $now)
//	  AND (x.valid_from IS NULL OR x.valid_from <= $now)
//	  AND (x.valid_to IS NULL OR x.valid_to > $now))
//
// The engine takes no parameters there, so it runs as [Statement.Cypher] has it only.
func LiveNeighbourhoodStatement(agents []string, entity string, now time.Time, n, limit int) Statement {
	return neighbourhoodStatement(agents, entity, n, limit, " (x, n | WHERE "+live("x")+")", livesAt(now))
}

func neighbourhoodStatement(agents []string, entity string, n, limit int, each string, also map[string]any) Statement {
	params := map[string]any{"entity": entity, "agents": agents, "limit": Limited(limit)}
	maps.Copy(params, also)
	return Statement{
		Text: fmt.Sprintf(`MATCH (a:Entity {id: $entity})-[r:RELATION* SHORTEST 1..%d%s]-(b:Entity)
WHERE a.agent_id IN $agents AND b.agent_id IN $agents AND b.id <> $entity
RETURN b.id, length(r) AS hops ORDER BY hops, b.id LIMIT $limit`, Hops(n), each),
		Params: params,
	}
}

// Neighbourhood returns the entities within n relations of an entity, in whatever
// state these are, at most limit of them and n at most MaxHops, and the relations
// among them. See [NeighbourhoodStatement].
func (g *Graph) Neighbourhood(ctx context.Context, agents []string, entity string, n, limit int) (Neighbourhood, error) {
	rows, err := g.ask(ctx, agents, NeighbourhoodStatement(agents, entity, n, limit))
	if err != nil {
		return Neighbourhood{}, err
	}
	var out Neighbourhood
	inside := map[string]bool{entity: true}
	for _, r := range rows {
		out.Entities = append(out.Entities, Reached{Entity: textOf(r[0]), Hops: intOf(r[1])})
		inside[textOf(r[0])] = true
	}
	from := []string{entity}
	for _, e := range out.Entities {
		from = append(from, e.Entity)
	}
	for _, key := range from {
		relations, err := g.RelationsFrom(ctx, agents, key)
		if err != nil {
			return Neighbourhood{}, err
		}
		for _, r := range relations {
			if inside[r.To] {
				out.Relations = append(out.Relations, r)
			}
		}
	}
	return out, nil
}

// RelationsFrom returns the relations that start at an entity:
//
//	MATCH (a:Entity {id: $entity})-[r:RELATION]->(b:Entity)
//	WHERE a.agent_id IN $agents AND b.agent_id IN $agents
//	RETURN a.id, b.id, r.predicate, r.statement, … ORDER BY b.id, r.predicate, r.statement
func (g *Graph) RelationsFrom(ctx context.Context, agents []string, entity string) ([]Relation, error) {
	rows, err := g.ask(ctx, agents, Statement{relationsText, map[string]any{"entity": entity, "agents": agents}})
	if err != nil {
		return nil, err
	}
	out := make([]Relation, len(rows))
	for i, r := range rows {
		out[i] = relationOf(r)
	}
	return out, nil
}

// ShortestPathStatement is the Cypher of [Graph.ShortestPath], whose first row is
// its answer and the others as short:
//
//	MATCH (a:Entity {id: $from})-[r:RELATION* ALL SHORTEST 1..hops (x, n | {…}, {n.id})]-(b:Entity {id: $to})
//	WHERE a.agent_id IN $agents AND b.agent_id IN $agents
//	WITH id(a) AS start, id(b) AS finish, r,
//	  list_to_string('|', properties(nodes(r), 'id')) AS entities,
//	  list_to_string('|', properties(rels(r), 'predicate')) AS predicates,
//	  list_to_string('|', properties(rels(r), 'statement')) AS statements
//	RETURN start, finish, r ORDER BY entities, predicates, statements LIMIT 100
func ShortestPathStatement(agents []string, from, to string, maxHops int) Statement {
	return pathStatement(agents, from, to, maxHops, "", nil)
}

// LivePathStatement is [ShortestPathStatement] over relations that are live and hold
// at a moment, as [LiveNeighbourhoodStatement] is.
func LivePathStatement(agents []string, from, to string, now time.Time, maxHops int) Statement {
	return pathStatement(agents, from, to, maxHops, " WHERE "+live("x")+" |", livesAt(now))
}

func pathStatement(agents []string, from, to string, maxHops int, each string, also map[string]any) Statement {
	params := map[string]any{"from": from, "to": to, "agents": agents}
	maps.Copy(params, also)
	return Statement{
		Text: fmt.Sprintf(`MATCH (a:Entity {id: $from})-[r:RELATION* ALL SHORTEST 1..%d
(x, n |%s {x.predicate, x.statement, x.confidence, x.status, x.valid_from, x.valid_to, x.reinforcement_count}, {n.id})]-(b:Entity {id: $to})
WHERE a.agent_id IN $agents AND b.agent_id IN $agents
WITH id(a) AS start, id(b) AS finish, r,
  list_to_string('|', properties(nodes(r), 'id')) AS entities,
  list_to_string('|', properties(rels(r), 'predicate')) AS predicates,
  list_to_string('|', properties(rels(r), 'statement')) AS statements
RETURN start, finish, r ORDER BY entities, predicates, statements LIMIT %d`, Hops(maxHops), each, DefaultLimit),
		Params: params,
	}
}

// ShortestPath returns a shortest path between two entities, of at most maxHops
// relations in either direction and whatever state, and false if there is none. Among several it is
// the one whose entities and statements come first. See
// [ShortestPathStatement].
func (g *Graph) ShortestPath(ctx context.Context, agents []string, from, to string, maxHops int) (Route, bool, error) {
	rows, err := g.ask(ctx, agents, ShortestPathStatement(agents, from, to, maxHops))
	if err != nil || len(rows) == 0 {
		return Route{}, false, err
	}
	routes := make([]Route, 0, len(rows))
	for _, row := range rows {
		start, _ := row[0].(ID)
		end, _ := row[1].(ID)
		path, _ := row[2].(Path)
		routes = append(routes, routeOf(path, map[ID]string{start: from, end: to}, start, from))
	}
	return slices.MinFunc(routes, compareRoutes), true, nil
}

// routeOf follows a path's edges from start, whose key is from.
func routeOf(path Path, keys map[ID]string, start ID, from string) Route {
	for _, n := range path.Nodes {
		keys[n.ID] = textOf(n.Properties["id"])
	}
	route := Route{Entities: []string{from}}
	at := start
	for _, e := range path.Edges {
		p := e.Properties
		route.Relations = append(route.Relations, relationOf(Row{
			keys[e.From], keys[e.To], p["predicate"], p["statement"], p["confidence"],
			p["status"], p["valid_from"], p["valid_to"], p["reinforcement_count"],
		}))
		at = across(e, at)
		route.Entities = append(route.Entities, keys[at])
	}
	return route
}

// compareRoutes is the order of [ShortestPathStatement], and by the relations'
// direction where that leaves two alike.
func compareRoutes(a, b Route) int {
	if c := slices.Compare(a.order(), b.order()); c != 0 {
		return c
	}
	return slices.CompareFunc(a.Relations, b.Relations, func(x, y Relation) int { return cmp.Compare(x.From, y.From) })
}

// order is what a statement can sort a route by.
func (r Route) order() []string {
	var predicates, statements []string
	for _, rel := range r.Relations {
		predicates, statements = append(predicates, rel.Predicate), append(statements, rel.Statement)
	}
	return []string{strings.Join(r.Entities, "|"), strings.Join(predicates, "|"), strings.Join(statements, "|")}
}
