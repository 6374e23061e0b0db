package knowledge

import (
	"slices"

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
	return members(r, agent, survivor)
}

// members lists an entity and then, by key, all that was merged into it, directly
// or not.
func members(r *ledger.Reader, agent string, key schema.EntityKey) ([]schema.EntityKey, error) {
	seen := map[schema.EntityKey]bool{key: true}
	all := []schema.EntityKey{key}
	for i := 0; i < len(all); i++ {
		for from, err := range r.MergedInto(agent, all[i]) {
			if err != nil {
				return nil, err
			}
			if !seen[from] {
				seen[from] = true
				all = append(all, from)
			}
		}
	}
	slices.Sort(all[1:])
	return all, nil
}
