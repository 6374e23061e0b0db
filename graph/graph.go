package graph

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lukasadb/lukasa/graph/internal/generation"
	"github.com/lukasadb/lukasa/graph/internal/kuzu"
	"github.com/lukasadb/lukasa/schema"
)

// Options configures Open. The zero value is ready to use.
type Options struct {
	// BufferPool is the memory for pages, in bytes. Default 256 MiB.
	BufferPool uint64
	// BulkPool is the memory for pages while a large batch, a load or a refresh
	// runs, besides BufferPool. Default 1 GiB, which suffices for a million
	// records. A load takes a thread for each 128 MiB of it, two at least, and no
	// more than there are processors.
	BulkPool uint64
	// Readers is the number of reads that run at a time. Default twice the
	// processors, at least 4.
	Readers int
	// BulkThreshold is the number of changes from which a batch is copied in
	// from files instead of being applied one change at a time. Default: where
	// that becomes faster, from 200 for a small graph to about 3,500 for one of a
	// million records. A removal of a node counts as ten changes.
	BulkThreshold int
	// Between is called after every few changes that are applied one at a time, so
	// that the writer can let others go first, its transaction staying open; and
	// between the megabytes of a generation that is copied to be opened. Default:
	// nobody is let in between.
	Between func(ctx context.Context)
	// Logger receives what happens behind the caller's back, such as a
	// generation found damaged. Default: silent.
	Logger *slog.Logger
}

func (o Options) withDefaults() Options {
	if o.BufferPool == 0 {
		o.BufferPool = 256 << 20
	}
	if o.BulkPool == 0 {
		o.BulkPool = max(1<<30, o.BufferPool)
	}
	if o.Readers == 0 {
		o.Readers = max(4, 2*runtime.GOMAXPROCS(0))
	}
	if o.Between == nil {
		o.Between = func(context.Context) {}
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return o
}

// Graph is an open graph. Its methods are safe for concurrent use.
type Graph struct {
	dir    string
	opts   Options
	tables *tables
	folder *generation.Folder

	// write serialises what changes the graph and guards the fields below it;
	// it is taken before mu.
	write   sync.Mutex
	changed bool // since the current generation, if there is one
	writer  *conn

	mu       sync.RWMutex // guards session, retiring and apart
	session  *session     // nil once closed
	retiring map[*session]struct{}
	retired  sync.WaitGroup
	apart    map[generation.Work]bool // what isolated queries read; true: another has replaced it

	watermark atomic.Uint64
	broken    atomic.Bool // a write has failed and could not be undone yet

	failing func() error // tests set it, to let a checkpoint fail
}

// opened holds the folders that this process has open: the library would open
// one twice and lose writes.
var opened sync.Map

// Open opens the graph in dir, which it creates if need be. A graph that cannot
// be trusted, because it is missing, damaged, of another version or was not
// closed cleanly, opens as of its last clean generation or else empty, with
// watermark 0; only failures of the file system and the end of ctx are errors.
func Open(ctx context.Context, dir string, opts Options) (*Graph, error) {
	real, err := realPath(dir)
	if err != nil {
		return nil, fmt.Errorf("graph: %w", err)
	}
	if _, taken := opened.LoadOrStore(real, true); taken {
		return nil, fmt.Errorf("%w: %s", ErrLocked, dir)
	}
	g := &Graph{
		dir:      real,
		opts:     opts.withDefaults(),
		tables:   newTables(schema.GraphNodes(), schema.GraphEdges(), schema.GraphOwners()),
		retiring: map[*session]struct{}{},
		apart:    map[generation.Work]bool{},
	}
	if err := g.open(ctx); err != nil {
		opened.Delete(real)
		return nil, fmt.Errorf("graph: open: %w", err)
	}
	return g, nil
}

func (g *Graph) open(ctx context.Context) (err error) {
	if g.folder, err = generation.Open(g.dir); err != nil {
		return err
	}
	s, watermark, err := g.restore(ctx)
	switch {
	case err == nil:
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.Is(err, fs.ErrNotExist) && !errors.Is(err, generation.ErrDamaged):
	case !untrusted(err):
		return err
	default:
		g.opts.Logger.Warn("graph discarded, it will be rebuilt", "dir", g.dir, "reason", err)
	}
	if err != nil {
		if err := g.folder.Discard(); err != nil {
			return err
		}
		if s, err = g.empty(g.opts.BufferPool); err != nil {
			return err
		}
		g.changed = true
		watermark = 0
	}
	g.session = s
	g.watermark.Store(watermark)
	return nil
}

// untrusted reports whether an error says that a generation is missing or not to
// be trusted, rather than that it could not be copied or opened just now.
func untrusted(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, generation.ErrDamaged) ||
		errors.Is(err, kuzu.ErrOpen) || errors.Is(err, errNewer)
}

// errNewer is returned for a generation of a later version of this package.
var errNewer = errors.New("graph: schema is newer than this version knows")

