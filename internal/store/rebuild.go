package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/lukasadb/lukasa/internal/ledger"
)

// The views that can be rebuilt.
const (
	ViewGraph  = "graph"
	ViewAgents = "agents" // the word and vector indexes and the columns
	ViewAll    = "all"
)

// ErrView says that there is no view of that name.
var ErrView = errors.New("store: no such view")

// Rebuild makes views anew from the ledger.
func (s *Store) Rebuild(ctx context.Context, view string) error {
	switch view {
	case ViewGraph:
		return s.rebuildGraph(ctx)
	case ViewAgents:
		return s.rebuildAgents(ctx)
	case ViewAll:
		return errors.Join(s.rebuildAgents(ctx), s.rebuildGraph(ctx))
	}
	return fmt.Errorf("%w: %q, want %s, %s or %s", ErrView, view, ViewGraph, ViewAgents, ViewAll)
}

func (s *Store) rebuildGraph(ctx context.Context) error {
	g, err := s.graph.wait(ctx)
	if err != nil {
		return err
	}
	if err := s.graph.mu.LockUntil(ctx); err != nil {
		return err
	}
	defer s.graph.mu.Unlock()
	if err := s.open(); err != nil {
		return err // rather than make what Close is to wait for
	}
	err = s.ledger.ViewDurable(ctx, func(r *ledger.Reader) error { return s.graph.load(ctx, g, r) })
	if err != nil {
		return fmt.Errorf("store: graph: %w", err)
	}
	return g.Refresh(ctx)
}

// settleGraph waits until no file of a graph of before is left.
func (s *Store) settleGraph(ctx context.Context) error {
	g, err := s.graph.wait(ctx)
	if err != nil {
		return err
	}
	return g.Settle(ctx)
}

// rebuildAgents drops the loaded indexes and their files and makes them again.
// Handles that are out keep what they hold until they are released.
func (s *Store) rebuildAgents(ctx context.Context) error {
	names, err := s.agentNames(ctx)
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := s.rebuildAgent(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

// agentNames lists the agents that the ledger knows.
func (s *Store) agentNames(ctx context.Context) (names []string, err error) {
	err = s.View(ctx, func(r *ledger.Reader) error {
		for a, err := range r.Agents() {
			if err != nil {
				return err
			}
			names = append(names, a.Name)
		}
		return nil
	})
	return names, err
}

func (s *Store) rebuildAgent(ctx context.Context, name string) error {
	if err := s.renewAgent(name); err != nil {
		return err
	}
	a, err := s.Agent(ctx, name)
	if err != nil {
		return err
	}
	defer a.Release()
	return a.views.save()
}

// renewAgent puts empty views in the place of an agent's and removes its files.
// Whoever asks for the agent meanwhile waits until the files are gone: views
// that made new ones before would lose them.
func (s *Store) renewAgent(name string) error {
	return s.replaceAgent(name, func(old *agentViews) error {
		if old != nil {
			old.retire()
		}
		return s.removeAgentDir(name)
	})
}

// replaceAgent puts views that are yet to be opened in the place of an agent's,
// and lets settle deal with those of before, nil if there are none, while whoever
// asks for the agent waits.
func (s *Store) replaceAgent(name string, settle func(old *agentViews) error) error {
	fresh, old, err := s.replace(name)
	if err != nil {
		return err
	}
	defer fresh.unpin()
	defer fresh.mu.Unlock()
	return settle(old)
}

// replace puts fresh views of an agent into the table, locked and pinned: who evicts holds
// the files, which settling those of before may want, and who closes the store waits.
func (s *Store) replace(name string) (fresh, old *agentViews, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, nil, ErrClosed
	}
	fresh, old = newAgentViews(s, name), s.agents[name]
	fresh.mu.Lock()
	s.enter(fresh)
	return fresh, old, nil
}

func (s *Store) removeAgentDir(name string) error {
	s.files.Lock()
	defer s.files.Unlock()
	if err := os.RemoveAll(s.agentDir(name)); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}

// Reclaim rewrites whatever may still hold bytes of what was purged of an agent (I9):
// the ledger's files, the agent's snapshots and the graph, which never gives a byte
// back. If it fails or the process dies, opening the store finishes it, whatever was
// reclaimed for others meanwhile.
func (s *Store) Reclaim(ctx context.Context, agent string) error {
	upto := s.ledger.DurableSeq() // the purge is below it, and Flush brings every view past it
	if err := s.Flush(ctx); err != nil {
		return err
	}
	if err := s.ledger.TrimFeed(ctx, upto); err != nil {
		return err
	}
	if err := s.renew(ctx, agent); err != nil {
		return err
	}
	return s.ledger.ReclaimOf(ctx, agent, upto)
}

// renew makes an agent's indexes and the graph anew and merges the ledger's
// tables, all side by side: none takes all cores all the time. The graph's
// snapshot is younger than the purge and the trimming, so that it keeps nothing
// of them alive in the tables.
func (s *Store) renew(ctx context.Context, agent string) error {
	var beside sync.WaitGroup
	var indexes, tables error
	beside.Go(func() { indexes = s.rebuildAgent(ctx, agent) })
	beside.Go(func() { tables = s.ledger.Settle(ctx) })
	err := s.rebuildGraph(ctx)
	if err == nil {
		err = s.settleGraph(ctx)
	}
	beside.Wait()
	return errors.Join(err, indexes, tables)
}

// ReclaimOwed tells whether something was purged whose bytes are not rewritten yet:
// a [Store.Reclaim] is to be done.
func (s *Store) ReclaimOwed() bool { return s.ledger.Owed() }

// ReclaimRest is Reclaim where something is owed. Whoever gave up a purge and asks for it
// again finds nothing to purge, and yet its bytes are to go.
func (s *Store) ReclaimRest(ctx context.Context, agent string) error {
	if !s.ReclaimOwed() {
		return nil
	}
	return s.Reclaim(ctx, agent)
}

// settleDebt finishes a Reclaim that a crash or an error cut short: the views'
// files go, to be made again from the ledger, and the ledger is rewritten.
func (s *Store) settleDebt(ctx context.Context) error {
	if !s.ledger.Owed() {
		return nil
	}
	for _, part := range []string{"agents", "graph"} {
		if err := os.RemoveAll(filepath.Join(s.dir, part)); err != nil {
			return fmt.Errorf("store: %w", err)
		}
	}
	if err := s.ledger.TrimFeed(ctx, s.ledger.DurableSeq()); err != nil {
		return err
	}
	return s.ledger.Reclaim(ctx)
}
