package experience

import (
	"errors"
	"slices"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

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
