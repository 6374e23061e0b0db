package vector

import (
	"context"
	"sync"
)

// A linker runs a partition's background work: at most one goroutine, and only while there is something to do.
type linker struct {
	mu      sync.Mutex
	idle    *sync.Cond
	running bool
	stopped bool
}

func (l *linker) init() { l.idle = sync.NewCond(&l.mu) }

// start claims the right to run and reports whether it was free.
func (l *linker) start() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.running || l.stopped {
		return false
	}
	l.running = true
	return true
}

// rest gives the right back if there is no more work, asked under the lock so that no wake is lost.
func (l *linker) rest(more func() bool) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.stopped && more() {
		return false
	}
	l.running = false
	l.idle.Broadcast()
	return true
}

// stop lets the present step finish and forbids others.
func (l *linker) stop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stopped = true
	for l.running {
		l.idle.Wait()
	}
}

// wait returns when no background work runs or is due.
func (l *linker) wait(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.idle.Broadcast()
	})
	defer stop()
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.running {
		if err := ctx.Err(); err != nil {
			return err
		}
		l.idle.Wait()
	}
	return ctx.Err()
}

// Settle waits until every vector that can be linked is, and deleted ones were routed around. Up to 255 recent
// vectors stay unlinked, and are scanned, until their batch is full. Searches need not wait for it; imports and
// measurements do.
func (p *Partition) Settle(ctx context.Context) error { return p.linker.wait(ctx) }

// wake starts background work if there is any. The caller holds writing.
func (p *Partition) wake() {
	if p.due() && p.linker.start() {
		go p.work()
	}
}

// due reports whether there is background work.
func (p *Partition) due() bool { return p.batchDue() || p.repairDue() }

// batchDue reports whether a whole batch waits to be linked.
func (p *Partition) batchDue() bool {
	g := p.currentGraph()
	if g == nil {
		return false
	}
	return int(p.count.Load()) >= g.batchEnd()
}

// currentGraph is the graph, or nil while there is none.
func (p *Partition) currentGraph() *graph {
	p.life.RLock()
	defer p.life.RUnlock()
	return p.graph
}

// work does what is due, a step at a time.
func (p *Partition) work() {
	for {
		p.step()
		if p.linker.rest(p.due) {
			return
		}
	}
}

// step links a batch or routes around the dead.
func (p *Partition) step() {
	p.linking.Lock()
	defer p.linking.Unlock()
	p.pace = p.paced()
	switch {
	case p.repairDue():
		p.repair()
	case p.batchDue():
		from := int(p.graph.linked.Load())
		p.linkBatch(from, p.graph.batchEnd())
	}
}

// pace is how a step of background work goes about it.
type pace struct {
	workers int    // goroutines
	slice   int    // rows that one of them chooses neighbours for before others may go first again
	between func() // lets them, unless nil
}

// sliceShare says how many rows a slice has where ExactLimit rows wait to be linked.
const sliceShare = 2

// paced is how the next step goes: by one goroutine and a row at a time where others may come meanwhile. While more
// vectors are unlinked than are scanned anyway, searches take longer for it; so all go to work then, and the slices
// are the longer the more wait, so that linking is never left behind for good.
func (p *Partition) paced() pace {
	g := p.currentGraph()
	if p.opt.Between == nil || g == nil {
		return p.hurried()
	}
	waiting := int(p.count.Load()) - int(g.linked.Load())
	if waiting <= p.opt.ExactLimit {
		return pace{1, 1, p.opt.Between}
	}
	return pace{p.opt.Workers, min(sliceShare*waiting/p.opt.ExactLimit, batch), p.opt.Between}
}

// hurried is how work goes that lets nobody go first.
func (p *Partition) hurried() pace { return pace{workers: p.opt.Workers, slice: 4} }

// inSlices does n things on the goroutines of the step, size of them in the time of a row. Before each slice others
// may go first, and nothing that a search or a write needs is held meanwhile.
func (p *Partition) inSlices(n, size int, do func(w *walker, from, to int)) {
	pace := p.pace
	parallel(pace.workers, n, size*pace.slice, func(_, from, to int) {
		if pace.between != nil && !p.closed.Load() {
			pace.between()
		}
		s := getScratch()
		defer s.put()
		p.life.RLock()
		defer p.life.RUnlock()
		do(p.walker(s), from, to)
	})
}
