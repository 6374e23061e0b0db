package experience

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// errMoved says that a session was told more while what is new of it was made ready.
var errMoved = errors.New("experience: the session went on meanwhile")

// RetainTranscript records what is new in a conversation that is handed in as far as it
// has come, oldest first: all of it, or its end. Messages that their session holds are
// left as they are, and not counted as told again.
//
// Which those are is told by the list, as neither ids nor times need be in it. Up to the
// longest run of messages that the session ends with, each is one that the session holds,
// if it holds as many of those words by that voice, or else is put in its place; what
// comes behind the run is new. So a second "ok" is a message of its own, whether the list
// begins where the session does, lost its first messages, or had some replaced. A message that names its id is the one
// of that id, and stays forgotten where that was: it is told by its id alone, without a version.
//
// The order is the list's: a message without a time is as if said just before the next of which
// a time is known, or now, behind those before it.
//
// All must be messages of one agent and one session, which has a name, and each somebody's, by
// speaker or role; see [Writer.RetainAll] for the rest.
func (w *Writer) RetainTranscript(ctx context.Context, messages []schema.Experience) ([]Retained, error) {
	for {
		out, err := w.retainTranscript(ctx, messages)
		if !errors.Is(err, errMoved) {
			return out, err
		}
	}
}

func (w *Writer) retainTranscript(ctx context.Context, messages []schema.Experience) ([]Retained, error) {
	all, err := w.prepareTranscript(messages)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	var held []*schema.Experience
	var seen uint64 // the last change of what held was found in
	find := func(r *ledger.Reader) error {
		seq, err := r.Seq()
		if err != nil || held != nil && seq == seen {
			return err
		}
		seen = seq
		held, err = heldOf(r, all)
		return err
	}
	if err := w.store.View(ctx, find); err != nil {
		return nil, err
	}
	setInOrder(all, held)
	where := missingIn(held)
	fresh := make([]*draft, len(where))
	for i, at := range where {
		fresh[i], all[at].index = all[at], i
	}
	if err := w.enrich(ctx, fresh); err != nil {
		return nil, err
	}
	var done []Retained
	err = w.write(ctx, func(t *transaction) error {
		if err := find(&t.tx.Reader); err != nil {
			return err
		}
		if !slices.Equal(missingIn(held), where) {
			return errMoved
		}
		done, err = t.retainAll(fresh)
		return err
	})
	if err != nil {
		return nil, inPlace(err, where)
	}
	out := make([]Retained, len(all))
	for i, have := range held {
		if have != nil {
			out[i] = Retained{ID: have.ID, Version: have.Version}
		}
	}
	for i, at := range where {
		out[at] = done[i]
	}
	return out, nil
}

// prepareTranscript completes and checks messages, which must all be of one talk.
func (w *Writer) prepareTranscript(messages []schema.Experience) ([]*draft, error) {
	said := slices.Clone(messages)
	var bad []error
	for i := range said {
		e := &said[i]
		e.Kind = cmp.Or(e.Kind, schema.KindMessage)
		switch {
		case e.Kind != schema.KindMessage:
			bad = append(bad, &RecordError{Index: i, Err: badField("kind", errors.New("want messages alone"))})
		case e.Session == "":
			bad = append(bad, &RecordError{Index: i, Err: badField("session", errors.New("empty"))})
		case e.Session != said[0].Session:
			bad = append(bad, &RecordError{Index: i, Err: badField("session", errors.New("is another than the first message's"))})
		case e.Agent != said[0].Agent:
			bad = append(bad, &RecordError{Index: i, Err: badField("agent_id", errors.New("is another than the first message's"))})
		case e.Voice() == "":
			bad = append(bad, &RecordError{Index: i, Err: badField("speaker", errors.New("empty, as is message.role"))})
		}
	}
	if len(bad) > 0 {
		return nil, errors.Join(bad...)
	}
	return w.prepare(said)
}

// heldOf returns which message of its session each of a list is, nil for one that is new. Of
// one that was forgotten there is the id.
func heldOf(r *ledger.Reader, all []*draft) ([]*schema.Experience, error) {
	last, err := messagesOf(r, all[0].record, len(all))
	if err != nil {
		return nil, err
	}
	held, err := heldByID(r, all, last)
	if err != nil {
		return nil, err
	}
	var where []int // those that are not forgotten: the session has a gap in place of the others
	var there []*draft
	for i, d := range all {
		if held[i] == nil || held[i].Version > 0 {
			where, there = append(where, i), append(there, d)
		}
	}
	from, to := longestEnd(there, last)
	run := last[len(last)-(to-from):]
	for i, have := range run {
		held[where[from+i]] = have
	}
	return held, takeOlder(r, there[:from], where, held)
}

// takeOlder finds what a list has ahead of the run that the session ends with.
func takeOlder(r *ledger.Reader, ahead []*draft, where []int, held []*schema.Experience) error {
	if !slices.ContainsFunc(ahead, func(d *draft) bool { return !d.named }) {
		return nil
	}
	whole, err := messagesOf(r, ahead[0].record, math.MaxInt)
	if err != nil {
		return err
	}
	older := byHash(whole, held)
	for i, d := range ahead {
		if !d.named {
			held[where[i]] = older.take(d)
		}
	}
	return nil
}

