package column

import "github.com/lukasadb/lukasa/schema"

// The enumerations of a row are one byte each: the position in these lists,
// counted from one. Lists only grow at the end, as snapshots hold the numbers.
var (
	kinds      = schema.Kinds()
	categories = schema.Categories()
	personas   = []schema.Persona{schema.PersonaPersonal, schema.PersonaTechnical, schema.PersonaSocial}
	statuses   = []schema.Status{
		schema.StatusActive, schema.StatusAging, schema.StatusSuperseded, schema.StatusInvalidated, schema.StatusArchived,
	}
)

func code[T comparable](list []T, v T) uint8 {
	for i, x := range list {
		if x == v {
			return uint8(i + 1)
		}
	}
	return 0
}

func name[T any](list []T, c uint8) T {
	if c == 0 || int(c) > len(list) {
		var none T
		return none
	}
	return list[c-1]
}

// KindOf returns the kind of a row.
func (r *Row) KindOf() schema.Kind { return name(kinds, r.Kind) }

// CategoryOf returns the category of a row.
func (r *Row) CategoryOf() schema.Category { return name(categories, r.Category) }

// PersonaOf returns the persona of a row.
func (r *Row) PersonaOf() schema.Persona { return name(personas, r.Persona) }

// StatusOf returns the stored state of a row; aging is computed on read.
func (r *Row) StatusOf() schema.Status { return name(statuses, r.Status) }
