package ledger

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/cockroachdb/pebble/v2"

	"github.com/lukasadb/lukasa/schema"
)

// Entry is one hit of a scan: a record, not yet read.
type Entry struct {
	ID   schema.ID
	Time time.Time // the time by which the index is ordered, to the microsecond
}

// Cursor names a place in a scan: opaque, safe in a URL, and stable, because it
// holds the position of an entry and not a count. The empty cursor is the start.
type Cursor string

// Cursor is the place right behind e.
func (e Entry) Cursor() Cursor {
	return Cursor(base64.RawURLEncoding.EncodeToString(appendPosition(nil, e.Time, e.ID)))
}

func (c Cursor) position() ([]byte, error) {
	p, err := base64.RawURLEncoding.Strict().DecodeString(string(c))
	if err != nil || len(p) != positionLen {
		return nil, fmt.Errorf("%w: %q", ErrCursor, string(c))
	}
	return p, nil
}

// Scan bounds a scan. The zero value is all of it, newest first.
type Scan struct {
	From        time.Time // inclusive; zero: no bound
	To          time.Time // exclusive; zero: no bound
	OldestFirst bool      // default: newest first
	After       Cursor    // go on behind this entry, in the same direction
}

// Scan yields the records of an agent in an index without reading them: by
// time, ties by id, newest first unless s says otherwise. Newest first is the
// exact reverse of oldest first. The caller stops when it has enough.
func (r *Reader) Scan(agent string, in Index, s Scan) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		m, err := r.openMerge(agent, in, s)
		if err != nil {
			yield(Entry{}, err)
			return
		}
		m.walk(r.ctx, yield, nil)
	}
}

// Along yields what stands after e in its session, oldest first, or before it,
// newest first. Without a session that is nothing: nothing says that one record
// came of the other. A record that no longer stands where e says is no error:
// the scan starts at that place.
func (r *Reader) Along(e *schema.Experience, forward bool) iter.Seq2[Entry, error] {
	if e.Session == "" {
		return func(func(Entry, error) bool) {}
	}
	at := Entry{ID: e.ID, Time: e.Time}
	return r.Scan(e.Agent, InSession(e.Session), Scan{OldestFirst: forward, After: at.Cursor()})
}

// Sequences yields an agent's records that belong to a session, one session after
// another and each oldest first, with whether a record is its session's first.
func (r *Reader) Sequences(agent string) iter.Seq2[InSequence, error] {
	return func(yield func(InSequence, error) bool) {
		prefix := append(indexPrefix(nil, agent), idxSession)
		var session []byte
		for kv, err := range r.keys(prefix, keyAfter(prefix)) {
			var e Entry
			if err == nil {
				e, err = cutPosition(kv.key)
			}
			if err != nil {
				yield(InSequence{}, err)
				return
			}
			s := kv.key[:len(kv.key)-positionLen]
			first := !bytes.Equal(s, session)
			if first {
				session = append(session[:0], s...)
			}
			if !yield(InSequence{e, first}, nil) {
				return
			}
		}
	}
}

// InSequence is a record in the order of its session.
type InSequence struct {
	Entry
	First bool // of its session
}

// Count counts what Scan would yield, and stops at limit if that is above 0.
func (r *Reader) Count(agent string, in Index, s Scan, limit int) (int, error) {
	n := 0
	for _, err := range r.Scan(agent, in, s) {
		if err != nil {
			return n, err
		}
		if n++; n == limit {
			break
		}
	}
	return n, nil
}

// merge walks several stretches of an index as if they were one.
type merge struct {
	its         []*pebble.Iterator // those that are not at their end
	all         []*pebble.Iterator
	oldestFirst bool
	stepped     *pebble.Iterator // to be moved before the next look
}

func (r *Reader) openMerge(agent string, in Index, s Scan) (*merge, error) {
	m := &merge{oldestFirst: s.OldestFirst}
	prefix := indexPrefix(nil, agent)
	for _, stretch := range in.stretches {
		at := slices.Concat(prefix, stretch)
		if r.vacant[string(at)] {
			continue
		}
		if err := m.add(r, at, s); err != nil {
			return nil, errors.Join(err, m.close())
		}
	}
	return m, m.failed()
}

// add has the merge walk what a scan is of in a stretch.
func (m *merge) add(r *Reader, stretch []byte, s Scan) error {
	lo, hi, err := s.bounds(stretch)
	if err != nil || bytes.Compare(lo, hi) >= 0 {
		return err
	}
	it, err := r.src.NewIterWithContext(r.ctx, &pebble.IterOptions{LowerBound: lo, UpperBound: hi})
	if err != nil {
		return err
	}
	m.all = append(m.all, it)
	if m.oldestFirst && it.First() || !m.oldestFirst && it.Last() {
		m.its = append(m.its, it)
	}
	return nil
}

