package memorybench

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"time"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/benchmarks/report"
)

// pairs of spells in which recall is timed, one of them alone and one beside
// background work, the other way round in each further pair: what else goes on
// in the machine, and blocks that the first reads for the second, meet both
// alike.
const pairs = 24

// background times recall alone, and beside one goroutine that does without end
// what goes on behind an agent: messages to learn from, consolidation, sweeps.
// Both spells of a pair ask the same questions. What is pooled of all pairs tells
// the tails; the median of the pairs' ratios is what an odd pair does not move.
func (b *Bench) background(ctx context.Context) error {
	w := worker{bench: b, rng: rand.New(rand.NewPCG(b.Seed, 3))}
	var alone, beside []time.Duration
	var ratios []float64
	for pair := range pairs {
		asked := make([]known, max(2, b.Queries/8))
		for i := range asked {
			asked[i] = b.pick()
		}
		var spells [2][]time.Duration // alone, beside
		for turn := range spells {
			which := (pair + turn) % len(spells)
			took, err := w.spell(ctx, which == 1, asked)
			if err != nil {
				return err
			}
			spells[which] = took
		}
		alone, beside = append(alone, spells[0]...), append(beside, spells[1]...)
		ratios = append(ratios, float64(report.Quantile(spells[1], 50))/float64(report.Quantile(spells[0], 50)))
	}
	b.Spread("recall alone", alone)
	b.Spread("recall beside background work", beside)
	b.Note("recall's p99 beside background work, of that alone", float64(report.Quantile(beside, 99))/float64(report.Quantile(alone, 99)), "ratio")
	slices.Sort(ratios)
	b.Note("recall's p50 beside background work, of that alone, median of pairs", ratios[len(ratios)/2], "ratio")
	b.Note("background work beside recall", float64(w.rounds)/w.worked.Seconds(), "rounds/s")
	return nil
}

// worker does what goes on behind an agent.
type worker struct {
	bench  *Bench
	rng    *rand.Rand // of whom it works for
	rounds int
	worked time.Duration
}

// spell times questions, one after the other. Background work that goes on beside
// them has ended when it returns, and all views are ready.
func (w *worker) spell(ctx context.Context, beside bool, asked []known) ([]time.Duration, error) {
	var stop atomic.Bool
	done := make(chan error, 1)
	if beside {
		go func() { done <- w.work(ctx, &stop) }()
	} else {
		done <- nil
	}
	took := make([]time.Duration, len(asked))
	var failed error
	for i, k := range asked {
		start := time.Now()
		if _, failed = w.bench.ask(ctx, k, k.words()); failed != nil {
			break
		}
		took[i] = time.Since(start)
	}
	stop.Store(true)
	return took, errors.Join(failed, <-done, w.bench.mem.Flush(ctx))
}

// work goes on until it is told to stop, for one round at least.
func (w *worker) work(ctx context.Context, stop *atomic.Bool) error {
	for start := time.Now(); ; {
		if err := w.round(ctx); err != nil {
			return fmt.Errorf("background work: %w", err)
		}
		w.rounds++
		if stop.Load() {
			w.worked += time.Since(start)
			return nil
		}
	}
}

// round sweeps and consolidates the memory of an agent, and tells it something.
func (w *worker) round(ctx context.Context) error {
	k := w.bench.ids[w.rng.IntN(len(w.bench.ids))]
	m, err := w.bench.mem.As(k.Agent)
	if err != nil {
		return err
	}
	_, swept := m.Sweep(ctx, lukasa.Sweep{})
	_, merged := m.Consolidate(ctx, lukasa.Consolidation{})
	return errors.Join(swept, merged, w.bench.turn(ctx, k, "background", "I live in %s."))
}
