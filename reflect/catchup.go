package reflect

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// atOnce is how many changes of an agent are read at a time.
const atOnce = 256

// due is a message that is to be learned from, and how far the work has come once
// it was.
type due struct {
	message *schema.Experience
	then    mark
}

// catchUp learns from the messages behind an agent's mark, in the order in which
// they were stored. Only who holds the turn calls it.
func (w *work) catchUp(ctx context.Context, agent string) error {
	for {
		w.mu.Lock()
		from := w.agents[agent].mark
		w.mu.Unlock()
		messages, next, more, err := w.behind(ctx, agent, from)
		if err != nil {
			return err
		}
		for _, m := range messages {
			if err := w.steps.StepAside(ctx); err != nil {
				return err
			}
			if err := w.finish(ctx, m.message); err != nil {
				return err
			}
			w.advance(agent, m.then, 1)
		}
		w.advance(agent, next, 0)
		if err := w.saveWhenDue(ctx, agent); err != nil || !more {
			return err
		}
	}
}

// behind reads the messages of turns among an agent's next changes, and the mark
// behind those.
func (w *work) behind(ctx context.Context, agent string, from mark) (messages []due, next mark, more bool, err error) {
	next = from
	err = w.turns.store.View(ctx, func(r *ledger.Reader) error {
		seen := map[schema.ID]bool{}
		n := 0
		for c, err := range r.AgentChanges(agent, from.Seq) {
			if errors.Is(err, ledger.ErrTrimmed) {
				messages, next, err = w.trimmed(r, agent, from)
				return err
			}
			if err != nil {
				return err
			}
			if n++; n > atOnce {
				more = true
				return nil
			}
			next.Seq = c.Seq
			if c.Type != schema.TypeExperience || c.Op != ledger.OpPut || len(c.Key) != len(schema.ID{}) || seen[schema.ID([]byte(c.Key))] {
				continue
			}
			id := schema.ID([]byte(c.Key))
			seen[id] = true
			e, err := r.Experience(id)
			if errors.Is(err, ledger.ErrNotFound) {
				continue
			}
			if err != nil {
				return err
			}
			fresh, err := unlearned(r, e, from)
			if err != nil {
				return err
			}
			if fresh {
				next.At = e.Recorded
				messages = append(messages, due{e, next})
			}
		}
		return nil
	})
	return messages, next, more, err
}

// trimmed finds the messages recorded since the mark where the feed of changes
// does not reach back to it, as after a purge.
func (w *work) trimmed(r *ledger.Reader, agent string, from mark) (messages []due, next mark, err error) {
	for e, err := range live(r, agent, schema.KindMessage) {
		if err != nil {
			return nil, from, err
		}
		if e.Recorded.Before(from.At) {
			continue
		}
		fresh, err := unlearned(r, e, from)
		if err != nil {
			return nil, from, err
		}
		if fresh {
			messages = append(messages, due{e, mark{from.Seq, e.Recorded}})
		}
	}
	slices.SortStableFunc(messages, func(a, b due) int {
		return cmp.Or(a.message.Recorded.Compare(b.message.Recorded), schema.CompareIDs(a.message.ID, b.message.ID))
	})
	next = from
	if n := len(messages); n > 0 {
		next = messages[n-1].then
	}
	next.Seq, err = r.Seq()
	return messages, next, err
}

// unlearned tells whether a record is a message or reply of a turn that was stored
// behind the mark. One from before it was learned from, whatever changed in it since
// and even if nothing is left of what it taught: that may have been purged.
func unlearned(r *ledger.Reader, e *schema.Experience, from mark) (bool, error) {
	if !taught(e) {
		return false, nil
	}
	first := e.Version
	for v, err := range r.History(schema.TypeExperience, e.ObjectKey()) {
		if err != nil || v.Seq <= from.Seq {
			return false, err
		}
		first = v.Number
	}
	return first == 1 || e.Recorded.After(from.At), nil // or else its history was purged
}

// taught tells whether a record is a message or reply of a turn.
func taught(e *schema.Experience) bool {
	return e.Kind == schema.KindMessage && e.Message != nil && e.Source.CreatedBy == byTurn
}

// finish learns from one message or reply. What is wrong with the message itself,
// even if code of others panics at it, is logged and skipped, or it would be in the
// way of all that follow.
func (w *work) finish(ctx context.Context, m *schema.Experience) error {
	w.mu.Lock()
	asked := w.asked[m.ID]
	w.mu.Unlock()
	skipped, err := w.teachable(ctx, m, w.learn(ctx, m, asked))
	if err != nil {
		return err
	}
	w.mu.Lock()
	delete(w.asked, m.ID)
	w.did.Done++
	if skipped {
		w.did.Skipped++
	}
	if o := w.agents[m.Agent]; o.working > 0 {
		o.working--
	}
	w.mu.Unlock()
	return nil
}

// learn learns from a message of a turn, or from the reply to one.
func (w *work) learn(ctx context.Context, m *schema.Experience, asked *Turn) error {
	if m.Message.Role != roleAssistant {
		_, err := w.turns.learn(ctx, m, asked)
		return err
	}
	if len(m.Related) == 0 {
		return nil // what it answers was forgotten
	}
	return w.turns.answered(ctx, m.Related[0], m)
}

// teachable tells an error that is the message's own, which is logged and skipped, from one
// of the store's or the end of ctx, which it returns.
func (w *work) teachable(ctx context.Context, m *schema.Experience, err error) (skipped bool, _ error) {
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	var invalid *schema.InvalidError
	own := errors.As(err, &invalid) || errors.Is(err, experience.ErrNotFound) || errors.Is(err, experience.ErrSuperseded) ||
		errors.Is(err, experience.ErrExists) || // what it taught was forgotten since
		errors.Is(err, ErrPanic)
	if !own {
		return false, err
	}
	w.turns.store.Logger().Warn("reflect: nothing learned from a message", "record", m.ID, "error", err)
	return true, nil
}

// advance moves an agent's mark.
func (w *work) advance(agent string, to mark, done int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	o := w.agents[agent]
	o.mark = to
	o.unsaved += done
}

// saveWhenDue writes an agent's mark now and then.
func (w *work) saveWhenDue(ctx context.Context, agent string) error {
	w.mu.Lock()
	many := w.agents[agent].unsaved >= markEvery
	w.mu.Unlock()
	if !many {
		return nil
	}
	return w.save(ctx, agent)
}

// save writes an agent's mark, if it moved past a message since it was last written.
// The mark is read in the transaction, so that an older one never takes its place.
func (w *work) save(ctx context.Context, agent string) error {
	w.mu.Lock()
	o := w.agents[agent]
	moved := o != nil && o.unsaved > 0
	w.mu.Unlock()
	if !moved {
		return nil
	}
	written := 0
	err := w.turns.store.Update(ctx, func(tx *ledger.Tx) error {
		w.mu.Lock()
		to := o.mark
		written = o.unsaved
		w.mu.Unlock()
		return putMark(tx, &schema.Setting{Agent: agent, Name: markName}, to)
	})
	if err != nil {
		return err
	}
	w.mu.Lock()
	o.unsaved = max(0, o.unsaved-written)
	w.mu.Unlock()
	return nil
}
