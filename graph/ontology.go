package graph

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// OntologyStep is one rule on an ontology path.
type OntologyStep struct {
	From, To    string // type names, in the rule's direction
	Relation    string
	Cardinality string
	JoinPath    string // JSON
	Constraints string // JSON
	Reverse     bool   // the path takes the rule from To to From
}

// Ends returns the types that the path leaves and reaches by the step.
func (s OntologyStep) Ends() (from, to string) {
	if s.Reverse {
		return s.To, s.From
	}
	return s.From, s.To
}

// OntologyPath leads from one entity type to another.
type OntologyPath []OntologyStep

// OntologyStatement is the Cypher of [Graph.OntologyPaths], for paths of minLen to
// maxLen rules:
//
//	MATCH p = (a:EntityType)-[r:ONTOLOGY* ACYCLIC minLen..maxLen]-(b:EntityType)
//	WHERE a.name = $from AND b.name = $to AND a.agent_id IN $agents AND b.agent_id IN $agents AND is_trail(p)
//	  AND NOT list_has(properties(nodes(r), 'name'), $from) AND NOT list_has(properties(nodes(r), 'name'), $to)
//	  AND NOT list_has(properties(nodes(r), 'name'), 'value')
//	RETURN id(a), id(b), r ORDER BY length(r) LIMIT 10000
//
// The engine's ACYCLIC looks at the nodes between the ends only, so these are
// kept apart from the ends; 'value' is not a type that a path may pass.
func OntologyStatement(agents []string, fromType, toType string, minLen, maxLen int) Statement {
	return Statement{
		Text: fmt.Sprintf(`MATCH p = (a:EntityType)-[r:ONTOLOGY* ACYCLIC %d..%d]-(b:EntityType)
WHERE a.name = $from AND b.name = $to AND a.agent_id IN $agents AND b.agent_id IN $agents AND is_trail(p)
  AND NOT list_has(properties(nodes(r), 'name'), $from) AND NOT list_has(properties(nodes(r), 'name'), $to)
  AND NOT list_has(properties(nodes(r), 'name'), 'value')
RETURN id(a), id(b), r ORDER BY length(r) LIMIT %d`, Hops(minLen), Hops(maxLen), MaxLimit),
		Params: map[string]any{"from": fromType, "to": toType, "agents": agents},
	}
}

// OntologyPaths returns the simple paths from one entity type to another, of at
// most maxLen rules taken in either direction, shortest first; only the shortest
// ones if shortest is set. Rules that several agents share count once. See
// [OntologyStatement].
func (g *Graph) OntologyPaths(ctx context.Context, agents []string, fromType, toType string, maxLen int, shortest bool) ([]OntologyPath, error) {
	rows, err := g.ask(ctx, agents, OntologyStatement(agents, fromType, toType, 1, maxLen))
	if err != nil {
		return nil, err
	}
	paths := make([]OntologyPath, 0, len(rows))
	for _, row := range rows {
		start, _ := row[0].(ID)
		end, _ := row[1].(ID)
		path, _ := row[2].(Path)
		if simple(path, start) {
			paths = append(paths, ontologyPath(path, map[ID]string{start: fromType, end: toType}, start))
		}
	}
	slices.SortFunc(paths, comparePaths)
	paths = slices.CompactFunc(paths, func(a, b OntologyPath) bool { return comparePaths(a, b) == 0 })
	if shortest {
		for i, p := range paths {
			if len(p) > len(paths[0]) {
				return paths[:i], nil
			}
		}
	}
	return paths, nil
}

// across returns the end of an edge that is not at.
func across(e Edge, at ID) ID {
	if at == e.From {
		return e.To
	}
	return e.From
}

// simple reports whether a path passes each node once. The engine's ACYCLIC
// looks at the nodes between the ends only.
func simple(path Path, at ID) bool {
	seen := map[ID]bool{at: true}
	for _, e := range path.Edges {
		if at = across(e, at); seen[at] {
			return false
		}
		seen[at] = true
	}
	return true
}

func ontologyPath(path Path, names map[ID]string, at ID) OntologyPath {
	for _, n := range path.Nodes {
		names[n.ID] = textOf(n.Properties["name"])
	}
	out := make(OntologyPath, 0, len(path.Edges))
	for _, e := range path.Edges {
		p := e.Properties
		out = append(out, OntologyStep{
			From: names[e.From], To: names[e.To], Relation: textOf(p["relation_type"]), Cardinality: textOf(p["cardinality"]),
			JoinPath: textOf(p["join_path"]), Constraints: textOf(p["constraints"]), Reverse: at != e.From,
		})
		at = across(e, at)
	}
	return out
}

