package experience

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

// transaction is one call's writes.
type transaction struct {
	store *store.Store
	tx    *ledger.Tx
	now   time.Time
	there map[string]bool         // entities seen to exist, by object key
	same  map[schema.ID]schema.ID // drafts that were reinforced, and what stands for them
	ahead map[schema.ID]bool      // records of a merge that are still to come: they may be referred to
	going map[schema.ID]bool      // records that a merge is to forget: nothing new finds its place among them
	owed  bool                    // a record has no vector because the embedder failed
}

// write makes one call's writes. Records that it leaves without a vector are
// embedded once they are there.
func (w *Writer) write(ctx context.Context, fn func(*transaction) error) error {
	owed := false
	err := w.store.Update(ctx, func(tx *ledger.Tx) error {
		t := newTransaction(w.store, tx)
		err := fn(t)
		owed = t.owed
		return err
	})
	if err == nil && owed {
		w.store.OweVectors()
	}
	return err
}

// newTransaction's now is the ledger's stamp: what is written with it can then
// not be recorded later than it was updated.
func newTransaction(s *store.Store, tx *ledger.Tx) *transaction {
	return &transaction{store: s, tx: tx, now: time.UnixMicro(tx.Stamp()).UTC(), there: map[string]bool{}, same: map[schema.ID]schema.ID{}}
}

// retainAll writes records, each behind those that it refers to, and tells what
// became of them in the order of batch. Those that refer to one another in a circle
// get what leads ahead once all are there. Of those that cannot be written it tells as
// many as it can: whoever leaves them out has to begin anew.
func (t *transaction) retainAll(batch []*draft) ([]Retained, error) {
	t.recordAfter(batch)
	if err := t.foresee(batch); err != nil {
		return nil, err
	}
	out := make([]Retained, len(batch))
	ahead := make(map[schema.ID]bool, len(batch))
	for _, d := range batch {
		ahead[d.record.ID] = true
	}
	var open []circle
	var bad []error
	for _, d := range draftsInOrder(batch) {
		delete(ahead, d.record.ID)
		if whole := loosen(d.record, ahead); whole != nil {
			open = append(open, circle{d.index, whole})
		}
		r, err := t.retain(d)
		if err != nil {
			bad = append(bad, &RecordError{Index: d.index, Err: err})
			if !leftNothing(d.record, err) {
				break
			}
		}
		out[d.index] = r
	}
	if len(bad) > 0 {
		return nil, errors.Join(bad...)
	}
	return out, t.closeCircles(open, out)
}

// recordAfter has messages of now that are said one after the other be recorded when the last
// of them was said, so that what is told next is of a later moment, even where the clock stands
// still.
func (t *transaction) recordAfter(batch []*draft) {
	var said []time.Time
	for _, d := range batch {
		if d.undated {
			said = append(said, d.record.Time)
		}
	}
	if len(said) == 0 {
		return
	}
	last := slices.MaxFunc(said, time.Time.Compare)
	if last.After(slices.MinFunc(said, time.Time.Compare)) {
		t.tx.StampAfter(last)
		t.now = time.UnixMicro(t.tx.Stamp()).UTC()
	}
}

// leftNothing tells whether a record was refused before anything of it was written
// by which others are judged.
func leftNothing(e *schema.Experience, err error) bool {
	return missingReference(err) || errors.Is(err, ErrExists) && len(e.Supersedes) == 0
}

// foresee finds out together what would be asked for each record of a batch: most
// are new, and say what none has said.
func (t *transaction) foresee(batch []*draft) error {
	var drawn []schema.ID
	said := make([]ledger.Said, len(batch))
	for i, d := range batch {
		said[i] = ledger.Said{Agent: d.record.Agent, Hash: d.record.Hash}
		if !d.named {
			drawn = append(drawn, d.record.ID)
		}
	}
	if err := errors.Join(t.tx.ForeseeNew(drawn), t.tx.ForeseeSaid(said)); err != nil {
		return err
	}
	return t.foreseeEntities(batch)
}

// retain writes one record, or reinforces the one that holds its content.
func (t *transaction) retain(d *draft) (Retained, error) {
	e := d.record
	redirect(t.same, e)
	same, place, err := t.recognise(d)
	if err != nil {
		return Retained{}, err
	}
	if same != nil && !d.settled {
		if same, place, err = t.toldBefore(same, e); err != nil {
			return Retained{}, err
		}
	}
	if same != nil {
		t.same[e.ID] = same.ID
		if !d.settled {
			against, err := knowledge.Corrected(&t.tx.Reader, same, e, t.now)
			if err != nil {
				return Retained{}, err
			}
			e.Supersedes = slices.Concat(e.Supersedes, against)
		}
		return t.reinforce(same, d)
	}
	if err := t.insertAt(e, place); err != nil {
		return Retained{}, err
	}
	if d.named {
		if err := t.announceSimilar(e); err != nil {
			return Retained{}, err
		}
	}
	t.owed = t.owed || d.owed
	if d.model != "" {
		if err := t.tx.PutVector(d.model, e.ID, store.EncodeVector(d.vector)); err != nil {
			return Retained{}, err
		}
	}
	return Retained{ID: e.ID, Version: e.Version, New: true, Conflicts: openOnes(place.Conflicts)}, nil
}

