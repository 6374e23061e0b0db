package memorybench

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/benchmarks/cputime"
)

// first times the first question to each agent, which loads its indexes.
func (b *Bench) first(ctx context.Context) error {
	if err := errors.Join(b.close(), b.open(ctx)); err != nil {
		return err
	}
	agents, err := b.mem.Agents(ctx)
	if err != nil {
		return err
	}
	b.loaded = true
	return b.Time("first question to an agent", len(agents), func(i int) error { return b.touch(ctx, agents[i].Name) })
}

// loaded is a part that finds the indexes of every agent loaded.
func loaded(run func(*Bench, context.Context) error) func(*Bench, context.Context) error {
	return func(b *Bench, ctx context.Context) error {
		if err := b.warm(ctx); err != nil {
			return fmt.Errorf("loading indexes: %w", err)
		}
		return run(b, ctx)
	}
}

// warm asks each agent once, unless they were. The questions of the part that
// follows are not touched by it.
func (b *Bench) warm(ctx context.Context) error {
	if b.loaded {
		return nil
	}
	defer func(rng *rand.Rand) { b.rng = rng }(b.rng)
	b.rng = rand.New(rand.NewPCG(b.Seed, 4))
	agents, err := b.mem.Agents(ctx)
	if err != nil {
		return err
	}
	for _, a := range agents {
		if err := b.touch(ctx, a.Name); err != nil {
			return err
		}
	}
	b.loaded = true
	return nil
}

func (b *Bench) touch(ctx context.Context, agent string) error {
	_, err := b.mem.Recall(ctx, lukasa.Query{Agents: []string{agent}, Text: b.pick().words()})
	return err
}

// turns times a user's message from its arrival to the context for an answer.
func (b *Bench) turns(ctx context.Context) error {
	err := b.Time("turn", b.Queries, func(i int) error {
		return b.turn(ctx, b.pick(), fmt.Sprintf("turn %d", i), "what do you know about %s?")
	})
	if err != nil {
		return err
	}
	return b.mem.Flush(ctx)
}

func (b *Bench) turn(ctx context.Context, k known, session, says string) error {
	m, err := b.mem.As(k.Agent)
	if err != nil {
		return err
	}
	_, err = m.Turn(ctx, lukasa.Message{Session: session, Text: fmt.Sprintf(says, k.words())})
	return err
}

// background times recall alone, and beside one goroutine that does without end
// what goes on behind an agent: messages to learn from, consolidation, sweeps.
func (b *Bench) background(ctx context.Context) error {
	ask := func(int) error {
		k := b.pick()
		_, err := b.ask(ctx, k, k.words())
		return err
	}
	if err := b.Time("recall alone", b.Queries, ask); err != nil {
		return err
	}
	var stop atomic.Bool
	done := make(chan error, 1)
	go func() { done <- b.work(ctx, &stop) }()
	err := b.Time("recall beside background work", b.Queries, ask)
	stop.Store(true)
	return errors.Join(err, <-done, b.mem.Flush(ctx))
}

// work does background work until it is told to stop.
func (b *Bench) work(ctx context.Context, stop *atomic.Bool) error {
	rng := rand.New(rand.NewPCG(b.Seed, 3))
	for i := 0; !stop.Load(); i++ {
		k := b.ids[rng.IntN(len(b.ids))]
		m, err := b.mem.As(k.Agent)
		if err != nil {
			return err
		}
		_, swept := m.Sweep(ctx, lukasa.Sweep{})
		_, merged := m.Consolidate(ctx, lukasa.Consolidation{})
		if err := errors.Join(swept, merged, b.turn(ctx, k, "background", "I live in %s.")); err != nil {
			return err
		}
	}
	return nil
}

// audit looks through every agent's memory.
func (b *Bench) audit(ctx context.Context) error {
	agents, err := b.mem.Agents(ctx)
	if err != nil {
		return err
	}
	findings, used := 0, cputime.Used()
	err = b.Once("audit of all agents", func() error {
		for _, a := range agents {
			m, err := b.mem.As(a.Name)
			if err != nil {
				return err
			}
			for _, err := range m.Audit(ctx, lukasa.Auditing{}) {
				if err != nil {
					return err
				}
				findings++
			}
		}
		return nil
	})
	b.Note("audit of all agents, processor time", (cputime.Used() - used).Seconds(), "s")
	b.Note("findings", float64(findings), "findings")
	return err
}

// purge forgets one record so that no byte of it is left, with the checks that
// its receipt tells of. The record is one that the part writes.
func (b *Bench) purge(ctx context.Context) error {
	k := b.pick()
	m, err := b.mem.As(k.Agent)
	if err != nil {
		return err
	}
	done, err := m.Retain(ctx, lukasa.Experience{Context: "purged at " + time.Now().String() + " " + k.words(), Action: "told", Outcome: "kept"})
	if err != nil {
		return err
	}
	if err := b.mem.Flush(ctx); err != nil {
		return err
	}
	return b.Once("forgetting one record with purge and checks", func() error {
		_, err := m.Erase(ctx, lukasa.Erasure{IDs: []lukasa.ID{done.ID}, Purge: true})
		return err
	})
}
