package lukasa

import (
	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/schema"
)

// The record and what it is made of. See package schema.
type (
	ID         = schema.ID
	Experience = schema.Experience
	EntityKey  = schema.EntityKey
	Mention    = schema.Mention
	Link       = schema.Link
	Statement  = schema.Statement
	Evidence   = schema.Evidence
	Metadata   = schema.Metadata
	Patch      = schema.Patch
)

// The other objects of a store. See package schema.
type (
	Entity   = schema.Entity
	Alias    = schema.Alias
	Relation = schema.Relation
	Rule     = schema.Rule
	Conflict = schema.Conflict
	Block    = schema.Block
	Setting  = schema.Setting
)

// What calls take and give. See packages experience and query.
type (
	Retained  = experience.Retained
	Forget    = experience.Forget
	Forgotten = experience.Forgotten
	Filter    = query.Filter
	Page      = query.Page
	Moment    = query.Moment
	Cursor    = query.Cursor
	Version   = query.Version
)

// Kinds lists every kind of record: what [Experience].Kind and [Filter].Kinds take.
func Kinds() []schema.Kind { return schema.Kinds() }

// Categories lists every category of a record.
func Categories() []schema.Category { return schema.Categories() }

// InsightCategories lists the categories of an insight.
func InsightCategories() []string { return schema.InsightCategories() }

// UserFactTypes lists the types of a fact about a user.
func UserFactTypes() []string { return schema.UserFactTypes() }

// Personas lists every persona of a record.
func Personas() []schema.Persona { return schema.Personas() }

// Statuses lists every state of a record.
func Statuses() []schema.Status { return schema.Statuses() }
