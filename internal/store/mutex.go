package store

import "context"

// mutex is a mutual exclusion lock whose holder may take minutes, as to load the graph,
// and whose wait can therefore be given up. It is made with a capacity of one.
type mutex chan struct{}

func (m mutex) Lock()   { m <- struct{}{} }
func (m mutex) Unlock() { <-m }

// LockUntil is Lock, unless ctx ends first: then its error says so, and nothing is held.
func (m mutex) LockUntil(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case m <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// TryLock takes the lock where nobody holds it, and tells whether it did.
func (m mutex) TryLock() bool {
	select {
	case m <- struct{}{}:
		return true
	default:
		return false
	}
}
