package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lukasadb/lukasa/embed"
	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/internal/atomicfile"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// Errors that the packages above share.
var (
	// ErrClosed is returned by a store that was closed.
	ErrClosed = schema.ErrClosed
	// ErrNotFound says that there is no such record or other object, or that it
	// is another agent's: the two look the same (I5).
	ErrNotFound = errors.New("store: not found")
)

// Options configure a store. The zero value is usable: it keeps no vectors.
type Options struct {
	// Embedder makes the vectors of records. Without one there is no search by
	// meaning.
	Embedder embed.Embedder
	// Clock tells the time. Default time.Now.
	Clock func() time.Time
	// NewID makes the ids of records. Default UUID version 7.
	NewID func() schema.ID
	// Seed of everything random. Equal seeds give equal indexes (I10).
	Seed uint64
	// Memory bounds what the indexes of idle agents may hold together, in
	// bytes; those of agents in use stay. Default 2 GiB.
	Memory int64
	// ExactLimit is the number of vectors up to which an agent is searched
	// exactly. Default 30,000.
	ExactLimit int
	// Patience is how long a step of work behind agents waits at most for questions
	// that are being answered; see [Store.StepAside]. Default 100 ms.
	Patience time.Duration
	// GraphDelay is how long the store has been open when its graph is opened,
	// unless somebody asks it before. Default 3 s: a command that only reads the
	// ledger and an agent's indexes has ended by then.
	GraphDelay time.Duration
	// Wait is how long Open waits for a store that is open elsewhere; negative: until
	// its context ends. Default: not at all.
	Wait time.Duration
	// Waiting, unless nil, is called about once a second while Open waits, by its
	// goroutine, with who has the store.
	Waiting func(Holder)
	// Logger receives what happens behind the caller's back. Default: silent.
	Logger *slog.Logger
	// Ledger tunes the ledger. Its Clock and Logger follow from those above.
	Ledger ledger.Options
}

const defaultMemory = 2 << 30

