package lukasa

import "github.com/lukasadb/lukasa/schema"

// Kinds lists every kind of record: what [Experience].Kind and [Filter].Kinds take.
func Kinds() []schema.Kind { return schema.Kinds() }

// Categories lists every category of a record.
func Categories() []schema.Category { return schema.Categories() }

// InsightCategories lists the categories of an insight.
func InsightCategories() []string { return schema.InsightCategories() }

// Personas lists every persona of a record.
func Personas() []schema.Persona { return schema.Personas() }

// Statuses lists every state of a record.
func Statuses() []schema.Status { return schema.Statuses() }
