package store

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/internal/ledger"
)

// graphRefresh is how many applied changes a crash may cost the graph: they would
// then be applied again.
const graphRefresh = 100_000

const defaultGraphDelay = 3 * time.Second

// graphView keeps the graph in step with the ledger. The graph opens in the
// background and only when it is needed, as opening copies it: a gigabyte where
// there are a million records.
type graphView struct {
	store  *Store
	work   *Work // of opening it and applying changes
	start  sync.Once
	opened chan struct{} // closed when graph or err is set
	graph  *graph.Graph
	err    error

	mu      Mutex // serialises catching up
	unsaved int   // changes applied since the last clean generation
}

func newGraphView(s *Store) *graphView {
	return &graphView{store: s, work: s.Work(), opened: make(chan struct{}), mu: NewMutex()}
}

func (v *graphView) open() {
	go func() {
		defer close(v.opened)
		v.graph, v.err = graph.Open(context.Background(), filepath.Join(v.store.dir, "graph"), graph.Options{
			Logger: v.store.opts.Logger, Between: func(ctx context.Context) { _ = v.work.StepAside(ctx) }, // the writer sees by itself that ctx ended
		})
	}()
}

// wait returns the graph once it is open, and has it opened if it is not.
func (v *graphView) wait(ctx context.Context) (*graph.Graph, error) {
	v.start.Do(v.open)
	select {
	case <-v.opened:
		return v.graph, v.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// catchUp applies all that is durable in the ledger at the call.
func (v *graphView) catchUp(ctx context.Context) (*graph.Graph, error) {
	g, err := v.wait(ctx)
	if err != nil {
		return nil, err
	}
	if g.Watermark() == v.store.ledger.DurableSeq() {
		return g, nil
	}
	if err := v.mu.LockUntil(ctx); err != nil {
		return nil, err
	}
	defer v.mu.Unlock()
	err = v.store.ledger.ViewDurable(ctx, func(r *ledger.Reader) error {
		seq, err := r.Seq()
		if err != nil {
			return err
		}
		if g.Watermark() > seq || owed(g.Watermark(), seq).mustLoad() { // it may know a future that was lost (I2)
			return v.load(ctx, g, r)
		}
		err = v.replay(ctx, g, r)
		if errors.Is(err, graph.ErrEngine) {
			v.store.opts.Logger.Warn("store: the graph is loaded anew", "error", err)
		}
		if errors.Is(err, ledger.ErrTrimmed) || errors.Is(err, graph.ErrEngine) {
			return v.load(ctx, g, r)
		}
		return err
	})
	if err == nil && v.unsaved >= graphRefresh {
		v.unsaved = 0
		err = g.Refresh(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("store: graph: %w", err)
	}
	return g, nil
}

// fill writes the graph anew if an upgrade has given it properties that what it
// held before has no value for. Reads go on meanwhile, without those values.
func (v *graphView) fill(ctx context.Context) error {
	g, err := v.wait(ctx)
	if err != nil || g.Filled() {
		return err
	}
	if err := v.mu.LockUntil(ctx); err != nil {
		return err
	}
	defer v.mu.Unlock()
	if g.Filled() {
		return nil
	}
	err = v.store.ledger.ViewDurable(ctx, func(r *ledger.Reader) error { return v.load(ctx, g, r) })
	if err != nil {
		return fmt.Errorf("store: graph: upgrade: %w", err)
	}
	return nil
}

func (v *graphView) load(ctx context.Context, g *graph.Graph, r *ledger.Reader) error {
	seq, err := r.Seq()
	if err != nil {
		return err
	}
	_, err = g.Load(ctx, seq, allElements(ctx, r))
	return err
}

// replay applies the feed since the graph's watermark, a batch at a time.
func (v *graphView) replay(ctx context.Context, g *graph.Graph, r *ledger.Reader) error {
	p := newGraphBatch(ctx, g, r)
	count := 0
	defer func() { v.unsaved += count }()
	for c, err := range r.Changes(g.Watermark()) {
		if err != nil {
			return err
		}
		p.add(c)
		if count++; count%graphBatch == 0 {
			if err := p.apply(c.Seq); err != nil {
				return err
			}
		}
	}
	seq, err := r.Seq()
	if err != nil {
		return err
	}
	return p.apply(seq)
}

// close closes the graph; unless keep, nothing of it is kept.
func (v *graphView) close(keep bool) error {
	v.start.Do(func() { // nobody needed it
		v.err = ErrClosed
		close(v.opened)
	})
	<-v.opened
	if v.graph == nil {
		return nil // it never opened: the error was told to who asked for it
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if !keep {
		return v.graph.Abandon()
	}
	return v.graph.Close()
}
