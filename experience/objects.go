package experience

import (
	"context"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// Put writes objects other than records (entities, aliases, relations, rules,
// blocks, settings) as one transaction, each as a new version of what has its
// key. What the caller left out gets its type's defaults.
func (w *Writer) Put(ctx context.Context, objects ...schema.Object) error {
	for i, obj := range objects {
		if err := w.complete(obj); err != nil {
			return &RecordError{Index: i, Err: err}
		}
	}
	return w.store.Update(ctx, func(tx *ledger.Tx) error {
		for i, obj := range objects {
			if err := tx.Put(obj); err != nil {
				return &RecordError{Index: i, Err: err}
			}
		}
		return nil
	})
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
