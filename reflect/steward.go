package reflect

import (
	"sync"

	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/query"
)

// Steward keeps a memory in order for its owner: it forgets with receipts, audits
// and keeps the blocks of core memory. It is safe for concurrent use.
type Steward struct {
	store  *store.Store
	writer *experience.Writer
	reader *query.Reader

	erasing store.Mutex // held while something is forgotten with a receipt
	chain   sync.Mutex  // held while a receipt is chained to the one before
}

// NewSteward returns a steward of a store.
func NewSteward(s *store.Store, w *experience.Writer, r *query.Reader) *Steward {
	return &Steward{store: s, writer: w, reader: r, erasing: store.NewMutex()}
}
