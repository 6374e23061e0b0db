package query

import (
	"context"
	"runtime"
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
