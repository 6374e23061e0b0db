package query

import (
	"context"
	"errors"
	"iter"
	"runtime"
	"sync"
	"sync/atomic"
)

// seats let as many questions be answered at a time as there are processors, in the
// order in which they come: side by side, all of them would end as late as the last.
// Who waits for others than processors, for a model or for what was just written, has
// no seat meanwhile.
type seats chan struct{}

func newSeats() seats { return make(seats, max(2, runtime.GOMAXPROCS(0))) }

// take waits for a seat, or returns why ctx ended first. Whoever has one gives it back.
func (s seats) take(ctx context.Context) error {
	select {
	case s <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// spare takes a seat that nobody waits for, if there is one.
func (s seats) spare() bool {
	select {
	case s <- struct{}{}:
		return true
	default:
		return false
	}
}

func (s seats) give() { <-s }

// few things are sooner done than another processor is woken.
const few = 8

// share has work done that falls into n parts by the caller, and by another processor
// where one is spare: each takes the next until none is left, as nobody knows how soon
// the other wakes up. Work is told which of the two it is, 0 or 1, and what it takes.
func (s seats) share(n int, work func(who int, taken iter.Seq[int]) error) error {
	var next atomic.Int64
	take := func(yield func(i int) bool) {
		for i := int(next.Add(1)) - 1; i < n && yield(i); i = int(next.Add(1)) - 1 {
		}
	}
	if n < few || !s.spare() {
		return work(0, take)
	}
	defer s.give()
	return sideBySide(
		func() error { return work(0, take) },
		func() error { return work(1, take) },
	)
}

// sideBySide does two things at a time, the second in a goroutine of its own.
func sideBySide(first, second func() error) error {
	var beside sync.WaitGroup
	var failed error
	beside.Go(func() { failed = second() })
	err := first()
	beside.Wait()
	return errors.Join(err, failed)
}
