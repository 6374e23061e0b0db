package graph

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lukasadb/lukasa/graph/internal/generation"
	"github.com/lukasadb/lukasa/graph/internal/kuzu"
)

// interruptEvery is how often a cancelled statement is told to stop until it
// does: an interrupt that comes between two statements is forgotten.
const interruptEvery = 5 * time.Millisecond

// maxStatements is how many statements a connection may have prepared before it
// is replaced (K4).
const maxStatements = 256

// session is one open work copy with its connections. It lives until another
// takes its place and the last read on it has ended.
type session struct {
	work   generation.Work
	db     *kuzu.DB
	slots  chan struct{} // one for each read that may run
	mu     sync.Mutex
	idle   []*conn
	leases map[*lease]struct{}
	ended  *sync.Cond // a lease has ended
	shut   bool       // drained: no more leases
	why    error      // what ended the leases, if they did not end by themselves
	ruined atomic.Bool
	filled int // schema version whose every property is filled in; set once

	thinned thinned // guarded by Graph.write
}

// errRuined says that a database is left open.
var errRuined = errors.New("graph: the file system failed the engine, which cannot be closed since")

// errShut is returned for a lease of a session that has been drained.
var errShut = errors.New("graph: session is shut")

// note remembers a failure of the file system: the engine's destructors would
// write what is left in its buffers, or roll back what is no longer there, fail
// again and end the process, so such a database is never closed, nor is the
// connection that met the failure.
func (s *session) note(err error) error {
	var e *kuzu.Error
	if errors.As(err, &e) && (strings.Contains(e.Message, ioFailure) || strings.Contains(e.Message, lostTransaction)) {
		s.ruined.Store(true)
	}
	return err
}

// lostTransaction is what the engine says where a failure of the file system has
// also ended the transaction.
const lostTransaction = "Invalid transaction type to rollback"

// conn is a connection with the statements it has prepared.
type conn struct {
	*kuzu.Conn
	stmts  map[string]*kuzu.Stmt
	params kuzu.Params
	life   sync.Mutex // held to interrupt and to close; guards closed
	closed bool
}

