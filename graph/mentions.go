package graph

import (
	"context"
	"time"
)

// Mention is a MENTIONED edge.
type Mention struct {
	Experience  string
	Entity      string
	Time        time.Time
	Count       int
	Role        int // see schema.GraphRole
	Confidence  float64
	Coreference bool
	Position    int // byte offset of the first mention in the record's text; -1: not known
}

// CoMention is an entity named by the same records as another.
type CoMention struct {
	Entity string
	Shared int // records that name both
}

const mentionsText = `MATCH (n:Entity {id: $entity})<-[m:MENTIONED]-(:Experience)
WHERE n.agent_id IN $agents
RETURN m.experience, n.id, m.ts, m.count, m.role, m.confidence, m.coreference, m.position
ORDER BY m.ts DESC, m.experience DESC, m.role, m.count LIMIT $limit`

const entitiesText = `MATCH (e:Experience {id: $id})-[m:MENTIONED]->(n:Entity)
WHERE e.agent_id IN $agents AND n.agent_id IN $agents
RETURN m.experience, n.id, m.ts, m.count, m.role, m.confidence, m.coreference, m.position
ORDER BY n.id, m.role, m.count`

// The pattern of two hops is taken from one side, where one written as two edges
// would be a join of the whole table.
const coMentionedText = `MATCH (a:Entity {id: $entity})-[:MENTIONED*2..2]-(b:Entity)
WHERE a.agent_id IN $agents AND b.agent_id IN $agents AND b.id <> $entity
RETURN b.id, count(*) AS shared ORDER BY shared DESC, b.id LIMIT $limit`

const mergedText = `MATCH (n:Entity {id: $entity}) WHERE n.agent_id IN $agents RETURN n.merged_into`

// MentionsStatement is the Cypher of [Graph.MentionsOf]:
//
//	MATCH (n:Entity {id: $entity})<-[m:MENTIONED]-(:Experience)
//	WHERE n.agent_id IN $agents
//	RETURN m.experience, n.id, m.ts, m.count, m.role, m.confidence, m.coreference, m.position
//	ORDER BY m.ts DESC, m.experience DESC, m.role, m.count LIMIT $limit
//
// The edge repeats the record's id, because reading it from the nodes of an
// entity with many mentions takes a hundred times as long. For the same reason
// the records' agents are not asked for: that they are the entity's is I5.
func MentionsStatement(agents []string, entity string, limit int) Statement {
	return Statement{mentionsText, map[string]any{"entity": entity, "agents": agents, "limit": Limited(limit)}}
}

// EntitiesStatement is the Cypher of [Graph.EntitiesOf]:
//
//	MATCH (e:Experience {id: $id})-[m:MENTIONED]->(n:Entity)
//	WHERE e.agent_id IN $agents AND n.agent_id IN $agents
//	RETURN m.experience, n.id, m.ts, m.count, m.role, m.confidence, m.coreference, m.position
//	ORDER BY n.id, m.role, m.count
func EntitiesStatement(agents []string, experience string) Statement {
	return Statement{entitiesText, map[string]any{"id": experience, "agents": agents}}
}

// CoMentionedStatement is the Cypher of [Graph.CoMentioned]:
//
//	MATCH (a:Entity {id: $entity})-[:MENTIONED*2..2]-(b:Entity)
//	WHERE a.agent_id IN $agents AND b.agent_id IN $agents AND b.id <> $entity
//	RETURN b.id, count(*) AS shared ORDER BY shared DESC, b.id LIMIT $limit
func CoMentionedStatement(agents []string, entity string, limit int) Statement {
	return Statement{coMentionedText, map[string]any{"entity": entity, "agents": agents, "limit": Limited(limit)}}
}

// MentionsOf returns the newest limit mentions of an entity, given by its key,
// newest first. See [MentionsStatement].
func (g *Graph) MentionsOf(ctx context.Context, agents []string, entity string, limit int) ([]Mention, error) {
	return g.mentions(ctx, agents, MentionsStatement(agents, entity, limit))
}

// EntitiesOf returns the entities that a record mentions, by key. See
// [EntitiesStatement].
func (g *Graph) EntitiesOf(ctx context.Context, agents []string, experience string) ([]Mention, error) {
	return g.mentions(ctx, agents, EntitiesStatement(agents, experience))
}

func (g *Graph) mentions(ctx context.Context, agents []string, s Statement) ([]Mention, error) {
	rows, err := g.ask(ctx, agents, s)
	if err != nil {
		return nil, err
	}
	out := make([]Mention, len(rows))
	for i, r := range rows {
		out[i] = Mention{
			Experience: textOf(r[0]), Entity: textOf(r[1]), Time: timeOf(r[2]), Count: intOf(r[3]),
			Role: intOf(r[4]), Confidence: floatOf(r[5]), Coreference: boolOf(r[6]),
			Position: placeOf(r[7]),
		}
	}
	return out, nil
}

// CoMentioned returns the limit entities most often named by the records that
// name an entity. See [CoMentionedStatement].
func (g *Graph) CoMentioned(ctx context.Context, agents []string, entity string, limit int) ([]CoMention, error) {
	rows, err := g.ask(ctx, agents, CoMentionedStatement(agents, entity, limit))
	if err != nil {
		return nil, err
	}
	out := make([]CoMention, len(rows))
	for i, r := range rows {
		out[i] = CoMention{Entity: textOf(r[0]), Shared: intOf(r[1])}
	}
	return out, nil
}

// MergedInto returns the key of the entity that another was merged into, or "", and
// tells whether the other is in the graph.
func (g *Graph) MergedInto(ctx context.Context, agents []string, entity string) (into string, found bool, err error) {
	rows, err := g.ask(ctx, agents, Statement{mergedText, map[string]any{"entity": entity, "agents": agents}})
	if err != nil || len(rows) == 0 {
		return "", false, err
	}
	return textOf(rows[0][0]), true, nil
}
