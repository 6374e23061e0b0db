package knowledge

import (
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// Standing lists every key under which an agent knows an entity: the one that it
// stands for after all merges first, then the others by key (K2). An entity that
// was never merged, or is not known at all, stands for itself alone.
func Standing(r *ledger.Reader, agent string, key schema.EntityKey) ([]schema.EntityKey, error) {
	survivor, err := r.Survivor(agent, key)
	if err != nil {
		return nil, err
	}
	return r.Members(agent, survivor)
}
