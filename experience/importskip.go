package experience

import (
	"errors"
	"io"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/schema"
)

// skip reads past the lines that a former import had done. What they say of records
// that are known here under another id, and of names, counts for the lines to come
// and for the end. It holds a batch of records at a time.
func (m *importer) skip(lines *lineReader) error {
	m.done.Lines = m.how.Skip
	var done []schema.Experience
	for m.line < m.how.Skip {
		text, err := lines.next()
		if errors.Is(err, io.EOF) {
			break
		}
		m.line++
		if err != nil && !errors.Is(err, errLongLine) {
			return m.unreadable(err)
		}
		if m.how.Chat != nil {
			continue // nothing names what a chat log tells
		}
		obj, _, err := decodeLine(text, m.how.Strict)
		if err != nil {
			continue // reported then
		}
		m.name(obj)
		if e, ok := obj.(*schema.Experience); ok {
			if m.own(e); e.ID == uuid.Nil {
				continue
			}
			done = append(done, *e)
		}
		if len(done) >= m.how.Batch {
			if err := m.recognise(done); err != nil {
				return err
			}
			done = done[:0]
		}
	}
	return m.recognise(done)
}

// recognise finds out which records that a former import had done are known here
// under another id.
func (m *importer) recognise(done []schema.Experience) error {
	if len(done) == 0 {
		return nil
	}
	drafts, _ := m.w.prepare(done) // those that are not valid were reported then
	return m.w.write(m.ctx, func(t *transaction) error {
		for _, d := range drafts {
			if d == nil {
				continue
			}
			stands, err := t.standsFor(d)
			if err != nil {
				return err
			}
			if stands != nil {
				m.same[d.record.ID] = stands.ID
			}
		}
		return nil
	})
}

// standsFor finds the record that is here in the place of one that was handed in
// before; nil where that is here itself, or nothing is. It may have been superseded
// since, by what was handed in after it.
func (t *transaction) standsFor(d *draft) (*schema.Experience, error) {
	e := d.record
	if _, err := ownRecord(t.tx, e.Agent, e.ID); !errors.Is(err, ErrNotFound) {
		return nil, err
	}
	have, _, err := t.recognise(d)
	if err != nil || have != nil || d.settled && !e.Stands() {
		return have, err
	}
	return t.saying(e, func(*schema.Experience) bool { return true })
}
