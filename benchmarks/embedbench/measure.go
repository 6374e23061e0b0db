package embedbench

import (
	"context"
	"runtime"
	"slices"
	"time"
)

// result is the cost of one call.
type result struct {
	each        time.Duration // median over rounds
	allocations uint64        // mean, rounded down
}

// round is how long one round of calls takes at least: much longer than the
// clock's grain, much shorter than a scheduler's hiccup.
const round = time.Millisecond

// measure calls f for about d, in rounds of equally many calls.
func measure(ctx context.Context, d time.Duration, f func()) result {
	f() // what is made once is not counted
	calls := 1
	for timed(calls, f) < round && ctx.Err() == nil {
		calls *= 2
	}
	var rounds []time.Duration
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for end := time.Now().Add(d); len(rounds) == 0 || time.Now().Before(end) && ctx.Err() == nil; {
		rounds = append(rounds, timed(calls, f))
	}
	runtime.ReadMemStats(&after)
	slices.Sort(rounds)
	return result{
		each:        rounds[len(rounds)/2] / time.Duration(calls),
		allocations: (after.Mallocs - before.Mallocs) / uint64(calls*len(rounds)),
	}
}

func timed(calls int, f func()) time.Duration {
	start := time.Now()
	for range calls {
		f()
	}
	return time.Since(start)
}
