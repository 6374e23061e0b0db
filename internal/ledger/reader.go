package ledger

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"time"

	"github.com/cockroachdb/pebble/v2"

	"github.com/lukasadb/lukasa/schema"
)

// Reader reads one consistent state. It is valid inside the function it was
// given to: that of a view for any number of goroutines, that of an update for
// one at a time. What it returns is the caller's.
type Reader struct {
	ctx context.Context
	l   *Ledger
	src pebble.Reader

	seq   uint64 // the sequence of its last change
	fixed bool   // seq is known, and does not change
	least uint64 // see Least

	// What a transaction knows not to be there: keys of objects, and whole stretches
	// of indexes; see [Tx.Foresee] and [Tx.ForeseeSaid].
	absent, vacant map[string]bool
}

// View runs fn on a snapshot of everything committed so far, which does not
// change while others write (L7) and blocks nobody. The newest of it may not be
// on stable storage yet; see ViewDurable.
func (l *Ledger) View(ctx context.Context, fn func(*Reader) error) error {
	return l.view(ctx, false, fn)
}

// ViewDurable is View, except that it first waits until all that the snapshot
// shows is durable. A view that is built from it can never know more than the
// ledger does after a crash (I2).
func (l *Ledger) ViewDurable(ctx context.Context, fn func(*Reader) error) error {
	return l.view(ctx, true, fn)
}

func (l *Ledger) view(ctx context.Context, durable bool, fn func(*Reader) error) (err error) {
	if err := l.enter(ctx); err != nil {
		return err
	}
	defer l.leave()
	defer func() {
		if f := l.failure(); f != nil {
			err = f
		}
		err = damaged(err)
	}()
	defer guard(&err)
	least := l.committed.Load()
	snap := l.db.NewSnapshot()
	defer l.release(snap)
	r := &Reader{ctx: ctx, l: l, src: snap, least: least}
	if durable {
		seq, err := r.Seq()
		if err != nil {
			return err
		}
		r.seq, r.fixed = seq, true
		if _, err := l.durable.wait(ctx, seq, l); err != nil {
			return err
		}
	}
	return fn(r)
}

// release closes a snapshot. The engine looks then for what to merge next, and may wait for a
// goroutine that the fence has stopped: in a poisoned ledger the snapshot stays open.
func (l *Ledger) release(snap *pebble.Snapshot) {
	if l.failed.Load() == nil {
		_ = snap.Close() // it fails only if it is closed already
	}
}

// Seq is the sequence of the last change that this state contains.
func (r *Reader) Seq() (uint64, error) {
	if r.fixed {
		return r.seq, nil
	}
	h, err := readFeedHead(r.src)
	return h.seq, err
}

// Least is a sequence up to which this state has every change, mostly Seq itself,
// but without looking: 0 in a transaction.
func (r *Reader) Least() uint64 { return r.least }

// Untouched tells that an object of an agent is in this state what it was after
// change since. It reads no disk, and may say no where the object is the same: it
// knows only the changes that are in memory.
func (r *Reader) Untouched(agent string, t schema.ObjectType, key string, since uint64) bool {
	return 0 < since && since <= r.least && r.l.recent.without(agent, since, t, key)
}

// Current returns the newest version of an object, which may be a tombstone, or
// [ErrNotFound].
func (r *Reader) Current(t schema.ObjectType, key string) (Version, error) {
	v, _, err := r.Newer(t, key, 0) // no change has that number
	return v, err
}

// Newer is Current unless the newest version is the one that change seq wrote,
// which the caller knows: then it is not decoded, and newer is false.
func (r *Reader) Newer(t schema.ObjectType, key string, seq uint64) (v Version, newer bool, err error) {
	value, closer, err := r.newest(t, key)
	if err != nil {
		return Version{}, false, err
	}
	defer closer.Close()
	h, _, err := cutHead(value)
	if err == nil && h.seq == seq {
		return Version{}, false, nil
	}
	v, err = decodeVersion(t, key, value)
	return v, true, err
}

// newest returns the newest version of an object as it is stored, valid until
// closer is closed, or [ErrNotFound].
func (r *Reader) newest(t schema.ObjectType, key string) (value []byte, closer io.Closer, err error) {
	at := objectKey(t, key)
	if r.absent[string(at)] {
		return nil, nil, ErrNotFound
	}
	value, closer, err = r.src.Get(at)
	if errors.Is(err, pebble.ErrNotFound) {
		err = ErrNotFound
	}
	return value, closer, err
}

// Get returns an object as it is now, or [ErrNotFound]. Records come without
// their Usage; see Experience.
func (r *Reader) Get(t schema.ObjectType, key string) (schema.Object, error) {
	v, err := r.Current(t, key)
	if err == nil && v.Deleted {
		err = ErrNotFound
	}
	return v.Object, err
}

// Has tells whether there is an object now, without decoding it.
func (r *Reader) Has(t schema.ObjectType, key string) (bool, error) {
	value, closer, err := r.newest(t, key)
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer closer.Close()
	h, _, err := cutHead(value)
	return !h.deleted, err
}

