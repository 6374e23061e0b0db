package query

import (
	"context"
	"runtime"
)

// turns let as many questions be answered at a time as there are processors, in the
// order in which they come: side by side, all of them would end as late as the last.
// Who waits for others than processors, for a model or for what was just written, has
// no turn meanwhile.
type turns chan struct{}

func newTurns() turns { return make(turns, max(2, runtime.GOMAXPROCS(0))) }

// take waits for a turn, or returns why ctx ended first. Whoever has one gives it back.
func (t turns) take(ctx context.Context) error {
	select {
	case t <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t turns) give() { <-t }