// heldByID returns the messages that are named by their ids.
func heldByID(r *ledger.Reader, all []*draft, last []*schema.Experience) ([]*schema.Experience, error) {
	byID := make(map[schema.ID]*schema.Experience, len(last))
	for _, e := range last {
		byID[e.ID] = e
	}
	held := make([]*schema.Experience, len(all))
	for i, d := range all {
		if !d.named {
			continue
		}
		var err error
		if held[i] = byID[d.record.ID]; held[i] == nil {
			held[i], err = heldAs(r, d.record)
		}
		if err != nil {
			return nil, err
		}
	}
	return held, nil
}

// heldAs returns the message of its session that has the id of e, or the id alone where
// that was forgotten.
func heldAs(r *ledger.Reader, e *schema.Experience) (*schema.Experience, error) {
	forgotten := &schema.Experience{ID: e.ID}
	v, err := r.Current(schema.TypeExperience, e.ObjectKey())
	switch {
	case errors.Is(err, ledger.ErrNotFound):
		trace, known, err := r.Trace(e.ID)
		if err != nil || !known || trace.As != (schema.ID{}) {
			return nil, err
		}
		return forgotten, nil
	case err != nil:
		return nil, err
	case v.Agent != e.Agent:
		return nil, nil
	case v.Deleted:
		return forgotten, nil
	}
	if have := v.Object.(*schema.Experience); have.Kind == e.Kind && have.Session == e.Session {
		return have, nil
	}
	return nil, nil
}

// saying are messages by the hash of what they say, the oldest first.
type saying map[string][]*schema.Experience

// byHash lists messages but for those that are taken.
func byHash(messages, taken []*schema.Experience) saying {
	ids := make(map[schema.ID]bool, len(taken))
	for _, e := range taken {
		if e != nil {
			ids[e.ID] = true
		}
	}
	out := saying{}
	for _, e := range messages {
		if !ids[e.ID] {
			out[e.Hash] = append(out[e.Hash], e)
		}
	}
	return out
}

// take takes out the oldest message that d is, nil if there is none.
func (s saying) take(d *draft) *schema.Experience {
	list := s[d.record.Hash]
	at := slices.IndexFunc(list, d.is)
	if at < 0 {
		return nil
	}
	have := list[at]
	copy(list[1:at+1], list[:at])
	s[d.record.Hash] = list[1:]
	return have
}

// setInOrder gives what is new and has no time its place in the session: ahead of the next
// message whose time is known, as a summary of what went before is, or else behind what stands
// before it, which may be told of a time to come.
func setInOrder(all []*draft, held []*schema.Experience) {
	said := knownTimes(all, held)
	var next, last time.Time
	for i, at := range slices.Backward(said) {
		if at.IsZero() && !next.IsZero() {
			said[i] = next.Add(-time.Microsecond)
		}
		next = said[i]
	}
	for i, d := range all {
		if said[i].IsZero() {
			said[i] = d.record.Time
			if !said[i].After(last) {
				said[i] = last.Add(time.Microsecond)
			}
		}
		if said[i].After(last) {
			last = said[i]
		}
		if d.undated && held[i] == nil && !d.record.Time.Equal(last) {
			d.record.Time, d.undated = last, false
		}
	}
}

// knownTimes returns when messages were said, where that is held or the caller told it.
func knownTimes(all []*draft, held []*schema.Experience) []time.Time {
	out := make([]time.Time, len(all))
	for i, d := range all {
		switch {
		case held[i] != nil:
			out[i] = held[i].Time
		case !d.undated:
			out[i] = d.record.Time
		}
	}
	return out
}

// longestEnd returns where in a list the longest run stands that a session ends with, the
// first of several: what repeats it is new. A run of none stands behind the list.
func longestEnd(all []*draft, last []*schema.Experience) (from, to int) {
	from, to = len(all), len(all)
	for end := 1; end <= len(all); end++ {
		n := 0
		for n < min(end, len(last)) && all[end-1-n].is(last[len(last)-1-n]) {
			n++
		}
		if n > to-from {
			from, to = end-n, end
		}
	}
	return from, to
}

// messagesOf returns the last messages of the session that e is of, at most so many,
// oldest first.
func messagesOf(r *ledger.Reader, e *schema.Experience, most int) (out []*schema.Experience, err error) {
	for entry, err := range r.Scan(e.Agent, ledger.InSession(e.Session), ledger.Scan{}) {
		if err != nil {
			return nil, err
		}
		have, err := r.Experience(entry.ID)
		if err != nil {
			return nil, err
		}
		if have.Kind == schema.KindMessage {
			out = append(out, have)
		}
		if len(out) == most {
			break
		}
	}
	slices.Reverse(out)
	return out, nil
}

// is tells whether a message of a list is one that is held: the one of its id, or else
// one of its words in its voice. Assistants are one voice, as lists have no name for them.
func (d *draft) is(have *schema.Experience) bool {
	e := d.record
	switch {
	case d.named:
		return e.ID == have.ID
	case e.Hash != have.Hash:
		return false
	}
	return e.Speaker == have.Speaker || assists(e) && assists(have)
}

func assists(e *schema.Experience) bool { return e.Message != nil && e.Message.Role == "assistant" }

func missingIn(held []*schema.Experience) (where []int) {
	for i, have := range held {
		if have == nil {
			where = append(where, i)
		}
	}
	return where
}

// inPlace has the record errors of some records of a list count in the whole of it.
func inPlace(err error, where []int) error {
	list := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		list = joined.Unwrap()
	}
	for _, e := range list {
		var of *RecordError
		if errors.As(e, &of) {
			of.Index = where[of.Index]
		}
	}
	return err
}
