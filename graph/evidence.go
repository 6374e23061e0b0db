package graph

import "context"

// Evidence is a record that bears on another.
type Evidence struct {
	ID     string
	Stance string // supports, contradicts or summarises
	Weight float64
}

// Similar is a record near another in meaning.
type Similar struct {
	ID    string
	Score float64 // 0 to 1
}

const evidenceText = `MATCH (a:Experience {id: $id})-[r:DERIVED_FROM]->(b:Experience)
WHERE a.agent_id IN $agents AND b.agent_id IN $agents
RETURN b.id, r.stance, r.weight ORDER BY r.stance DESC, r.weight DESC, b.id`

const beliefsText = `MATCH (a:Experience {id: $id})<-[r:DERIVED_FROM]-(b:Experience)
WHERE a.agent_id IN $agents AND b.agent_id IN $agents
RETURN b.id, r.stance, r.weight ORDER BY r.stance DESC, r.weight DESC, b.id`

const similarText = `MATCH (a:Experience {id: $id})-[r:SIMILAR_TO]-(b:Experience)
WHERE a.agent_id IN $agents AND b.agent_id IN $agents
RETURN b.id, max(r.similarity_score) AS score ORDER BY score DESC, b.id`

// EvidenceStatement is the Cypher of [Graph.Evidence]:
//
//	MATCH (a:Experience {id: $id})-[r:DERIVED_FROM]->(b:Experience)
//	WHERE a.agent_id IN $agents AND b.agent_id IN $agents
//	RETURN b.id, r.stance, r.weight ORDER BY r.stance DESC, r.weight DESC, b.id
func EvidenceStatement(agents []string, id string) Statement {
	return Statement{evidenceText, map[string]any{"id": id, "agents": agents}}
}

// BeliefsStatement is the Cypher of [Graph.Beliefs]: that of
// [EvidenceStatement] with the edge turned round.
func BeliefsStatement(agents []string, id string) Statement {
	return Statement{beliefsText, map[string]any{"id": id, "agents": agents}}
}

// SimilarStatement is the Cypher of [Graph.Similar]:
//
//	MATCH (a:Experience {id: $id})-[r:SIMILAR_TO]-(b:Experience)
//	WHERE a.agent_id IN $agents AND b.agent_id IN $agents
//	RETURN b.id, max(r.similarity_score) AS score ORDER BY score DESC, b.id
func SimilarStatement(agents []string, id string) Statement {
	return Statement{similarText, map[string]any{"id": id, "agents": agents}}
}

// Evidence returns the records that a belief rests on, for and against, the
// weightiest of each stance first. See [EvidenceStatement].
func (g *Graph) Evidence(ctx context.Context, agents []string, id string) ([]Evidence, error) {
	return g.evidence(ctx, agents, EvidenceStatement(agents, id))
}

// Beliefs returns the records that rest on one: Evidence in the other
// direction. See [BeliefsStatement].
func (g *Graph) Beliefs(ctx context.Context, agents []string, id string) ([]Evidence, error) {
	return g.evidence(ctx, agents, BeliefsStatement(agents, id))
}

func (g *Graph) evidence(ctx context.Context, agents []string, s Statement) ([]Evidence, error) {
	rows, err := g.ask(ctx, agents, s)
	if err != nil {
		return nil, err
	}
	out := make([]Evidence, len(rows))
	for i, r := range rows {
		out[i] = Evidence{ID: textOf(r[0]), Stance: textOf(r[1]), Weight: floatOf(r[2])}
	}
	return out, nil
}

// Similar returns the records near one in meaning, in either direction of
// SIMILAR_TO, best first. See [SimilarStatement].
func (g *Graph) Similar(ctx context.Context, agents []string, id string) ([]Similar, error) {
	rows, err := g.ask(ctx, agents, SimilarStatement(agents, id))
	if err != nil {
		return nil, err
	}
	out := make([]Similar, len(rows))
	for i, r := range rows {
		out[i] = Similar{ID: textOf(r[0]), Score: floatOf(r[1])}
	}
	return out, nil
}
