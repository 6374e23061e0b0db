package graph

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Step is a record reached along FOLLOWED_BY.
type Step struct {
	ID          string
	Depth       int           // edges from the start; negative before it
	TimeDelta   time.Duration // of the edge that led here, in whole seconds
	SameContext bool          // of the edge that led here
}

const nextText = `MATCH (a:Experience {id: $id})-[r:FOLLOWED_BY]->(b:Experience)
WHERE a.agent_id IN $agents AND b.agent_id IN $agents
RETURN b.id, r.time_delta, r.same_context ORDER BY b.id, r.time_delta, r.same_context`

const previousText = `MATCH (a:Experience {id: $id})<-[r:FOLLOWED_BY]-(b:Experience)
WHERE a.agent_id IN $agents AND b.agent_id IN $agents
RETURN b.id, r.time_delta, r.same_context ORDER BY b.id, r.time_delta, r.same_context`

const existsText = `MATCH (a:Experience {id: $id}) WHERE a.agent_id IN $agents RETURN a.id`

// FollowedStatement is the Cypher of [Graph.Followed], for up to 30 steps:
//
//	MATCH (a:Experience {id: $id})-[r:FOLLOWED_BY*1..steps]->(b:Experience)
//	WHERE a.agent_id IN $agents AND b.agent_id IN $agents
//	RETURN b.id AS id, length(r) AS depth, b.timestamp AS timestamp ORDER BY depth, id
//
// The engine bounds such a pattern at 30 hops. For more steps the statement asks
// for what the edges are made of, the order of a session by time and id:
//
//	MATCH (a:Experience {id: $id}), (b:Experience)
//	WHERE a.agent_id IN $agents AND b.agent_id = a.agent_id AND b.session = a.session AND b.session <> ''
//	  AND (b.timestamp > a.timestamp OR (b.timestamp = a.timestamp AND b.id > a.id))
//	WITH b ORDER BY b.timestamp, b.id LIMIT $steps
//	RETURN b.id AS id, CAST(NULL AS INT64) AS depth, b.timestamp AS timestamp ORDER BY timestamp, id
func FollowedStatement(agents []string, id string, steps int) Statement {
	return Statement{Text: legText(steps, true), Params: map[string]any{"id": id, "agents": agents}}
}

// ChainStatement is the Cypher of [Graph.ChainAround]: that of
// [FollowedStatement] backwards, the record itself, and that of
// FollowedStatement, joined by UNION ALL: the engine gives the three in any order.
func ChainStatement(agents []string, id string, before, after int) Statement {
	parts := []string{selfText}
	if before > 0 {
		parts = slices.Insert(parts, 0, legText(before, false))
	}
	if after > 0 {
		parts = append(parts, legText(after, true))
	}
	return Statement{Text: strings.Join(parts, "\nUNION ALL\n"), Params: map[string]any{"id": id, "agents": agents}}
}

// patternSteps is the engine's bound on variable-length patterns.
const patternSteps = 30

const selfText = `MATCH (a:Experience {id: $id}) WHERE a.agent_id IN $agents
RETURN a.id AS id, 0 AS depth, a.timestamp AS timestamp`

// legText is one direction of a chain, in the chain's order.
func legText(steps int, forward bool) string {
	tail, head, sign, later, order := "-", "->", "", ">", ""
	if !forward {
		tail, head, sign, later, order = "<-", "-", "-", "<", " DESC"
	}
	if steps <= patternSteps {
		text := fmt.Sprintf(`MATCH (a:Experience {id: $id})%s[r:FOLLOWED_BY*1..%d]%s(b:Experience)
WHERE a.agent_id IN $agents AND b.agent_id IN $agents
RETURN b.id AS id, %slength(r) AS depth, b.timestamp AS timestamp ORDER BY depth, id`, tail, max(steps, 1), head, sign)
		if steps < 1 {
			text += " LIMIT 0"
		}
		return text
	}
	return fmt.Sprintf(`MATCH (a:Experience {id: $id}), (b:Experience)
WHERE a.agent_id IN $agents AND b.agent_id = a.agent_id AND b.session = a.session AND b.session <> ''
  AND (b.timestamp %[1]s a.timestamp OR (b.timestamp = a.timestamp AND b.id %[1]s a.id))
WITH b ORDER BY b.timestamp%[2]s, b.id%[2]s LIMIT %[3]d
RETURN b.id AS id, CAST(NULL AS INT64) AS depth, b.timestamp AS timestamp ORDER BY timestamp, id`, later, order, min(steps, MaxSteps))
}

// Followed returns what followed a record, nearest first, up to steps records on
// and at most MaxSteps. [FollowedStatement] shows it as one statement; the graph
// takes it hop by hop, which is several times faster and not bounded by 30.
func (g *Graph) Followed(ctx context.Context, agents []string, id string, steps int) ([]Step, error) {
	return g.walk(ctx, agents, nextText, id, steps, 1)
}

// askMany is from how many ids on one statement that looks through the whole table is
// quicker than one for each.
const askMany = 32

const followersText = `UNWIND $ids AS key MATCH (a:Experience {id: key})-[r:FOLLOWED_BY]->(b:Experience)
WHERE a.agent_id IN $agents AND b.agent_id IN $agents RETURN DISTINCT b.id`

// FollowersOf returns the records that come right after any of some, by id.
func (g *Graph) FollowersOf(ctx context.Context, agents, ids []string) (out []string, err error) {
	var asked []Statement
	if len(ids) >= askMany {
		asked = []Statement{{followersText, map[string]any{"ids": ids, "agents": agents}}}
	} else {
		for _, id := range ids {
			asked = append(asked, Statement{nextText, map[string]any{"id": id, "agents": agents}})
		}
	}
	for _, s := range asked {
		rows, err := g.ask(ctx, agents, s)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			out = append(out, textOf(row[0]))
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// ChainAround returns the records before and after one, in order, with the
// record itself between them at depth 0, or nothing if it is not in the graph.
// [ChainStatement] shows it as one statement.
func (g *Graph) ChainAround(ctx context.Context, agents []string, id string, before, after int) ([]Step, error) {
	self, err := g.ask(ctx, agents, Statement{existsText, map[string]any{"id": id, "agents": agents}})
	if err != nil || len(self) == 0 {
		return nil, err
	}
	earlier, err := g.walk(ctx, agents, previousText, id, before, -1)
	if err != nil {
		return nil, err
	}
	later, err := g.walk(ctx, agents, nextText, id, after, 1)
	if err != nil {
		return nil, err
	}
	slices.Reverse(earlier)
	return slices.Concat(earlier, []Step{{ID: id}}, later), nil
}

// walk takes hops breadth first, each record once.
func (g *Graph) walk(ctx context.Context, agents []string, text, id string, steps, sign int) ([]Step, error) {
	var out []Step
	seen := map[string]bool{id: true}
	frontier := []string{id}
	for depth := 1; depth <= min(steps, MaxSteps) && len(frontier) > 0; depth++ {
		var next []string
		for _, from := range frontier {
			rows, err := g.ask(ctx, agents, Statement{text, map[string]any{"id": from, "agents": agents}})
			if err != nil {
				return nil, err
			}
			for _, row := range rows {
				to := textOf(row[0])
				if seen[to] || len(out) == MaxSteps {
					continue
				}
				seen[to] = true
				next = append(next, to)
				out = append(out, Step{
					ID: to, Depth: sign * depth,
					TimeDelta: time.Duration(intOf(row[1])) * time.Second, SameContext: boolOf(row[2]),
				})
			}
		}
		frontier = next
	}
	return out, nil
}
