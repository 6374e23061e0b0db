package knowledge

import (
	"context"
	"sync"

	"github.com/lukasadb/lukasa/internal/store"
)

// Book keeps the names of agents' entities in memory, for each agent from when
// it is first asked for, and what their sessions said lately. A process needs one
// Book for a store. It is safe for concurrent use.
type Book struct {
	store *store.Store
	said  utterances

	mu     sync.Mutex // guards what follows
	agents map[string]*Names
	used   map[string]int64 // tick of the last use
	tick   int64
}

// bookBudget bounds, in bytes, what the names of agents may hold together; those
// asked for last stay, whatever they hold.
const bookBudget = 512 << 20

// NewBook returns a book that reads from a store.
func NewBook(s *store.Store) *Book {
	return &Book{store: s, agents: map[string]*Names{}, used: map[string]int64{}}
}

// For returns an agent's names, which show at least what was committed at the
// call. They may be kept and used by several goroutines; what is committed later
// shows in them once somebody calls For again. It must not be called inside a
// View or an Update of the ledger.
func (b *Book) For(ctx context.Context, agent string) (*Names, error) {
	n := b.take(agent)
	if err := n.catchUp(ctx, b.store); err != nil {
		return nil, err
	}
	if b.evictionDue() {
		b.evict(agent)
	}
	return n, nil
}

func (b *Book) take(agent string) *Names {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := b.agents[agent]
	if n == nil {
		n = newNames(agent)
		b.agents[agent] = n
	}
	b.tick++
	b.used[agent] = b.tick
	return n
}

// evictEvery is how many calls there are between two looks at the budget.
const evictEvery = 64

func (b *Book) evictionDue() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.tick%evictEvery == 0
}

// evict forgets the agents used least recently until the rest fit the budget.
// Whoever still holds their names goes on using them.
func (b *Book) evict(keep string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	total := int64(0)
	for _, n := range b.agents {
		total += n.size.Load()
	}
	for total > bookBudget && len(b.agents) > 1 {
		oldest := ""
		for name := range b.agents {
			if name != keep && (oldest == "" || b.used[name] < b.used[oldest]) {
				oldest = name
			}
		}
		total -= b.agents[oldest].size.Load()
		delete(b.agents, oldest)
		delete(b.used, oldest)
	}
}
