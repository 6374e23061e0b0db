package graph

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
)

// The bounds of traversals. Arguments above them are lowered to them; limits of
// zero or less mean DefaultLimit.
const (
	DefaultLimit = 100
	MaxLimit     = 10_000
	MaxSteps     = 1000 // records along a chain
	MaxHops      = 10   // relations along a path
)

// Limited is the limit that a traversal goes by where it is asked for n.
func Limited(n int) int {
	if n <= 0 {
		return DefaultLimit
	}
	return min(n, MaxLimit)
}

// Hops is the number of relations that a traversal goes by where it is asked for n.
func Hops(n int) int { return min(max(n, 1), MaxHops) }

// ask runs a traversal's statement.
func (g *Graph) ask(ctx context.Context, agents []string, s Statement) ([]Row, error) {
	if len(agents) == 0 {
		return nil, fmt.Errorf("%w: agents: none named", ErrInvalid)
	}
	rows, err := g.read(ctx, s.Text, s.Params)
	if err != nil {
		return nil, fmt.Errorf("graph: traverse: %w", err)
	}
	return rows, nil
}

// The values of an answer that may be null.

func textOf(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case uuid.UUID:
		return v.String()
	}
	return ""
}

func intOf(v any) int {
	n, _ := v.(int64)
	return int(n)
}

func floatOf(v any) float64 {
	f, _ := v.(float64)
	return f
}

func boolOf(v any) bool {
	b, _ := v.(bool)
	return b
}

// placeOf is an offset, -1 where it is null.
func placeOf(v any) int {
	if v == nil {
		return -1
	}
	return intOf(v)
}

func timeOf(v any) time.Time {
	t, _ := v.(time.Time)
	return t
}
