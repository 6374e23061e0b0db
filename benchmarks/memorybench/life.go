package memorybench

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
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

// warm asks the graph and each agent once, unless they were: what a process pays
// for a single time is timed by parts of their own (first, open). The questions
// of the part that follows are not touched by it.
func (b *Bench) warm(ctx context.Context) error {
	if b.loaded {
		return nil
	}
	defer func(rng *rand.Rand) { b.rng = rng }(b.rng)
	b.rng = rand.New(rand.NewPCG(b.Seed, 4))
	if err := b.askGraph(ctx); err != nil {
		return err
	}
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
