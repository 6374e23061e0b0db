package knowledgebench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"time"

	"github.com/lukasadb/lukasa/benchmarks/cputime"
	"github.com/lukasadb/lukasa/benchmarks/report"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/schema"
)

// Config says what to measure.
type Config struct {
	Known     int    // names, and then statements, of the agent; default 50,000
	Relations int    // on paths; default 200,000
	Samples   int    // questions of each kind, and records to link; default 1,000
	Seed      uint64 // default 1
}

func (c Config) withDefaults() Config {
	c.Relations = cmp.Or(c.Relations, 200_000)
	c.Known, c.Samples, c.Seed = cmp.Or(c.Known, 50_000), cmp.Or(c.Samples, 1_000), cmp.Or(c.Seed, 1)
	return c
}

// agent whose knowledge is measured.
const agent = "a"

// Run measures in temporary directories and records the figures.
func Run(ctx context.Context, r *report.Recorder, c Config) error {
	for _, part := range []func(*bench, context.Context) error{(*bench).linking, (*bench).statements, (*bench).path} {
		if err := measure(ctx, r, c.withDefaults(), part); err != nil {
			return err
		}
	}
	return nil
}

// measure runs one part on a store of its own.
func measure(ctx context.Context, r *report.Recorder, c Config, part func(*bench, context.Context) error) (err error) {
	dir, err := os.MkdirTemp("", "knowledgebench")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	s, err := store.Open(ctx, dir, store.Options{Seed: c.Seed})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return part(&bench{Config: c, Recorder: r, store: s, rng: rand.New(rand.NewPCG(c.Seed, 1))}, ctx)
}

// bench is one store under measurement.
type bench struct {
	Config
	*report.Recorder
	store *store.Store
	rng   *rand.Rand
}

// put writes the objects 0 to n-1, some thousands at a time.
func (b *bench) put(ctx context.Context, n int, object func(i int) schema.Object) error {
	const together = 5_000
	for from := 0; from < n; from += together {
		err := b.store.Update(ctx, func(tx *ledger.Tx) error {
			for i := from; i < min(n, from+together); i++ {
				if err := tx.Put(object(i)); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// ask times questions that this thread answers, after one that is not counted.
func (b *bench) ask(name string, question func(i int) error) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	took, busy := make([]time.Duration, b.Samples), make([]time.Duration, b.Samples)
	for i := -1; i < b.Samples; i++ {
		start, used := time.Now(), cputime.Thread()
		if err := question(max(i, 0)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if i >= 0 {
			took[i], busy[i] = time.Since(start), cputime.Thread()-used
		}
	}
	b.Spread(name, took)
	b.Spread(name+", CPU", busy)
	return nil
}
