package ledger

import (
	"bytes"
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/cockroachdb/pebble/v2"
)

// dirt is where bytes of purged objects may still lie.
type dirt struct {
	mu   sync.Mutex
	keys [][]byte // prefixes of what was purged since the last Reclaim
	all  bool     // it is not known where: look everywhere
}

// dirtLimit is the number of places beyond which everything is rewritten.
const dirtLimit = 1024

func (d *dirt) add(keys [][]byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
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

func (d *dirt) take() (keys [][]byte, all bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	keys, all = d.keys, d.all
	d.keys, d.all = nil, false
	return keys, all
}

func (d *dirt) empty() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return !d.all && len(d.keys) == 0
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
	if l.opts.ReadOnly {
		return ErrReadOnly
	}
	l.reclaiming.Lock()
	defer l.reclaiming.Unlock()
	keys, all := l.dirt.take()
	if len(keys) == 0 && !all {
		return l.failure()
	}
	if err := l.rewrite(ctx, keys, all); err != nil {
		l.dirt.addAll()
		return err
	}
	return l.Update(ctx, func(tx *Tx) error {
		if !l.dirt.empty() {
			return nil // purged meanwhile; still owed
		}
		return tx.batch.Delete(metaKey(metaReclaim), nil)
	})
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
	return l.dropManifests()
}

func (l *Ledger) compact(ctx context.Context, keys [][]byte, all bool) error {
	if err := l.enter(ctx); err != nil {
		return err
	}
	defer l.leave()
	if err := l.await(l.db.Flush); err != nil {
		return err
	}
	spans := [][2][]byte{{{0}, {0xff}}}
	if !all {
		slices.SortFunc(keys, bytes.Compare)
		keys = slices.CompactFunc(keys, bytes.Equal)
		spans = [][2][]byte{{changeKey(0), {spaceChange + 1}}}
		for _, k := range keys {
			spans = append(spans, [2][]byte{k, keyAfter(k)})
		}
	}
	for _, s := range spans {
		err := l.await(func() error { return l.db.Compact(ctx, s[0], s[1], false) })
		if err != nil {
			return err
		}
	}
	return nil
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
		if !strings.HasPrefix(name, "MANIFEST-") || name == l.fs.PathBase(desc.ManifestFilename) {
			continue
		}
		if err := l.fs.Remove(l.fs.PathJoin(l.dir, name)); err != nil && !errors.Is(err, os.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