func comparePaths(a, b OntologyPath) int {
	if c := cmp.Compare(len(a), len(b)); c != 0 {
		return c
	}
	return slices.CompareFunc(a, b, func(x, y OntologyStep) int {
		c := slices.Compare(
			[]string{x.From, x.Relation, x.To, x.Cardinality, x.JoinPath, x.Constraints},
			[]string{y.From, y.Relation, y.To, y.Cardinality, y.JoinPath, y.Constraints})
		if c == 0 && x.Reverse != y.Reverse {
			c = 1
			if y.Reverse {
				c = -1
			}
		}
		return c
	})
}

// InstancesStatement is the Cypher of [Graph.InstancesAlong]. For a path of two
// rules, the second taken in reverse, and a start:
//
//	MATCH (e0:Entity {id: $start})-[r0:RELATION]->(e1:Entity)<-[r1:RELATION]-(e2:Entity)
//	WHERE e0.agent_id IN $agents AND e0.type = $type0
//	  AND r0.predicate = $predicate0 AND e1.type = $type1 AND e1.agent_id IN $agents AND …
//	RETURN e0.id, e1.id, r0.statement, …, e2.id, r1.statement, … ORDER BY e0.id, e1.id, e2.id LIMIT $limit
func InstancesStatement(agents []string, start string, path OntologyPath, limit int) Statement {
	return instancesStatement(agents, start, path, limit, "", nil)
}

// LiveInstancesStatement is [InstancesStatement] for relations that are live and
// hold at a moment. Each of them has also
//
//	(r0.status IN $live OR r0.status = 'superseded' AND r0.valid_to > $now) AND (r0.valid_from IS NULL OR r0.valid_from <= $now)
//	  AND (r0.valid_to IS NULL OR r0.valid_to > $now)
func LiveInstancesStatement(agents []string, start string, path OntologyPath, now time.Time, limit int) Statement {
	return instancesStatement(agents, start, path, limit, live("r%[1]d"), livesAt(now))
}

func instancesStatement(agents []string, start string, path OntologyPath, limit int, each string, also map[string]any) Statement {
	params := map[string]any{"agents": agents, "limit": Limited(limit)}
	maps.Copy(params, also)
	pattern, order := "(e0:Entity)", "e0.id"
	if start != "" {
		pattern = "(e0:Entity {id: $start})"
		params["start"] = start
	}
	where := []string{"e0.agent_id IN $agents"}
	answer := "e0.id"
	for i, step := range path {
		from, to := step.Ends()
		if i == 0 {
			params["type0"] = from
			where = append(where, "e0.type = $type0")
		}
		left, right := "-", "->"
		if step.Reverse {
			left, right = "<-", "-"
		}
		pattern += fmt.Sprintf("%s[r%d:RELATION]%s(e%d:Entity)", left, i, right, i+1)
		where = append(where, fmt.Sprintf("r%d.predicate = $predicate%d AND e%d.type = $type%d AND e%d.agent_id IN $agents", i, i, i+1, i+1, i+1))
		if each != "" {
			where = append(where, fmt.Sprintf(each, i))
		}
		params[fmt.Sprintf("predicate%d", i)] = step.Relation
		params[fmt.Sprintf("type%d", i+1)] = to
		answer += fmt.Sprintf(", e%d.id", i+1)
		for _, property := range []string{"statement", "confidence", "status", "valid_from", "valid_to", "reinforcement_count"} {
			answer += fmt.Sprintf(", r%d.%s", i, property)
		}
		order += fmt.Sprintf(", e%d.id, r%d.statement", i+1, i)
	}
	return Statement{
		Text:   "MATCH " + pattern + "\nWHERE " + strings.Join(where, "\n  AND ") + "\nRETURN " + answer + "\nORDER BY " + order + " LIMIT $limit",
		Params: params,
	}
}

// InstancesAlong returns chains of entities that instantiate an ontology path
// of at most MaxHops rules, at most limit of them, starting at the entity start
// or, if that is empty, anywhere. See [InstancesStatement].
func (g *Graph) InstancesAlong(ctx context.Context, agents []string, start string, path OntologyPath, limit int) ([]Route, error) {
	if len(path) == 0 || len(path) > MaxHops {
		return nil, fmt.Errorf("%w: path: %d rules, want 1 to %d", ErrInvalid, len(path), MaxHops)
	}
	rows, err := g.ask(ctx, agents, InstancesStatement(agents, start, path, limit))
	if err != nil {
		return nil, err
	}
	out := make([]Route, len(rows))
	for i, row := range rows {
		out[i] = instance(path, row)
	}
	return out, nil
}

// instanceColumns is the number of columns that each step adds to an answer.
const instanceColumns = 7

func instance(path OntologyPath, row Row) Route {
	route := Route{Entities: []string{textOf(row[0])}}
	for i, step := range path {
		c := row[1+i*instanceColumns:]
		from, to := route.Entities[i], textOf(c[0])
		route.Entities = append(route.Entities, to)
		if step.Reverse {
			from, to = to, from
		}
		route.Relations = append(route.Relations, relationOf(Row{from, to, step.Relation, c[1], c[2], c[3], c[4], c[5], c[6]}))
	}
	return route
}
