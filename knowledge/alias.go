package knowledge

import (
	"context"
	"errors"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// AddAlias gives an entity another name, of everyone's or of one user's
// (004-03). One that is there already is counted as used once more, and takes
// over what a says beyond it. The entity must exist; where it was merged, the
// name is given to the one that was named.
func (g *Registry) AddAlias(ctx context.Context, a schema.Alias) (schema.Alias, error) {
	err := g.store.Update(ctx, func(tx *ledger.Tx) error {
		if _, err := loadEntity(&tx.Reader, a.Agent, a.Entity); err != nil {
			return err
		}
		return putAlias(tx, &a)
	})
	return a, err
}

// putAlias writes an alias over the one that has its text, user and entity, if
// there is one.
func putAlias(tx *ledger.Tx, a *schema.Alias) error {
	have, err := ledger.Load[*schema.Alias](&tx.Reader, a.ObjectKey())
	switch {
	case err == nil:
		a.UseCount = max(a.UseCount, have.UseCount) + 1
		a.Recorded, a.Updated, a.Version = have.Recorded, time.Time{}, have.Version
		keep(&a.Confidence, have.Confidence)
		keep(&a.Source, have.Source)
		keep(&a.Context, have.Context)
		keep(&a.Learned, have.Learned)
	case !errors.Is(err, ledger.ErrNotFound):
		return err
	}
	if a.Confidence == 0 {
		a.Confidence = 1
	}
	a.Updated = time.UnixMicro(tx.Stamp()).UTC()
	a.SetDefaults(a.Updated, nil)
	if err := a.Validate(); err != nil {
		return err
	}
	return tx.Put(a)
}

func keep[T comparable](p *T, had T) {
	var none T
	if *p == none {
		*p = had
	}
}
