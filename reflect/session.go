package reflect

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/schema"
)

// Session says which session is to be summed up.
type Session struct {
	// Agent whose session it is. Required here; package lukasa fills in the memory's.
	Agent string `json:"agent"`
	// Name of the session. Empty: every session of the agent that is due, but days whose messages named none.
	Name string `json:"session,omitempty"`
	// Now sums up below the threshold as well.
	Now bool `json:"now,omitempty"`
	// DryRun changes nothing and tells what would be done.
	DryRun bool `json:"dry_run,omitempty"`
}

// Summarise sums up sessions whose messages since the last summary come to 4,000
// tokens or more (001-14). The summary takes the place of the session's earlier
// one; key topics are its tags; its evidence are the messages. What becomes of
// them is the setting sessions.messages: "archive" keeps them as sources out of
// answers, "forget" forgets them, "keep" leaves them. The last few, which a
// context shows word for word, stay in any case (retrieval_limits.messages).
//
// Each session is one transaction (two with "forget"), so it can be cut short
// and called again: what is owed is done then, and a second run in a row changes
// nothing. With a model, it words the summary.
func (k *Keeper) Summarise(ctx context.Context, s Session) ([]Summarised, error) {
	return k.summariseSince(ctx, s, time.Time{})
}

// summariseSince leaves alone the sessions in which nothing was said since a
// moment.
func (k *Keeper) summariseSince(ctx context.Context, s Session, since time.Time) ([]Summarised, error) {
	config, err := k.store.Config(ctx, s.Agent)
	if err != nil {
		return nil, err
	}
	names := []string{s.Name}
	if s.Name == "" {
		if names, err = k.sessions(ctx, s.Agent, since); err != nil {
			return nil, err
		}
	}
	var out []Summarised
	for _, name := range names {
		if err := k.store.StepAside(ctx); err != nil {
			return out, err
		}
		done, err := k.summariseSession(ctx, s, name, config)
		out = append(out, done...)
		if err != nil {
			return out, err
		}
	}
	return out, nil
}

// sessions lists the sessions of an agent that have live messages since a moment,
// by name. Messages that named no session are of none that could be over.
func (k *Keeper) sessions(ctx context.Context, agent string, since time.Time) ([]string, error) {
	seen := map[string]bool{}
	messages := query.Filter{Agents: []string{agent}, Kinds: []schema.Kind{schema.KindMessage}, Since: since}
	for e, err := range k.reader.All(ctx, messages) {
		if err != nil {
			return nil, err
		}
		if e.Session != e.DefaultSession() {
			seen[e.Session] = true
		}
	}
	delete(seen, "") // messages of before they had their days
	return slices.Sorted(maps.Keys(seen)), nil
}

// summariseSession sums up one session, in several steps if it is very long.
func (k *Keeper) summariseSession(ctx context.Context, s Session, name string, config schema.Config) ([]Summarised, error) {
	defer k.users.lock(s.Agent, scopeSession, name)()
	var out []Summarised
	for try := 1; ; {
		done, more, err := k.trySession(ctx, s, name, config)
		switch {
		case try < attempts && (errors.Is(err, ledger.ErrVersion) || errors.Is(err, experience.ErrNotFound)):
			try++
			continue
		case err != nil:
			return out, err
		case done != nil:
			out = append(out, *done)
		}
		if !more {
			return out, nil
		}
	}
}

func (k *Keeper) trySession(ctx context.Context, s Session, name string, config schema.Config) (done *Summarised, more bool, err error) {
	var earlier *schema.Experience
	var messages []schema.Experience
	err = k.store.View(ctx, func(r *ledger.Reader) error {
		if earlier, err = k.current(r, s.Agent, scopeSession, name); err != nil {
			return err
		}
		messages, err = liveMessages(r, s.Agent, name, k.store.Now())
		return err
	})
	if err != nil {
		return nil, false, err
	}
	fresh := uncovered(earlier, messages)
	if len(fresh) == 0 || !s.Now && tokensOf(fresh) < config.Sessions.Tokens {
		return nil, false, k.settle(ctx, s, earlier, messages, config)
	}
	more = len(fresh) > mostRecords && !s.DryRun
	fresh = fresh[:min(len(fresh), mostRecords)]
	work := summing{agent: s.Agent, scope: scopeSession, identifier: name, earlier: earlier, records: fresh}
	away := beforeLast(messages, config)
	if more {
		away = nil // the last step puts them away
	}
	if config.Sessions.Messages == "archive" {
		work.archive = away
	}
	out, err := k.write(ctx, work, s.DryRun)
	if err != nil || out.Text == "" {
		return nil, false, err
	}
	if config.Sessions.Messages == "forget" {
		out.Forgotten = len(away)
		if !s.DryRun {
			err = k.drop(ctx, s.Agent, name, away)
		}
	}
	return &out, more, err
}

// beforeLast returns the messages that a summary lets go: all but the last few,
// and of those at least one, on which the summary rests.
func beforeLast(messages []schema.Experience, config schema.Config) []schema.Experience {
	return messages[:max(0, len(messages)-max(1, config.Retrieval.Messages))]
}

// settle does what an earlier run that was cut short owes: messages that the
// summary covers, and that should be gone.
func (k *Keeper) settle(ctx context.Context, s Session, earlier *schema.Experience, messages []schema.Experience, config schema.Config) error {
	if earlier == nil || s.DryRun || config.Sessions.Messages != "forget" {
		return nil
	}
	fresh := uncovered(earlier, messages)
	covered := slices.DeleteFunc(slices.Clone(messages), func(e schema.Experience) bool {
		return slices.ContainsFunc(fresh, func(x schema.Experience) bool { return x.ID == e.ID })
	})
	return k.drop(ctx, s.Agent, earlier.Digest.Identifier, beforeLast(covered, config))
}

// drop forgets messages of a session. A reply that was told again in another stays there.
func (k *Keeper) drop(ctx context.Context, agent, session string, messages []schema.Experience) error {
	if len(messages) == 0 {
		return nil
	}
	_, err := k.writer.Forget(ctx, experience.Forget{Agent: agent, IDs: idsOf(messages), Sessions: []string{session}})
	return err
}

// liveMessages returns the messages of a session that are not put away, oldest
// first.
func liveMessages(r *ledger.Reader, agent, session string, now time.Time) ([]schema.Experience, error) {
	var out []schema.Experience
	for e, err := range r.Records(agent, ledger.InSession(session), ledger.Scan{OldestFirst: true}) {
		if err != nil {
			return nil, err
		}
		if e.Kind == schema.KindMessage && e.Status.Live() && !e.Expired(now) {
			out = append(out, *e)
		}
	}
	return out, nil
}

// EndSession tells that a session is over: what was to live as long as it, by
// the policy "session" (000-16), has expired from now on, for the next sweep. It
// returns how many records those are.
func (k *Keeper) EndSession(ctx context.Context, agent, session string) (int, error) {
	end := k.store.Now().Add(-time.Microsecond) // expired as of now
	var changes []experience.Change
	err := k.store.View(ctx, func(r *ledger.Reader) error {
		for e, err := range r.Records(agent, ledger.InSession(session), ledger.Scan{OldestFirst: true}) {
			if err != nil {
				return err
			}
			if e.EndsWithSession() {
				changes = append(changes, experience.Change{ID: e.ID, Patch: schema.Patch{ExpiresAt: &end}})
			}
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	for part := range slices.Chunk(changes, sweepBatch) {
		if _, err := k.writer.Write(ctx, experience.Batch{Agent: agent, Update: part}); err != nil {
			return 0, err
		}
	}
	return len(changes), nil
}
