package ledger

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
)

// formatVersion is the layout of keys.go. A ledger of a newer one is refused, one
// of an older one is brought forward when it is opened; see migrate.go.
const formatVersion = 5

// Ledger is an open ledger. It is safe for concurrent use.
//
// Views and updates must not be nested: an inner one could wait for a Reclaim
// that waits for the outer one.
type Ledger struct {
	opts Options
	dir  string
	fs   vfs.FS
	lock io.Closer
	held fs.FileInfo // the lock's file; nil if it cannot be told

	// gate is held shared by every call and exclusively to swap or close db.
	gate    sync.RWMutex
	db      *pebble.DB
	merging *merging
	closed  bool
	// reclaiming admits one Reclaim at a time; it is taken before gate.
	reclaiming sync.Mutex

	// writing admits one transaction at a time; what follows it belongs to
	// whoever holds it.
	writing chan struct{}
	head    feedHead
	dirt    dirt

	identity  [16]byte
	committed atomic.Uint64
	stamped   atomic.Int64  // the stamp of head
	trimmed   atomic.Uint64 // the feed has all that is behind this
	newest    newest
	recent    recent
	durable   watermark
	usage     usage

	failed   atomic.Pointer[failure]
	poisoned chan struct{} // closed when failed is set
	once     sync.Once
}

// feedHead is where the feed stands after a transaction.
type feedHead struct {
	seq   uint64
	stamp instant
}

// Open opens the ledger in dir and creates it if there is none, unless it is to
// be read-only. It returns [ErrLocked] if dir is open already, here or in
// another process, and [ErrNewer] if a newer Lukasa wrote it.
func Open(dir string, opts Options) (_ *Ledger, err error) {
	l := &Ledger{opts: opts.withDefaults(), dir: dir, writing: make(chan struct{}, 1), poisoned: make(chan struct{})}
	l.durable.init()
	if !l.opts.ReadOnly {
		if err := l.opts.FS.MkdirAll(dir, 0o700); err != nil {
			return nil, fmt.Errorf("ledger: create %s: %w", dir, err)
		}
	}
	l.dir = canonical(l.opts.FS, dir)
	l.fs = fence{owned(l.opts.FS), l}
	if l.lock, err = owned(l.opts.FS).Lock(l.lockPath()); err != nil {
		return nil, lockError(dir, err)
	}
	if err := l.holding(); err != nil {
		return nil, errors.Join(fmt.Errorf("ledger: lock %s: %w", dir, err), l.lock.Close())
	}
	if err := l.await(l.start); err != nil {
		l.poison(err) // what is left of the engine must not write later
		return nil, errors.Join(fmt.Errorf("ledger: open %s: %w", dir, l.failed.Load().err), l.lock.Close())
	}
	l.usage.start(l)
	return l, nil
}

// canonical names a directory in one way only, since Pebble tells by its name
// whether this process holds it already.
func canonical(fs vfs.FS, dir string) string {
	if fs != vfs.Default {
		return dir
	}
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	return dir
}

// lockError tells a held lock from a file that cannot be opened or locked at all. Pebble
// has no sentinel for a lock that this very process holds.
func lockError(dir string, err error) error {
	var path *fs.PathError // the file could not be opened: that is not how a lock is refused
	refused := !errors.As(err, &path) && (errors.Is(err, syscall.EAGAIN) || errors.Is(err, syscall.EACCES))
	if refused || strings.Contains(err.Error(), "held by current process") {
		return fmt.Errorf("%w: %s: %w", ErrLocked, dir, err)
	}
	return fmt.Errorf("ledger: lock %s: %w", dir, err)
}

// start opens the engine and reads where the ledger stands.
func (l *Ledger) start() error {
	if err := l.openEngine(); err != nil {
		return err
	}
	for _, read := range []func() error{l.checkFormat, l.readIdentity, l.readHead, l.readDebt, l.tidy} {
		if err := read(); err != nil {
			return errors.Join(err, l.db.Close())
		}
	}
	l.committed.Store(l.head.seq)
	l.stamped.Store(int64(l.head.stamp))
	l.trimmed.Store(math.MaxUint64)
	if trimmed, err := (&Reader{src: l.db}).feedStart(); err == nil { // otherwise whoever asks learns why
		l.trimmed.Store(trimmed)
	}
	l.newest.start(l.head.seq)
	l.recent.start(l.head.seq)
	l.durable.advance(l.head.seq)
	return nil
}

