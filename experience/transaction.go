package experience

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/schema"
)

// transaction is one call's writes.
type transaction struct {
	store *store.Store
	tx    *ledger.Tx
	now   time.Time
	known map[string]bool         // entities seen to exist, by object key
	same  map[schema.ID]schema.ID // drafts that were reinforced, and what stands for them
}

func newTransaction(s *store.Store, tx *ledger.Tx) *transaction {
	return &transaction{store: s, tx: tx, now: s.Now(), known: map[string]bool{}, same: map[schema.ID]schema.ID{}}
}

// retain writes one record, or reinforces the one that holds its content.
func (t *transaction) retain(d *draft) (Retained, error) {
	e := d.record
	same, err := t.sameContent(e)
	if err == nil && same == nil {
		same, err = t.echoed(e)
	}
	if err != nil {
		return Retained{}, err
	}
	if same != nil {
		t.same[e.ID] = same.ID
		err := t.tx.Touch(ledger.Touch{ID: same.ID, Reinforced: 1})
		return Retained{ID: same.ID, Version: same.Version}, err
	}
	t.redirectSimilar(e)
	if err := t.insert(e); err != nil {
		return Retained{}, err
	}
	if d.vector != nil {
		if err := t.tx.PutVector(d.model, e.ID, store.EncodeVector(d.vector)); err != nil {
			return Retained{}, err
		}
	}
	return Retained{ID: e.ID, Version: e.Version, New: true}, nil
}

// redirectSimilar points links to drafts that were reinforced at the records
// that stand for them.
func (t *transaction) redirectSimilar(e *schema.Experience) {
	if len(t.same) == 0 {
		return
	}
	seen := map[schema.ID]bool{e.ID: true}
	kept := e.Similar[:0]
	for _, s := range e.Similar {
		if stands, ok := t.same[s.ID]; ok {
			s.ID = stands
		}
		if !seen[s.ID] {
			seen[s.ID] = true
			kept = append(kept, s)
		}
	}
	e.Similar = kept
}

// insert writes a new record and what it brings with it.
func (t *transaction) insert(e *schema.Experience) error {
	if err := t.checkReferences(e); err != nil {
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
	return t.putRelations(e)
}

// sameContent finds the live record of e's agent that says what e says (I6).
func (t *transaction) sameContent(e *schema.Experience) (*schema.Experience, error) {
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
		if sameMemory(have, e) && !have.Expired(t.now) {
			return have, nil
		}
	}
	return nil, nil
}

// echoed finds the record that e retells because it was recalled just before
// (900-09). What people say is an event whatever it repeats; what the agent says
// or concludes is not.
func (t *transaction) echoed(e *schema.Experience) (*schema.Experience, error) {
	if e.Kind == schema.KindMessage && (e.Message == nil || e.Message.Role == "" || e.Message.Role == "user") {
		return nil, nil
	}
	id, ok := t.store.Echoed(e)
	if !ok || slices.Contains(e.Supersedes, id) {
		return nil, nil
	}
	have, err := t.tx.Experience(id)
	if errors.Is(err, ledger.ErrNotFound) {
		return nil, nil
	}
	if err != nil || !have.Status.Live() || have.Kind != e.Kind {
		return nil, err
	}
	return have, nil
}

// sameMemory tells whether retaining e says again what have says. A record that
// was superseded or archived is history: what it says may be said anew.
func sameMemory(have, e *schema.Experience) bool {
	if have.Kind != e.Kind || !have.Status.Live() {
		return false
	}
	return e.Kind != schema.KindMessage || have.Session == e.Session && have.Speaker == e.Speaker
}

