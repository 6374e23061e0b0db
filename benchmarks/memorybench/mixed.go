package memorybench

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lukasadb/lukasa"
)

// The load of the mixed part.
const (
	readers = 8
	writers = 2
)

// mixed recalls with several readers while writers retain single records, until the
// readers have asked all their questions: first all of them without rest, which
// tells what the machine can do, since whoever asks then waits for the other seven;
// then as agents do, who think between a question and the next.
func (b *Bench) mixed(ctx context.Context) error {
	if err := b.under(ctx, "mixed load", &mixedLoad{}); err != nil {
		return err
	}
	return b.under(ctx, "paced load", &mixedLoad{reading: 200 * time.Millisecond, writing: 100 * time.Millisecond})
}

// under measures with a load of a name.
func (b *Bench) under(ctx context.Context, name string, load *mixedLoad) error {
	load.bench, load.context = b, ctx
	start := time.Now()
	var writing, reading sync.WaitGroup
	for i := range writers {
		rng := rand.New(rand.NewPCG(b.Seed, uint64(20+i)))
		writing.Go(func() { load.write(rng) })
	}
	for i := range readers {
		rng := rand.New(rand.NewPCG(b.Seed, uint64(10+i)))
		reading.Go(func() { load.read(rng, max(1, b.Queries/4)) })
	}
	reading.Wait()
	load.stop.Store(true)
	writing.Wait()
	took := time.Since(start).Seconds()
	if load.failed != nil {
		return load.failed
	}
	b.Spread("recall under "+name, load.recalls)
	b.Spread("single retain under "+name, load.writes)
	b.Note("recalls under "+name, float64(len(load.recalls))/took, "recalls/s")
	b.Note("retains under "+name, float64(len(load.writes))/took, "records/s")
	return b.mem.Flush(ctx)
}

// mixedLoad is what readers and writers share.
type mixedLoad struct {
	bench   *Bench
	context context.Context
	// reading and writing are how long a reader and a writer rest after each call,
	// on average: as long as between events that come by chance.
	reading, writing time.Duration

	stop atomic.Bool

	mu              sync.Mutex // guards what follows, and the bench's generator
	recalls, writes []time.Duration
	failed          error
}

func (l *mixedLoad) read(rng *rand.Rand, n int) {
	took := make([]time.Duration, 0, n)
	for range n {
		k := l.bench.ids[rng.IntN(len(l.bench.ids))]
		start := time.Now()
		if _, err := l.bench.ask(l.context, k, k.question()); err != nil {
			l.fail(err)
			return
		}
		took = append(took, time.Since(start))
		rest(rng, l.reading)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.recalls = slices.Concat(l.recalls, took)
}

// rest lasts as long as between events that come by chance, mean apart on average.
func rest(rng *rand.Rand, mean time.Duration) {
	time.Sleep(time.Duration(rng.ExpFloat64() * float64(mean)))
}

func (l *mixedLoad) write(rng *rand.Rand) {
	for !l.stop.Load() {
		e := l.next()
		start := time.Now()
		if _, err := l.bench.mem.Retain(l.context, e); err != nil {
			l.fail(err)
			return
		}
		took := time.Since(start)
		l.mu.Lock()
		l.writes = append(l.writes, took)
		l.mu.Unlock()
		rest(rng, l.writing)
	}
}

func (l *mixedLoad) next() lukasa.Experience {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.bench.g.next()
}

func (l *mixedLoad) fail(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.failed = errors.Join(l.failed, err)
	l.stop.Store(true)
}
