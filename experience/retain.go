package experience

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/schema"
)

// Retain records one memory. See [Writer.RetainAll].
func (w *Writer) Retain(ctx context.Context, e schema.Experience) (Retained, error) {
	done, err := w.RetainAll(ctx, []schema.Experience{e})
	if err != nil {
		var of *RecordError
		if errors.As(err, &of) {
			err = of.Err
		}
		return Retained{}, err
	}
	return done[0], nil
}

// RetainAll records memories as one transaction: all of them or, with an error,
// none. What the caller left out gets the defaults of
// [schema.Experience.SetDefaults]. Content that its agent already holds is
// reinforced instead (I6), unless it is under the id that it is handed in with, which
// is the same record once more; evidence and superseded records that are new about
// it are added to the record that is there, which then lives no shorter than what
// was handed in, and remembers another session that told it (see [schema.Telling]).
// Entities that the texts speak of are mentioned (see [knowledge.Linker]), except in
// records that come from a store, which has done so. Entities that are mentioned,
// related or stated about and not yet known are created with what their key says.
// Messages without a time are said now, one after the other.
//
// The records are the caller's; they are not changed. A record that is not
// valid gives a [RecordError] around a [schema.InvalidError].
//
// A record that states something finds its place among the statements of its
// agent: see settle.go.
func (w *Writer) RetainAll(ctx context.Context, records []schema.Experience) ([]Retained, error) {
	batch, err := w.prepare(records)
	if err != nil || len(batch) == 0 {
		return nil, err
	}
	if err := w.enrich(ctx, batch); err != nil {
		return nil, err
	}
	var out []Retained
	err = w.write(ctx, func(t *transaction) error {
		out, err = t.retainAll(batch)
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// draft is a record on its way into the ledger.
type draft struct {
	index   int
	record  *schema.Experience
	named   bool      // the caller gave its id
	founded bool      // it rests on evidence
	undated bool      // it is a message of now, as nobody said when it was said
	settled bool      // it comes from a store, where it was linked and found its place among the statements
	near    []float32 // its vector; nil when it has none
	vector  []float32 // its vector where that must be kept, and the model that made it
	model   string    // empty: not kept
	owed    bool      // the embedder failed: to be embedded later
}

// prepare completes and checks the records, reporting every bad one.
func (w *Writer) prepare(records []schema.Experience) ([]*draft, error) {
	now := w.store.Now()
	undatedAt := moments{}
	batch := make([]*draft, len(records))
	var bad []error
	for i := range records {
		e := records[i]
		e.Version, e.Hash, e.Similar, e.Usage = 0, "", nil, schema.Usage{} // the store's own
		named := e.ID != uuid.Nil
		settled := named && !e.Recorded.IsZero()
		if !settled {
			e.Tellings = nil // the store's own as well
		}
		undated := e.Time.IsZero() && e.TimeEnd.IsZero()
		e.SetDefaults(now, w.store.NewID)
		if undated = undated && e.Kind == schema.KindMessage; undated {
			e.Time = undatedAt.next(&e)
		}
		mentionStatement(&e)
		if err := e.Validate(); err != nil {
			bad = append(bad, &RecordError{Index: i, Err: err})
			continue
		}
		batch[i] = &draft{index: i, record: &e, named: named, founded: len(e.Evidence) > 0, undated: undated, settled: settled}
	}
	return batch, errors.Join(bad...)
}

// moments are when the next message without a time was said, by the talk that it is of.
type moments map[talk]time.Time

// talk is a session of an agent.
type talk struct{ agent, session string }

// next returns when a message was said that is of the present: a microsecond after the
// one before it in the batch. At one moment they would have no order, and a "yes" that
// was said twice would be one.
func (m moments) next(e *schema.Experience) time.Time {
	of := talk{e.Agent, e.Session}
	at, begun := m[of]
	if !begun {
		at = e.Time
	}
	m[of] = at.Add(time.Microsecond)
	return at
}

// mentionStatement makes what a statement is about known as a mention, so that
// one kind of edge leads from records to entities.
func mentionStatement(e *schema.Experience) {
	if e.Statement == nil {
		return
	}
	e.Mentions = slices.Clone(e.Mentions)
	add := func(key schema.EntityKey, role schema.MentionRole) {
		if key != "" && !slices.ContainsFunc(e.Mentions, func(m schema.Mention) bool { return m.Entity == key && m.Role == role }) {
			e.Mentions = append(e.Mentions, schema.Mention{Entity: key, Role: role})
		}
	}
	add(e.Statement.Subject, schema.RoleSubject)
	add(e.Statement.Entity, schema.RoleObject)
}

// forgoStatement takes out of a record's mentions those that are there only for a
// statement which it made before.
func forgoStatement(e *schema.Experience, before *schema.Statement) {
	if before == nil {
		return
	}
	e.Mentions = slices.DeleteFunc(slices.Clone(e.Mentions), func(m schema.Mention) bool {
		return m == schema.Mention{Entity: before.Subject, Role: schema.RoleSubject} ||
			m == schema.Mention{Entity: before.Entity, Role: schema.RoleObject}
	})
}

// draftsInOrder puts records after those of the same batch that they refer to, and
// otherwise leaves the caller's order. The graph applies changes in this order, and
// an edge needs both its ends.
func draftsInOrder(batch []*draft) []*draft {
	nodes := make([]node, len(batch))
	for i, d := range batch {
		nodes[i] = nodeOf(d.record)
	}
	out := make([]*draft, len(batch))
	for i, at := range inOrderOfReference(nodes) {
		out[i] = batch[at]
	}
	return out
}