// checkReferences reports every record that e refers to and that is not there
// or is another agent's.
func (t *transaction) checkReferences(e *schema.Experience) error {
	var bad []schema.FieldError
	check := func(field string, id schema.ID) error {
		have, err := t.tx.Experience(id)
		if errors.Is(err, ledger.ErrNotFound) || err == nil && have.Agent != e.Agent {
			bad = append(bad, schema.FieldError{Field: field, Value: id.String(), Problem: noSuchRecord})
			return nil
		}
		return err
	}
	for i, ev := range e.Evidence {
		if err := check(fmt.Sprintf("evidence[%d].id", i), ev.ID); err != nil {
			return err
		}
	}
	for i, id := range e.Supersedes {
		if err := check(fmt.Sprintf("supersedes[%d]", i), id); err != nil {
			return err
		}
	}
	for i, id := range e.Related {
		if err := check(fmt.Sprintf("related_ids[%d]", i), id); err != nil {
			return err
		}
	}
	if e.Parent != uuid.Nil {
		if err := check("parent_id", e.Parent); err != nil {
			return err
		}
	}
	if len(bad) > 0 {
		return &schema.InvalidError{Type: schema.TypeExperience, Fields: bad}
	}
	return nil
}

// supersede retires the records that e takes the place of. Each is retired
// once, which keeps SUPERSEDES free of cycles (I4).
func (t *transaction) supersede(e *schema.Experience) error {
	for _, id := range e.Supersedes {
		old, err := t.tx.Experience(id)
		if err != nil {
			return err
		}
		if old.SupersededBy == e.ID {
			continue // both come from an export, where that was done
		}
		if old.SupersededBy != uuid.Nil {
			return fmt.Errorf("%w: %s, by %s", ErrSuperseded, id, old.SupersededBy)
		}
		old.Status, old.SupersededBy = schema.StatusSuperseded, e.ID
		if old.ValidTo.IsZero() {
			old.ValidTo = endOfValidity(old, e)
		}
		if err := t.tx.Put(old); err != nil {
			return err
		}
	}
	return nil
}

// endOfValidity is when old stopped being true: when what replaces it began to
// be, but not before old began.
func endOfValidity(old, by *schema.Experience) time.Time {
	end := by.ValidFrom
	if end.IsZero() {
		end = by.Time
	}
	if end.Before(old.ValidFrom) {
		return old.ValidFrom
	}
	return end
}

// putEntities makes sure that every entity e speaks of is an object.
func (t *transaction) putEntities(e *schema.Experience) error {
	for _, m := range e.Mentions {
		if err := t.putEntity(e.Agent, m.Entity, m.Text); err != nil {
			return err
		}
	}
	for _, l := range e.Relations {
		if err := errors.Join(t.putEntity(e.Agent, l.From, ""), t.putEntity(e.Agent, l.To, "")); err != nil {
			return err
		}
	}
	return nil
}

func (t *transaction) putEntity(agent string, key schema.EntityKey, name string) error {
	entity := &schema.Entity{Agent: agent, Key: key, Name: name}
	if t.known[entity.ObjectKey()] {
		return nil
	}
	_, err := t.tx.Get(schema.TypeEntity, entity.ObjectKey())
	if errors.Is(err, ledger.ErrNotFound) {
		entity.SetDefaults(t.now, nil)
		if err = entity.Validate(); err == nil {
			err = t.tx.Put(entity)
		}
	}
	t.known[entity.ObjectKey()] = err == nil
	return err
}

// putRelations writes the relations that e tells of, with e as their
// provenance. A statement about two entities is one of them.
func (t *transaction) putRelations(e *schema.Experience) error {
	links := e.Relations
	if s := e.Statement; s != nil && s.Entity != "" && schema.RelationType(s.Predicate).Valid() {
		links = append(links[:len(links):len(links)], schema.Link{
			From: s.Subject, Type: schema.RelationType(s.Predicate), To: s.Entity, Confidence: e.Confidence,
		})
	}
	for _, l := range links {
		rel := &schema.Relation{
			Agent: e.Agent, From: l.From, Type: l.Type, To: l.To, Statement: e.ID,
			Confidence: l.Confidence, ValidFrom: e.ValidFrom, ValidTo: e.ValidTo,
		}
		rel.SetDefaults(t.now, nil)
		if err := rel.Validate(); err != nil {
			return err
		}
		if err := t.tx.Put(rel); err != nil {
			return err
		}
	}
	return nil
}

// noSuchRecord is what is wrong with a reference to nothing.
const noSuchRecord = "no such record of this agent"
