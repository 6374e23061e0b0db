package knowledge

import (
	"context"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/schema"
)

// ConflictQuery asks for conflicts of an agent. Its zero value, with an agent,
// asks for the open ones.
type ConflictQuery struct {
	Agent  string    `json:"agent,omitempty"`  // whose they are; package lukasa fills it in
	Record schema.ID `json:"record,omitzero"`  // a side; zero: any
	Closed bool      `json:"closed,omitempty"` // those that are resolved, instead
	Limit  int       `json:"limit,omitempty"`  // default 20, at most 1,000
}

// Conflicts lists conflicts, the latest found first.
func Conflicts(ctx context.Context, s *store.Store, q ConflictQuery) ([]schema.Conflict, error) {
	check := FactQuery{Agent: q.Agent, Limit: q.Limit}
	if err := check.complete(); err != nil {
		return nil, err
	}
	var out []schema.Conflict
	err := s.View(ctx, func(r *ledger.Reader) error {
		for entry, err := range r.Scan(q.Agent, ledger.Disputing(q.Record, !q.Closed), ledger.Scan{}) {
			if err != nil {
				return err
			}
			c, err := ledger.Load[*schema.Conflict](r, (&schema.Conflict{Agent: q.Agent, ID: entry.ID}).ObjectKey())
			if err != nil {
				return err
			}
			if out = append(out, *c); len(out) == check.Limit {
				return nil
			}
		}
		return nil
	})
	return out, err
}
