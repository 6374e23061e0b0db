package vector

import (
	"sync"
	"sync/atomic"
)

// parallel calls do for stretches of 0..n of at most chunk, on as many goroutines as workers. Which worker gets
// which stretch is not fixed, so what do computes must not depend on it.
func parallel(workers, n, chunk int, do func(worker, from, to int)) {
	if workers = min(workers, (n+chunk-1)/chunk); workers <= 1 {
		if n > 0 {
			do(0, 0, n)
		}
		return
	}
	var next atomic.Int64
	var group sync.WaitGroup
	for w := range workers {
		group.Go(func() {
			for {
				to := int(next.Add(int64(chunk)))
				from := to - chunk
				if from >= n {
					return
				}
				do(w, from, min(to, n))
			}
		})
	}
	group.Wait()
}
