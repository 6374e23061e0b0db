package lukasa

import (
	"context"

	"github.com/lukasadb/lukasa/embed"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/reflect"
)

// What changing the embedder takes and gives. See package store.
type (
	// Reembedding says how to change the embedder of an open store.
	Reembedding = store.Reembedding
	// Reembedded tells how far a change of embedders has come.
	Reembedded = store.Reembedded
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
// embedder, the store's or any agent's own, it names e afterwards.
func (m *Memory) Reembed(ctx context.Context, e embed.Embedder, how Reembedding) (Reembedded, error) {
	done, err := m.store.Reembed(ctx, e, how)
	if err != nil {
		return done, err
	}
	return done, m.renameEmbedder(ctx, e.Model().Name)
}

// renameEmbedder writes the name of the embedder wherever another one stands: in
// the store's settings, then in those that agents have of their own.
func (m *Memory) renameEmbedder(ctx context.Context, name string) error {
	agents, err := m.reader.Agents(ctx)
	if err != nil {
		return err
	}
	owners := []string{""}
	for _, a := range agents {
		owners = append(owners, a.Name)
	}
	for _, owner := range owners {
		c, err := m.store.Config(ctx, owner)
		if err != nil {
			return err
		}
		if c.Embedding.Model == "" || c.Embedding.Model == name {
			continue
		}
		if err := reflect.SetConfig(ctx, m.store, Configure{Agent: owner, Set: map[string]any{"embedding.model": name}}); err != nil {
			return err
		}
	}
	return nil
}
