package graph

import (
	"context"
	"errors"
	"fmt"

	"github.com/lukasadb/lukasa/graph/internal/generation"
	"github.com/lukasadb/lukasa/schema"
)

// Filled reports whether every property of the schema has its value. It is false
// after an upgrade that added one, for what was written before it, until Load.
func (g *Graph) Filled() bool {
	s := g.current()
	return s == nil || s.filled == schema.GraphVersion
}

// expect checks a value of the meta table.
func (s *session) expect(name string, want uint64) error {
	value, found, err := s.meta(name)
	if err == nil && (!found || value != int64(want)) {
		err = fmt.Errorf("%w: %s is %d, want %d", generation.ErrDamaged, name, value, want)
	}
	return err
}

// meta reads a value of the meta table.
func (s *session) meta(name string) (value int64, found bool, err error) {
	err = s.alone(func(c *conn) error {
		rows, err := c.all(context.Background(), getMeta, map[string]any{"name": name})
		if err == nil && len(rows) == 1 {
			value, found = rows[0][0].(int64)
		}
		return err
	})
	return value, found, err
}

// readFilled learns which version's properties are all filled in. Graphs of
// version 1 do not say; they were written whole.
func (s *session) readFilled() error {
	value, found, err := s.meta(metaFilled)
	s.filled = int(value)
	if !found {
		s.filled = 1
	}
	return err
}

// migrate brings the schema from version have to the current one.
func (s *session) migrate(t *tables, have int) error {
	return s.alone(func(c *conn) error {
		for _, text := range t.ddl(have) {
			if err := c.Exec(text); err != nil {
				return fmt.Errorf("graph: schema: %w", err)
			}
		}
		w := &writer{tables: t, c: c}
		if have == 0 {
			if err := errors.Join(w.meta(metaWatermark, 0), w.meta(metaFilled, schema.GraphVersion)); err != nil {
				return err
			}
		}
		return w.meta(metaSchema, schema.GraphVersion)
	})
}
