package ledger

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"maps"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/cockroachdb/pebble/v2"
)

// dirt is where bytes of purged objects may still lie.
type dirt struct {
	mu   sync.Mutex
	keys [][]byte // prefixes of what was purged since the last Reclaim
	all  bool     // it is not known where: look everywhere

	// owed is, of each agent of whose objects a Reclaim was not yet done for it, the
	// change that purged the last.
	owed map[string]uint64
}

// dirtLimit is the number of places beyond which everything is rewritten.
const dirtLimit = 1024

// add takes in what a transaction purged, up to the change seq, of some agents.
func (d *dirt) add(keys [][]byte, agents map[string]bool, seq uint64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for agent := range agents {
		if d.owed == nil {
			d.owed = map[string]uint64{}
		}
		d.owed[agent] = seq
	}
	if d.all = d.all || len(d.keys)+len(keys) > dirtLimit; d.all {
		d.keys = nil
		return
	}
	d.keys = append(d.keys, keys...)
}

func (d *dirt) addAll() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.all, d.keys = true, nil
}

// look is take, except that what was purged stays to be reclaimed.
func (d *dirt) look() (keys [][]byte, all bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.keys), d.all
}

func (d *dirt) take() (keys [][]byte, all bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	keys, all = d.keys, d.all
	d.keys, d.all = nil, false
	return keys, all
}

// pay strikes out what a Reclaim was done for.
func (d *dirt) pay(paid func(agent string, seq uint64) bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	maps.DeleteFunc(d.owed, paid)
}

func (d *dirt) empty() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return !d.all && len(d.keys) == 0 && len(d.owed) == 0
}

// Reclaim makes good what Purge promised: when it returns nil, no file of the
// ledger holds a byte of what was purged before the call (L8), apart from keys
// that a feed not yet trimmed still names. Backups are files of their own.
//
// It rewrites the tables in question, drops the logs and the old manifests, and
// for that moment, some tens of milliseconds, makes other calls wait. It waits
// for running views to end. If it fails or the process dies, call it again: a
// ledger remembers that it is owed, and Reclaim then rewrites everything. With
// nothing purged, it does nothing.
func (l *Ledger) Reclaim(ctx context.Context) error {
	upto := l.committed.Load()
	return l.reclaim(ctx, func(_ string, seq uint64) bool { return seq <= upto })
}

// ReclaimOf is Reclaim for what was purged of an agent up to a change. What was purged
// of others, or later, stays owed, although none of it is left in the ledger: whoever
// keeps views has yet to make theirs anew.
func (l *Ledger) ReclaimOf(ctx context.Context, agent string, upto uint64) error {
	return l.reclaim(ctx, func(a string, seq uint64) bool { return a == agent && seq <= upto })
}

func (l *Ledger) reclaim(ctx context.Context, paid func(agent string, seq uint64) bool) error {
	if l.opts.ReadOnly {
		return ErrReadOnly
	}
	l.reclaiming.Lock()
	defer l.reclaiming.Unlock()
	if l.dirt.empty() {
		return l.failure()
	}
	keys, all := l.dirt.take()
	if err := l.persist(ctx, keys, all); err != nil {
		l.dirt.addAll()
		return err
	}
	l.dirt.pay(paid)
	return l.Update(ctx, func(tx *Tx) error {
		if !l.dirt.empty() {
			return nil // purged meanwhile, or of another agent; still owed
		}
		return tx.batch.Delete(metaKey(metaReclaim), nil)
	})
}

// Settle does the long part of a [Ledger.Reclaim], which must follow: it merges
// the tables in question. It makes nobody wait, nor waits for anybody's views
// itself, so that it can run beside what is made of such a view.
func (l *Ledger) Settle(ctx context.Context) error {
	if l.opts.ReadOnly {
		return ErrReadOnly
	}
	l.reclaiming.Lock()
	defer l.reclaiming.Unlock()
	keys, all := l.dirt.look()
	if len(keys) == 0 && !all {
		return l.failure()
	}
	if err := l.enter(ctx); err != nil {
		return err
	}
	defer l.leave()
	return l.merge(ctx, dirtySpans(keys, all))
}

// Owed tells whether a Reclaim is owed: something was purged, now or before the
// ledger was opened, whose bytes may still lie in the files, or in those of views.
func (l *Ledger) Owed() bool { return !l.dirt.empty() }

// fences bounds how often persist starts over, and lull is how long it leaves
// others alone before the first time; twice as long before each further one,
// which comes to five seconds.
const (
	fences = 10
	lull   = 5 * time.Millisecond
)

// persist rewrites until it succeeds. A view that began after the fence keeps
// the tombstones made behind it; a fresh fence waits for that view to end.
func (l *Ledger) persist(ctx context.Context, keys [][]byte, all bool) error {
	for i := range fences {
		err := l.rewrite(ctx, keys, all)
		if !errors.Is(err, errBusy) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(lull << i):
		}
	}
	return errBusy
}

// rewrite compacts what was purged and starts new files for the rest.
func (l *Ledger) rewrite(ctx context.Context, keys [][]byte, all bool) error {
	// A snapshot from before the purge would keep its bytes alive; past this
	// line there is none.
	l.gate.Lock()
	l.gate.Unlock() //nolint:staticcheck // a barrier
	if err := l.compact(ctx, keys, all); err != nil {
		return err
	}
	l.gate.Lock()
	defer l.gate.Unlock()
	if l.closed {
		return ErrClosed
	}
	if err := l.failure(); err != nil {
		return err
	}
	if err := l.await(l.renew); err != nil {
		l.poison(err)
		return l.failure()
	}
	return l.await(l.dropManifests)
}