// toldBefore lets a record begin as soon as it was told, where e says it again and was
// told before. Where something else was told in between, e is no repetition, and has a
// place of its own.
func (t *transaction) toldBefore(have, e *schema.Experience) (*schema.Experience, *knowledge.Settlement, error) {
	stronger, err := t.strengthens(have, e)
	if err != nil || !stronger {
		return have, nil, err
	}
	place, again, err := knowledge.ToldBefore(&t.tx.Reader, have, e, t.now)
	if err != nil || again {
		return nil, place, err
	}
	for _, old := range place.Moved {
		if err := t.retire(old); err != nil {
			return nil, nil, err
		}
	}
	return have, place, nil
}

// takeOver adds to a record what another, which says the same, supersedes and, up to
// the bound of a record, rests on; where that is to be longer, it also lives as long.
// It tells whether there was any of it. The record's own lists are not written into.
func takeOver(have, e *schema.Experience, longer bool) (more bool) {
	if longer {
		have.ExpiresAt, have.TTL, have.Permanent, more = e.ExpiresAt, e.TTL, e.Permanent, true
	}
	for _, id := range e.Supersedes {
		if id != have.ID && !slices.Contains(have.Supersedes, id) {
			have.Supersedes, more = append(slices.Clip(have.Supersedes), id), true
		}
	}
	for _, ev := range e.Evidence {
		known := func(x schema.Evidence) bool { return x.ID == ev.ID }
		if ev.ID != have.ID && len(have.Evidence) < schema.MaxRefs && !slices.ContainsFunc(have.Evidence, known) {
			have.Evidence, more = append(slices.Clip(have.Evidence), ev), true
		}
	}
	return more
}

// Prolongs tells whether a record is to live as long as another, which says the same
// under an id of its own, because that lives longer. Where the memory hears its own
// words again, nobody said for how long (900-09).
func Prolongs(s *store.Store, r *ledger.Reader, have, e *schema.Experience) (bool, error) {
	if have.ID == e.ID || !e.Outlives(have) {
		return false, nil
	}
	if e.Permanent || e.TTL != "" || !e.ExpiresAt.IsZero() {
		return true, nil
	}
	id, echo, err := s.Echoed(r, e)
	return !echo || id != have.ID || knowledge.BringsEvidence(have, e), err
}

// reinforce counts that have was said again by d. What that adds, records that it
// supersedes, evidence that it rests on, another session that tells it and a longer life,
// have takes over in a new version. A statement gains confidence by it, if it is a new
// reason to believe it. The record itself, handed in again by a caller who was not sure
// that it had come, or from an export, was not said again.
func (t *transaction) reinforce(have *schema.Experience, d *draft) (Retained, error) {
	more, e := *have, d.record
	longer, err := Prolongs(t.store, &t.tx.Reader, have, e)
	if err != nil {
		return Retained{}, err
	}
	stronger, err := t.strengthens(have, e)
	if err != nil {
		return Retained{}, err
	}
	told := retell(&more, e, d.founded)
	if stronger {
		knowledge.Reinforce(&more, e)
	}
	if takeOver(&more, e, longer) || stronger || told {
		if err := t.amend(have, &more); err != nil {
			return Retained{}, err
		}
		have = &more
	}
	if have.ID != e.ID {
		err = t.tx.Touch(ledger.Touch{ID: have.ID, Reinforced: 1})
	}
	return Retained{ID: have.ID, Version: have.Version}, err
}

// amend writes a record with references that it did not have.
func (t *transaction) amend(have, more *schema.Experience) error {
	if err := t.checkReferences(have, more); err != nil {
		return err
	}
	if err := t.supersede(more); err != nil {
		return err
	}
	if err := t.tx.Put(more); err != nil {
		return err
	}
	return t.putRelations(nil, more)
}

// insert writes a new record and what it brings with it.
func (t *transaction) insert(e *schema.Experience) error {
	if err := t.checkReferences(nil, e); err != nil {
		return err
	}
	if err := t.supersede(e); err != nil {
		return err
	}
	if err := t.putEntities(e); err != nil {
		return err
	}
	err := t.tx.PutVersion(e, 0)
	if errors.Is(err, ledger.ErrVersion) {
		return fmt.Errorf("%w: %s", ErrExists, e.ID)
	}
	if err != nil {
		return err
	}
	return t.putRelations(nil, e)
}

// announceSimilar makes the views look again at the records that were found
// similar to e before it was forgotten, or in the store that e comes from: their edges
// lead to it now.
func (t *transaction) announceSimilar(e *schema.Experience) error {
	for entry, err := range t.tx.Scan(e.Agent, ledger.Referring(ledger.BySimilar, e.ID), ledger.Scan{}) {
		if err != nil {
			return err
		}
		if err := t.tx.Announce(schema.TypeExperience, string(entry.ID[:])); err != nil {
			return err
		}
	}
	return nil
}