// readDebt finds out whether a Reclaim is owed since before the ledger was
// last closed.
func (l *Ledger) readDebt() error {
	_, closer, err := l.db.Get(metaKey(metaReclaim))
	if errors.Is(err, pebble.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	l.dirt.addAll()
	return closer.Close()
}

func (l *Ledger) openEngine() error {
	if err := l.checkRoot(); err != nil {
		return err
	}
	if err := l.checkManifest(); err != nil {
		return unopenable(err)
	}
	l.merging = newMerging()
	o := l.engineOptions(l.merging)
	defer o.Cache.Unref()
	db, err := pebble.Open(l.dir, o)
	if err != nil {
		return unopenable(err)
	}
	l.db = db
	return nil
}

// tidy lets what is in an engine that is ours be merged, and drops what was left behind.
func (l *Ledger) tidy() error {
	if l.opts.ReadOnly {
		return nil
	}
	if err := l.dropWitnesses(); err != nil {
		return err
	}
	l.merging.begin(l.db, l.opts.MergeDelay)
	return nil
}

// checkFormat refuses newer formats, and marks a new ledger with its own.
func (l *Ledger) checkFormat() error {
	value, closer, err := l.db.Get(metaKey(metaFormat))
	if errors.Is(err, pebble.ErrNotFound) {
		if l.opts.ReadOnly {
			return fmt.Errorf("%w: no format version", ErrCorrupt)
		}
		return l.db.Set(metaKey(metaFormat), binary.AppendUvarint(nil, formatVersion), pebble.Sync)
	}
	if err != nil {
		return err
	}
	defer closer.Close()
	v, n := binary.Uvarint(value)
	switch {
	case n <= 0:
		return fmt.Errorf("%w: format version", ErrCorrupt)
	case v > formatVersion:
		return fmt.Errorf("%w: format %d, this one knows %d: open it with a newer Lukasa", ErrNewer, v, formatVersion)
	case v < formatVersion:
		return l.migrate(v)
	}
	return nil
}

// readIdentity reads the identity, and gives one to a ledger that has none yet.
func (l *Ledger) readIdentity() error {
	value, closer, err := l.db.Get(metaKey(metaName))
	if errors.Is(err, pebble.ErrNotFound) {
		if l.opts.ReadOnly {
			return nil
		}
		_, _ = rand.Read(l.identity[:]) // never fails
		return l.db.Set(metaKey(metaName), l.identity[:], pebble.Sync)
	}
	if err != nil {
		return err
	}
	defer closer.Close()
	if copy(l.identity[:], value) != len(l.identity) {
		return fmt.Errorf("%w: identity", ErrCorrupt)
	}
	return nil
}

// Identity tells this ledger, its backups among it, from any other. It is drawn
// at random when the ledger is made and shows in nothing that it answers; zero in
// one that an older Lukasa made, as long as it is only opened read-only.
func (l *Ledger) Identity() [16]byte { return l.identity }

func (l *Ledger) readHead() (err error) {
	l.head, err = readFeedHead(l.db)
	return err
}

// readFeedHead reads where the feed ends; zero where nothing was written yet.
func readFeedHead(src pebble.Reader) (feedHead, error) {
	value, closer, err := src.Get(metaKey(metaHead))
	if errors.Is(err, pebble.ErrNotFound) {
		return feedHead{}, nil
	}
	if err != nil {
		return feedHead{}, err
	}
	defer closer.Close()
	return decodeFeedHead(value)
}

func appendFeedHead(dst []byte, h feedHead) []byte {
	return binary.AppendVarint(binary.AppendUvarint(dst, h.seq), int64(h.stamp))
}

func decodeFeedHead(value []byte) (feedHead, error) {
	f := fields{rest: value}
	h := feedHead{seq: f.uvarint(), stamp: instant(f.varint())}
	if f.err != nil {
		return feedHead{}, fmt.Errorf("%w: head of the feed", ErrCorrupt)
	}
	return h, nil
}

// Close flushes the usage counters, waits for running views and updates, and
// closes the ledger. A second call does nothing. A ledger that failed is
// abandoned rather than closed: memory of the engine's may stay in use until
// the process ends, but the directory can be opened again at once. So is one whose
// directory was removed or replaced, which is [ErrGone]: what it would write on closing
// would spoil the ledger that is there now.
func (l *Ledger) Close() error {
	l.usage.stop()
	l.abandon()
	var err error
	if !l.opts.ReadOnly {
		err = l.FlushUsage(context.Background())
	}
	l.gate.Lock()
	defer l.gate.Unlock()
	if l.closed {
		return nil
	}
	l.closed = true
	l.durable.close()
	if l.failed.Load() == nil {
		err = errors.Join(err, l.await(l.shut))
	}
	return errors.Join(err, l.lock.Close())
}

// shut closes the engine with nothing left in the log, so that the next open
// has none to read back.
func (l *Ledger) shut() error {
	if l.opts.ReadOnly {
		return l.db.Close()
	}
	l.merging.end()
	return errors.Join(l.db.Flush(), l.db.Close())
}

// enter admits a call; leave must follow.
func (l *Ledger) enter(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	l.gate.RLock()
	err := l.failure()
	if l.closed {
		err = ErrClosed
	}
	if err != nil {
		l.gate.RUnlock()
	}
	return err
}

func (l *Ledger) leave() { l.gate.RUnlock() }

// failure is the first error that poisoned a ledger.
type failure struct{ err error }

// poison makes every later call fail and lets no more byte be written (L2).
func (l *Ledger) poison(err error) {
	l.once.Do(func() {
		l.opts.Logger.Error("ledger: failed; reopen it", "err", err)
		l.failed.Store(&failure{damaged(err)})
		close(l.poisoned)
	})
}

// failure is the error of a poisoned ledger, or nil.
func (l *Ledger) failure() error {
	if f := l.failed.Load(); f != nil {
		return fmt.Errorf("%w: %w", ErrFailed, f.err)
	}
	return nil
}

// await runs fn, which calls the engine and may block for ever once the ledger
// is poisoned, and gives it up if that happens.
func (l *Ledger) await(fn func() error) error {
	done := make(chan error, 1)
	go func() {
		var err error
		defer func() { done <- err }()
		defer guard(&err)
		err = damaged(fn())
	}()
	select {
	case err := <-done:
		return err
	case <-l.poisoned:
		return l.failure()
	}
}
