package knowledge

import (
	"errors"
	"fmt"
	"sync"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/schema"
)

// ErrNotFound says that there is no such entity, alias or merge of the agent.
var ErrNotFound = store.ErrNotFound

// Registry tends the entities of agents: it resolves names to them, learns from
// answers, merges two that are one and takes that back. It is safe for
// concurrent use. None of its methods may be called inside a View or an Update
// of the ledger.
type Registry struct {
	store *store.Store
	book  *Book

	mu      sync.Mutex // guards what follows
	similar map[string]*similarNames
}

// NewRegistry returns a registry over a store. The book is that of the process.
func NewRegistry(s *store.Store, b *Book) *Registry {
	return &Registry{store: s, book: b, similar: map[string]*similarNames{}}
}

// mostMembers bounds a group, so that damage cannot make a loop.
const mostMembers = 10_000

// Survivor follows merges to the entity that stands for key today: key itself,
// where it was not merged or is not known.
func Survivor(r *ledger.Reader, agent string, key schema.EntityKey) (schema.EntityKey, error) {
	for range 64 {
		e, err := loadEntity(r, agent, key)
		if errors.Is(err, ErrNotFound) || err == nil && e.MergedInto == "" {
			return key, nil
		}
		if err != nil {
			return key, err
		}
		key = e.MergedInto
	}
	return key, nil
}

// Group lists the entities that are one with key today: first what stands for
// them, then all that was merged into it, directly or not, by key within each
// step. An entity that was never merged is alone.
func Group(r *ledger.Reader, agent string, key schema.EntityKey) ([]schema.EntityKey, error) {
	top, err := Survivor(r, agent, key)
	if err != nil {
		return nil, err
	}
	return membersOf(r, agent, top)
}

// membersOf lists an entity and all that was merged into it.
func membersOf(r *ledger.Reader, agent string, key schema.EntityKey) ([]schema.EntityKey, error) {
	group := []schema.EntityKey{key}
	for i := 0; i < len(group) && len(group) < mostMembers; i++ {
		for member, err := range r.MergedInto(agent, group[i]) {
			if err != nil {
				return nil, err
			}
			group = append(group, member)
		}
	}
	return group, nil
}

func loadEntity(r *ledger.Reader, agent string, key schema.EntityKey) (*schema.Entity, error) {
	e, err := ledger.Load[*schema.Entity](r, (&schema.Entity{Agent: agent, Key: key}).ObjectKey())
	if errors.Is(err, ledger.ErrNotFound) {
		return nil, fmt.Errorf("%w: entity %s", ErrNotFound, key)
	}
	return e, err
}
