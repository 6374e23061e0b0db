package schema

import (
	"encoding/json"
	"time"
)

// TypeIdentity is the type of predicates that say who or what a subject is, as
// of a birthday.
const TypeIdentity = "identity"

// Statement is what a fact or an opinion claims: subject, predicate, object
// (004-06). The object is Entity or Value.
type Statement struct {
	Subject   EntityKey `json:"subject" cbor:"1,keyasint"`
	Predicate string    `json:"predicate" cbor:"2,keyasint"` // a speaking name such as delivery_day_preference
	// PredicateType, where no [Rule] has the predicate, says whether a subject has one
	// object of it at a time, so that a newer statement retires the older one:
	// identity, state, status, single_valued and functional do. Every other type, and
	// none, lets statements stand side by side.
	PredicateType string          `json:"predicate_type,omitempty" cbor:"3,keyasint,omitempty"`
	Entity        EntityKey       `json:"object_entity,omitempty" cbor:"4,keyasint,omitempty"` // the object, where it is an entity
	Value         json.RawMessage `json:"object_value,omitempty" cbor:"5,keyasint,omitempty"`  // the object, where it is a JSON value
	Factors       Factors         `json:"confidence_factors,omitzero" cbor:"6,keyasint,omitempty"`
	Reinforced    int             `json:"reinforcement_count,omitempty" cbor:"7,keyasint,omitempty"` // times said; 1 for the first
	ValidatedAt   time.Time       `json:"last_validated_at,omitzero" cbor:"8,keyasint,omitempty"`
	// Provenance is episodic, consolidation or correction. A correction by the user
	// retires what it contradicts at once, however many objects there may be.
	Provenance string `json:"source_type,omitempty" cbor:"9,keyasint,omitempty"`
}

// Factors breaks a confidence down into what it was made of (004-06).
type Factors struct {
	Base          float64 `json:"base,omitempty" cbor:"1,keyasint,omitempty"`
	Reinforcement float64 `json:"reinforcement,omitempty" cbor:"2,keyasint,omitempty"`
	Recency       float64 `json:"recency,omitempty" cbor:"3,keyasint,omitempty"`
	Source        float64 `json:"source,omitempty" cbor:"4,keyasint,omitempty"`
}

// Message is what a record of the kind message carries beside its text (004-01).
type Message struct {
	User     string `json:"user,omitempty" cbor:"1,keyasint,omitempty"`
	Role     string `json:"role,omitempty" cbor:"2,keyasint,omitempty"` // user, assistant, system or tool
	Intent   string `json:"intent,omitempty" cbor:"3,keyasint,omitempty"`
	Language string `json:"language,omitempty" cbor:"4,keyasint,omitempty"` // ISO 639-1
}

// Episode is what the summary of an exchange carries (004-05).
type Episode struct {
	User      string   `json:"user,omitempty" cbor:"1,keyasint,omitempty"`
	EventType string   `json:"event_type,omitempty" cbor:"2,keyasint,omitempty"` // question, statement, command, correction or confirmation
	Queries   []string `json:"queries_run,omitempty" cbor:"3,keyasint,omitempty"`
	Facts     []string `json:"facts_found,omitempty" cbor:"4,keyasint,omitempty"`
}

// Insight is what a seen pattern carries (001-03, 001-04).
type Insight struct {
	User     string   `json:"user,omitempty" cbor:"1,keyasint,omitempty"`
	Category string   `json:"insight_category" cbor:"2,keyasint"` // learning_style, knowledge_gap, goal_evolution, habit or preference
	SubTopic string   `json:"sub_topic,omitempty" cbor:"3,keyasint,omitempty"`
	Notes    []string `json:"evolution_notes,omitempty" cbor:"4,keyasint,omitempty"`
}

// UserFact is a basic fact about a user (001-02).
type UserFact struct {
	User string `json:"user,omitempty" cbor:"1,keyasint,omitempty"`
	Type string `json:"fact_type" cbor:"2,keyasint"` // name, role, level, goal, preference or weakness
}

// Digest is what a summary sums up (004-09).
type Digest struct {
	User       string    `json:"user,omitempty" cbor:"1,keyasint,omitempty"`
	Scope      string    `json:"scope_type" cbor:"2,keyasint"` // entity, topic or session_window
	Identifier string    `json:"scope_identifier,omitempty" cbor:"3,keyasint,omitempty"`
	KeyFacts   []string  `json:"key_facts,omitempty" cbor:"4,keyasint,omitempty"`
	Sessions   []string  `json:"session_ids,omitempty" cbor:"5,keyasint,omitempty"`
	From       time.Time `json:"from,omitzero" cbor:"6,keyasint,omitempty"` // the time range it covers
	To         time.Time `json:"to,omitzero" cbor:"7,keyasint,omitempty"`
}

// User returns the user a record is about or by, whatever its kind calls it, or
// "".
func (e *Experience) User() string {
	switch {
	case e.Message != nil && e.Message.User != "":
		return e.Message.User
	case e.Episode != nil && e.Episode.User != "":
		return e.Episode.User
	case e.Insight != nil && e.Insight.User != "":
		return e.Insight.User
	case e.UserFact != nil && e.UserFact.User != "":
		return e.UserFact.User
	case e.Digest != nil:
		return e.Digest.User
	}
	return ""
}