// bounds are the first key of the scan in a stretch, and the first one past it.
func (s Scan) bounds(stretch []byte) (lo, hi []byte, err error) {
	lo, hi = stretch, keyAfter(stretch)
	if !s.From.IsZero() {
		lo = appendTime(bytes.Clone(stretch), CeilMicro(s.From))
	}
	if !s.To.IsZero() {
		hi = appendTime(bytes.Clone(stretch), CeilMicro(s.To))
	}
	if s.After == "" {
		return lo, hi, nil
	}
	p, err := s.After.position()
	if err != nil {
		return nil, nil, err
	}
	at := slices.Concat(stretch, p)
	if s.OldestFirst {
		lo = slices.MaxFunc([][]byte{lo, append(at, 0)}, bytes.Compare)
	} else {
		hi = slices.MinFunc([][]byte{hi, at}, bytes.Compare)
	}
	return lo, hi, nil
}

// Order puts entries in the order in which a scan yields them, and leaves out those
// that come before s.After ends. It may change the slice.
func (s Scan) Order(entries []Entry) ([]Entry, error) {
	compare := Entry.Compare
	if !s.OldestFirst {
		compare = func(a, b Entry) int { return b.Compare(a) }
	}
	if s.After != "" {
		p, err := s.After.position()
		if err != nil {
			return nil, err
		}
		last, err := cutPosition(p)
		if err != nil {
			return nil, err
		}
		entries = slices.DeleteFunc(entries, func(e Entry) bool { return compare(e, last) <= 0 })
	}
	slices.SortFunc(entries, compare)
	return entries, nil
}

// Compare is negative where e comes before o, oldest first: by time, ties by id.
func (e Entry) Compare(o Entry) int {
	return cmp.Or(e.Time.Compare(o.Time), bytes.Compare(e.ID[:], o.ID[:]))
}

// CeilMicro rounds up to a microsecond, the grain of stored times: a bound a
// nanosecond past a record's time must not include the record.
func CeilMicro(t time.Time) time.Time {
	if f := t.Truncate(time.Microsecond); !f.Equal(t) {
		return f.Add(time.Microsecond)
	}
	return t
}

// walk yields what the merge meets, each entry once, and closes it. over tells of
// what was popped last whether it is passed over; nil: nothing is.
func (m *merge) walk(ctx context.Context, yield func(Entry, error) bool, over func() (bool, error)) {
	defer m.close()
	var last []byte
	for n := 1; ; n++ {
		p := m.pop()
		if p == nil {
			break
		}
		if bytes.Equal(p, last) {
			continue // in two stretches, as a record with two of the tags is
		}
		last = append(last[:0], p...)
		e, err := cutPosition(p)
		if n%patience == 0 && err == nil {
			err = ctx.Err()
		}
		passed := false
		if err == nil && over != nil {
			passed, err = over()
		}
		if passed && err == nil {
			continue
		}
		if !yield(e, err) || err != nil {
			return
		}
	}
	if err := m.err(); err != nil {
		yield(Entry{}, err)
	}
}

// pop returns the next position, or nil at the end or on an error. It is valid
// until the next pop.
func (m *merge) pop() []byte {
	m.step()
	if len(m.its) == 0 {
		return nil
	}
	next := slices.MinFunc(m.its, func(a, b *pebble.Iterator) int {
		c := bytes.Compare(positionOf(a), positionOf(b))
		if m.oldestFirst {
			return c
		}
		return -c
	})
	m.stepped = next
	return positionOf(next)
}

func (m *merge) step() {
	it := m.stepped
	if it == nil || m.oldestFirst && it.Next() || !m.oldestFirst && it.Prev() {
		return
	}
	m.stepped = nil
	m.its = slices.DeleteFunc(m.its, func(x *pebble.Iterator) bool { return x == it })
}

func positionOf(it *pebble.Iterator) []byte {
	k := it.Key()
	return k[max(0, len(k)-positionLen):]
}

func (m *merge) err() error {
	errs := make([]error, 0, len(m.all))
	for _, it := range m.all {
		errs = append(errs, it.Error())
	}
	return errors.Join(errs...)
}

// failed closes the merge if it could not begin.
func (m *merge) failed() error {
	err := m.err()
	if err != nil {
		err = cmp.Or(err, m.close())
	}
	return err
}

func (m *merge) close() error {
	errs := make([]error, 0, len(m.all))
	for _, it := range m.all {
		errs = append(errs, it.Close())
	}
	return errors.Join(errs...)
}
