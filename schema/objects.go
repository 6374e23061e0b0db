package schema

import (
	"encoding/json"
	"time"
)

// Object is anything the ledger keeps versions of. Key is unique within its
// type and begins with the owning agent where the object has one, so that no
// two agents' objects collide (I5).
type Object interface {
	ObjectType() ObjectType
	ObjectKey() string
	ObjectAgent() string
	// Validate reports every bad field as an [*InvalidError], or nil. It judges
	// complete objects, those on which SetDefaults was called.
	Validate() error
}

// Entity is a person, thing or notion that records speak of (004-02).
type Entity struct {
	Agent      string      `json:"agent_id" cbor:"1,keyasint"`
	Key        EntityKey   `json:"entity_id" cbor:"2,keyasint"` // "type:name"
	Type       EntityType  `json:"type" cbor:"3,keyasint"`
	Name       string      `json:"canonical_name" cbor:"4,keyasint"`
	Ref        ExternalRef `json:"external_ref,omitzero" cbor:"5,keyasint,omitempty"`
	Properties Metadata    `json:"properties,omitempty" cbor:"6,keyasint,omitempty"` // cached for display, not authoritative
	MergedInto EntityKey   `json:"merged_into,omitempty" cbor:"7,keyasint,omitempty"`
	Metadata   Metadata    `json:"metadata,omitempty" cbor:"8,keyasint,omitempty"`
	Recorded   time.Time   `json:"recorded_at,omitzero" cbor:"9,keyasint,omitempty"`
	Updated    time.Time   `json:"updated_at,omitzero" cbor:"10,keyasint,omitempty"`
	Version    int         `json:"version,omitempty" cbor:"11,keyasint,omitempty"`
}

// ExternalRef names a row of the user's own database.
type ExternalRef struct {
	Table string `json:"table,omitempty" cbor:"1,keyasint,omitempty"`
	ID    string `json:"id,omitempty" cbor:"2,keyasint,omitempty"`
}

// Alias is another name of an entity, known to everyone or to one user (004-03).
type Alias struct {
	Agent      string    `json:"agent_id" cbor:"1,keyasint"`
	Text       string    `json:"alias_text" cbor:"2,keyasint"`
	User       string    `json:"user_id,omitempty" cbor:"3,keyasint,omitempty"` // empty: global
	Entity     EntityKey `json:"entity_id" cbor:"4,keyasint"`
	Confidence float64   `json:"confidence,omitempty" cbor:"5,keyasint,omitempty"` // above 0 to 1; 0 means 1
	UseCount   int       `json:"use_count,omitempty" cbor:"6,keyasint,omitempty"`
	Source     string    `json:"source,omitempty" cbor:"7,keyasint,omitempty"` // how it was learned
	Learned    ID        `json:"learned_from,omitzero" cbor:"8,keyasint,omitempty"`
	Context    string    `json:"disambiguation_context,omitempty" cbor:"9,keyasint,omitempty"`
	Recorded   time.Time `json:"recorded_at,omitzero" cbor:"10,keyasint,omitempty"`
	Updated    time.Time `json:"updated_at,omitzero" cbor:"11,keyasint,omitempty"`
	Version    int       `json:"version,omitempty" cbor:"12,keyasint,omitempty"`
}

// Relation is an edge between two entities, with the statement that says so
// (000-03).
type Relation struct {
	Agent      string       `json:"agent_id" cbor:"1,keyasint"`
	From       EntityKey    `json:"from" cbor:"2,keyasint"`
	Type       RelationType `json:"type" cbor:"3,keyasint"`
	To         EntityKey    `json:"to" cbor:"4,keyasint"`
	Statement  ID           `json:"statement,omitzero" cbor:"5,keyasint,omitempty"` // the record behind it
	Confidence float64      `json:"confidence,omitempty" cbor:"6,keyasint,omitempty"`
	Status     Status       `json:"status,omitempty" cbor:"7,keyasint,omitempty"`
	ValidFrom  time.Time    `json:"valid_from,omitzero" cbor:"8,keyasint,omitempty"`
	ValidTo    time.Time    `json:"valid_to,omitzero" cbor:"9,keyasint,omitempty"`
	Reinforced int          `json:"reinforcement_count,omitempty" cbor:"10,keyasint,omitempty"`
	Recorded   time.Time    `json:"recorded_at,omitzero" cbor:"11,keyasint,omitempty"`
	Updated    time.Time    `json:"updated_at,omitzero" cbor:"12,keyasint,omitempty"`
	Version    int          `json:"version,omitempty" cbor:"13,keyasint,omitempty"`
}

