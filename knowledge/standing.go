package knowledge

import (
	"errors"
	"slices"
	"time"

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

// standingAt is Standing by the merges that stood at a moment: what was merged since is apart,
// and what was parted since is one.
func standingAt(r *ledger.Reader, agent string, key schema.EntityKey, at time.Time) ([]schema.EntityKey, error) {
	ever, err := Standing(r, agent, key)
	if err != nil {
		return nil, err
	}
	for log, err := range mergeLog(r, agent) {
		if err != nil {
			return nil, err
		}
		ever = append(ever, log.From)
	}
	into := make(map[schema.EntityKey]schema.EntityKey, len(ever))
	for _, from := range ever {
		if into[from], err = mergedAt(r, agent, from, at); err != nil {
			return nil, err
		}
	}
	survivor := ascend(into, key)
	var others []schema.EntityKey
	for from := range into {
		if from != survivor && ascend(into, from) == survivor {
			others = append(others, from)
		}
	}
	slices.Sort(others)
	return append([]schema.EntityKey{survivor}, others...), nil
}

// mergedAt returns what an entity was merged into at a moment, if anything.
func mergedAt(r *ledger.Reader, agent string, key schema.EntityKey, at time.Time) (schema.EntityKey, error) {
	v, err := r.AsOf(schema.TypeEntity, (&schema.Entity{Agent: agent, Key: key}).ObjectKey(), at)
	if errors.Is(err, ledger.ErrNotFound) {
		return "", nil
	}
	if e, is := v.Object.(*schema.Entity); err == nil && is {
		return e.MergedInto, nil
	}
	return "", err
}

// ascend follows merges to where they end, or close in a circle.
func ascend(into map[schema.EntityKey]schema.EntityKey, key schema.EntityKey) schema.EntityKey {
	for range into {
		if into[key] == "" {
			break
		}
		key = into[key]
	}
	return key
}
