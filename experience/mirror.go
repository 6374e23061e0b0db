package experience

import (
	"context"
	"errors"
	"reflect"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/schema"
)

// Mirrored counts what a mirroring changed.
type Mirrored struct {
	New     int `json:"new"`     // records that were not there, or had been forgotten
	Changed int `json:"changed"` // records that got another version
	Gone    int `json:"gone"`    // records that were forgotten
}

// Mirror makes an agent's records agree with a source outside of the store that
// is their truth, such as a folder of files, as one transaction: records named in
// gone are forgotten, as [Writer.Forget] does without purging, and those in put
// stand afterwards as they are given. Each record of put has an id that its
// content alone determines: it is written when it is new or was forgotten, gets
// a version when it differs, and is left alone when it does not. Ids in gone that
// are not there are no error.
//
// Unlike [Writer.RetainAll] it neither reinforces nor joins records to similar
// ones, nor does it take what was just recalled for an echo: what a store holds
// follows from the source, and not from the order in which it was read (I3).
func (w *Writer) Mirror(ctx context.Context, agent string, put []schema.Experience, gone []schema.ID) (Mirrored, error) {
	batch, err := w.prepare(put)
	if err != nil {
		return Mirrored{}, err
	}
	if err := w.embedMirrored(ctx, agent, batch); err != nil {
		return Mirrored{}, err
	}
	var done Mirrored
	err = w.write(ctx, func(t *transaction) error {
		if done.Gone, err = t.mirrorGone(agent, gone); err != nil {
			return err
		}
		if err := t.tx.Foresee(idsOf(batch)); err != nil {
			return err
		}
		for _, d := range draftsInOrder(batch) {
			if err := t.mirror(d, agent, &done); err != nil {
				return &RecordError{Index: d.index, Err: err}
			}
		}
		return nil
	})
	return done, err
}

func idsOf(batch []*draft) []schema.ID {
	ids := make([]schema.ID, len(batch))
	for i, d := range batch {
		ids[i] = d.record.ID
	}
	return ids
}

// mirrorGone forgets the records of a list that are there.
func (t *transaction) mirrorGone(agent string, gone []schema.ID) (int, error) {
	var there []schema.ID
	for _, id := range gone {
		_, err := ownRecord(t.tx, agent, id)
		if errors.Is(err, ErrNotFound) {
			continue
		}
		if err != nil {
			return 0, err
		}
		there = append(there, id)
	}
	if len(there) == 0 {
		return 0, nil
	}
	p := newForgetting(t.tx, Forget{Agent: agent, IDs: there})
	if err := p.plan(); err != nil {
		return 0, err
	}
	return len(p.going), p.carryOut()
}

// mirror makes one record stand as it is given.
func (t *transaction) mirror(d *draft, agent string, done *Mirrored) error {
	e := d.record
	e.Agent = agent
	before, err := ownRecord(t.tx, agent, e.ID)
	switch {
	case errors.Is(err, ErrNotFound):
		before = nil
		done.New++
	case err != nil:
		return err
	case sameAsWritten(before, e):
		return nil
	default:
		done.Changed++
		if before.Hash == e.Hash && before.Session == e.Session {
			e.Tellings = before.Tellings
		}
	}
	if err := t.replace(before, e); err != nil {
		return err
	}
	return t.keepVector(embedding{model: d.model, text: store.EmbeddingText(e), vector: d.vector, owed: d.owed}, before, e)
}

// sameAsWritten tells whether a record says what its version in the store says,
// but for what the store itself keeps.
func sameAsWritten(have, e *schema.Experience) bool {
	a, b := *have, *e
	for _, x := range []*schema.Experience{&a, &b} {
		x.Version, x.Recorded, x.Updated, x.Usage = 0, have.Recorded, have.Updated, schema.Usage{}
		x.Tellings = nil
		if len(x.Evidence) == 0 {
			x.Evidence = nil
		}
	}
	return reflect.DeepEqual(&a, &b)
}

// embedMirrored embeds the records of a batch that are not in the store with the
// text they have, where vectors are kept there. An embedder that fails costs no
// record: those it did not embed are embedded later.
func (w *Writer) embedMirrored(ctx context.Context, agent string, batch []*draft) error {
	e := w.store.Embedder()
	if e == nil || e.Model().Local {
		return nil
	}
	var fresh []*draft
	var texts []string
	err := w.store.View(ctx, func(r *ledger.Reader) error {
		for _, d := range batch {
			d.model, d.owed = e.Model().ID(), true // until its vector is here
			text := store.EmbeddingText(d.record)
			have, err := ownRecord(r, agent, d.record.ID)
			if err != nil && !errors.Is(err, ErrNotFound) {
				return err
			}
			if err != nil || store.EmbeddingText(have) != text {
				fresh, texts = append(fresh, d), append(texts, text)
			}
		}
		return nil
	})
	if err != nil || len(fresh) == 0 {
		return err
	}
	vectors, err := e.EmbedDocuments(ctx, texts)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		w.store.Logger().Warn("experience: mirrored without vectors", "records", len(fresh), "error", err)
		return nil
	}
	for i, d := range fresh {
		d.vector, d.owed = vectors[i], false
	}
	return nil
}
