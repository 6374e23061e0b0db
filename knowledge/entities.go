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

func loadEntity(r *ledger.Reader, agent string, key schema.EntityKey) (*schema.Entity, error) {
	e, err := ledger.Load[*schema.Entity](r, (&schema.Entity{Agent: agent, Key: key}).ObjectKey())
	if errors.Is(err, ledger.ErrNotFound) {
		return nil, fmt.Errorf("%w: entity %q", ErrNotFound, key)
	}
	return e, err
}
