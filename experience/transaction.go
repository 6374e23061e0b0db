package experience

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

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

// recognise finds the record that d hands in again, or says again; or else its place
// among the statements.
func (t *transaction) recognise(d *draft) (*schema.Experience, *knowledge.Settlement, error) {
	same, err := t.known(d)
	if err != nil || same != nil || d.settled {
		return same, &knowledge.Settlement{}, err
	}
	if d.record.Status == schema.StatusSuperseded {
		place, err := t.behind(d.record)
		return nil, place, err
	}
	place, err := knowledge.Settle(&t.tx.Reader, d.record, t.now)
	if err != nil {
		return nil, nil, err
	}
	return place.Same, place, nil
}

// known finds the record that d hands in again: the one with the caller's id, if
// it says the same, the live one with the same content (I6), or the one that it
// echoes. What was history in another store is none of these two: it is not said now.
func (t *transaction) known(d *draft) (*schema.Experience, error) {
	e := d.record
	if d.named {
		have, err := ownRecord(t.tx, e.Agent, e.ID)
		switch {
		case err == nil && have.Kind == e.Kind && have.Hash == e.Hash:
			return have, nil
		case err != nil && !errors.Is(err, ErrNotFound):
			return nil, err
		}
	}
	if d.settled && !e.Stands() {
		return nil, nil
	}
	have, err := t.sameContent(e)
	if err == nil && have == nil {
		have, err = t.echoed(e)
	}
	return have, err
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
// reason to believe it.
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
	err = t.tx.Touch(ledger.Touch{ID: have.ID, Reinforced: 1})
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

// sameContent finds the live record of e's agent that says what e says (I6), of a time
// at which e is true: who was on leave in May may be so again in July. A record
// that was superseded or archived is history: what it says may be said anew.
func (t *transaction) sameContent(e *schema.Experience) (*schema.Experience, error) {
	return t.saying(e, func(have *schema.Experience) bool {
		return have.Stands() && !have.Expired(t.now) && !t.going[have.ID] && knowledge.Meet(have, e)
	})
}

// saying finds a record of e's agent that says what e says, among those that fit.
func (t *transaction) saying(e *schema.Experience, fits func(have *schema.Experience) bool) (*schema.Experience, error) {
	bounds := ledger.Scan{}
	if e.Kind == schema.KindMessage { // an event: only the same moment can be the same message
		bounds.From, bounds.To = e.Time, e.Time.Add(time.Microsecond)
	}
	for entry, err := range t.tx.Scan(e.Agent, ledger.WithHash(e.Hash), bounds) {
		if err != nil {
			return nil, err
		}
		have, err := t.tx.Experience(entry.ID)
		if err != nil {
			return nil, err
		}
		if sameMemory(have, e) && knowledge.SameClaim(have, e) && fits(have) {
			return have, nil
		}
	}
	return nil, nil
}

// echoed finds the record that e retells because it was recalled just before
// (900-09). What people say is an event whatever it repeats; what the agent says
// or concludes is not, unless it names another time of which it is true.
func (t *transaction) echoed(e *schema.Experience) (*schema.Experience, error) {
	if e.Kind == schema.KindMessage && (e.Message == nil || e.Message.Role == "" || e.Message.Role == "user") {
		return nil, nil
	}
	id, ok, err := t.store.Echoed(&t.tx.Reader, e)
	if err != nil || !ok || slices.Contains(e.Supersedes, id) {
		return nil, err
	}
	have, err := t.tx.Experience(id)
	if errors.Is(err, ledger.ErrNotFound) {
		return nil, nil
	}
	if err != nil || !have.Status.Live() || have.Kind != e.Kind || !sameSubject(have, e) || !knowledge.SameClaim(have, e) {
		return nil, err
	}
	if dated := !e.ValidFrom.IsZero() || !e.ValidTo.IsZero(); dated && !knowledge.Meet(have, e) {
		return nil, nil
	}
	return have, nil
}

// sameMemory tells whether e, in the words of have, says what that says.
func sameMemory(have, e *schema.Experience) bool {
	if have.Kind != e.Kind || !sameSubject(have, e) {
		return false
	}
	return e.Kind != schema.KindMessage || have.Session == e.Session && have.Speaker == e.Speaker
}

// sameSubject tells whether two records of one kind are about the same: what is
// known of one user is not known of another who said the same words, nor is a
// user's name a goal.
func sameSubject(a, b *schema.Experience) bool {
	switch {
	case a.Insight != nil && b.Insight != nil:
		return a.Insight.User == b.Insight.User && a.Insight.Category == b.Insight.Category
	case a.UserFact != nil && b.UserFact != nil:
		return *a.UserFact == *b.UserFact
	case a.Digest != nil && b.Digest != nil:
		return a.Digest.User == b.Digest.User && a.Digest.Scope == b.Digest.Scope && a.Digest.Identifier == b.Digest.Identifier
	}
	return true
}

// supersede retires the records that e takes the place of. Each is retired
// once, and by none that came before it, which keeps SUPERSEDES free of cycles
// (I4). Where e does not say since
// when it is true, that is since it happened: before, what it replaces was.
func (t *transaction) supersede(e *schema.Experience) error {
	if len(e.Supersedes) > 0 {
		beginValidity(e)
	}
	for _, id := range e.Supersedes {
		old, err := t.tx.Experience(id)
		if err != nil {
			return err
		}
		if old.SupersededBy == e.ID {
			continue // both come from an export, where that was done
		}
		if err := errors.Join(t.superseded(old), t.precedes(e, old)); err != nil {
			return err
		}
		old.Status, old.SupersededBy = schema.StatusSuperseded, e.ID
		endValidity(old, e)
		if err := errors.Join(t.callOff(old, e), t.retire(old)); err != nil {
			return err
		}
	}
	return nil
}

// callOff ends what a record took the place of where by begins, if by is told after it and takes its
// place before it began: until then they were to hold, and now it never will. They give way to by
// instead, so that what is called off does not stand between.
func (t *transaction) callOff(never, by *schema.Experience) error {
	if !never.ValidTo.Equal(never.ValidFrom) || by.Time.Before(never.Time) {
		return nil
	}
	for _, id := range slices.Clone(never.Supersedes) {
		old, err := t.tx.Experience(id)
		if errors.Is(err, ledger.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		held := old.ValidTo.After(old.ValidFrom) && !old.ValidTo.Before(beginOf(by))
		if old.SupersededBy != never.ID || !held {
			continue
		}
		endValidity(old, by)
		if len(by.Supersedes) < schema.MaxRefs {
			never.Supersedes = slices.DeleteFunc(never.Supersedes, func(x schema.ID) bool { return x == id })
			old.SupersededBy, by.Supersedes = by.ID, append(slices.Clip(by.Supersedes), id)
		}
		if err := errors.Join(t.callOff(old, by), t.retire(old)); err != nil {
			return err
		}
	}
	return nil
}

// superseded is the error for a record that another took the place of, which is
// still there.
func (t *transaction) superseded(old *schema.Experience) error {
	if old.SupersededBy == uuid.Nil {
		return nil
	}
	_, err := t.tx.Experience(old.SupersededBy)
	switch {
	case errors.Is(err, ledger.ErrNotFound):
		return nil
	case err != nil:
		return err
	}
	return fmt.Errorf("%w: %s, by %s", ErrSuperseded, old.ID, old.SupersededBy)
}

// precedes is the error for a record that another, or one before that, took the
// place of: it cannot take the other's.
func (t *transaction) precedes(e, later *schema.Experience) error {
	seen := map[schema.ID]bool{}
	for by := e.SupersededBy; by != uuid.Nil && !seen[by]; {
		if by == later.ID {
			return fmt.Errorf("%w: %s, by %s", ErrSuperseded, e.ID, e.SupersededBy)
		}
		seen[by] = true
		next, err := t.tx.Experience(by)
		if errors.Is(err, ledger.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		by = next.SupersededBy
	}
	return nil
}

// beginValidity says since when e is true where e does not: since it happened,
// unless it was over by then.
func beginValidity(e *schema.Experience) {
	if e.ValidFrom.IsZero() && (e.ValidTo.IsZero() || !e.Time.After(e.ValidTo)) {
		e.ValidFrom = e.Time
	}
}

// endValidity ends the time in which old was true: where what replaces it began
// to be, but not before old began. What was told later than that was never true.
// A record that had ended before, by one that was forgotten since, keeps the
// earlier end.
func endValidity(old, by *schema.Experience) {
	end := beginOf(by)
	if old.Time.After(end) {
		beginValidity(old)
	}
	if end.Before(old.ValidFrom) {
		end = old.ValidFrom
	}
	if old.ValidTo.IsZero() || old.ValidTo.After(end) {
		old.ValidTo = end
	}
}

// beginOf is since when what takes another's place is true.
func beginOf(e *schema.Experience) time.Time {
	if e.ValidFrom.IsZero() {
		return e.Time
	}
	return e.ValidFrom
}
