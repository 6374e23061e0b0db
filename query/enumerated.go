package query

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/schema"
)

// enumerated are the conditions of a question or a filter whose values are known.
type enumerated struct {
	kinds      []schema.Kind
	categories []schema.Category
	personas   []schema.Persona
	statuses   []schema.Status
}

// check refuses the first value that there is not, and names those that there are.
func (l enumerated) check(of string) error {
	return cmp.Or(
		known(of, "kinds", l.kinds, schema.Kinds()),
		known(of, "categories", l.categories, schema.Categories()),
		known(of, "personas", l.personas, schema.Personas()),
		known(of, "statuses", l.statuses, schema.Statuses()),
	)
}

func known[T ~string](of, field string, values, all []T) error {
	for _, v := range values {
		if !slices.Contains(all, v) {
			return fmt.Errorf("%w %s: %s: %q, want %s", ErrInvalid, of, field, string(v), choice(all))
		}
	}
	return nil
}

// keys refuses the first key that no entity can have: it would find nothing, silently.
func keys(of, field string, list ...schema.EntityKey) error {
	for _, k := range list {
		if !k.Valid() {
			return fmt.Errorf("%w %s: %s: %q, want type:name such as person:ana", ErrInvalid, of, field, string(k))
		}
	}
	return nil
}

// choice writes "a, b or c".
func choice[T ~string](all []T) string {
	words := make([]string, len(all))
	for i, v := range all {
		words[i] = string(v)
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
