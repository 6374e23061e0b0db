package store

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/lukasadb/lukasa/embed"
)

// A writer needs the vectors of its records to find what they are similar to, and
// a moment later the vector indexes of their agents need the same. The writer
// leaves them here. They are kept by model and text, of which nothing else about
// them depends on (I5, I11): whether the write succeeded, and whose it was, does
// not matter. What is not here, or was dropped for want of room, is made again.

// handover holds vectors that were made and not yet fetched. Its zero value is
// ready to use; it is safe for concurrent use.
type handover struct {
	limit    int // of the bytes of new and of old, each; 0: handedBytes
	mu       sync.Mutex
	new, old handed // what does not fit new pushes out old
}

type handed struct {
	vectors map[embedded][]float32
	bytes   int
}

// embedded is a text and the model of its vector.
type embedded struct{ model, text string }

// handedBytes is room for a few thousand records.
const handedBytes = 8 << 20

func (e embedded) bytes(vector []float32) int { return len(e.model) + len(e.text) + 4*len(vector) }

// leave keeps a copy of a vector, for one who fetches it.
func (h *handover) leave(e embedded, vector []float32) {
	size := e.bytes(vector)
	h.mu.Lock()
	defer h.mu.Unlock()
	limit := cmp.Or(h.limit, handedBytes)
	if size > limit || h.new.vectors[e] != nil || h.old.vectors[e] != nil {
		return
	}
	if h.new.bytes+size > limit {
		h.new, h.old = handed{}, h.new
	}
	if h.new.vectors == nil {
		h.new.vectors = map[embedded][]float32{}
	}
	h.new.vectors[e] = slices.Clone(vector)
	h.new.bytes += size
}

// fetch takes a vector away, nil if it is not there. It is the caller's.
func (h *handover) fetch(e embedded) []float32 {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, from := range []*handed{&h.new, &h.old} {
		if vector := from.vectors[e]; vector != nil {
			delete(from.vectors, e)
			from.bytes -= e.bytes(vector)
			return vector
		}
	}
	return nil
}

// EmbedRecords makes the vectors of texts that are about to be written, as
// [EmbeddingText] gives them; nil for a text that has none. Those of a local model
// are kept for a while for the vector indexes, which would make them again.
func (s *Store) EmbedRecords(ctx context.Context, e embed.Embedder, texts []string) ([][]float32, error) {
	vectors, err := e.EmbedDocuments(ctx, texts)
	if err != nil {
		return nil, err
	}
	if model := e.Model(); model.Local {
		id := model.ID()
		for i, v := range vectors {
			if v != nil {
				s.handover.leave(embedded{id, texts[i]}, v)
			}
		}
	}
	return vectors, nil
}
