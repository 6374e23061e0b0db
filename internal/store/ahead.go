package store

import (
	"errors"
	"iter"
	"sync"
)

// A sequence that runs ahead hands over this many elements at a time, and waits
// when as many batches have not been taken yet.
const (
	aheadBatch   = 64
	aheadBatches = 8
)

// errGone says that what runs ahead ended in the middle, as a goroutine does that
// the engine of the ledger stops for ever (see the ledger's abort).
var errGone = errors.New("store: a reader was stopped")

// ahead is a sequence that runs in a goroutine of its own, ahead of who takes
// from it: the work of both is done side by side. The order, the error at the
// end and a panic are those of the sequence. It has ended when the loop over it
// has.
func ahead[T any](seq iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		p := pump[T]{batches: make(chan []T, aheadBatches), stop: make(chan struct{}), err: errGone}
		var running sync.WaitGroup
		running.Go(func() { p.run(seq) })
		defer running.Wait()
		defer close(p.stop)
		for batch := range p.batches {
			for _, v := range batch {
				if !yield(v, nil) {
					return
				}
			}
		}
		if p.panicked != nil {
			panic(p.panicked)
		}
		if p.err != nil {
			var none T
			yield(none, p.err)
		}
	}
}

// pump is what runs ahead. How it ended can be read once batches is closed.
type pump[T any] struct {
	batches  chan []T
	stop     chan struct{} // closed when nobody takes any more
	err      error
	panicked any
}

func (p *pump[T]) run(seq iter.Seq2[T, error]) {
	defer func() {
		p.panicked = recover()
		close(p.batches)
	}()
	batch := make([]T, 0, aheadBatch)
	for v, err := range seq {
		if err != nil {
			p.send(batch)
			p.err = err
			return
		}
		if batch = append(batch, v); len(batch) < aheadBatch {
			continue
		}
		if !p.send(batch) {
			return
		}
		batch = make([]T, 0, aheadBatch)
	}
	p.send(batch)
	p.err = nil
}

// send reports whether somebody still takes.
func (p *pump[T]) send(batch []T) bool {
	select {
	case p.batches <- batch:
		return true
	case <-p.stop:
		return false
	}
}
