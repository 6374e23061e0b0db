package reflect

import (
	"hash/fnv"
	"sync"

	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/llm"
	"github.com/lukasadb/lukasa/query"
)

// Keeper tends what was learned: it takes in insights and facts about users,
// merges what says the same, sums up sessions, moves trust as records are
// verified, and sweeps what has expired. It is safe for concurrent use.
type Keeper struct {
	store  *store.Store
	writer *experience.Writer
	reader *query.Reader
	model  llm.Model // nil: every flow has a way without
	users  striped
}

// NewKeeper returns a keeper of a store. The model may be nil.
func NewKeeper(s *store.Store, w *experience.Writer, r *query.Reader, model llm.Model) *Keeper {
	return &Keeper{store: s, writer: w, reader: r, model: llm.Guarded(model)}
}

// striped are locks for any number of names: what is known of one user changes
// one step at a time, while most others go on.
type striped [64]sync.Mutex

// lock takes the lock of a name and returns what lets go of it.
func (s *striped) lock(parts ...string) (unlock func()) {
	h := fnv.New32a()
	for _, p := range parts {
		h.Write([]byte(p))
		h.Write([]byte{0})
	}
	m := &s[h.Sum32()%uint32(len(s))]
	m.Lock()
	return m.Unlock
}
