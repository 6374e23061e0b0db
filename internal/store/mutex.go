package store

import "context"

// Mutex is a mutual exclusion lock whose holder may take minutes, as to load the graph,
// and whose wait can therefore be given up. It is made by [NewMutex].
type Mutex chan struct{}

// NewMutex returns a lock that nobody holds.
func NewMutex() Mutex { return make(Mutex, 1) }

// Lock waits for the lock, however long.
func (m Mutex) Lock() { m <- struct{}{} }

// Unlock gives the lock to another.
func (m Mutex) Unlock() { <-m }

// LockUntil is Lock, unless ctx ends first: then its error says so, and nothing is held.
func (m Mutex) LockUntil(ctx context.Context) error {
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
func (m Mutex) TryLock() bool {
	select {
	case m <- struct{}{}:
		return true
	default:
		return false
	}
}
