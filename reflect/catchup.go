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
			if err := w.finish(ctx, m); err != nil {
				return err
			}
		}
		if err := w.advance(ctx, agent, next, len(messages)); err != nil || !more {
			return err
		}
	}
}

// behind reads the messages of turns among an agent's next changes, and the mark
// behind those.
func (w *work) behind(ctx context.Context, agent string, from mark) (messages []*schema.Experience, next mark, more bool, err error) {
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
			if err != nil && !errors.Is(err, ledger.ErrNotFound) {
				return err
			}
			if err == nil && taught(e) {
				messages = append(messages, e)
				next.At = e.Recorded
			}
		}
		return nil
	})
	return messages, next, more, err
}

// trimmed finds the messages recorded since the mark where the feed of changes
// does not reach back to it, as after a purge.
func (w *work) trimmed(r *ledger.Reader, agent string, from mark) (messages []*schema.Experience, next mark, err error) {
	if next.Seq, err = r.Seq(); err != nil {
		return nil, from, err
	}
	next.At = from.At
	for e, err := range live(r, agent, schema.KindMessage) {
		if err != nil {
			return nil, from, err
		}
		if taught(e) && !e.Recorded.Before(from.At) {
			messages = append(messages, e)
			if e.Recorded.After(next.At) {
				next.At = e.Recorded
			}
		}
	}
	slices.SortStableFunc(messages, func(a, b *schema.Experience) int {
		return cmp.Or(a.Recorded.Compare(b.Recorded), schema.CompareIDs(a.ID, b.ID))
	})
	return messages, next, nil
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
	var err error
	if m.Message.Role == roleAssistant {
		err = w.turns.answered(ctx, m)
	} else {
		err = w.turns.learn(ctx, m, asked)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var invalid *schema.InvalidError
	skip := errors.As(err, &invalid) || errors.Is(err, experience.ErrNotFound) || errors.Is(err, experience.ErrSuperseded) ||
		errors.Is(err, experience.ErrExists) || // what it taught was forgotten since
		errors.Is(err, ErrPanic)
	if err != nil && !skip {
		return err
	}
	w.mu.Lock()
	delete(w.asked, m.ID)
	w.did.Done++
	if skip {
		w.did.Skipped++
	}
	if o := w.agents[m.Agent]; o.working > 0 {
		o.working--
	}
	w.mu.Unlock()
	if skip {
		w.turns.store.Logger().Warn("reflect: nothing learned from a message", "record", m.ID, "error", err)
	}
	return nil
}

// advance moves an agent's mark, and writes it now and then.
func (w *work) advance(ctx context.Context, agent string, to mark, done int) error {
	w.mu.Lock()
	o := w.agents[agent]
	o.mark = to
	o.unsaved += done
	due := o.unsaved >= markEvery
	w.mu.Unlock()
	if !due {
		return nil
	}
	return w.save(ctx, agent)
}

func (w *work) save(ctx context.Context, agent string) error {
	w.mu.Lock()
	to := w.agents[agent].mark
	w.agents[agent].unsaved = 0
	w.mu.Unlock()
	return w.turns.store.Update(ctx, func(tx *ledger.Tx) error {
		return putMark(tx, &schema.Setting{Agent: agent, Name: markName}, to)
	})
}
