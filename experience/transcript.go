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
// of that id.
//
// All must be messages of one agent and one session, which has a name; see
// [Writer.RetainAll] for the rest.
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
	find := func(r *ledger.Reader) (err error) { held, err = heldOf(r, all); return err }
	if err := w.store.View(ctx, find); err != nil {
		return nil, err
	}
	setBetween(all, held)
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
		}
	}
	if len(bad) > 0 {
		return nil, errors.Join(bad...)
	}
	return w.prepare(said)
}

// heldOf returns which message of its session each of a list is, nil for one that is new.
func heldOf(r *ledger.Reader, all []*draft) ([]*schema.Experience, error) {
	last, err := messagesOf(r, all[0].record, len(all))
	if err != nil {
		return nil, err
	}
	held := make([]*schema.Experience, len(all))
	from, to := longestEnd(all, last)
	run := last[len(last)-(to-from):]
	copy(held[from:to], run)
	if from == 0 {
		return held, nil
	}
	whole, err := messagesOf(r, all[0].record, math.MaxInt)
	if err != nil {
		return nil, err
	}
	before := whole[:len(whole)-len(run)]
	taken := make(map[schema.ID]bool, from)
	for i, d := range all[:from] {
		at := slices.IndexFunc(before, func(have *schema.Experience) bool { return !taken[have.ID] && d.is(have) })
		if at >= 0 {
			held[i], taken[before[at].ID] = before[at], true
		}
	}
	return held, nil
}

// setBetween has what is new and stands ahead of what is held, such as a summary of what
// went before, come ahead of it in the session as well: as if said just before.
func setBetween(all []*draft, held []*schema.Experience) {
	var next time.Time
	for i, d := range slices.Backward(all) {
		switch {
		case held[i] != nil:
			next = held[i].Time
		case d.undated && !next.IsZero():
			next = next.Add(-time.Microsecond)
			d.record.Time = next
		}
	}
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
