package experience

import (
	"context"
	"errors"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/schema"
)

// Embed makes the vector of a record that was stored without one (004-20) and
// returns whether it did. A record that is gone, or changed meanwhile, is left
// alone. With a local embedder there is nothing to do: its vectors are made from
// the text wherever they are needed.
func (w *Writer) Embed(ctx context.Context, agent string, id schema.ID) (bool, error) {
	embedder := w.store.Embedder()
	if embedder == nil || embedder.Model().Local {
		return false, nil
	}
	model := embedder.Model().ID()
	text, err := w.withoutVector(ctx, agent, id, model)
	if err != nil || text == "" {
		return false, err
	}
	vectors, err := embedder.EmbedDocuments(ctx, []string{text})
	if err != nil || vectors[0] == nil {
		return false, err
	}
	done := false
	err = w.store.Update(ctx, func(tx *ledger.Tx) error {
		e, err := ownRecord(tx, agent, id)
		if errors.Is(err, ErrNotFound) || err == nil && store.EmbeddingText(e) != text {
			return nil
		}
		if err != nil {
			return err
		}
		if err := tx.PutVector(model, id, store.EncodeVector(vectors[0])); err != nil {
			return err
		}
		done = true
		return tx.Announce(schema.TypeExperience, e.ObjectKey())
	})
	return done, err
}

// withoutVector returns what of a record is to be embedded; nothing, if it has
// its vector or is gone.
func (w *Writer) withoutVector(ctx context.Context, agent string, id schema.ID, model string) (text string, err error) {
	err = w.store.View(ctx, func(r *ledger.Reader) error {
		e, err := ownRecord(r, agent, id)
		if errors.Is(err, ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		if _, err := r.Vector(model, id); !errors.Is(err, ledger.ErrNotFound) {
			return err
		}
		text = store.EmbeddingText(e)
		return nil
	})
	return text, err
}
