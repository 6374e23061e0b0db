package experience

import (
	"errors"
	"slices"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

// numberedObject is an object other than a record and the line it came from.
type numberedObject struct {
	line   int
	object schema.Object
}

// errNotHere says that an object tells of records which are not here.
var errNotHere = errors.New("tells of a record that is not here")

// takeObject has an object wait for the next commit. A note of another store on its
// own work is left out.
func (m *importer) takeObject(obj schema.Object) {
	if schema.IsNote(obj) {
		return
	}
	if err := m.w.complete(obj); err != nil {
		m.fail(m.line, err)
		return
	}
	m.name(obj)
	m.objects = append(m.objects, numberedObject{m.line, obj})
}

// putObjects writes objects together. A setting is written by itself: one that is
// refused undoes its transaction.
func (m *importer) putObjects(objects []numberedObject) error {
	for len(objects) > 0 {
		n := slices.IndexFunc(objects, isSetting)
		if n < 0 {
			n = len(objects)
		}
		n = max(n, 1)
		if err := m.putTogether(objects[:n]); err != nil {
			return err
		}
		objects = objects[n:]
	}
	return nil
}

func isSetting(n numberedObject) bool { return n.object.ObjectType() == schema.TypeSetting }

// putTogether writes objects in one transaction, but for those that are here already.
// Those that tell of records which are not here wait for the records that are tried
// again at the end; without these they say nothing and are left out, as in a merge.
func (m *importer) putTogether(objects []numberedObject) error {
	written := 0
	var absent []numberedObject
	err := m.w.write(m.ctx, func(t *transaction) error {
		for _, n := range objects {
			err := m.putObject(t, n.object)
			switch {
			case errors.Is(err, errNotHere):
				absent = append(absent, n)
			case errors.Is(err, ledger.ErrVersion):
			case err != nil:
				return err
			default:
				written++
			}
		}
		return nil
	})
	var contradicts *schema.InvalidError
	if isSetting(objects[0]) && errors.As(err, &contradicts) {
		m.fail(objects[0].line, err)
		return nil
	}
	if err != nil {
		return err
	}
	m.done.Objects += written
	if len(m.deferred) > 0 {
		m.late = append(m.late, absent[:min(len(absent), maxDeferred-len(m.late))]...)
	}
	return nil
}

func (m *importer) putObject(t *transaction, obj schema.Object) error {
	if err := m.place(t, obj); err != nil {
		return err
	}
	if err := t.tx.PutVersion(obj, 0); err != nil {
		return err
	}
	switch o := obj.(type) {
	case *schema.Conflict:
		if o.ResolvedAt.IsZero() {
			return t.closeDispute(o)
		}
	case *schema.Setting:
		return t.store.CheckSetting(&t.tx.Reader, o)
	}
	return nil
}

// putLate writes the objects that waited for records.
func (m *importer) putLate() error {
	if len(m.late) == 0 {
		return nil
	}
	for objects := range slices.Chunk(m.late, m.how.Batch) {
		if err := m.putObjects(objects); err != nil {
			m.done.Lines = objects[0].line - 1
			return err
		}
	}
	m.late = nil
	m.tell()
	return nil
}

// place leads what an object says of records that are known here under another id
// to those that stand for them. What such a record tells of, the one that stands
// for it told of by itself.
func (m *importer) place(t *transaction, obj schema.Object) error {
	var told []schema.ID
	switch o := obj.(type) {
	case *schema.Relation:
		if _, known := m.same[o.Statement]; known {
			return errNotHere
		}
		if o.Statement != uuid.Nil {
			told = []schema.ID{o.Statement}
		}
	case *schema.Conflict:
		if !knowledge.Redirect(o, m.same) {
			return errNotHere
		}
		told = o.Records
	}
	for _, id := range told {
		_, err := ownRecord(t.tx, obj.ObjectAgent(), id)
		if errors.Is(err, ErrNotFound) {
			return errNotHere
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// name notes a name that was learned in a record, also where it is here already: a
// former import may have broken off before it was led to the record that is known here.
func (m *importer) name(obj schema.Object) {
	if a, ok := obj.(*schema.Alias); ok && a.Learned != uuid.Nil {
		m.names = append(m.names, a.ObjectKey())
	}
}

// leadNames leads the names in the input, which come before the records in which they
// were learned, to those that are known here under another id.
func (m *importer) leadNames() error {
	if len(m.same) == 0 {
		return nil
	}
	for names := range slices.Chunk(m.names, defaultBatch) {
		err := m.w.write(m.ctx, func(t *transaction) error {
			for _, key := range names {
				if err := m.leadName(t, key); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (m *importer) leadName(t *transaction, key string) error {
	a, err := ledger.Load[*schema.Alias](&t.tx.Reader, key)
	if errors.Is(err, ledger.ErrNotFound) {
		return nil // forgotten meanwhile
	}
	if err != nil {
		return err
	}
	stands, known := m.same[a.Learned]
	if !known {
		return nil
	}
	if _, err := ownRecord(t.tx, a.Agent, a.Learned); !errors.Is(err, ErrNotFound) {
		return err // learned in a record that is here
	}
	a.Learned = stands
	return t.tx.Put(a)
}
