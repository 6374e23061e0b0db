package ledger

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/cockroachdb/pebble/v2"
)

// Update runs fn as one transaction and returns when it is on stable storage.
// One function runs at a time, and sees the effects of all before it. If fn
// returns an error or panics, nothing is written and the error is returned or
// the panic goes on. Syncing happens outside the lock, so concurrent callers
// share it.
//
// A ctx that ends before fn has returned rolls back; after that the outcome is
// awaited all the same. A transaction that writes nothing still waits until what
// it has read is durable, so that "already there" is never said of what a crash
// could take away. Errors: fn's, [ErrFailed], [ErrReadOnly], [ErrClosed], ctx's.
func (l *Ledger) Update(ctx context.Context, fn func(*Tx) error) error {
	if err := l.enter(ctx); err != nil {
		return err
	}
	defer l.leave()
	if l.opts.ReadOnly {
		return ErrReadOnly
	}
	c, err := l.transact(ctx, fn)
	if err != nil {
		return err
	}
	return l.settle(c)
}

// commit is a transaction on its way to the disk.
type commit struct {
	seq    uint64
	synced <-chan error // nil if there was nothing to write
}

// transact runs fn and applies what it wrote, in the order of transactions.
func (l *Ledger) transact(ctx context.Context, fn func(*Tx) error) (_ commit, err error) {
	defer func() { err = damaged(err) }()
	select {
	case l.writing <- struct{}{}:
		defer func() { <-l.writing }()
	case <-l.poisoned:
		return commit{}, l.failure()
	case <-ctx.Done():
		return commit{}, ctx.Err()
	}
	if err := l.failure(); err != nil {
		return commit{}, err
	}
	tx := l.newTx(ctx)
	applied := false
	defer func() {
		if !applied {
			_ = tx.batch.Close() // only frees memory
		}
	}()
	if err := l.run(tx, fn); err != nil {
		return commit{}, err
	}
	if err := ctx.Err(); err != nil {
		return commit{}, err
	}
	if err := l.run(tx, (*Tx).finish); err != nil {
		return commit{}, err
	}
	if tx.batch.Empty() {
		return commit{seq: l.head.seq}, nil
	}
	if l.abandon(); l.failed.Load() != nil { // nobody would find what is acknowledged
		return commit{}, l.failure()
	}
	tx.batch, applied = l.inOrder(tx.batch), true
	return l.apply(tx)
}

// run calls fn, turning a fatal error of the engine into one of the ledger's.
func (l *Ledger) run(tx *Tx, fn func(*Tx) error) (err error) {
	defer func() {
		if f := l.failure(); f != nil && err != nil {
			err = f
		}
	}()
	defer guard(&err)
	return fn(tx)
}

// apply hands the batch to the engine, which makes it visible at once and syncs
// it together with those that come meanwhile.
func (l *Ledger) apply(tx *Tx) (commit, error) {
	l.newest.add(tx.last)
	l.recent.add(tx.changes)
	applied, synced := make(chan error, 1), make(chan error, 1)
	go func() {
		err := l.applyBatch(tx.batch)
		applied <- err
		if err == nil {
			err = tx.batch.SyncWait()
			_ = tx.batch.Close()
		}
		synced <- err
	}()
	select {
	case err := <-applied:
		if err != nil {
			l.poison(err)
			return commit{}, l.failure()
		}
	case <-l.poisoned:
		return commit{}, l.failure()
	}
	l.head = tx.head
	l.stamped.Store(int64(l.head.stamp))
	l.dirt.add(tx.purged, tx.owing, tx.head.seq)
	l.committed.Store(tx.head.seq)
	l.usage.drop(tx.forgotten)
	return commit{seq: tx.head.seq, synced: synced}, nil
}

func (l *Ledger) applyBatch(b *pebble.Batch) (err error) {
	defer guard(&err)
	if err := l.db.ApplyNoSyncWait(b, pebble.Sync); err != nil {
		return err
	}
	if f := l.failed.Load(); f != nil {
		return f.err
	}
	return nil
}

// settle waits until a commit is durable.
func (l *Ledger) settle(c commit) error {
	if c.synced == nil {
		_, err := l.durable.wait(context.Background(), c.seq, l)
		return err
	}
	select {
	case err := <-c.synced:
		if err != nil {
			l.poison(err)
			return l.failure()
		}
	case <-l.poisoned:
		return l.failure()
	}
	l.durable.advance(c.seq)
	return nil
}

// Seq is the sequence of the last committed change, durable or not.
func (l *Ledger) Seq() uint64 { return l.committed.Load() }

// DurableSeq is the sequence up to which every change is on stable storage.
func (l *Ledger) DurableSeq() uint64 { return l.durable.get() }

// Wait returns the durable sequence as soon as it is greater than after: what
// an applier of the feed sleeps on.
func (l *Ledger) Wait(ctx context.Context, after uint64) (uint64, error) {
	if err := l.enter(ctx); err != nil {
		return 0, err
	}
	l.leave() // a sleeping applier must not keep Reclaim or Close waiting
	return l.durable.wait(ctx, after+1, l)
}

// watermark is a number that rises and can be waited for.
type watermark struct {
	mu     sync.Mutex
	seq    uint64
	closed bool
	risen  chan struct{} // closed and replaced when seq rises
}

func (w *watermark) init() { w.risen = make(chan struct{}) }

func (w *watermark) get() uint64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.seq
}

func (w *watermark) advance(seq uint64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if seq > w.seq {
		w.seq = seq
		w.wake()
	}
}

// close ends every wait that is not over.
func (w *watermark) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
	w.wake()
}

func (w *watermark) wake() {
	close(w.risen)
	w.risen = make(chan struct{})
}

// wait returns once the watermark has reached seq.
func (w *watermark) wait(ctx context.Context, seq uint64, l *Ledger) (uint64, error) {
	for {
		w.mu.Lock()
		have, closed, risen := w.seq, w.closed, w.risen
		w.mu.Unlock()
		switch {
		case have >= seq:
			return have, nil
		case closed:
			return have, ErrClosed
		}
		select {
		case <-risen:
		case <-l.poisoned:
			return have, l.failure()
		case <-ctx.Done():
			return have, ctx.Err()
		}
	}
}

// Stamped returns when the newest version was written, by its stamp. An empty ledger has
// none, and returns a time long past.
func (l *Ledger) Stamped() time.Time { return instant(l.stamped.Load()).time() }

// newTx begins a transaction. The caller holds writing.
func (l *Ledger) newTx(ctx context.Context) *Tx {
	b := l.db.NewIndexedBatch()
	tx := &Tx{Reader: Reader{ctx: ctx, l: l, src: b}, batch: b, head: l.head, counts: map[string]*counts{}, last: map[string]*changed{}}
	tx.head.stamp = max(l.head.stamp+1, instantOf(l.opts.Clock().Truncate(time.Microsecond)))
	return tx
}

// finish writes what a transaction changes once: traces, counts and the head.
func (tx *Tx) finish() error {
	if tx.err != nil {
		return tx.err
	}
	if err := tx.endTraces(); err != nil {
		return err
	}
	for _, agent := range slices.Sorted(maps.Keys(tx.last)) {
		if err := tx.storeCounts(agent, tx.count(agent), slices.Max(tx.last[agent][:])); err != nil {
			return err
		}
	}
	if tx.head.seq == tx.l.head.seq {
		tx.head = tx.l.head // it has made no version: its stamp is still to be had, so that none depends on when usage is written (I10)
		return nil
	}
	return tx.batch.Set(metaKey(metaHead), appendFeedHead(nil, tx.head), nil)
}
