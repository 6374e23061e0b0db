package query

import (
	"fmt"

	"github.com/lukasadb/lukasa/graph"
)

// checkHops refuses a walk of no relations, and one longer than any walk is.
func checkHops(hops int) error {
	if hops < 1 || hops > graph.MaxHops {
		return fmt.Errorf("%w walk: hops: %d, want 1 to %d", ErrInvalid, hops, graph.MaxHops)
	}
	return nil
}

// checkLimit refuses a list longer than any list is; 0 is the default.
func checkLimit(limit int) error {
	if limit < 0 || limit > graph.MaxLimit {
		return fmt.Errorf("%w list: limit: %d, want 1 to %d", ErrInvalid, limit, graph.MaxLimit)
	}
	return nil
}

// checkSteps refuses steps in a sequence that lead the other way. How many there are at most
// is for the graph to say, as a sequence is shown as far as it goes.
func checkSteps(field string, steps int) error {
	if steps < 0 {
		return fmt.Errorf("%w sequence: %s: %d, want 0 or more", ErrInvalid, field, steps)
	}
	return nil
}