func (o Options) withDefaults() Options {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.NewID == nil {
		o.NewID = newID
	}
	if o.Memory == 0 {
		o.Memory = defaultMemory
	}
	if o.GraphDelay == 0 {
		o.GraphDelay = defaultGraphDelay
	}
	if o.Patience == 0 {
		o.Patience = defaultPatience
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	o.Ledger.Clock, o.Ledger.Logger = o.Clock, o.Logger
	return o
}

// Store is an open directory. It is safe for concurrent use.
type Store struct {
	dir      string
	opts     Options
	lock     *lock
	ledger   *ledger.Ledger
	embedder atomic.Pointer[embed.Embedder] // nil without vectors
	owing    chan struct{}                  // see OweVectors
	graph    *graphView

	mu      sync.Mutex // guards agents, leaving and closed
	agents  map[string]*agentViews
	leaving map[string]chan struct{} // agents whose views are being closed until the channel is
	closed  bool
	pins    sync.WaitGroup // agents that are out
	tick    atomic.Int64
	notes   sync.Mutex // held while a journal is written
	files   sync.Mutex // held while snapshots of agents no longer in the table are written or removed

	closing  sync.Once
	closeErr error

	echoes    echoes
	configs   configs
	handover  handover
	following followed
	courtesy  courtesy
	stop      context.CancelFunc // ends the applier
	applier   sync.WaitGroup
}

// Open opens the store in dir, creating the directory if need be. It fails with
// [LockedError] when the store is open elsewhere, and stays so for as long as
// Options.Wait. The graph opens in the
// background. What a forgetting that was cut short still owes is done first.
func Open(ctx context.Context, dir string, opts Options) (*Store, error) {
	opts = opts.withDefaults()
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	s := &Store{dir: dir, opts: opts, agents: map[string]*agentViews{}, leaving: map[string]chan struct{}{}, owing: make(chan struct{}, 1)}
	s.courtesy = courtesy{patience: opts.Patience, moment: lingers}
	s.following.mu = NewMutex()
	if opts.Embedder != nil {
		e, err := embed.Checked(opts.Embedder)
		if err != nil {
			return nil, err
		}
		s.embedder.Store(&e)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if s.lock, err = acquire(ctx, dir, opts); err != nil {
		return nil, err
	}
	if s.ledger, err = ledger.Open(filepath.Join(dir, "ledger"), opts.Ledger); err != nil {
		return nil, errors.Join(err, s.lock.release())
	}
	err = atomicfile.SyncDir(dir) // or the ledger's own directory could be lost, and all in it
	if err == nil {
		err = s.settleDebt(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, s.ledger.Close(), s.lock.release())
	}
	s.following.unsaved = map[string]bool{}
	s.graph = newGraphView(s)
	s.startApplier()
	return s, nil
}

// Close waits for running calls, brings the views' files up to date and lets go
// of the directory. Of a directory that was removed or replaced meanwhile, which is
// [schema.ErrGone], it only lets go. Calling it again waits for the first call and
// returns what it did.
func (s *Store) Close() error {
	s.closing.Do(func() { s.closeErr = s.close() })
	return s.closeErr
}

func (s *Store) close() error {
	s.mu.Lock()
	s.closed = true
	agents := s.agents
	s.mu.Unlock()

	s.stop()
	s.applier.Wait()
	s.pins.Wait()
	err := s.lock.check()
	keep := err == nil
	for _, v := range agents {
		if keep {
			err = errors.Join(err, v.close())
		} else {
			v.retire() // nobody has it pinned
		}
	}
	return errors.Join(err, s.graph.close(keep), s.ledger.Close(), s.lock.release())
}

// Dir returns the absolute path of the store's directory.
func (s *Store) Dir() string { return s.dir }

// A clock is set back by what it was wrong by, or an hour for the season. What went back
// further had been wrong altogether; what went back less is two that are read at a time.
const (
	leastSetBack = 10 * time.Millisecond
	mostSetBack  = 24 * time.Hour
)

// Now returns the time by the store's clock. While that was set back, it stands still where
// the ledger got to: what is told now would else be taken to be older than what was told
// before, and be history.
func (s *Store) Now() time.Time {
	now := schema.Instant(s.opts.Clock())
	if last := s.ledger.Stamped(); last.Sub(now) > leastSetBack && last.Sub(now) <= mostSetBack {
		return last
	}
	return now
}

// NewID returns a new record id.
func (s *Store) NewID() schema.ID { return s.opts.NewID() }

// Logger returns the store's logger.
func (s *Store) Logger() *slog.Logger { return s.opts.Logger }

// Embedder returns the embedder, or nil when the store keeps no vectors. Who
// searches asks [Agent.Embedder] instead: the store's may change meanwhile.
func (s *Store) Embedder() embed.Embedder {
	if e := s.embedder.Load(); e != nil {
		return *e
	}
	return nil
}

// View reads a consistent snapshot of the ledger.
func (s *Store) View(ctx context.Context, fn func(*ledger.Reader) error) error {
	return s.ledger.View(ctx, fn)
}

// ViewBoth reads a snapshot of this store and one of another. They are taken in one order,
// whichever is this one: else two that compare the stores with each other, both ways round,
// could wait for ever, each for a purge of the store that the other reads.
func (s *Store) ViewBoth(ctx context.Context, other *Store, fn func(ours, theirs *ledger.Reader) error) error {
	if other.dir < s.dir {
		return other.View(ctx, func(theirs *ledger.Reader) error {
			return s.View(ctx, func(ours *ledger.Reader) error { return fn(ours, theirs) })
		})
	}
	return s.View(ctx, func(ours *ledger.Reader) error {
		return other.View(ctx, func(theirs *ledger.Reader) error { return fn(ours, theirs) })
	})
}

// Seq is the sequence of the last change that was committed.
func (s *Store) Seq() uint64 { return s.ledger.Seq() }

// ChangedAfter tells whether objects of these types of an agent may have changed
// behind a sequence; it reads no disk. See [ledger.Ledger.ChangedAfter].
func (s *Store) ChangedAfter(ctx context.Context, agent string, seq uint64, types ...schema.ObjectType) bool {
	return s.ledger.ChangedAfter(ctx, agent, seq, types...)
}

// Update writes to the ledger. When it returns without an error everything
// written is durable (I1), and every view shows it to whoever asks next.
func (s *Store) Update(ctx context.Context, fn func(*ledger.Tx) error) error {
	return s.ledger.Update(ctx, fn)
}

// Touch counts the use of records; the counters are written in the background.
func (s *Store) Touch(touches ...ledger.Touch) error { return s.ledger.Touch(touches...) }

// FlushUsage writes the counters gathered so far, so that a scan by last access
// finds them.
func (s *Store) FlushUsage(ctx context.Context) error { return s.ledger.FlushUsage(ctx) }

// Graph returns the graph once it shows all that is durable at the call.
func (s *Store) Graph(ctx context.Context) (*graph.Graph, error) {
	if err := s.open(); err != nil {
		return nil, err
	}
	defer s.HurryGraph()() // whoever catches up already is not to step aside
	return s.graph.catchUp(ctx)
}

// HurryGraph notes that somebody waits for the graph, until done is called, once:
// what is being applied to it does not step aside for questions.
func (s *Store) HurryGraph() (done func()) { return s.graph.work.Awaited() }

func (s *Store) open() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return ErrClosed
	}
	return nil
}