// restore opens a copy of the current generation.
func (g *Graph) restore(ctx context.Context) (*session, uint64, error) {
	m, err := g.folder.Current()
	if err != nil {
		return nil, 0, err
	}
	if m.Schema > schema.GraphVersion {
		return nil, 0, fmt.Errorf("%w: %d, not %d", errNewer, m.Schema, schema.GraphVersion)
	}
	s, err := g.checkout(ctx, m)
	return s, m.Watermark, err
}

// checkout opens a verified copy of a generation, checks that it says what its
// manifest says, and brings its schema up to date.
func (g *Graph) checkout(ctx context.Context, m generation.Manifest) (*session, error) {
	work, err := g.folder.Checkout(ctx, m, g.opts.Between)
	if err != nil {
		return nil, err
	}
	s, err := openSession(work, g.opts.BufferPool, g.opts.Readers)
	if err != nil {
		return nil, errors.Join(err, work.Remove())
	}
	err = s.expect(metaWatermark, m.Watermark)
	if err == nil && m.Schema < schema.GraphVersion {
		err = s.migrate(g.tables, m.Schema)
	}
	if err == nil {
		err = s.readFilled()
	}
	if err != nil {
		s.drain(nil)
		return nil, errors.Join(err, s.discard())
	}
	return s, nil
}

// empty opens a new graph without nodes.
func (g *Graph) empty(pool uint64) (*session, error) {
	work, err := g.folder.Fresh()
	if err != nil {
		return nil, err
	}
	s, err := openSession(work, pool, g.opts.Readers)
	if err != nil {
		return nil, errors.Join(err, work.Remove())
	}
	if err := s.migrate(g.tables, 0); err != nil {
		s.drain(nil)
		return nil, errors.Join(err, s.discard())
	}
	s.filled = schema.GraphVersion
	return s, nil
}

// Watermark returns the ledger's sequence that the graph has reached.
func (g *Graph) Watermark() uint64 { return g.watermark.Load() }

// Close makes the graph as it is the clean generation, unless nothing has
// changed, and closes it. Running reads are interrupted. It is idempotent. On
// an error the last clean generation stays. A failure of the engine itself is no
// error but discards the generations: the graph opens empty next time.
func (g *Graph) Close() error { return g.close(true) }

// Abandon is [Graph.Close] without a word to the folder: what was applied since the clean
// generation goes. It is for a folder that was removed, and may be another's by now.
func (g *Graph) Abandon() error { return g.close(false) }

func (g *Graph) close(keep bool) error {
	g.write.Lock()
	defer g.write.Unlock()
	g.mu.Lock()
	s := g.session
	g.session = nil
	for old := range g.retiring {
		go old.evict(ErrClosed)
	}
	g.mu.Unlock()
	if s == nil {
		return nil
	}
	defer opened.Delete(g.dir)
	g.dropWriter()
	if s.shut { // a failed write has not been undone
		g.retired.Wait()
		return nil
	}
	s.drain(ErrClosed)
	g.retired.Wait()
	if !keep || !g.changed {
		return s.discard()
	}
	_, err := g.publish(s, g.watermark.Load())
	if errors.Is(err, ErrEngine) { // and it would again, with what was applied since the clean generation
		g.opts.Logger.Warn("graph discarded, it will be rebuilt", "dir", g.dir, "reason", err)
		err = g.folder.Discard()
	}
	if err != nil {
		return fmt.Errorf("graph: close: %w", err)
	}
	return nil
}

// checkpoint folds the log into the database file of a session that nobody
// reads.
func (g *Graph) checkpoint(s *session) error {
	if g.failing != nil {
		if err := g.failing(); err != nil {
			return faulted(err)
		}
	}
	err := s.alone(func(c *conn) error {
		if err := (&writer{tables: g.tables, c: c}).renew(s.thinned); err != nil {
			return err
		}
		return c.Exec("CHECKPOINT")
	})
	if err == nil {
		clear(s.thinned)
	}
	return faulted(s.note(err))
}

// publish closes a drained session, which has reached a watermark, and makes its copy
// the current generation.
func (g *Graph) publish(s *session, watermark uint64) (generation.Manifest, error) {
	if err := g.checkpoint(s); err != nil {
		return generation.Manifest{}, errors.Join(err, s.discard())
	}
	if err := s.close(); err != nil {
		return generation.Manifest{}, errors.Join(fmt.Errorf("graph: %w", err), s.work.Empty(), s.work.Remove())
	}
	m, err := g.folder.Publish(s.work, schema.GraphVersion, watermark)
	if err != nil {
		return m, errors.Join(err, s.work.Remove())
	}
	g.changed = false
	return m, nil
}

// Refresh makes the graph as it is now the clean generation, so that a crash
// after it costs only what is applied later. It works on a second copy: reads
// go on meanwhile, batches wait. It does nothing if nothing has changed, nor if
// the engine itself fails: the graph goes on as it is.
func (g *Graph) Refresh(ctx context.Context) error {
	g.write.Lock()
	defer g.write.Unlock()
	err := g.refresh(ctx)
	if errors.Is(err, ErrEngine) {
		g.opts.Logger.Warn("graph not refreshed", "dir", g.dir, "reason", err)
		return nil
	}
	return err
}

