package experience

import (
	"context"
	"errors"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// Put writes objects other than records (entities, aliases, relations, rules,
// blocks, settings) as one transaction, each as a new version of what has its
// key. What the caller left out gets its type's defaults. An entity stays merged
// into the one it was merged into: that is for merges to say, which can be taken
// back.
func (w *Writer) Put(ctx context.Context, objects ...schema.Object) error {
	for i, obj := range objects {
		if err := w.complete(obj); err != nil {
			return ofMany(len(objects), i, err)
		}
	}
	return w.store.Update(ctx, func(tx *ledger.Tx) error {
		for i, obj := range objects {
			if e, ok := obj.(*schema.Entity); ok {
				if err := stayMerged(tx, e); err != nil {
					return ofMany(len(objects), i, err)
				}
			}
			if err := tx.Put(obj); err != nil {
				return ofMany(len(objects), i, err)
			}
		}
		return nil
	})
}

// ofMany names the object of several that an error is of.
func ofMany(n, i int, err error) error {
	if n == 1 {
		return err
	}
	return &RecordError{Index: i, Err: err}
}

// stayMerged has an entity say of its merge what is known of it. One that is new may
// bring its own, as an import does.
func stayMerged(tx *ledger.Tx, e *schema.Entity) error {
	have, err := ledger.Load[*schema.Entity](&tx.Reader, e.ObjectKey())
	switch {
	case errors.Is(err, ledger.ErrNotFound):
		circle, err := circular(tx, e)
		if circle {
			return notMerged(e, "was merged into this entity")
		}
		return err
	case err != nil:
		return err
	case e.MergedInto != "" && e.MergedInto != have.MergedInto:
		return notMerged(e, "not what it was merged into: entities are merged by MergeEntities")
	}
	e.MergedInto = have.MergedInto
	return nil
}

func notMerged(e *schema.Entity, problem string) error {
	return &schema.InvalidError{Type: schema.TypeEntity, Fields: []schema.FieldError{{
		Field: "merged_into", Value: string(e.MergedInto), Problem: problem,
	}}}
}

// circular tells whether what an entity says it was merged into was merged into it.
func circular(tx *ledger.Tx, e *schema.Entity) (bool, error) {
	for up, err := range tx.Ascent(e.Agent, e.MergedInto) {
		if err != nil || up == e.Key {
			return err == nil, err
		}
	}
	return false, nil
}

// complete sets an object's defaults and validates it.
func (w *Writer) complete(obj schema.Object) error {
	if o, ok := obj.(interface {
		SetDefaults(now time.Time, newID func() schema.ID)
	}); ok {
		o.SetDefaults(w.store.Now(), w.store.NewID)
	}
	return obj.Validate()
}
