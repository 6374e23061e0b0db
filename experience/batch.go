package experience

import (
	"context"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// Batch is writes that belong together: all of them are made, or none.
type Batch struct {
	// Agent whose records they are. Required; it replaces what records say.
	Agent string
	// Unchanged are records that the batch was thought out from, each with the
	// version it had.
	Unchanged []Seen
	// Retain is recorded first, as [Writer.RetainAll] does.
	Retain []schema.Experience
	// Update is changed after that, in order.
	Update []Change
}

// Seen is a record at a version.
type Seen struct {
	ID      schema.ID
	Version int
}

// Change is a patch of one record. Version 0 skips the check of its version.
type Change struct {
	ID      schema.ID
	Version int
	Patch   schema.Patch
	// Told is what says the record again, where it is changed because of that; else nil.
	Told *schema.Experience
}

// Written tells what became of a [Batch], each in the order of the batch.
type Written struct {
	Retained []Retained
	Updated  []schema.Experience
}

// Write makes a batch of writes as one transaction. It fails with
// [ledger.ErrVersion] when a record is not at the version that was seen, with
// [ErrNotFound] when one is gone, and otherwise as [Writer.RetainAll] and
// [Writer.Update] do.
func (w *Writer) Write(ctx context.Context, b Batch) (Written, error) {
	batch, fresh, err := w.prepareBatch(ctx, b)
	if err != nil {
		return Written{}, err
	}
	var out Written
	err = w.write(ctx, func(t *transaction) error {
		out = Written{}
		for _, seen := range b.Unchanged {
			if _, err := atVersion(t.tx, b.Agent, seen.ID, seen.Version); err != nil {
				return err
			}
		}
		var err error
		if out.Retained, err = t.retainAll(batch); err != nil {
			return err
		}
		for i, c := range b.Update {
			e, err := t.update(b.Agent, c, fresh[i])
			if err != nil {
				return err
			}
			out.Updated = append(out.Updated, e)
		}
		return nil
	})
	if err != nil {
		return Written{}, err
	}
	return out, nil
}

// prepareBatch completes, checks, links and embeds what a batch brings, before the
// ledger is asked to write.
func (w *Writer) prepareBatch(ctx context.Context, b Batch) ([]*draft, []derived, error) {
	records := make([]schema.Experience, len(b.Retain))
	for i, e := range b.Retain {
		e.Agent = b.Agent
		records[i] = e
	}
	batch, err := w.prepare(records)
	if err != nil {
		return nil, nil, err
	}
	if len(batch) > 0 {
		if err := w.enrich(ctx, batch); err != nil {
			return nil, nil, err
		}
	}
	fresh := make([]derived, len(b.Update))
	for i, c := range b.Update {
		if fresh[i], err = w.derive(ctx, b.Agent, c.ID, c.Patch); err != nil {
			return nil, nil, err
		}
	}
	return batch, fresh, nil
}

// atVersion returns a record of an agent if it is at a version; 0 is any.
func atVersion(tx *ledger.Tx, agent string, id schema.ID, version int) (*schema.Experience, error) {
	e, err := ownRecord(tx, agent, id)
	if err != nil {
		return nil, err
	}
	if version != 0 && version != e.Version {
		return nil, &ledger.VersionError{Type: schema.TypeExperience, Key: e.ObjectKey(), Have: e.Version, Want: version}
	}
	return e, nil
}
