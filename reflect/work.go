package reflect

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/schema"
)

// work is what turns owe and how far it is done: one goroutine that follows the
// changes of each agent in the ledger and learns from the messages among them.
// What is owed is not kept anywhere else, so nothing is lost when the process
// ends (R1): a mark in the ledger says up to which change an agent's messages
// were learned from, and what lies behind it and was done already is found to be
// done.
type work struct {
	turns *Turns
	steps *store.Work
	ctx   context.Context // ends with the work
	stop  context.CancelFunc
	ended sync.WaitGroup
	wake  chan struct{} // holds one: there is something to do
	turn  store.Mutex   // who holds it works

	resumed bool // guarded by turn

	mu     sync.Mutex // guards what follows
	agents map[string]*owing
	asked  map[schema.ID]*Turn // turns of this process not yet learned from, for what they asked
	did    Progress
	closed bool
}

// owing is how far one agent's messages were learned from.
type owing struct {
	mark    mark
	unsaved int  // messages done since the mark was last written
	waiting int  // messages of this process that nobody works on yet
	working int  // those that somebody does
	dirty   bool // there may be something behind the mark
}

// mark is kept in the ledger as a setting of the agent, which stays in its store: see
// [schema.IsNote].
type mark struct {
	Seq uint64    `json:"seq"`         // the last change looked at
	At  time.Time `json:"at,omitzero"` // when what lies behind it was recorded, for when the feed was trimmed
}

const (
	markName  = "turns"
	markEvery = 64   // messages done between two writings of a mark
	mostAsked = 1024 // turns whose questions are remembered until they are learned from
)

func startWork(t *Turns) *work {
	ctx, stop := context.WithCancel(context.Background())
	w := &work{
		turns: t, steps: t.store.Work(), ctx: ctx, stop: stop, wake: make(chan struct{}, 1), turn: store.NewMutex(),
		agents: map[string]*owing{}, asked: map[schema.ID]*Turn{},
	}
	w.ended.Add(1)
	go w.run()
	return w
}

// run works whenever there is something to do, first on what an earlier process
// left. What fails is tried again with the next message.
func (w *work) run() {
	defer w.ended.Done()
	for {
		if err := w.flush(w.ctx); err != nil && w.ctx.Err() == nil {
			w.turns.store.Logger().Warn("reflect: learning from messages", "error", err)
		}
		select {
		case <-w.ctx.Done():
			return
		case <-w.wake:
		}
	}
}

// resume finds, once, the agents that talked to earlier processes. Only who holds
// the turn calls it.
func (w *work) resume(ctx context.Context) error {
	if w.resumed {
		return nil
	}
	err := w.turns.store.View(ctx, func(r *ledger.Reader) error {
		for obj, err := range r.Objects(schema.TypeSetting, "") {
			if err != nil {
				return err
			}
			if s, ok := obj.(*schema.Setting); ok && s.Name == markName {
				w.know(s)
			}
		}
		return nil
	})
	w.resumed = err == nil
	return err
}

// know takes over an agent's mark, unless it is known.
func (w *work) know(s *schema.Setting) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.agents[s.Agent] == nil {
		o := &owing{dirty: true}
		_ = json.Unmarshal(s.Value, &o.mark) // an unreadable mark means the beginning, and what is done is found to be done
		w.agents[s.Agent] = o
	}
}

// begin makes sure that an agent has a mark before its next message is stored: the
// first one has none yet, and what it had may have been forgotten with all else.
func (w *work) begin(ctx context.Context, agent string) error {
	w.mu.Lock()
	o, closed := w.agents[agent], w.closed
	w.mu.Unlock()
	if closed {
		return store.ErrClosed
	}
	s := &schema.Setting{Agent: agent, Name: markName}
	if o != nil {
		there, err := w.marked(ctx, s)
		if there || err != nil {
			return err
		}
	}
	err := w.turns.store.Update(ctx, func(tx *ledger.Tx) error {
		have, err := ledger.Load[*schema.Setting](&tx.Reader, s.ObjectKey())
		if err == nil {
			*s = *have
			return nil
		}
		if !errors.Is(err, ledger.ErrNotFound) {
			return err
		}
		m, err := w.first(tx, agent)
		if err != nil {
			return err
		}
		return putMark(tx, s, m)
	})
	if err == nil {
		w.know(s)
	}
	return err
}