// Agent returns an agent's indexes once they show all that is durable at the
// call. The caller releases them.
func (s *Store) Agent(ctx context.Context, name string) (*Agent, error) {
	for {
		a, err := s.agent(ctx, name)
		if !errors.Is(err, errRetired) {
			return a, err
		}
	}
}

func (s *Store) agent(ctx context.Context, name string) (*Agent, error) {
	v, err := s.pin(name)
	if err != nil {
		return nil, err
	}
	a := &Agent{views: v}
	if err := v.catchUp(ctx); err != nil {
		a.Release()
		return nil, err
	}
	if v.used.Load()%evictEvery == 0 {
		s.evict()
	}
	return a, nil
}

// evictEvery is how many acquisitions there are between two looks at the
// memory budget.
const evictEvery = 64

// pin returns the views of an agent and keeps them from being evicted.
func (s *Store) pin(name string) (*agentViews, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, ErrClosed
	}
	v, ok := s.agents[name]
	if !ok {
		v = newAgentViews(s, name)
	}
	s.enter(v)
	return v, nil
}

// enter puts views into the table, unless they are there, and pins them. The caller
// holds s.mu.
func (s *Store) enter(v *agentViews) {
	if s.agents[v.name] != v {
		v.after = s.leaving[v.name]
		s.agents[v.name] = v
	}
	v.pins.Add(1)
	s.pins.Add(1)
	v.used.Store(s.tick.Add(1))
}

// evict closes the indexes of the agents that were used least recently until
// those that remain fit the memory budget, and lets those rest that were not used
// for a while.
func (s *Store) evict() {
	for _, v := range s.idle() {
		v.rest()
	}
	s.files.Lock()
	defer s.files.Unlock()
	for _, v := range s.overBudget() {
		if err := v.close(); err != nil {
			s.opts.Logger.Warn("store: saving the indexes of an idle agent", "agent", v.name, "error", err)
		}
		s.left(v.name)
	}
}

// left lets those open an agent's files who waited for them.
func (s *Store) left(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.leaving[name])
	delete(s.leaving, name)
}

// restAfter is for how many acquisitions of others an agent stands idle before it
// rests.
const restAfter = 2 * evictEvery

// idle lists the agents that nobody has used for a while and that were used since
// they last rested.
func (s *Store) idle() (out []*agentViews) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.tick.Load() - restAfter
	for _, v := range s.agents {
		if used := v.used.Load(); used < before && v.pins.Load() == 0 && v.rested != used {
			v.rested = used
			out = append(out, v)
		}
	}
	return out
}

// overBudget takes the agents to be evicted out of the table. Whoever asks for one
// meanwhile waits until it has left: two at the same files would spoil them.
func (s *Store) overBudget() []*agentViews {
	s.mu.Lock()
	defer s.mu.Unlock()
	var total int64
	for _, v := range s.agents {
		total += v.size.Load()
	}
	var out []*agentViews
	for total > s.opts.Memory {
		v := s.leastRecent()
		if v == nil {
			break
		}
		delete(s.agents, v.name)
		s.leaving[v.name] = make(chan struct{})
		total -= v.size.Load()
		out = append(out, v)
	}
	return out
}

func (s *Store) leastRecent() *agentViews {
	var oldest *agentViews
	for _, v := range s.agents {
		if v.pins.Load() == 0 && (oldest == nil || v.used.Load() < oldest.used.Load()) {
			oldest = v
		}
	}
	return oldest
}

func (s *Store) agentDir(name string) string {
	sum := sha256.Sum256([]byte(name))
	return filepath.Join(s.dir, "agents", hex.EncodeToString(sum[:16]))
}

// ownerOf is what an agent's snapshots are marked with, so that those of another
// agent or of another store are never taken for them (I5).
func (s *Store) ownerOf(name string) string {
	identity := s.ledger.Identity()
	sum := sha256.Sum256(append(identity[:], name...))
	return hex.EncodeToString(sum[:16])
}

func (s *Store) makeAgentDir(name string) error {
	if err := os.MkdirAll(s.agentDir(name), 0o700); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}