// openSession opens a work copy with pool bytes for pages and room for readers
// reads at a time.
func openSession(work generation.Work, pool uint64, readers int) (*session, error) {
	db, err := kuzu.Open(work.Path(), kuzu.Config{BufferPool: pool, Threads: runtime.GOMAXPROCS(0)})
	if err != nil {
		return nil, err
	}
	s := &session{work: work, db: db, slots: make(chan struct{}, readers), leases: map[*lease]struct{}{}, thinned: thinned{}}
	s.ended = sync.NewCond(&s.mu)
	err = s.alone(func(c *conn) error {
		return errors.Join(c.Exec("CALL auto_checkpoint=false"), c.Exec("CALL force_checkpoint_on_close=false"))
	})
	if err = errors.Join(err, work.Restrict()); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

func (s *session) connect() (*conn, error) {
	c, err := s.db.Connect()
	if err != nil {
		return nil, err
	}
	return &conn{Conn: c, stmts: map[string]*kuzu.Stmt{}}, nil
}

func (c *conn) close() {
	c.life.Lock()
	defer c.life.Unlock()
	c.closed = true
	for _, s := range c.stmts {
		s.Close()
	}
	c.Conn.Close()
}

// interrupt stops what the connection is running, unless it has been closed.
func (c *conn) interrupt() {
	c.life.Lock()
	defer c.life.Unlock()
	if !c.closed {
		c.Interrupt()
	}
}

// prepared returns the connection's statement for text.
func (c *conn) prepared(text string) (*kuzu.Stmt, error) {
	if s := c.stmts[text]; s != nil {
		return s, nil
	}
	s, err := c.Prepare(text)
	if err != nil {
		return nil, err
	}
	c.stmts[text] = s
	return s, nil
}

// run executes a statement with the parameters bound to c.params.
func (c *conn) run(text string) (*kuzu.Result, error) {
	s, err := c.prepared(text)
	if err != nil {
		return nil, fmt.Errorf("graph: prepare: %w", err)
	}
	return c.Run(s, &c.params)
}

// watch interrupts the connection once ctx ends, until the returned function is
// called. That function returns after the last interrupt.
func (c *conn) watch(ctx context.Context) (stop func()) {
	done := make(chan struct{})
	gone := make(chan struct{})
	release := context.AfterFunc(ctx, func() {
		defer close(gone)
		tick := time.NewTicker(interruptEvery)
		defer tick.Stop()
		for {
			c.interrupt()
			select {
			case <-done:
				return
			case <-tick.C:
			}
		}
	})
	return func() {
		close(done)
		if !release() {
			<-gone
		}
	}
}

// lease is the use of a connection for one read.
type lease struct {
	s    *session
	c    *conn
	mu   sync.Mutex // held during calls; guards what follows
	done bool
	free func() // frees what is open on the connection
}

// lease waits until a read may run and gives it a connection: one that others
// have used and will use or, if fresh, one of its own.
func (s *session) lease(ctx context.Context, fresh bool) (*lease, error) {
	select {
	case s.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shut {
		<-s.slots
		return nil, errShut
	}
	var c *conn
	if n := len(s.idle); n > 0 && !fresh {
		c, s.idle = s.idle[n-1], s.idle[:n-1]
	} else {
		var err error
		if c, err = s.connect(); err != nil {
			<-s.slots
			return nil, err
		}
		if !fresh { // traversals touch little, more threads only cost them
			c.SetThreads(1)
		}
	}
	l := &lease{s: s, c: c}
	s.leases[l] = struct{}{}
	return l, nil
}

// end gives the connection back, or drops it if keep is false. It is idempotent.
// The caller holds l.mu.
func (l *lease) end(keep bool) {
	if l.done {
		return
	}
	l.done = true
	if l.free != nil {
		l.free()
	}
	l.s.mu.Lock()
	defer l.s.mu.Unlock()
	if keep && len(l.c.stmts) < maxStatements {
		l.s.idle = append(l.s.idle, l.c)
	} else {
		l.c.close()
	}
	delete(l.s.leases, l)
	<-l.s.slots
	l.s.ended.Broadcast()
}

// drain waits until no read uses the session and closes its connections. With a
// reason, running reads are interrupted and fail for it, and answers that nobody has
// read to their end are freed.
func (s *session) drain(why error) {
	if why != nil {
		s.evict(why)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.leases) > 0 {
		s.ended.Wait()
	}
	for _, c := range s.idle {
		c.close()
	}
	s.idle = nil
	s.shut = true
}

// close closes the database, unless it is ruined. An error says that it stays open, and
// nobody is to use it.
func (s *session) close() error {
	if s.ruined.Load() {
		return errRuined
	}
	return s.db.Close()
}

// discard closes a drained session and deletes its copy. The files of a database
// that cannot be closed are emptied, which gives back their room all the same.
func (s *session) discard() error {
	if s.close() != nil {
		return errors.Join(s.work.Empty(), s.work.Remove())
	}
	return s.work.Remove()
}

// reopen opens a session that nobody uses again, with pool bytes for pages. On an
// error the copy is gone.
func (s *session) reopen(pool uint64, readers int) (*session, error) {
	if err := s.close(); err != nil {
		return nil, errors.Join(fmt.Errorf("graph: %w", err), s.work.Empty(), s.work.Remove())
	}
	next, err := openSession(s.work, pool, readers)
	if err != nil {
		return nil, errors.Join(err, s.work.Remove())
	}
	next.filled = s.filled
	return next, nil
}

// told is why a read failed: err, unless it was evicted.
func (s *session) told(err error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.why != nil {
		return s.why
	}
	return err
}

// evict ends every lease: those inside a call once the call is interrupted.
func (s *session) evict(why error) {
	s.mu.Lock()
	s.why = why
	leases := make([]*lease, 0, len(s.leases))
	for l := range s.leases {
		leases = append(leases, l)
	}
	s.mu.Unlock()
	for _, l := range leases {
		for !l.mu.TryLock() {
			l.c.interrupt()
			time.Sleep(time.Millisecond)
		}
		l.end(false)
		l.mu.Unlock()
	}
}