// marked tells whether the ledger has an agent's mark.
func (w *work) marked(ctx context.Context, s *schema.Setting) (there bool, err error) {
	err = w.turns.store.View(ctx, func(r *ledger.Reader) error {
		_, err := ledger.Load[*schema.Setting](r, s.ObjectKey())
		if there = err == nil; errors.Is(err, ledger.ErrNotFound) {
			return nil
		}
		return err
	})
	return there, err
}

// first is the mark of an agent that has none in the ledger: as far as this process
// came, or else all that is there.
func (w *work) first(tx *ledger.Tx, agent string) (mark, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if o := w.agents[agent]; o != nil {
		return o.mark, nil
	}
	seq, err := tx.Seq()
	return mark{Seq: seq, At: time.UnixMicro(tx.Stamp()).UTC()}, err
}

func putMark(tx *ledger.Tx, s *schema.Setting, m mark) error {
	value, err := json.Marshal(m)
	if err != nil {
		return err
	}
	*s = schema.Setting{Agent: s.Agent, Name: s.Name, Value: value}
	s.SetDefaults(time.UnixMicro(tx.Stamp()).UTC(), nil)
	if err := s.Validate(); err != nil {
		return err
	}
	return tx.Put(s)
}

// stored notes a turn whose message was stored.
func (w *work) stored(t *Turn) {
	if t.ID == (schema.ID{}) {
		return
	}
	w.mu.Lock()
	if len(w.asked) < mostAsked {
		w.asked[t.ID] = t
	}
	w.mu.Unlock()
	w.owe(t.Message.Agent)
}

// owe notes that an agent has something to learn.
func (w *work) owe(agent string) {
	w.mu.Lock()
	if o := w.agents[agent]; o != nil {
		o.dirty = true
		o.waiting++
	}
	w.mu.Unlock()
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// flush works until nothing is owed that was at the call. When the work ended, or
// ends meanwhile, that is what it says, rather than that a context was canceled
// which its caller never canceled.
func (w *work) flush(ctx context.Context) error {
	if w.ctx.Err() != nil {
		return store.ErrClosed
	}
	both, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(w.ctx, cancel)()
	err := w.settle(both)
	if err != nil && ctx.Err() == nil && w.ctx.Err() != nil {
		return store.ErrClosed
	}
	return err
}

// settle learns, as the only one that does, from what is owed.
func (w *work) settle(ctx context.Context) error {
	if err := w.turn.LockUntil(ctx); err != nil {
		return err
	}
	defer w.turn.Unlock()
	if err := w.resume(ctx); err != nil {
		return err
	}
	var errs []error
	for _, agent := range w.owed() {
		err := w.catchUp(ctx, agent)
		w.leave(agent, err != nil)
		if err != nil {
			errs = append(errs, fmt.Errorf("reflect: messages of %q: %w", agent, err))
		}
	}
	return errors.Join(errs...)
}

// owed takes the agents that may owe something.
func (w *work) owed() (out []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for agent, o := range w.agents {
		if o.dirty {
			o.dirty, o.working, o.waiting = false, o.working+o.waiting, 0
			out = append(out, agent)
		}
	}
	slices.Sort(out)
	return out
}

// leave ends the work on an agent: all that waited when it began is done, or it
// waits again.
func (w *work) leave(agent string, failed bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	o := w.agents[agent]
	if failed {
		o.dirty, o.waiting = true, o.waiting+o.working
	}
	o.working = 0
}

func (w *work) progress() Progress {
	w.mu.Lock()
	defer w.mu.Unlock()
	out := w.did
	for _, o := range w.agents {
		out.Pending += o.waiting + o.working
	}
	return out
}

// close ends the work, and writes how far it came.
func (w *work) close() error {
	w.mu.Lock()
	closed := w.closed
	w.closed = true
	w.mu.Unlock()
	if closed {
		return nil
	}
	w.stop()
	w.ended.Wait()
	w.turn.Lock() // a flush that goes on
	defer w.turn.Unlock()
	var errs []error
	for _, agent := range w.unsaved() {
		errs = append(errs, w.save(context.Background(), agent))
	}
	return errors.Join(errs...)
}

// unsaved lists the agents whose marks have moved since they were written. A turn
// that began before the work was closed may still bring new ones.
func (w *work) unsaved() (out []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for agent, o := range w.agents {
		if o.unsaved > 0 {
			out = append(out, agent)
		}
	}
	slices.Sort(out)
	return out
}
