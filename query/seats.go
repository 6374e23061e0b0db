package query

import (
	"context"
	"errors"
	"runtime"
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

// together has work done that falls into n parts by the caller, and by another processor
// where one is spare: each takes the next until none is left, as nobody knows how soon
// the other wakes up.
func (s seats) together(n int, work func(part int)) {
	if n < 2 {
		for i := range n {
			work(i)
		}
		return
	}
	var next atomic.Int64
	take := func() error {
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			work(i)
		}
		return nil
	}
	_ = s.beside(take, take) // they have no errors
}

// beside does two things, the second by another processor where one is spare, unless the
// caller is done with the first before that one is awake. Where none is, every goroutine
// more that is waited for waits in turn for those of the other questions: the caller does
// one thing after the other.
func (s seats) beside(first, second func() error) error {
	if !s.spare() {
		return errors.Join(first(), second())
	}
	var begun atomic.Bool // the second, by one of the two
	done := make(chan error, 1)
	go func() {
		if begun.CompareAndSwap(false, true) {
			err := second()
			s.give()
			done <- err
		}
	}()
	err := first()
	if begun.CompareAndSwap(false, true) {
		s.give()
		return errors.Join(err, second())
	}
	return errors.Join(err, <-done)
}
