package query

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
)

// seats let as many questions be answered at a time as there are processors, in the
// order in which they come. Were more of them begun, they would take turns, and all
// would end as late as the last. A question that waits for something else than a
// processor, such as a model or what was just written, has no seat meanwhile.
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

// together does n parts of work, by the caller and by a second goroutine where a
// processor is spare. Each takes the next part until none is left, rather than half of
// them: how soon the second goroutine wakes up is not known.
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

// beside does two things, the second in another goroutine where a processor is spare. If
// that goroutine has not begun when the caller is done with the first, the caller does
// the second too. Where no processor is spare, the caller does one after the other: a
// goroutine would wait behind those of the other questions, and the caller for it.
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
