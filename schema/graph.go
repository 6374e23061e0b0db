package schema

// GraphType is the type of a property in the graph, in the graph engine's own
// spelling.
type GraphType string

// The property types that the graph uses.
const (
	GraphString  GraphType = "STRING"
	GraphStrings GraphType = "STRING[]"
	GraphInt     GraphType = "INT64"
	GraphFloat   GraphType = "DOUBLE"
	GraphBool    GraphType = "BOOLEAN"
	GraphTime    GraphType = "TIMESTAMP" // microseconds, UTC
	GraphUUID    GraphType = "UUID"
)

// The node tables of the graph.
const (
	NodeExperience = "Experience"
	NodeAgent      = "Agent"
	NodeEntity     = "Entity"
	NodeEntityType = "EntityType"
)

// The edge tables of the graph.
const (
	EdgeRecorded      = "RECORDED"
	EdgeFollowedBy    = "FOLLOWED_BY"
	EdgeSimilarTo     = "SIMILAR_TO"
	EdgeMentioned     = "MENTIONED"
	EdgeRelation      = "RELATION"
	EdgeSupersedes    = "SUPERSEDES"
	EdgeDerivedFrom   = "DERIVED_FROM"
	EdgePartOf        = "PART_OF"
	EdgeConflictsWith = "CONFLICTS_WITH"
	EdgeOntology      = "ONTOLOGY"
)

// The owners that have edges but no node of their own.
const (
	OwnerRelation = "Relation" // owns RELATION
	OwnerRule     = "Rule"     // owns ONTOLOGY
	OwnerConflict = "Conflict" // owns CONFLICTS_WITH
)

// GraphColumn is one property of a node or an edge table. Every property but a
// primary key may be null.
type GraphColumn struct {
	Name  string
	Type  GraphType
	Since int // the schema version that introduced it
}

// GraphNode is a node table. Its primary key is a STRING column named Key,
// which Columns does not list.
type GraphNode struct {
	Name    string
	Key     string
	Columns []GraphColumn
	Since   int
}

// GraphOwnership says which ledger object an edge belongs to: the one that,
// when it is put again, replaces the edge, and when it is removed, takes the
// edge along. Every edge has exactly one owner.
type GraphOwnership int

// The kinds of ownership.
const (
	// OwnedByFrom edges belong to the object at their start.
	OwnedByFrom GraphOwnership = iota
	// OwnedByTo edges belong to the object at their end.
	OwnedByTo
	// OwnedByOther edges belong to an object that is at neither end: a
	// statement that relates two entities, a rule, a conflict. The graph
	// remembers what each such owner owns.
	OwnedByOther
)

// GraphEdge is an edge table between two node tables.
type GraphEdge struct {
	Name     string
	From, To string // node tables
	Owner    GraphOwnership
	// SourceID names a UUID column that repeats the key of the node at the
	// start. Reading a property of the node behind each edge of a hub is slow;
	// reading a fixed-width property of the edge is not. Empty: no such column.
	SourceID string
	// Columns of edges that meet in a hub, such as RECORDED and MENTIONED, are of
	// types of one size: the graph engine rewrites all edges of a hub at a
	// checkpoint, and strings make that minutes.
	Columns []GraphColumn
	Since   int
}

// GraphVersion is the version of the schema that [GraphNodes] and [GraphEdges]
// describe. Versions only add tables and columns (002-14): 2 added the position
// of a mention.
const GraphVersion = 2

// GraphNodes returns the node tables. The caller must not change them.
func GraphNodes() []GraphNode { return graphNodes }

// GraphEdges returns the edge tables. The caller must not change them.
func GraphEdges() []GraphEdge { return graphEdges }

// GraphOwners returns the names of the owners that have no node.
func GraphOwners() []string { return []string{OwnerRelation, OwnerRule, OwnerConflict} }

// GraphRole is how a mention's role is stored on its edge, where only
// fixed-width properties may be: 0 mention, 1 subject, 2 object.
func GraphRole(r MentionRole) int {
	switch r {
	case RoleSubject:
		return 1
	case RoleObject:
		return 2
	}
	return 0
}

// RoleOfGraph is the role that [GraphRole] stores as n.
func RoleOfGraph(n int) MentionRole {
	switch n {
	case 1:
		return RoleSubject
	case 2:
		return RoleObject
	}
	return RoleMention
}

func column(name string, typ GraphType) GraphColumn {
	return GraphColumn{Name: name, Type: typ, Since: 1}
}

// added is a column that a later version added.
func added(since int, name string, typ GraphType) GraphColumn {
	return GraphColumn{Name: name, Type: typ, Since: since}
}

