package lukasa

import (
	"context"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/query"
)

// Followed returns what followed a record in its session, up to steps records on, in
// order: none with 0 steps, 1,000 at most.
func (m *Memory) Followed(ctx context.Context, id ID, steps int) (Sequence, error) {
	return m.reader.Followed(ctx, m.agent, id, steps)
}

// Chain returns the records before and after one in its sequence, in order, the
// record itself among them with depth 0: at most 1,000 before and 1,000 after it.
func (m *Memory) Chain(ctx context.Context, id ID, before, after int) (Sequence, error) {
	return m.reader.Chain(ctx, m.agent, id, before, after)
}

// Evidence returns the records that a belief rests on, for and against.
func (m *Memory) Evidence(ctx context.Context, id ID) (Grounds, error) {
	return m.reader.Evidence(ctx, m.agent, id)
}

// Entity returns an entity, or [ErrNotFound].
func (m *Memory) Entity(ctx context.Context, key EntityKey) (Entity, error) {
	return m.reader.Entity(ctx, m.agent, key)
}

// Entities lists entities by key: those whose key, name or an alias contains
// part, without regard to case. At most limit, 1 to 10,000; 0 means 20.
func (m *Memory) Entities(ctx context.Context, part string, limit int) ([]Entity, error) {
	return m.reader.Entities(ctx, m.agent, part, limit)
}

// EntitiesOf returns the entities that a record mentions.
func (m *Memory) EntitiesOf(ctx context.Context, id ID) (Mentions, error) {
	return m.reader.EntitiesOf(ctx, m.agent, id)
}

// Mentioning returns the newest records that mention an entity. At most limit, 1 to
// 10,000; 0 means 100.
func (m *Memory) Mentioning(ctx context.Context, key EntityKey, limit int) (Mentioning, error) {
	return m.reader.Mentioning(ctx, m.agent, key, limit)
}

// Neighbourhood returns what lies within hops relations of an entity, nearest
// first: 1 to 10 hops, and at most limit entities, 1 to 10,000; 0 means 100. The relations are
// those that hold now, as on an [EntityPage]: what was superseded, has ended, has not begun or
// has expired is left out. What was told of an entity is listed by [Memory.Facts] with
// [FactQuery].All or as of a moment, and found in every state by [Memory.Cypher].
func (m *Memory) Neighbourhood(ctx context.Context, key EntityKey, hops, limit int) (Neighbourhood, error) {
	return m.reader.Neighbourhood(ctx, m.agent, key, hops, limit)
}

// Path returns a shortest path between two entities, of at most maxHops
// relations in either direction: 1 to 10. The relations are those that hold now, as
// [Memory.Neighbourhood] has them.
func (m *Memory) Path(ctx context.Context, from, to EntityKey, maxHops int) (Path, error) {
	return m.reader.Path(ctx, m.agent, from, to, maxHops)
}

// CoMentioned returns the entities most often named together with one. At most
// limit, 1 to 10,000; 0 means 100.
func (m *Memory) CoMentioned(ctx context.Context, key EntityKey, limit int) (Companions, error) {
	return m.reader.CoMentioned(ctx, m.agent, key, limit)
}

// Cypher runs one read-only statement on the graph, which shows all that was
// written before the call. It sees the memories of all agents: it is for the
// owner of the store, not for an agent. What reaches files, the network or the
// process is refused with a [*BlockedError]; a statement that is wrong, or lacks a
// parameter, gives a [*CypherError] with its place.
//
// The rows are to be read (see [Collect]) or closed; until then they keep the graph as
// it was, and a purge waits for them.
//
// Parameters are named without the "$": {"id": id} for $id. Their values are nil,
// booleans, numbers, strings, times, ids, and slices or maps by string of such; in
// a statement they stand in place of text, never within it. Ids of records are strings
// in the graph.
func (m *Memory) Cypher(ctx context.Context, statement string, params map[string]any, opts CypherOptions) (*Rows, error) {
	return m.reader.Cypher(ctx, statement, params, opts)
}

// Catalogue returns what a Cypher statement may name: tables, properties,
// functions and keywords.
func (m *Memory) Catalogue() Catalogue { return graph.NewCatalogue() }

// CypherMain serves statements that run in a child process. A program that sets
// CypherOptions.Isolated calls it first thing in main.
func CypherMain() { graph.ChildMain() }

// What graph questions take and give. See packages query and graph.
type (
	// Sequence is a run of records joined by FOLLOWED_BY, with the Cypher that finds it.
	Sequence = query.Sequence
	// Step is a record in a sequence, seen from another.
	Step = query.Step
	// Grounds is what a belief rests on, for and against, with the Cypher that finds it.
	Grounds = query.Grounds
	// Bearing is a record that bears on another.
	Bearing = query.Bearing
	// Mentions is what an experience mentions, with the Cypher that finds it.
	Mentions = query.Mentions
	// Mentioned is an entity and how a record mentions it.
	Mentioned = query.Mentioned
	// Mentioning is the records that mention an entity, with the Cypher that finds them.
	Mentioning = query.Mentioning
	// Neighbourhood is what lies around an entity, with the Cypher that finds it.
	Neighbourhood = query.Neighbourhood
	// Reached is an entity near another.
	Reached = query.Reached
	// Related is one relation between two entities of an agent.
	Related = query.Related
	// Path is a shortest path between two entities: Relations[i] joins Entities[i] and
	// Entities[i+1], in either direction.
	Path = query.Path
	// Companions is what is named together with an entity, with the Cypher that finds
	// it.
	Companions = query.Companions
	// Companion is an entity named together with another.
	Companion = query.Companion
	// CypherOptions bounds a raw query.
	CypherOptions = graph.QueryOptions
	// Rows is the answer to a raw query.
	Rows = graph.Result
	// Catalogue is what a statement may name.
	Catalogue = graph.Catalogue
	// BlockedError is returned for a statement that the guard refuses to run.
	BlockedError = graph.BlockedError
	// CypherError is returned for a statement that Kuzu refuses or that fails while it
	// runs.
	CypherError = graph.QueryError
)

// The values that the rows of a Cypher answer hold, beside those of Go: see
// [graph.Row].
type (
	// Row is one row of an answer, a value for each column.
	Row = graph.Row
	// Node is a node in an answer, with those of its properties that are not null.
	Node = graph.Node
	// Edge is an edge in an answer, from the node From to the node To, with those of its
	// properties that are not null.
	Edge      = graph.Edge
	Walk      = graph.Path // what a pattern of variable length matched
	ElementID = graph.ID   // of a node or an edge, within one answer
	// Entry is one pair of a map in an answer, in the map's order.
	Entry = graph.Entry
	// Interval is a calendar interval in an answer.
	Interval = graph.Interval
	// Decimal is an exact decimal number in its text form.
	Decimal = graph.Decimal
)
