package experience

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

// ResolveConflict ends an open conflict of an agent and returns it. The side that
// is kept supersedes the others, or all sides are invalidated, or nothing but the
// conflict changes; each change is a new version, none overwrites (I4). Sides
// that ended meanwhile stay as they are.
//
// A conflict that is not there, or is another agent's, is [ErrNotFound], one that
// is resolved [knowledge.ErrResolved], a resolution that does not fit
// [knowledge.ErrResolution]; a side to keep that is not live any more
// [ErrSuperseded].
func (w *Writer) ResolveConflict(ctx context.Context, agent string, id schema.ID, how knowledge.Resolution) (schema.Conflict, error) {
	var out schema.Conflict
	err := w.write(ctx, func(t *transaction) error {
		c, err := loadConflict(t.tx, agent, id)
		if errors.Is(err, ledger.ErrNotFound) {
			return fmt.Errorf("%w: conflict %s", ErrNotFound, id)
		}
		if err != nil {
			return err
		}
		verdict, err := how.Decide(c, t.now)
		if err != nil {
			return err
		}
		if err := t.tx.Put(c); err != nil {
			return err
		}
		out = *c
		return t.carryOut(verdict)
	})
	return out, err
}

// carryOut retires the sides of a conflict that lost it.
func (t *transaction) carryOut(v knowledge.Verdict) error {
	if v.Winner == uuid.Nil {
		return t.invalidate(v.Losers)
	}
	winner, err := t.tx.Experience(v.Winner)
	if err != nil {
		return err
	}
	if !winner.Stands() {
		return fmt.Errorf("%w: %s", ErrSuperseded, v.Winner)
	}
	live, err := t.live(v.Losers)
	if err != nil || len(live) == 0 {
		return err
	}
	had := winner.Supersedes
	winner.Supersedes = nil
	for _, e := range live {
		winner.Supersedes = append(winner.Supersedes, e.ID)
	}
	if err := t.supersede(winner); err != nil {
		return err
	}
	winner.Supersedes = slices.Concat(had, winner.Supersedes)
	return errors.Join(t.tx.Put(winner), t.putRelations(nil, winner))
}

func (t *transaction) invalidate(ids []schema.ID) error {
	live, err := t.live(ids)
	if err != nil {
		return err
	}
	for _, e := range live {
		e.Status = schema.StatusInvalidated
		if err := t.retire(e); err != nil {
			return err
		}
	}
	return nil
}

// live reads those of the records that are live.
func (t *transaction) live(ids []schema.ID) ([]*schema.Experience, error) {
	records, err := t.tx.Experiences(ids)
	return slices.DeleteFunc(records, func(e *schema.Experience) bool {
		return e == nil || !e.Stands()
	}), err
}
