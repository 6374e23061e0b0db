package store

import (
	"context"
	"errors"
	"time"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/internal/ledger"
)

const (
	// saveEvery is how many changes to an agent's indexes may be lost, and made
	// again, after a crash: in a pause, they are saved from then on.
	saveEvery = 20_000
	// saveShare is which part of an agent's records it is while the writing goes
	// on: a save writes them all, so that more saves would cost more than they
	// spare.
	saveShare = 4
)

// startApplier follows the ledger in the background. Nothing depends on it but
// speed: readers catch up by themselves.
func (s *Store) startApplier() {
	ctx, stop := context.WithCancel(context.Background())
	s.stop = stop
	opened := s.ledger.DurableSeq()
	s.following.seen = opened
	s.applier.Go(func() { s.followAgents(ctx, opened) })
	s.applier.Go(func() { s.followGraph(ctx) })
	s.applier.Go(func() { s.followEmbedder(ctx) })
}

// followed is how far the agents' indexes have been brought up to date.
type followed struct {
	mu      Mutex
	seen    uint64
	unsaved map[string]bool // agents whose indexes are to be saved in a pause
}

// followAgents keeps the indexes of agents that are written to up to date, from what
// was there when the store was opened.
func (s *Store) followAgents(ctx context.Context, opened uint64) {
	s.follow(ctx, "agents", opened, func(ctx context.Context) error {
		if err := s.catchUpAgents(ctx); err != nil {
			return err
		}
		return s.saveInPause(ctx)
	})
}

// saveInPause saves what is due if nothing is written for a moment.
func (s *Store) saveInPause(ctx context.Context) error {
	s.following.mu.Lock()
	due := len(s.following.unsaved)
	s.following.mu.Unlock()
	if due == 0 || !s.paused(ctx) {
		return nil
	}
	for {
		if err := s.StepAside(ctx); err != nil {
			return err
		}
		if more, err := s.saveOne(ctx); !more || err != nil {
			return err
		}
	}
}

// saveOne saves the indexes of one of the agents that are to be saved, and tells
// whether there was one.
func (s *Store) saveOne(ctx context.Context) (more bool, err error) {
	s.following.mu.Lock()
	defer s.following.mu.Unlock()
	for name := range s.following.unsaved {
		if _, err := s.refreshAgent(ctx, name, saveEvery); err != nil {
			return false, err
		}
		delete(s.following.unsaved, name)
		return true, nil
	}
	return false, nil
}

// catchUpAgents brings the indexes of all agents up to date that have changed
// since the store was opened.
func (s *Store) catchUpAgents(ctx context.Context) error {
	if err := s.following.mu.LockUntil(ctx); err != nil {
		return err
	}
	defer s.following.mu.Unlock()
	to := s.ledger.DurableSeq()
	names, err := s.agentsChanged(ctx, s.following.seen)
	if err != nil {
		return err
	}
	for _, name := range names {
		pending, err := s.refreshAgent(ctx, name, 0)
		if err != nil {
			return err
		}
		if pending >= saveEvery {
			s.following.unsaved[name] = true
		}
	}
	s.following.seen = to
	return nil
}

// followGraph keeps the graph up to date, whenever [graphDebt.due] says so, once the
// store has been open for a while.
func (s *Store) followGraph(ctx context.Context) {
	pause(ctx, s.opts.GraphDelay)
	s.follow(ctx, "graph", 0, func(ctx context.Context) error {
		g, err := s.graph.wait(ctx)
		if err != nil {
			return err
		}
		s.awaitDue(ctx, g)
		if _, err := s.graph.catchUp(ctx); err != nil {
			return err
		}
		return s.graph.fill(ctx)
	})
}

// awaitDue waits until the graph is to be brought up to date. Somebody who asks it
// may do so meanwhile.
func (s *Store) awaitDue(ctx context.Context, g *graph.Graph) {
	var quiet, waited time.Duration
	for ctx.Err() == nil && !owed(g.Watermark(), s.ledger.DurableSeq()).due(quiet, waited) {
		waited += writePause
		if s.paused(ctx) {
			quiet += writePause
		} else {
			quiet = 0
		}
	}
}

// writePause is the time without a write that counts as a pause in the writing:
// longer than between small writes on a busy machine.
const writePause = 300 * time.Millisecond

// paused waits for the time that counts as a pause in the writing, and tells
// whether it was one.
func (s *Store) paused(ctx context.Context) bool {
	before := s.ledger.DurableSeq()
	pause(ctx, writePause)
	return s.ledger.DurableSeq() == before
}

// follow calls apply whenever the ledger has moved on. A failure is logged and
// tried again with the next change: readers see it as well, and report it.
func (s *Store) follow(ctx context.Context, what string, from uint64, apply func(context.Context) error) {
	for {
		to, err := s.ledger.Wait(ctx, from)
		if err != nil {
			return // closing, or the ledger has failed: nothing more will come
		}
		if err := apply(ctx); err != nil && ctx.Err() == nil {
			s.opts.Logger.Warn("store: a view fell behind", "view", what, "error", err)
			pause(ctx, time.Second)
		}
		from = to
	}
}

// pause is sleep for who looks at the context next.
func pause(ctx context.Context, d time.Duration) { _ = sleep(ctx, d) }

// agentsChanged lists the agents that the feed names after a sequence. What is the store's
// own, such as its settings, is in no index.
func (s *Store) agentsChanged(ctx context.Context, after uint64) ([]string, error) {
	seen := map[string]bool{}
	var names []string
	err := s.ledger.ViewDurable(ctx, func(r *ledger.Reader) error {
		for c, err := range r.Changes(after) {
			if err != nil {
				return err
			}
			if c.Agent != "" && !seen[c.Agent] {
				seen[c.Agent] = true
				names = append(names, c.Agent)
			}
		}
		return nil
	})
	if errors.Is(err, ledger.ErrTrimmed) {
		return nil, nil // long behind: each agent catches up when it is next used
	}
	return names, err
}

// refreshAgent brings an agent's indexes up to date, and saves them if as many
// changes as due are not saved yet; 0 stands for [saveShare] of the records. It
// returns how many are unsaved then.
func (s *Store) refreshAgent(ctx context.Context, name string, due int) (pending int, err error) {
	a, err := s.Agent(ctx, name)
	if err != nil {
		return 0, err
	}
	defer a.Release()
	if due == 0 {
		due = max(saveEvery, a.views.words.index.Len()/saveShare)
	}
	if pending = a.views.pending(); pending < due {
		return pending, nil
	}
	return 0, a.views.save()
}

// Flush waits until every view shows all that is durable at the call.
func (s *Store) Flush(ctx context.Context) error {
	if err := s.catchUpAgents(ctx); err != nil {
		return err
	}
	if _, err := s.Graph(ctx); err != nil {
		return err
	}
	return s.graph.fill(ctx)
}
