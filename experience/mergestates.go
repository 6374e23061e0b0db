package experience

import (
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

// Two memories that each learned what holds since did not come to different ends: a statement
// that another took the place of on both sides stays as it is here, and what took its place
// there finds its own place here, as if it had been told here.

// follower is a new statement there that took a record's place, and since when it is true.
type follower struct {
	id    schema.ID
	began time.Time
}

// follow notes what a new statement there took the place of.
func (m *merging) follow(e *schema.Experience) {
	if e.Statement == nil {
		return
	}
	for _, id := range e.Supersedes {
		m.followed[id] = follower{e.ID, beginOf(e)}
	}
}

// overtaken tells whether all that became of a statement there is that another took its place,
// which comes and says so by itself, and here it still says the same and was not confirmed since.
func (m *merging) overtaken(d store.Difference, ours, theirs *schema.Experience) (bool, error) {
	base, ok := d.Base.(*schema.Experience)
	if !ok || base.Statement == nil || theirs.SupersededBy == uuid.Nil || !settled(base) || !settled(theirs) || !settled(ours) {
		return false, nil
	}
	if by, coming := m.followed[theirs.ID]; coming && ours.Confirmed().After(by.began) || !knowledge.SameClaim(base, ours) {
		return false, nil
	}
	was := *theirs
	was.Status, was.Supersedes, was.SupersededBy = base.Status, base.Supersedes, base.SupersededBy
	was.ValidFrom, was.ValidTo = base.ValidFrom, base.ValidTo
	return ledger.Alike(&was, base)
}

// settled tells whether a record is as statements leave each other.
func settled(e *schema.Experience) bool {
	return e.Status == schema.StatusActive || e.Status == schema.StatusSuperseded
}

// letGo returns a new statement without what another here took the place of, if both cannot
// be true at once: which comes after which is settled between the two. So it is if the new
// one is over there because of one that is still to come.
func (m *merging) letGo(t *transaction, e *schema.Experience) (*schema.Experience, error) {
	var kept []schema.ID
	for _, id := range e.Supersedes {
		rival, err := t.rivalFor(e, id)
		if err != nil {
			return nil, err
		}
		if !rival {
			kept = append(kept, id)
		}
	}
	if len(kept) == len(e.Supersedes) {
		return e, nil
	}
	free := *e
	free.Supersedes = kept
	if by := m.followed[e.ID]; e.Status == schema.StatusSuperseded && by.id == e.SupersededBy {
		free.Status, free.SupersededBy = schema.StatusActive, uuid.Nil
		if !e.ValidTo.Before(by.began) {
			free.ValidTo = time.Time{}
		}
	}
	return &free, nil
}

// beginSooner lets a statement begin as soon as a new one does, if that says the same and was
// told before it. Where something else was told in between, the new one has a place of its own.
func (t *transaction) beginSooner(have, e *schema.Experience) (*schema.Experience, *knowledge.Settlement, error) {
	was := *have
	held, place, err := t.toldBefore(have, e)
	if err != nil || held == nil || held.ValidFrom.Equal(was.ValidFrom) {
		return held, place, err
	}
	return held, place, t.amend(&was, held)
}

// rivalFor tells whether the place of a record was taken here, by a statement that rules out a new one.
func (t *transaction) rivalFor(e *schema.Experience, id schema.ID) (bool, error) {
	old, err := t.tx.Experience(id)
	if errors.Is(err, ledger.ErrNotFound) || err == nil && old.SupersededBy == e.ID {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	by, err := t.successor(old)
	if err != nil || by == nil {
		return false, err
	}
	return knowledge.Exclude(&t.tx.Reader, by, e)
}
