package memorybench

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"github.com/lukasadb/lukasa/benchmarks/report"
)

// beside is what goes on while a spell of questions is timed.
type beside int

const (
	alone  beside = iota
	behind        // what goes on behind an agent
	turns         // another user's turns, each with a question of its own, and what goes on behind them
	spells
)

// sets of spells in which recall is timed, one of each kind: in each further set
// another kind comes first. What else goes on in the machine, and blocks that the
// first reads for the others, meet all alike.
const sets = 8

// background times recall alone, beside what goes on behind agents without end,
// and beside another user's turns. All spells of a set ask the same questions.
// What is pooled of all sets tells the tails; the medians of the sets' ratios are
// what an odd set does not move.
func (b *Bench) background(ctx context.Context) error {
	w, err := b.newWorker(ctx)
	if err != nil {
		return err
	}
	var took [spells][]time.Duration
	var middle, tail [spells][]float64 // ratios of each set
	for set := range sets {
		asked := make([]known, max(2, b.Queries))
		for i := range asked {
			asked[i] = b.pick()
		}
		var spell [spells][]time.Duration
		for turn := range spells {
			kind := (beside(set) + turn) % spells
			if spell[kind], err = w.spell(ctx, kind, asked); err != nil {
				return err
			}
		}
		for kind := range spells {
			took[kind] = append(took[kind], spell[kind]...)
			middle[kind] = append(middle[kind], ratio(50, spell[kind], spell[alone]))
			tail[kind] = append(tail[kind], ratio(99, spell[kind], spell[alone]))
		}
	}
	b.Spread("recall alone", took[alone])
	for kind, name := range [...]string{behind: "background work", turns: "another user's turns"} {
		if kind == int(alone) {
			continue
		}
		b.Spread("recall beside "+name, took[kind])
		b.Note("recall's p99 beside "+name+", of that alone", ratio(99, took[kind], took[alone]), "ratio")
		b.Note("recall's p99 beside "+name+", of that alone, median of sets", median(tail[kind]), "ratio")
		b.Note("recall's p50 beside "+name+", of that alone, median of sets", median(middle[kind]), "ratio")
	}
	w.note(b.Recorder)
	return nil
}

// ratio compares a quantile of two samples.
func ratio(percent int, took, of []time.Duration) float64 {
	return float64(report.Quantile(took, percent)) / float64(report.Quantile(of, percent))
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

// spell times questions, one after the other. What goes on beside them has ended
// when it returns, and all views are ready.
func (w *worker) spell(ctx context.Context, kind beside, asked []known) ([]time.Duration, error) {
	var stop atomic.Bool
	done := make(chan error, 1)
	learned := w.bench.mem.Progress().Done
	start := time.Now()
	switch kind {
	case behind:
		go func() { done <- w.work(ctx, &stop) }()
	case turns:
		go func() { done <- w.talk(ctx, &stop) }()
	default:
		done <- nil
	}
	took := make([]time.Duration, len(asked))
	var failed error
	for i, k := range asked {
		start := time.Now()
		if _, failed = w.bench.ask(ctx, k, k.question()); failed != nil {
			break
		}
		took[i] = time.Since(start)
	}
	if kind == behind {
		w.worked += time.Since(start)
		w.learned += w.bench.mem.Progress().Done - learned
	}
	stop.Store(true)
	return took, errors.Join(failed, <-done, w.bench.mem.Flush(ctx))
}
