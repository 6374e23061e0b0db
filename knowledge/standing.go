package knowledge

import (
	"errors"
	"slices"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// Standing lists every key under which an agent knows an entity: the one that it
// stands for after all merges first, then the others by key (K2). An entity that
// was never merged, or is not known at all, stands for itself alone.
func Standing(r *ledger.Reader, agent string, key schema.EntityKey) ([]schema.EntityKey, error) {
	survivor, err := Survivor(r, agent, key)
	if err != nil {
		return nil, err
	}
	seen := map[schema.EntityKey]bool{survivor: true}
	all := []schema.EntityKey{survivor}
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

// Survivor follows the merges of an entity to the one that stands for it.
func Survivor(r *ledger.Reader, agent string, key schema.EntityKey) (schema.EntityKey, error) {
	seen := map[schema.EntityKey]bool{}
	for !seen[key] { // a circle, which merging refuses, ends where it closes
		seen[key] = true
		e, err := ledger.Load[*schema.Entity](r, (&schema.Entity{Agent: agent, Key: key}).ObjectKey())
		if errors.Is(err, ledger.ErrNotFound) || err == nil && e.MergedInto == "" {
			return key, nil
		}
		if err != nil {
			return "", err
		}
		key = e.MergedInto
	}
	return key, nil
}
