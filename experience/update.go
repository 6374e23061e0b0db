package experience

import (
	"context"
	"errors"
	"fmt"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/schema"
)

// Update changes the fields of a record that the patch names, as a new version,
// and returns it. It fails with [ledger.ErrVersion] when the record is not at
// the given version; version 0 skips that check.
func (w *Writer) Update(ctx context.Context, agent string, id schema.ID, version int, p schema.Patch) (schema.Experience, error) {
	var out schema.Experience
	err := w.store.Update(ctx, func(tx *ledger.Tx) error {
		e, err := ownRecord(tx, agent, id)
		if err != nil {
			return err
		}
		have := e.Version
		if version == 0 {
			version = have
		}
		if err := e.Apply(p, w.store.Now()); err != nil {
			return err
		}
		t := newTransaction(w.store, tx)
		if err := t.checkReferences(e); err != nil {
			return err
		}
		if err := t.putEntities(e); err != nil {
			return err
		}
		if err := tx.PutVersion(e, version); err != nil {
			return err
		}
		out = *e
		return w.keepVector(ctx, tx, e)
	})
	return out, err
}

// keepVector embeds a changed record where vectors are kept beside the text. An
// embedder that fails leaves the record without one, to be embedded later.
func (w *Writer) keepVector(ctx context.Context, tx *ledger.Tx, e *schema.Experience) error {
	embedder := w.store.Embedder()
	if embedder == nil || embedder.Model().Local {
		return nil
	}
	vectors, err := embedder.EmbedDocuments(ctx, []string{store.EmbeddingText(e)})
	if err != nil || vectors[0] == nil {
		w.store.Logger().Warn("experience: changed without a vector", "record", e.ID, "error", err)
		return tx.DropVector(embedder.Model().ID(), e.ID)
	}
	return tx.PutVector(embedder.Model().ID(), e.ID, store.EncodeVector(vectors[0]))
}

// Touch counts a use of records of an agent, now. Ids that are not there are
// [ErrNotFound], and nothing is counted.
func (w *Writer) Touch(ctx context.Context, agent string, ids ...schema.ID) error {
	now := w.store.Now()
	touches := make([]ledger.Touch, len(ids))
	err := w.store.View(ctx, func(r *ledger.Reader) error {
		for i, id := range ids {
			e, err := r.Experience(id)
			if errors.Is(err, ledger.ErrNotFound) || err == nil && e.Agent != agent {
				return fmt.Errorf("%w: %s", ErrNotFound, id)
			}
			if err != nil {
				return err
			}
			touches[i] = ledger.Touch{ID: id, At: now, Accessed: 1}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return w.store.Touch(touches...)
}

// ownRecord returns a record of an agent; another agent's is as good as none.
func ownRecord(tx *ledger.Tx, agent string, id schema.ID) (*schema.Experience, error) {
	e, err := tx.Experience(id)
	if errors.Is(err, ledger.ErrNotFound) || err == nil && e.Agent != agent {
		return nil, fmt.Errorf("%w: %s", ErrNotFound, id)
	}
	return e, err
}