// refresh is Refresh for a caller that holds g.write.
func (g *Graph) refresh(ctx context.Context) error {
	s, err := g.writable(ctx)
	if err != nil || !g.changed {
		return err
	}
	copied, err := g.cloned(ctx, s, g.opts.BulkPool)
	if err != nil {
		return fmt.Errorf("graph: refresh: %w", err)
	}
	return g.replace(ctx, copied, g.watermark.Load())
}

// replace publishes a session that nobody uses yet and has reached a watermark, and
// continues on a copy of the new generation.
func (g *Graph) replace(ctx context.Context, s *session, watermark uint64) error {
	m, err := g.publish(s, watermark)
	if err != nil {
		return fmt.Errorf("graph: publish: %w", err)
	}
	next, err := g.checkout(ctx, m)
	if err == nil {
		g.swap(next, watermark)
		return nil
	}
	if ctx.Err() == nil { // what has just been written cannot be read again
		err = errors.Join(err, g.folder.Discard(), g.rewind(ctx))
	}
	return fmt.Errorf("graph: publish: %w", err)
}

// cloned opens a copy of a session's database, with pool bytes for pages.
// Nothing may write to the original meanwhile.
func (g *Graph) cloned(ctx context.Context, s *session, pool uint64) (*session, error) {
	work, err := g.folder.Clone(ctx, s.work)
	if err != nil {
		return nil, err
	}
	copied, err := openSession(work, pool, g.opts.Readers)
	if err != nil {
		return nil, errors.Join(err, work.Remove())
	}
	copied.filled, copied.thinned = s.filled, maps.Clone(s.thinned)
	return copied, nil
}

// swap makes next, which has reached a watermark, the session that new reads use. The
// old one goes when its last read has ended.
func (g *Graph) swap(next *session, watermark uint64) {
	g.dropWriter()
	g.mu.Lock()
	old := g.session
	g.session = next
	g.retiring[old] = struct{}{}
	for work := range g.apart {
		g.apart[work] = true
	}
	g.mu.Unlock()
	g.watermark.Store(watermark) // not before: who sees it reads what it stands for
	if old.shut {                // by a failed write: there is nothing left of it
		g.mu.Lock()
		delete(g.retiring, old)
		g.mu.Unlock()
		return
	}
	g.retired.Go(func() {
		old.drain(nil)
		if err := old.discard(); err != nil {
			g.opts.Logger.Warn("graph copy not removed", "dir", old.work.Dir(), "reason", err)
		}
		g.mu.Lock()
		delete(g.retiring, old)
		g.mu.Unlock()
	})
}

// retiredEvery is how often Settle looks, and collectEvery after how many looks it has
// the memory collected: an answer that nobody holds any more may be what it waits for.
const (
	retiredEvery = 2 * time.Millisecond
	collectEvery = 500
)

// Settle waits until the copies that Load and Refresh have replaced are gone from
// the disk, which is when the last reads of them have ended, isolated ones too.
func (g *Graph) Settle(ctx context.Context) error {
	tick := time.NewTicker(retiredEvery)
	defer tick.Stop()
	for looks := 1; ; looks++ {
		if g.settled() {
			return nil
		}
		if looks%collectEvery == 0 {
			runtime.GC()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

func (g *Graph) settled() bool {
	g.mu.RLock()
	defer g.mu.RUnlock()
	for _, replaced := range g.apart {
		if replaced {
			return false
		}
	}
	return len(g.retiring) == 0
}

// writable returns the session to write to, after having recovered from a failed
// write if there was one. The caller holds g.write.
func (g *Graph) writable(ctx context.Context) (*session, error) {
	if g.current() == nil {
		return nil, ErrClosed
	}
	if g.broken.Load() {
		if err := g.rewind(ctx); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrBroken, err)
		}
	}
	return g.current(), nil
}

// current returns the session that reads use, or nil once the graph is closed.
func (g *Graph) current() *session {
	g.mu.RLock()
	defer g.mu.RUnlock()
	return g.session
}

// rewind puts the last clean generation, or an empty graph if there is none, in
// the place of a session whose writing has failed: what such a session shows
// cannot be trusted, nor can its files (G7). The watermark goes back with it.
// Until a rewind succeeds, reads fail with ErrBroken.
func (g *Graph) rewind(ctx context.Context) error {
	g.broken.Store(true)
	g.dropWriter()
	if old := g.current(); !old.shut { // its room may be what is missing
		old.drain(ErrBroken)
		if err := old.discard(); err != nil {
			return err
		}
	}
	s, watermark, err := g.restore(ctx)
	if err != nil && untrusted(err) {
		s, err = g.empty(g.opts.BufferPool)
		watermark = 0
	}
	if err != nil {
		return err
	}
	g.opts.Logger.Warn("graph went back to its last clean generation", "dir", g.dir, "watermark", watermark)
	g.changed = watermark == 0
	g.watermark.Store(watermark)
	g.mu.Lock()
	g.session = s
	g.mu.Unlock()
	g.broken.Store(false)
	return nil
}

func (g *Graph) dropWriter() {
	if g.writer != nil {
		g.writer.close()
		g.writer = nil
	}
}
