package graph

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/graph/internal/kuzu"
	"github.com/lukasadb/lukasa/schema"
)

// check validates an element against the schema, so that a batch fails before
// its transaction begins and not in the middle.
func (t *tables) check(e *Element) error {
	if err := t.checkKey(e.Key); err != nil {
		return err
	}
	if node := t.nodes[e.Table]; node != nil {
		if err := checkValues(e.Table, node.Columns, e.Values); err != nil {
			return err
		}
	} else if len(e.Values) > 0 {
		return fmt.Errorf("%w: %s has no properties", ErrInvalid, e.Table)
	}
	for i := range e.Links {
		if err := t.checkLink(e.Key, &e.Links[i]); err != nil {
			return err
		}
	}
	return nil
}

func (t *tables) checkKey(k Key) error {
	if t.nodes[k.Table] == nil && !slices.Contains(t.owners, k.Table) {
		return fmt.Errorf("%w: no table %q", ErrInvalid, k.Table)
	}
	if k.ID == "" {
		return fmt.Errorf("%w: %s with an empty id", ErrInvalid, k.Table)
	}
	if err := kuzu.CheckText(k.ID); err != nil {
		return fmt.Errorf("%w: %s: id: %w", ErrInvalid, k.Table, err)
	}
	if k.Table == schema.NodeExperience && !isUUID(k.ID) {
		return fmt.Errorf("%w: Experience: id %q is not a UUID in lower case", ErrInvalid, k.ID)
	}
	return nil
}

// isUUID tells whether a text is that of a UUID in lower case, without the braces
// and prefixes that the library reads as well.
func isUUID(s string) bool {
	const length = len("00000000-0000-0000-0000-000000000000")
	return len(s) == length && uuid.Validate(s) == nil && strings.ToLower(s) == s
}

// checkLink validates an edge and that its owner may own it (G6).
func (t *tables) checkLink(owner Key, l *Link) error {
	e := t.edges[l.Edge]
	if e == nil {
		return fmt.Errorf("%w: no edge table %q", ErrInvalid, l.Edge)
	}
	bad := ""
	switch e.Owner {
	case schema.OwnedByFrom:
		if owner != (Key{e.From, l.From}) {
			bad = "start"
		}
	case schema.OwnedByTo:
		if owner != (Key{e.To, l.To}) {
			bad = "end"
		}
	case schema.OwnedByOther:
	}
	if bad != "" {
		return fmt.Errorf("%w: %s belongs to the node at its %s, not to %s %s", ErrInvalid, l.Edge, bad, owner.Table, owner.ID)
	}
	for _, end := range [...]Key{{e.From, l.From}, {e.To, l.To}} {
		if end == owner {
			continue // checked before its edges
		}
		if err := t.checkKey(end); err != nil {
			return fmt.Errorf("%s: %w", l.Edge, err)
		}
	}
	return checkValues(l.Edge, e.Columns, l.Values)
}

func checkValues(table string, columns []schema.GraphColumn, values Values) error {
	found := 0
	for _, c := range columns {
		v, ok := values[c.Name]
		if !ok {
			continue
		}
		found++
		if err := checkValue(c.Type, v); err != nil {
			return fmt.Errorf("%w: %s.%s: %w", ErrInvalid, table, c.Name, err)
		}
	}
	if found == len(values) {
		return nil
	}
	for _, name := range sortedNames(values) {
		if !slices.ContainsFunc(columns, func(c schema.GraphColumn) bool { return c.Name == name }) {
			return fmt.Errorf("%w: %s has no property %q", ErrInvalid, table, name)
		}
	}
	return nil
}

func checkValue(typ schema.GraphType, v any) error {
	if v == nil {
		return nil
	}
	ok := false
	switch typ {
	case schema.GraphString:
		s, is := v.(string)
		if is {
			return kuzu.CheckText(s)
		}
	case schema.GraphStrings:
		list, is := v.([]string)
		for _, s := range list {
			if err := kuzu.CheckText(s); err != nil {
				return err
			}
		}
		ok = is
	case schema.GraphInt:
		_, small := v.(int)
		_, wide := v.(int64)
		ok = small || wide
	case schema.GraphFloat:
		f, is := v.(float64)
		if is && f-f != 0 {
			return fmt.Errorf("number that is not finite")
		}
		ok = is
	case schema.GraphBool:
		_, ok = v.(bool)
	case schema.GraphTime:
		at, is := v.(time.Time)
		if y := at.UTC().Year(); is && (y < 1 || y > 9999) {
			return fmt.Errorf("time in the year %d", y)
		}
		ok = is
	case schema.GraphUUID:
		_, ok = v.(uuid.UUID)
	}
	if !ok {
		return fmt.Errorf("%T for a %s", v, typ)
	}
	return nil
}

func sortedNames(values Values) []string {
	names := make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