// sweeps bounds how often compact starts over. Twice is enough when nobody
// writes; every deletion made meanwhile may cost another.
const sweeps = 16

var errBusy = errors.New("ledger: reclaim: too many deletions meanwhile")

// compact brings the tombstones of what was purged down to where they meet the
// bytes, and both disappear. A table of tombstones under which there is nothing
// may arrive at the bottom as it is; it names keys, so it is stirred up again.
func (l *Ledger) compact(ctx context.Context, keys [][]byte, all bool) error {
	if err := l.enter(ctx); err != nil {
		return err
	}
	defer l.leave()
	spans := dirtySpans(keys, all)
	var stirred []span // tables that were stirred up: their bounds may reach beyond the spans
	for range sweeps {
		if err := l.merge(ctx, slices.Concat(spans, stirred)); err != nil {
			return err
		}
		left, err := l.tombstones(spans)
		if err != nil || len(left) == 0 {
			return err
		}
		if err := l.refresh(ctx, left); err != nil {
			return err
		}
		stirred = left
	}
	return errBusy
}

// merge writes out what is in memory and brings what lies in the spans down to
// the last level.
func (l *Ledger) merge(ctx context.Context, spans []span) error {
	l.merging.wake()
	if err := l.await(l.db.Flush); err != nil {
		return err
	}
	for _, s := range spans {
		if err := l.await(func() error { return l.db.Compact(ctx, s.lo, s.hi, false) }); err != nil {
			return err
		}
	}
	return nil
}

// span is a stretch of keys, from lo up to but without hi.
type span struct{ lo, hi []byte }

// dirtySpans are the stretches in which bytes of what was purged may lie.
func dirtySpans(keys [][]byte, all bool) []span {
	if all {
		return []span{{[]byte{0}, []byte{0xff}}}
	}
	return spansOf(keys)
}

// spansOf are the stretches behind each of the prefixes, and the whole feed.
func spansOf(prefixes [][]byte) []span {
	slices.SortFunc(prefixes, bytes.Compare)
	spans := []span{
		{[]byte{spaceAgentChange}, []byte{spaceAgentChange + 1}},
		{[]byte{spaceChange}, []byte{spaceChange + 1}},
	}
	for _, p := range slices.CompactFunc(prefixes, bytes.Equal) {
		spans = append(spans, span{p, keyAfter(p)})
	}
	return spans
}

// tombstones gives the bounds of each table that overlaps a span and still holds
// any, in order.
func (l *Ledger) tombstones(spans []span) ([]span, error) {
	var left []span
	for _, s := range spans {
		levels, err := l.db.SSTables(pebble.WithProperties(), pebble.WithKeyRangeFilter(s.lo, s.hi))
		if err != nil {
			return nil, err
		}
		for _, table := range slices.Concat(levels...) {
			if table.Properties.NumDeletions > 0 {
				hi := append(bytes.Clone(table.Largest.UserKey), 0)
				left = append(left, span{bytes.Clone(table.Smallest.UserKey), hi})
			}
		}
	}
	slices.SortFunc(left, func(a, b span) int { return cmp.Or(bytes.Compare(a.lo, b.lo), bytes.Compare(a.hi, b.hi)) })
	return slices.CompactFunc(left, func(a, b span) bool { return bytes.Equal(a.lo, b.lo) && bytes.Equal(a.hi, b.hi) }), nil
}

// refresh writes the first key of each table as it is once more, so that the table
// must be merged with what was written. It does so in two tables, which must be
// merged with each other: the engine may drop the table of tombstones meanwhile,
// and a single one above nothing would take its place, tombstone and all.
func (l *Ledger) refresh(ctx context.Context, tables []span) error {
	if err := l.again(ctx, tables); err != nil {
		return err
	}
	if err := l.await(l.db.Flush); err != nil {
		return err
	}
	return l.again(ctx, tables)
}

// again writes the first key of each table as it is.
func (l *Ledger) again(ctx context.Context, tables []span) error {
	c, err := l.transact(ctx, func(tx *Tx) error {
		for _, t := range tables {
			if err := tx.rewrite(t.lo); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return l.settle(c)
}

func (tx *Tx) rewrite(key []byte) error {
	value, closer, err := tx.src.Get(key)
	if errors.Is(err, pebble.ErrNotFound) {
		return tx.batch.Delete(key, nil)
	}
	if err != nil {
		return err
	}
	return errors.Join(tx.batch.Set(key, value, nil), closer.Close())
}

// renew closes and reopens the engine, which begins a manifest without a past.
func (l *Ledger) renew() error {
	if err := l.db.Close(); err != nil {
		return err
	}
	return l.openEngine()
}

// dropManifests removes the manifests of the past: they hold the bounds of
// tables that are gone. The engine may be removing some of them as well.
func (l *Ledger) dropManifests() error {
	desc, err := pebble.Peek(l.dir, l.fs)
	if err != nil {
		return err
	}
	names, err := l.fs.List(l.dir)
	if err != nil {
		return err
	}
	var errs []error
	for _, name := range names {
		if !isManifest(name) || name == l.fs.PathBase(desc.ManifestFilename) {
			continue
		}
		if err := l.fs.Remove(l.fs.PathJoin(l.dir, name)); err != nil && !errors.Is(err, os.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
