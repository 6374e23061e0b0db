package lukasa

import (
	"context"

	"github.com/lukasadb/lukasa/embed"
	"github.com/lukasadb/lukasa/internal/store"
)

// What changing the embedder takes and gives. See package store.
type (
	Reembedding = store.Reembedding
	Reembedded  = store.Reembedded
)

// ErrNoEmbedder says that [Memory.Reembed] was given none.
var ErrNoEmbedder = store.ErrNoEmbedder

// Reembed makes e the memory's embedder, for all agents. Vectors of e are made
// beside the old ones while recall goes on with those; when every record has its
// own, all searches change over at once: no vector is ever compared with one of
// another model (I11). When it fails or is cancelled, the old embedder stays, and
// calling Reembed again goes on where it ended.
//
// Open the memory with e from then on. Where the configuration names the
// embedder, it names e afterwards.
func (m *Memory) Reembed(ctx context.Context, e embed.Embedder, how Reembedding) (Reembedded, error) {
	done, err := m.store.Reembed(ctx, e, how)
	if err != nil {
		return done, err
	}
	c, err := m.Config(ctx)
	if err != nil || c.Embedding.Model == "" || c.Embedding.Model == e.Model().Name {
		return done, err
	}
	return done, m.SetStoreConfig(ctx, map[string]any{"embedding.model": e.Model().Name})
}