var graphNodes = []GraphNode{
	{Name: NodeExperience, Key: "id", Since: 1, Columns: []GraphColumn{ // 002-01
		column("agent_id", GraphString),
		column("session", GraphString),
		column("kind", GraphString),
		column("speaker", GraphString),
		column("context", GraphString),
		column("action", GraphString),
		column("outcome", GraphString),
		column("content", GraphString),
		column("summary", GraphString),
		column("timestamp", GraphTime),
		column("recorded_at", GraphTime),
		column("valid_from", GraphTime),
		column("valid_to", GraphTime),
		column("expires_at", GraphTime),
		column("importance", GraphInt), // 1 to 10
		column("quality", GraphInt),    // 1 to 5
		column("confidence", GraphFloat),
		column("category", GraphString),
		column("persona", GraphString),
		column("status", GraphString),
		column("pinned", GraphBool),
		column("verified", GraphBool),
		column("subject", GraphString), // of statements: the entity's key
		column("predicate", GraphString),
		column("object", GraphString), // an entity's key or JSON
		column("created_by", GraphString),
		column("tags", GraphStrings),
		column("scopes", GraphStrings),
		column("metadata", GraphString), // a JSON object
		column("version", GraphInt),
	}},
	{Name: NodeAgent, Key: "agent_id", Since: 1, Columns: []GraphColumn{ // 002-02
		column("first_seen", GraphTime),
		column("last_active", GraphTime),
		column("total_experiences", GraphInt),
	}},
	{Name: NodeEntity, Key: "id", Since: 1, Columns: []GraphColumn{ // 004-02
		column("agent_id", GraphString),
		column("name", GraphString),
		column("type", GraphString),
		column("aliases", GraphStrings),
		column("status", GraphString),
		column("merged_into", GraphString),
		column("metadata", GraphString), // a JSON object
		column("recorded_at", GraphTime),
	}},
	{Name: NodeEntityType, Key: "id", Since: 1, Columns: []GraphColumn{
		column("agent_id", GraphString),
		column("name", GraphString),
	}},
}

var graphEdges = []GraphEdge{
	{Name: EdgeRecorded, From: NodeAgent, To: NodeExperience, Owner: OwnedByTo, Since: 1, Columns: []GraphColumn{
		column("ts", GraphTime),
		column("importance", GraphInt),
	}},
	{Name: EdgeFollowedBy, From: NodeExperience, To: NodeExperience, Owner: OwnedByTo, Since: 1, Columns: []GraphColumn{ // 002-03
		column("time_delta", GraphInt), // seconds
		column("same_context", GraphBool),
	}},
	{Name: EdgeSimilarTo, From: NodeExperience, To: NodeExperience, Owner: OwnedByFrom, Since: 1, Columns: []GraphColumn{ // 002-04
		column("similarity_score", GraphFloat), // 0 to 1
	}},
	{Name: EdgeMentioned, From: NodeExperience, To: NodeEntity, Owner: OwnedByFrom, SourceID: "experience", Since: 1, Columns: []GraphColumn{
		column("ts", GraphTime),
		column("count", GraphInt),
		column("role", GraphInt), // see GraphRole
		column("confidence", GraphFloat),
		column("coreference", GraphBool),
		added(2, "position", GraphInt), // byte offset of the first mention in the record's text; null: not known
	}},
	{Name: EdgeRelation, From: NodeEntity, To: NodeEntity, Owner: OwnedByOther, Since: 1, Columns: []GraphColumn{
		column("predicate", GraphString),
		column("statement", GraphUUID), // the record that says so
		column("confidence", GraphFloat),
		column("status", GraphString),
		column("valid_from", GraphTime),
		column("valid_to", GraphTime),
		column("reinforcement_count", GraphInt),
	}},
	{Name: EdgeSupersedes, From: NodeExperience, To: NodeExperience, Owner: OwnedByFrom, Since: 1, Columns: []GraphColumn{
		column("ts", GraphTime),
	}},
	{Name: EdgeDerivedFrom, From: NodeExperience, To: NodeExperience, Owner: OwnedByFrom, Since: 1, Columns: []GraphColumn{
		column("stance", GraphString), // supports, contradicts or summarises
		column("weight", GraphFloat),
	}},
	{Name: EdgePartOf, From: NodeExperience, To: NodeExperience, Owner: OwnedByFrom, Since: 1},
	{Name: EdgeConflictsWith, From: NodeExperience, To: NodeExperience, Owner: OwnedByOther, Since: 1, Columns: []GraphColumn{
		column("conflict_type", GraphString),
		column("strategy", GraphString),
		column("resolved", GraphBool),
	}},
	{Name: EdgeOntology, From: NodeEntityType, To: NodeEntityType, Owner: OwnedByOther, Since: 1, Columns: []GraphColumn{ // 004-10
		column("relation_type", GraphString),
		column("cardinality", GraphString),
		column("join_path", GraphString),   // a JSON object
		column("constraints", GraphString), // a JSON object
	}},
}
