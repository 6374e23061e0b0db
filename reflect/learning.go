package reflect

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/schema"
)

// Learning asks for what messages teach that were kept otherwise than by turns.
type Learning struct {
	// Agent whose messages they are. Required here; package lukasa fills in the memory's.
	Agent string `json:"agent_id"`
	// Sessions whose messages are learned from; none means all of the agent's.
	Sessions []string `json:"sessions,omitempty"`
}

// Learned tells what came of that.
type Learned struct {
	Messages int `json:"messages"`          // of users, learned from now
	Known    int `json:"known,omitempty"`   // learned from before
	Skipped  int `json:"skipped,omitempty"` // that could not be learned from; the log says why
	Lessons  int `json:"lessons"`           // what they taught or confirmed
}

// Learn takes from messages what they would have taught as turns, in the order in which
// they were said, and waits for it: from those whose role is user, by their User, their
// speaker or else [DefaultUser]. The assistant's next message in the session is taken for
// the answer. What was learned from is not learned from again, so one that is cut short is
// finished by another call. Messages of turns are left to the background, which learns
// from them anyway.
func (t *Turns) Learn(ctx context.Context, l Learning) (Learned, error) {
	var done Learned
	ids, err := t.messages(ctx, l)
	if err != nil {
		return done, err
	}
	open := map[string]schema.ID{} // by session: the message that the next answer is to
	for _, id := range ids {
		if err := t.work.steps.StepAside(ctx); err != nil {
			return done, err
		}
		m, err := t.message(ctx, l.Agent, id)
		if err != nil {
			return done, err
		}
		if m == nil || taught(m) {
			continue
		}
		if err := t.learnFrom(ctx, m, open, &done); err != nil {
			return done, fmt.Errorf("reflect: learning from %s: %w", id, err)
		}
	}
	return done, nil
}

// messages lists the ids of an agent's messages, or of those of some sessions, in the order
// in which they were said.
func (t *Turns) messages(ctx context.Context, l Learning) (ids []schema.ID, err error) {
	index := ledger.OfKind(schema.KindMessage)
	if len(l.Sessions) > 0 {
		index = ledger.InSession(l.Sessions...)
	}
	err = t.store.View(ctx, func(r *ledger.Reader) error {
		for entry, err := range r.Scan(l.Agent, index, ledger.Scan{OldestFirst: true}) {
			if err != nil {
				return err
			}
			ids = append(ids, entry.ID)
		}
		return nil
	})
	return ids, err
}

// message returns a message that stands or lies under a summary, and that has a role; nil
// for any other record, and for one that is gone.
func (t *Turns) message(ctx context.Context, agent string, id schema.ID) (*schema.Experience, error) {
	e, err := t.reader.Get(ctx, []string{agent}, id)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil || e.Kind != schema.KindMessage || e.Message == nil || !e.Status.Live() && !putAway(&e) {
		return nil, err
	}
	return &e, nil
}

// learnFrom learns from one message, or takes it for the answer to the one before it.
func (t *Turns) learnFrom(ctx context.Context, m *schema.Experience, open map[string]schema.ID, done *Learned) error {
	if err := t.work.turn.LockUntil(ctx); err != nil {
		return err
	}
	defer t.work.turn.Unlock()
	switch m.Message.Role {
	case roleAssistant:
		to, is := open[m.Session]
		if delete(open, m.Session); !is {
			return nil
		}
		_, err := t.work.teachable(ctx, m, t.answered(ctx, to, m))
		return err
	case roleUser:
		open[m.Session] = m.ID
	default:
		return nil
	}
	lesson, err := t.learn(ctx, spokenBy(m), nil)
	skipped, err := t.work.teachable(ctx, m, err)
	switch {
	case err != nil:
		return err
	case skipped:
		done.Skipped++
	case lesson == nil:
		done.Known++
	default:
		done.Messages++
		done.Lessons += len(lesson.Learned)
	}
	return nil
}

// spokenBy is a message of a user with the name of whose it is, as turns give it.
func spokenBy(m *schema.Experience) *schema.Experience {
	if m.Message.User != "" {
		return m
	}
	out, said := *m, *m.Message
	said.User = cmp.Or(m.Speaker, DefaultUser)
	out.Message = &said
	return &out
}
