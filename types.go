package lukasa

import (
	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/query/rank"
	"github.com/lukasadb/lukasa/schema"
)

// The record and what it is made of. See package schema.
type (
	// ID identifies a record: a UUID, version 7 when Lukasa makes it.
	ID = schema.ID
	// Experience is one memory of one agent.
	Experience = schema.Experience
	// Kind says what an Experience record is.
	Kind = schema.Kind
	// Category sorts records by what they are about.
	Category = schema.Category
	// Persona separates the spheres of a user's life.
	Persona = schema.Persona
	// Status is where a record stands in its life.
	Status = schema.Status
	// Quality grades a record from 1 (reject) to 5 (excellent).
	Quality = schema.Quality
	// TTL is a policy of expiry.
	TTL = schema.TTL
	// EntityKey identifies an entity within its agent: "type:name", for instance
	// "customer:6f1c…" or "person:ana".
	EntityKey = schema.EntityKey
	// ExternalRef names a row of the user's own database.
	ExternalRef = schema.ExternalRef
	// Mention is one place where a record speaks of an entity.
	Mention = schema.Mention
	// Link is a relation between two entities told with a record.
	Link = schema.Link
	// Statement is what a fact or an opinion claims: subject, predicate, object.
	Statement = schema.Statement
	// Utterance is what a message carries beside its text.
	Utterance = schema.Message
	// Episode is what the summary of an exchange carries.
	Episode = schema.Episode
	// Digest is what a summary sums up.
	Digest = schema.Digest
	// Evidence points to a record that bears on this one.
	Evidence = schema.Evidence
	// Stance says how evidence bears on what it is evidence for.
	Stance = schema.Stance
	// Source says where a record came from.
	Source = schema.Source
	// Usage counts how a record has been used.
	Usage = schema.Usage
	// Metadata is a JSON object of the caller's own.
	Metadata = schema.Metadata
	// Patch is a change to some fields of a record; those that are nil stay as they are.
	Patch = schema.Patch
)

// Kinds of record that programs write by themselves; [Kinds] lists all of them.
const (
	KindExperience  = schema.KindExperience
	KindMessage     = schema.KindMessage
	KindFact        = schema.KindFact
	KindOpinion     = schema.KindOpinion
	KindObservation = schema.KindObservation
	KindDecision    = schema.KindDecision
	KindEvent       = schema.KindEvent
	KindPlan        = schema.KindPlan
	KindTask        = schema.KindTask
	KindError       = schema.KindError
)

// The other objects of a store. See package schema.
type (
	// Entity is a person, thing or notion that records speak of.
	Entity = schema.Entity
	// Alias is another name of an entity, known to everyone or to one user.
	Alias = schema.Alias
	// Relation is an edge between two entities, with the statement that says so.
	Relation = schema.Relation
	// Rule is one line of an agent's ontology: how two types of entity may be related,
	// and how their rows join.
	Rule = schema.Rule
	// Cardinality bounds how many objects one subject may have under a rule.
	Cardinality = schema.Cardinality
	// Conflict is a disagreement between two memories, or between a memory and the
	// user's database.
	Conflict = schema.Conflict
	// Block is a small named text of an agent that is always in its context: core memory.
	Block = schema.Block
	// Setting is one configured value, for one agent or, with no agent, for the store.
	Setting = schema.Setting
)

// The cardinalities of a [Rule]. Under OneToOne and ManyToOne a subject has one object
// at a time, so that a newer statement retires the older one.
const (
	OneToOne   = schema.OneToOne
	OneToMany  = schema.OneToMany
	ManyToOne  = schema.ManyToOne
	ManyToMany = schema.ManyToMany
)

// What calls take and give. See packages experience and query.
type (
	// Retained tells what became of a record that was handed in.
	Retained = experience.Retained
	// Forget says what is to be forgotten.
	Forget = experience.Forget
	// Forgotten tells what was, or on a dry run would be, forgotten.
	Forgotten = experience.Forgotten
	// Filter selects records by their fields.
	Filter = query.Filter
	// Page is a run of records and where the next one begins.
	Page = query.Page
	// Moment is a moment of the past on either axis of time; one that is zero is now.
	Moment = query.Moment
	// Cursor is where a page ended.
	Cursor = query.Cursor
	// Version is a record as it stood at one time.
	Version = query.Version
)

// Kinds lists every kind of record: what [Experience].Kind and [Filter].Kinds take.
func Kinds() []Kind { return schema.Kinds() }

// Profiles lists the profiles of ranking: what [Query].Profile takes.
func Profiles() []string { return rank.Profiles() }

// Categories lists every category of a record.
func Categories() []Category { return schema.Categories() }

// InsightCategories lists the categories of an insight.
func InsightCategories() []string { return schema.InsightCategories() }

// UserFactTypes lists the types of a fact about a user.
func UserFactTypes() []string { return schema.UserFactTypes() }

// Personas lists every persona of a record.
func Personas() []Persona { return schema.Personas() }

// Statuses lists every state of a record.
func Statuses() []Status { return schema.Statuses() }
