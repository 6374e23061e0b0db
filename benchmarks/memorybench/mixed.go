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

// mixed recalls with several readers while writers retain one record after
// another, until the readers have asked all their questions.
func (b *Bench) mixed(ctx context.Context) error {
	load := &mixedLoad{bench: b, context: ctx}
	start := time.Now()
	var writing, reading sync.WaitGroup
	for range writers {
		writing.Go(load.write)
	}
	for i := range readers {
		rng := rand.New(rand.NewPCG(b.Seed, uint64(10+i)))
		reading.Go(func() { load.read(rng, max(1, b.Queries/2)) })
	}
	reading.Wait()
	load.stop.Store(true)
	writing.Wait()
	took := time.Since(start).Seconds()
	if load.failed != nil {
		return load.failed
	}
	b.Spread("recall under mixed load", load.recalls)
	b.Spread("single retain under mixed load", load.writes)
	b.Note("recalls under mixed load", float64(len(load.recalls))/took, "recalls/s")
	b.Note("retains under mixed load", float64(len(load.writes))/took, "records/s")
	return b.mem.Flush(ctx)
}

// mixedLoad is what readers and writers share.
type mixedLoad struct {
	bench   *Bench
	context context.Context
	stop    atomic.Bool

	mu              sync.Mutex // guards what follows, and the bench's generator
	recalls, writes []time.Duration
	failed          error
}

func (l *mixedLoad) read(rng *rand.Rand, n int) {
	took := make([]time.Duration, 0, n)
	for range n {
		k := l.bench.ids[rng.IntN(len(l.bench.ids))]
		start := time.Now()
		if _, err := l.bench.ask(l.context, k, k.words()); err != nil {
			l.fail(err)
			return
		}
		took = append(took, time.Since(start))
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.recalls = slices.Concat(l.recalls, took)
}

func (l *mixedLoad) write() {
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
