package experience

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/schema"
)

// Update changes the fields of a record that the patch names, as a new version,
// and returns it. It fails with [ledger.ErrVersion] when the record is not at
// the given version; version 0 skips that check. A patch that names no field
// writes nothing. A statement that says something else than before finds its place
// among the others as a new one does: it may retire one, be retired, or leave a
// conflict. One that was told ahead of its time, and is invalidated with the end of its
// truth at its beginning, never was: what it was to take the place of holds on. A
// record of which another takes the place does not live again:
// [ErrSuperseded]. When that was forgotten or never was it may, and is true as long as it was
// before, if the patch does not say how long.
func (w *Writer) Update(ctx context.Context, agent string, id schema.ID, version int, p schema.Patch) (schema.Experience, error) {
	fresh, err := w.derive(ctx, agent, id, p)
	if err != nil {
		return schema.Experience{}, err
	}
	var out schema.Experience
	err = w.write(ctx, func(t *transaction) (err error) {
		out, err = t.update(agent, Change{ID: id, Version: version, Patch: p}, fresh)
		return err
	})
	return out, err
}

// update changes one record and keeps what was made for it.
func (t *transaction) update(agent string, c Change, fresh derived) (schema.Experience, error) {
	before, err := atVersion(t.tx, agent, c.ID, c.Version)
	if err != nil {
		return schema.Experience{}, err
	}
	e := *before
	if err := e.Apply(c.Patch, t.store.Now()); err != nil {
		return schema.Experience{}, err
	}
	if e.Version == before.Version {
		return e, nil
	}
	if e.Status.Live() && !before.Status.Live() {
		if err := t.superseded(&e); err != nil {
			return schema.Experience{}, err
		}
		e.SupersededBy = uuid.Nil
		if c.Patch.ValidTo == nil {
			if err := t.reopen(&e); err != nil {
				return schema.Experience{}, err
			}
		}
	}
	fresh.links.keep(&e)
	if c.Patch.Statement != nil && c.Patch.Mentions == nil {
		forgoStatement(&e, before.Statement)
	}
	mentionStatement(&e)
	toldAnew(before, &e, c.Told)
	var back []schema.ID
	if before.Status.Live() && neverWas(&e) {
		if back, err = t.giveBack(&e); err != nil {
			return schema.Experience{}, err
		}
	}
	if err := t.replaceAt(before, &e); err != nil {
		return schema.Experience{}, err
	}
	if err := t.holdOn(agent, back); err != nil {
		return schema.Experience{}, err
	}
	return e, t.keepVector(fresh.vector, before, &e)
}

// reopen gives a record that lives again the end that it had before another took its
// place, as that ends it no more.
func (t *transaction) reopen(e *schema.Experience) error {
	superseded := false
	for v, err := range t.tx.History(schema.TypeExperience, string(e.ID[:])) {
		if err != nil {
			return err
		}
		old, ok := v.Object.(*schema.Experience)
		switch {
		case !ok:
			return nil
		case old.Status == schema.StatusSuperseded:
			superseded = true
		case old.Status.Live():
			if superseded {
				e.ValidTo = old.ValidTo
			}
			return nil
		}
	}
	return nil
}

// replace writes a changed version of a record, or one that was not here, and may
// have been before, as it stands elsewhere: then before is nil.
func (t *transaction) replace(before, e *schema.Experience) error {
	if err := t.checkReferences(before, e); err != nil {
		return err
	}
	if err := t.putEntities(e); err != nil {
		return err
	}
	if err := t.tx.Put(e); err != nil {
		return err
	}
	if before == nil {
		if err := t.announceSimilar(e); err != nil {
			return err
		}
	}
	if err := t.putRelations(before, e); err != nil {
		return err
	}
	return t.closeDisputes(e)
}

// derived is what is made of a record as a patch will leave it, before the ledger
// is asked to write.
type derived struct {
	vector embedding
	links  links
}

func (w *Writer) derive(ctx context.Context, agent string, id schema.ID, p schema.Patch) (derived, error) {
	vector, err := w.embedChanged(ctx, agent, id, p)
	if err != nil {
		return derived{}, err
	}
	links, err := w.linkChanged(ctx, agent, id, p)
	return derived{vector, links}, err
}

// embedding is a vector for a text, where vectors are kept beside the text.
type embedding struct {
	model  string // empty: vectors are not kept
	text   string
	vector []float32
	owed   bool // the embedder failed
}

// embedChanged embeds a record as a patch will leave it, before the ledger is
// asked to write: a slow embedder keeps no other writer waiting. One that fails
// leaves the record without a vector, to be embedded later.
func (w *Writer) embedChanged(ctx context.Context, agent string, id schema.ID, p schema.Patch) (embedding, error) {
	embedder := w.store.Embedder()
	if embedder == nil || embedder.Model().Local {
		return embedding{}, nil
	}
	out, was := embedding{model: embedder.Model().ID()}, ""
	err := w.store.View(ctx, func(r *ledger.Reader) error {
		e, err := ownRecord(r, agent, id)
		if err != nil {
			return err
		}
		was = store.EmbeddingText(e)
		if err := e.Apply(p, w.store.Now()); err != nil {
			return err
		}
		out.text = store.EmbeddingText(e)
		return nil
	})
	if err != nil {
		return out, err
	}
	if out.text == was {
		return embedding{}, nil // the vector that is there stays true
	}
	vectors, err := embedder.EmbedDocuments(ctx, []string{out.text})
	if ctx.Err() != nil {
		return out, ctx.Err()
	}
	if err != nil {
		w.store.Logger().Warn("experience: changed without a vector", "record", id, "error", err)
		out.owed = true
		return out, nil
	}
	out.vector = vectors[0]
	return out, nil
}

// keepVector removes the vectors of a record whose text has changed, those of
// every model, and writes the new one unless the text became another meanwhile.
// A record that was not there before has none to remove.
func (t *transaction) keepVector(v embedding, before, e *schema.Experience) error {
	text := store.EmbeddingText(e)
	if before != nil {
		if text == store.EmbeddingText(before) {
			return nil
		}
		if err := t.tx.DropVectorsOf(e.ID); err != nil {
			return err
		}
	}
	switch {
	case v.model == "":
		return nil
	case v.owed || v.text != text:
		t.owed = true
		return nil
	}
	return t.tx.PutVector(v.model, e.ID, store.EncodeVector(v.vector))
}

// Touch counts a use of records of an agent, now. Ids that are not there are
// [ErrNotFound], and nothing is counted.
func (w *Writer) Touch(ctx context.Context, agent string, ids ...schema.ID) error {
	now := w.store.Now()
	touches := make([]ledger.Touch, len(ids))
	err := w.store.View(ctx, func(r *ledger.Reader) error {
		for i, id := range ids {
			if _, err := ownRecord(r, agent, id); err != nil {
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

// records reads records: a ledger's reader, or its transaction.
type records interface {
	Experience(id schema.ID) (*schema.Experience, error)
}

// ownRecord returns a record of an agent; another agent's is as good as none.
func ownRecord(r records, agent string, id schema.ID) (*schema.Experience, error) {
	e, err := r.Experience(id)
	if errors.Is(err, ledger.ErrNotFound) || err == nil && e.Agent != agent {
		return nil, fmt.Errorf("%w: %s", ErrNotFound, id)
	}
	return e, err
}