// Load is Get for one type of object: Load[*schema.Entity](r, key).
func Load[T schema.Object](r *Reader, key string) (T, error) {
	var zero T
	obj, err := r.Get(zero.ObjectType(), key)
	if err != nil {
		return zero, err
	}
	return obj.(T), nil
}

// Experience returns a record as it is now, with its usage, or [ErrNotFound].
func (r *Reader) Experience(id schema.ID) (*schema.Experience, error) {
	e, err := Load[*schema.Experience](r, string(id[:]))
	if err != nil {
		return nil, err
	}
	e.Usage, err = r.Usage(id)
	return e, err
}

// Objects yields the current objects of a type whose key begins with prefix, in
// the order of their keys. Deleted ones are left out.
func (r *Reader) Objects(t schema.ObjectType, prefix string) iter.Seq2[schema.Object, error] {
	return func(yield func(schema.Object, error) bool) {
		for v, err := range r.walk(objectKey(t, prefix)) {
			if err != nil {
				yield(nil, err)
				return
			}
			if !v.Deleted && !yield(v.Object, nil) {
				return
			}
		}
	}
}

// walk yields the newest versions of the objects whose stored key begins with
// prefix, tombstones included.
func (r *Reader) walk(prefix []byte) iter.Seq2[Version, error] {
	return func(yield func(Version, error) bool) {
		for kv, err := range r.keys(prefix, keyAfter(prefix)) {
			if err != nil {
				yield(Version{}, err)
				return
			}
			t, key, err := splitObjectKey(kv.key)
			if err != nil {
				yield(Version{}, fmt.Errorf("%w: object key %x", ErrCorrupt, kv.key))
				return
			}
			v, err := decodeVersion(t, key, kv.value)
			if !yield(v, err) || err != nil {
				return
			}
		}
	}
}

// History yields the versions of an object, newest first, tombstones included.
// It yields nothing if there never was such an object.
func (r *Reader) History(t schema.ObjectType, key string) iter.Seq2[Version, error] {
	return func(yield func(Version, error) bool) {
		v, err := r.Current(t, key)
		if errors.Is(err, ErrNotFound) {
			return
		}
		if !yield(v, err) || err != nil {
			return
		}
		for v, err := range r.older(t, key, 0) {
			if !yield(v, err) {
				return
			}
		}
	}
}

// older yields the versions before the current one, newest first; with a
// before, only those written by earlier changes.
func (r *Reader) older(t schema.ObjectType, key string, before uint64) iter.Seq2[Version, error] {
	return func(yield func(Version, error) bool) {
		lo := historyPrefix(t, key)
		hi := keyAfter(lo)
		if before > 0 {
			hi = historyKey(t, key, before)
		}
		for kv, err := range r.keysBackwards(lo, hi) {
			if err != nil {
				yield(Version{}, err)
				return
			}
			v, err := decodeVersion(t, key, kv.value)
			if !yield(v, err) || err != nil {
				return
			}
		}
	}
}

// AsOf returns the version that was current at a moment of recorded time, which
// may be a tombstone, or [ErrNotFound] if the object was not yet known.
func (r *Reader) AsOf(t schema.ObjectType, key string, at time.Time) (Version, error) {
	for v, err := range r.History(t, key) {
		if err != nil || !v.Stamp.After(at) {
			return v, err
		}
	}
	return Version{}, ErrNotFound
}

// At returns the version that was current after change seq, which may be a
// tombstone, or [ErrNotFound] if the object was not yet known.
func (r *Reader) At(t schema.ObjectType, key string, seq uint64) (Version, error) {
	v, err := r.Current(t, key)
	if err != nil || v.Seq <= seq {
		return v, err
	}
	for v, err := range r.older(t, key, seq+1) {
		return v, err
	}
	return Version{}, ErrNotFound
}

type pair struct{ key, value []byte }

// keys yields stored pairs in order; they are valid until the next step.
func (r *Reader) keys(lo, hi []byte) iter.Seq2[pair, error] {
	return r.steps(lo, hi, (*pebble.Iterator).First, (*pebble.Iterator).Next)
}

func (r *Reader) keysBackwards(lo, hi []byte) iter.Seq2[pair, error] {
	return r.steps(lo, hi, (*pebble.Iterator).Last, (*pebble.Iterator).Prev)
}

// patience is how many steps a scan takes between two looks at its context.
const patience = 1024

func (r *Reader) steps(lo, hi []byte, first, next func(*pebble.Iterator) bool) iter.Seq2[pair, error] {
	return func(yield func(pair, error) bool) {
		it, err := r.src.NewIterWithContext(r.ctx, &pebble.IterOptions{LowerBound: lo, UpperBound: hi})
		if err != nil {
			yield(pair{}, err)
			return
		}
		defer it.Close()
		n := 0
		for ok := first(it); ok; ok = next(it) {
			if n++; n%patience == 0 && r.ctx.Err() != nil {
				yield(pair{}, r.ctx.Err())
				return
			}
			value, err := it.ValueAndErr()
			if !yield(pair{it.Key(), value}, err) || err != nil {
				return
			}
		}
		if err := it.Error(); err != nil {
			yield(pair{}, err)
		}
	}
}