// Rule is one line of an agent's ontology: how two types of entity may be
// related, and how their rows join (004-10). Of a predicate it says how many objects
// a subject has at a time: see [Cardinality].
type Rule struct {
	Agent       string       `json:"agent_id" cbor:"1,keyasint"`
	From        EntityType   `json:"from_entity_type" cbor:"2,keyasint"`
	Relation    RelationType `json:"relation_type" cbor:"3,keyasint"`                   // or the predicate of statements
	To          EntityType   `json:"to_entity_type" cbor:"4,keyasint"`                  // "value": the objects are plain values
	Cardinality Cardinality  `json:"cardinality" cbor:"5,keyasint"`                     // default many_to_many
	Join        JoinPath     `json:"join_path,omitzero" cbor:"6,keyasint,omitempty"`    // how to follow it in the user's database
	Constraints Metadata     `json:"constraints,omitempty" cbor:"7,keyasint,omitempty"` // the caller's own
	Recorded    time.Time    `json:"recorded_at,omitzero" cbor:"8,keyasint,omitempty"`
	Updated     time.Time    `json:"updated_at,omitzero" cbor:"9,keyasint,omitempty"`
	Version     int          `json:"version,omitempty" cbor:"10,keyasint,omitempty"`
}

// JoinPath tells how to follow a rule in the user's database.
type JoinPath struct {
	FromTable string            `json:"from_table,omitempty" cbor:"1,keyasint,omitempty"`
	ToTable   string            `json:"to_table,omitempty" cbor:"2,keyasint,omitempty"`
	JoinOn    string            `json:"join_on,omitempty" cbor:"3,keyasint,omitempty"`
	Filters   map[string]string `json:"optional_filters,omitempty" cbor:"4,keyasint,omitempty"`
}

// Conflict is a disagreement between two memories, or between a memory and the
// user's database (004-13).
type Conflict struct {
	ID         ID              `json:"conflict_id,omitzero" cbor:"1,keyasint,omitempty"`
	Agent      string          `json:"agent_id" cbor:"2,keyasint"`
	Type       string          `json:"conflict_type" cbor:"3,keyasint"` // memory_vs_memory or memory_vs_db
	Records    []ID            `json:"records" cbor:"4,keyasint"`       // the memories that disagree, older first
	Data       json.RawMessage `json:"conflict_data,omitempty" cbor:"5,keyasint,omitempty"`
	DetectedBy ID              `json:"detected_by,omitzero" cbor:"6,keyasint,omitempty"`          // the record that brought it to light
	Strategy   string          `json:"resolution_strategy,omitempty" cbor:"7,keyasint,omitempty"` // supersede, validate or ask
	Outcome    string          `json:"outcome,omitempty" cbor:"8,keyasint,omitempty"`
	ResolvedAt time.Time       `json:"resolved_at,omitzero" cbor:"9,keyasint,omitempty"`
	Recorded   time.Time       `json:"recorded_at,omitzero" cbor:"10,keyasint,omitempty"`
	Updated    time.Time       `json:"updated_at,omitzero" cbor:"11,keyasint,omitempty"`
	Version    int             `json:"version,omitempty" cbor:"12,keyasint,omitempty"`
}

// Merge is one line of the merge log: which entity was folded into which, and
// all that is needed to take it back (900-02).
type Merge struct {
	ID       ID              `json:"id,omitzero" cbor:"1,keyasint,omitempty"`
	Agent    string          `json:"agent_id" cbor:"2,keyasint"`
	From     EntityKey       `json:"from" cbor:"3,keyasint"`
	Into     EntityKey       `json:"into" cbor:"4,keyasint"`
	Reason   string          `json:"reason,omitempty" cbor:"5,keyasint,omitempty"`
	Undo     json.RawMessage `json:"undo,omitempty" cbor:"6,keyasint,omitempty"`
	Undone   bool            `json:"undone,omitempty" cbor:"7,keyasint,omitempty"`
	Recorded time.Time       `json:"recorded_at,omitzero" cbor:"8,keyasint,omitempty"`
	Updated  time.Time       `json:"updated_at,omitzero" cbor:"9,keyasint,omitempty"`
	Version  int             `json:"version,omitempty" cbor:"10,keyasint,omitempty"`
}

// Block is a small named text of an agent that is always in its context: core
// memory (003-24).
type Block struct {
	Agent    string    `json:"agent_id" cbor:"1,keyasint"`
	Name     string    `json:"name" cbor:"2,keyasint"`
	Text     string    `json:"text" cbor:"3,keyasint"`
	Limit    int       `json:"limit,omitempty" cbor:"4,keyasint,omitempty"` // bytes; default 2,000
	Recorded time.Time `json:"recorded_at,omitzero" cbor:"5,keyasint,omitempty"`
	Updated  time.Time `json:"updated_at,omitzero" cbor:"6,keyasint,omitempty"`
	Version  int       `json:"version,omitempty" cbor:"7,keyasint,omitempty"`
}

// Setting is one configured value, for one agent or, with no agent, for the
// store (004-12).
type Setting struct {
	Agent    string          `json:"agent_id,omitempty" cbor:"1,keyasint,omitempty"`
	Name     string          `json:"config_key" cbor:"2,keyasint"`
	Value    json.RawMessage `json:"config_value" cbor:"3,keyasint"`
	Recorded time.Time       `json:"recorded_at,omitzero" cbor:"4,keyasint,omitempty"`
	Updated  time.Time       `json:"updated_at,omitzero" cbor:"5,keyasint,omitempty"`
	Version  int             `json:"version,omitempty" cbor:"6,keyasint,omitempty"`
}
