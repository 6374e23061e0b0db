package query

import (
	"context"
	"errors"
	"time"

	"github.com/lukasadb/lukasa/internal/column"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// asKnown keeps those ids whose record met the request's conditions as the store
// knew it at Request.KnownAt: what was superseded, corrected or forgotten since
// is judged by what it was. The indexes hold records as they are now, so what a
// record has said since is what finds it.
func (s *scene) asKnown(ctx context.Context, ids []schema.ID) ([]schema.ID, error) {
	at := s.req.KnownAt
	if at.IsZero() {
		return ids, nil
	}
	then := column.New()
	err := s.reader.store.View(ctx, func(r *ledger.Reader) error {
		for _, id := range ids {
			e, err := knownAt(r, id, at)
			if err != nil {
				return err
			}
			if e != nil {
				then.PutUnread(e)
			}
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	req := *s.req
	req.KnownAt = time.Time{} // the rows are those of that moment
	g := newGate(&req, at, then, s.decay)
	g.wanted, g.unwanted = s.wanted, s.unwanted
	kept := ids[:0:0]
	for _, id := range ids {
		if g.admits(id) {
			kept = append(kept, id)
		}
	}
	return kept, nil
}

// knownAt returns a record as it was known at a moment; nil if it was not there.
func knownAt(r *ledger.Reader, id schema.ID, at time.Time) (*schema.Experience, error) {
	v, err := r.AsOf(schema.TypeExperience, string(id[:]), at)
	switch {
	case errors.Is(err, ledger.ErrNotFound) || err == nil && v.Deleted:
		return nil, nil
	case err != nil:
		return nil, err
	}
	e, _ := v.Object.(*schema.Experience)
	return e, nil
}
