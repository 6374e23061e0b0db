package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/lukasadb/lukasa/embed"
	"github.com/lukasadb/lukasa/internal/column"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/lexical"
	"github.com/lukasadb/lukasa/internal/vector"
	"github.com/lukasadb/lukasa/schema"
)

// Agent gives access to one agent's indexes, as of when it was acquired or
// later. The indexes are safe for concurrent use. Release it when done: an
// agent in use is never evicted.
type Agent struct {
	views *agentViews
	once  sync.Once
}

// Name returns the agent's name.
func (a *Agent) Name() string { return a.views.name }

// Words returns the word index.
func (a *Agent) Words() *lexical.Index { return a.views.words.index }

// Vectors returns the vector index, or nil when the store has no embedder.
func (a *Agent) Vectors() *vector.Partition {
	if a.views.vectors == nil {
		return nil
	}
	return a.views.vectors.index
}

// Embedder returns the embedder whose vectors the index holds, or nil when there
// is none.
func (a *Agent) Embedder() embed.Embedder {
	if a.views.vectors == nil {
		return nil
	}
	return a.views.vectors.embedder
}

// Columns returns the short facts of the records.
func (a *Agent) Columns() *column.Table { return a.views.columns.table }

// Release lets the store evict the agent's indexes. Releasing twice does
// nothing; using the indexes afterwards is an error of the caller's.
func (a *Agent) Release() {
	a.once.Do(a.views.unpin)
}

// agentViews holds the indexes of one agent and brings them up to date.
type agentViews struct {
	store *Store
	name  string
	after chan struct{} // closed once the views of before have left the files; nil when there were none

	words   *wordView
	vectors *vectorView // nil without an embedder
	columns *columnView

	pins    atomic.Int32  // how many Agents are out
	used    atomic.Int64  // tick of the last acquisition, for eviction
	rested  int64         // tick of the acquisition after which they rested; guarded by the store's mu
	applied atomic.Uint64 // ledger sequence that all projections show
	size    atomic.Int64  // bytes, as of the last catching up
	graphed atomic.Bool   // vectors are searched by a graph, not a scan

	mu      Mutex      // held while catching up, saving or closing; guards what follows
	all     []*tracked // nil until opened
	roomy   bool       // its directory exists
	closed  bool
	retired bool // nobody can acquire it any more: closed with the last release
}

func newAgentViews(s *Store, name string) *agentViews {
	return &agentViews{store: s, name: name, mu: NewMutex()}
}

// tracked is a projection and how far it has come.
type tracked struct {
	projection
	applied uint64
	unsaved int // changes applied since the last save
}

// undone is how much of a projection the next process would do again: changes to be
// applied, or vectors to be linked, which goes on for long after they were applied.
func (t *tracked) undone() int {
	if v, ok := t.projection.(*vectorView); ok {
		return max(t.unsaved, v.unsavedLinks())
	}
	return t.unsaved
}

// open loads the snapshots of an agent's indexes, beside each other. What cannot be
// trusted comes up empty and is rebuilt at once.
func (v *agentViews) open() error {
	if v.after != nil {
		<-v.after
	}
	dir, owner := v.store.agentDir(v.name), v.store.ownerOf(v.name)
	var words *wordView
	var vectors *vectorView
	var noWords, noVectors error
	var beside sync.WaitGroup
	beside.Go(func() { words, noWords = openWords(dir, owner) })
	if e := v.store.Embedder(); e != nil {
		beside.Go(func() { vectors, noVectors = openVectors(dir, owner, e, v.store) })
	}
	columns, err := openColumns(dir, owner)
	beside.Wait()
	if err = errors.Join(noWords, err, noVectors); err != nil {
		if words != nil {
			err = errors.Join(err, words.close())
		}
		if vectors != nil {
			err = errors.Join(err, vectors.close())
		}
		return fmt.Errorf("store: indexes of agent %q: %w", v.name, err)
	}
	all := []projection{words, columns}
	if vectors != nil {
		all = append(all, vectors)
	}
	v.words, v.columns, v.vectors = words, columns, vectors
	for _, p := range all {
		v.all = append(v.all, &tracked{projection: p, applied: p.watermark()})
		v.roomy = v.roomy || p.watermark() > 0 // it came from a file
	}
	return nil
}

// errRetired tells that other views have taken the place of these, and their files.
var errRetired = errors.New("store: retired views")

// catchUp applies all that is durable in the ledger at the call.
func (v *agentViews) catchUp(ctx context.Context) error {
	if v.current(ctx) {
		return nil
	}
	if err := v.mu.LockUntil(ctx); err != nil {
		return err
	}
	defer v.mu.Unlock()
	switch {
	case v.retired:
		return errRetired
	case v.closed:
		return ErrClosed
	}
	if v.all == nil {
		if err := v.open(); err != nil {
			return err
		}
	}
	return v.store.ledger.ViewDurable(ctx, func(r *ledger.Reader) error {
		return v.catchUpTo(ctx, r)
	})
}

// current tells whether the projections show all that is durable, without reading
// the ledger: mostly it was others who wrote. Where nobody else is at them, they
// count as having come as far.
func (v *agentViews) current(ctx context.Context) bool {
	at, durable := v.applied.Load(), v.store.ledger.DurableSeq()
	switch {
	case at == 0:
		return false
	case at >= durable:
		return true
	case v.store.ChangedAfter(ctx, v.name, at, schema.TypeExperience):
		return false
	}
	if v.mu.TryLock() {
		defer v.mu.Unlock()
		if v.applied.Load() == at && !v.closed {
			v.reached(durable)
		}
	}
	return true
}

// reached notes that all projections show the ledger as of a sequence.
func (v *agentViews) reached(seq uint64) {
	for _, t := range v.all {
		t.applied = seq
	}
	v.applied.Store(seq)
}

func (v *agentViews) catchUpTo(ctx context.Context, r *ledger.Reader) error {
	seq, err := r.Seq()
	if err != nil {
		return err
	}
	behind, fresh := v.split(seq)
	if len(behind) > 0 {
		err := v.replay(ctx, r, behind)
		if errors.Is(err, ledger.ErrTrimmed) { // the feed no longer tells what they missed
			behind, err = v.missed(r, behind)
			fresh = append(fresh, behind...)
		}
		if err != nil {
			return err
		}
	}
	if len(fresh) > 0 {
		if err := v.rebuild(ctx, r, fresh); err != nil {
			return err
		}
	}
	v.reached(seq)
	v.size.Store(v.bytes())
	v.graphed.Store(v.vectors != nil && v.vectors.index.Stats().Form == "hnsw")
	return nil
}

// missed are those of the projections that have not come as far as the agent's last
// change: it may be others alone who moved on.
func (v *agentViews) missed(r *ledger.Reader, behind []*tracked) ([]*tracked, error) {
	last, err := r.LastChange(v.name)
	switch {
	case isNotFound(err):
		return behind, nil
	case err != nil:
		return nil, err
	}
	return slices.DeleteFunc(behind, func(t *tracked) bool { return t.applied >= last }), nil
}

// split sorts the projections that have not come as far as seq into those that
// can replay the feed and those that must be made from nothing.
func (v *agentViews) split(seq uint64) (behind, fresh []*tracked) {
	for _, t := range v.all {
		switch {
		case t.applied == 0 || t.applied > seq: // none, or from a future that was lost (I2)
			fresh = append(fresh, t)
		case t.applied < seq:
			behind = append(behind, t)
		}
	}
	return behind, fresh
}

// replay applies the agent's changes since the least watermark. Projecting a
// change twice does no harm, so projections that are ahead need no care.
func (v *agentViews) replay(ctx context.Context, r *ledger.Reader, behind []*tracked) error {
	from := behind[0].applied
	for _, t := range behind {
		from = min(from, t.applied)
	}
	for ids, err := range changedRecords(r, v.name, from, changesAtOnce) {
		if err != nil {
			return err
		}
		for batch := range slices.Chunk(ids, batchSize) {
			if err := v.project(ctx, r, batch, behind); err != nil {
				return err
			}
		}
	}
	return nil
}

// rebuild makes projections from all of the agent's records, oldest first.
func (v *agentViews) rebuild(ctx context.Context, r *ledger.Reader, fresh []*tracked) error {
	for _, t := range fresh {
		if err := t.clear(); err != nil {
			return err
		}
	}
	batch := make([]recordID, 0, batchSize)
	flush := func() error {
		err := v.project(ctx, r, batch, fresh)
		batch = batch[:0]
		return err
	}
	for e, err := range r.Scan(v.name, ledger.Everything(), ledger.Scan{OldestFirst: true}) {
		if err != nil {
			return err
		}
		if batch = append(batch, e.ID); len(batch) == batchSize {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	return flush()
}

func (v *agentViews) project(ctx context.Context, r *ledger.Reader, ids []recordID, onto []*tracked) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	records, err := r.Bare(ids) // usage is in no projection
	if err != nil {
		return err
	}
	changes := make([]change, len(ids))
	for i, e := range records {
		if e != nil && e.Agent != v.name { // I5: an id is never another agent's record here
			e = nil
		}
		changes[i] = change{ID: ids[i], Record: e}
	}
	if err := v.makeRoom(len(changes)); err != nil {
		return err
	}
	for _, t := range onto {
		if err := t.project(ctx, r, changes); err != nil {
			return fmt.Errorf("store: agent %q: %s: %w", v.name, t.label(), err)
		}
		t.unsaved += len(changes)
	}
	return nil
}

// makeRoom makes the agent's directory once its indexes are about to need files.
// Vectors need one when there are more of them than are searched exactly, which
// may be few.
func (v *agentViews) makeRoom(more int) error {
	limit := v.store.opts.ExactLimit
	early := v.vectors != nil && limit > 0 && limit < leastSaved
	if v.roomy || !early && v.rows()+more < leastSaved {
		return nil
	}
	err := v.store.makeAgentDir(v.name)
	v.roomy = err == nil
	return err
}

// rows is how many rows the largest index holds. Vectors that were replaced keep
// theirs until they are reclaimed, so a few records that change often have many.
func (v *agentViews) rows() int {
	n := v.words.index.Len()
	if v.vectors != nil {
		st := v.vectors.index.Stats()
		n = max(n, st.Vectors+st.Tombstones)
	}
	return n
}

// save writes the snapshots if there is something new in them. The indexes of
// small agents are soon made again, and leave no files.
func (v *agentViews) save() error {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.saveLocked()
}

func (v *agentViews) saveLocked() error {
	if v.closed || v.retired || v.all == nil || !v.roomy || v.rows() < leastSaved {
		return nil
	}
	for _, t := range v.all {
		if t.undone() == 0 {
			continue
		}
		if err := t.save(t.applied); err != nil {
			return fmt.Errorf("store: agent %q: %s: %w", v.name, t.label(), err)
		}
		t.unsaved = 0
	}
	return nil
}

// rest gives back what the system can fetch again at any time, unless somebody is at
// the indexes.
func (v *agentViews) rest() {
	if !v.mu.TryLock() {
		return
	}
	defer v.mu.Unlock()
	if !v.closed && v.vectors != nil {
		v.vectors.index.Rest()
	}
}

// pending is how many changes a crash would cost.
func (v *agentViews) pending() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	n := 0
	for _, t := range v.all {
		n = max(n, t.unsaved)
	}
	return n
}

func (v *agentViews) bytes() int64 {
	var n int64
	for _, t := range v.all {
		n += t.bytes()
	}
	return n
}

// unpin gives one acquisition back.
func (v *agentViews) unpin() {
	defer v.store.pins.Done()
	if v.pins.Add(-1) > 0 {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.retired && v.pins.Load() == 0 {
		v.freeLocked()
	}
}

// retire closes the indexes without saving them, once nobody uses them. The
// store has forgotten them already.
func (v *agentViews) retire() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.retired = true
	if v.pins.Load() == 0 {
		v.freeLocked()
	}
}

func (v *agentViews) freeLocked() {
	if v.closed {
		return
	}
	v.closed = true
	for _, t := range v.all {
		if err := t.close(); err != nil {
			v.store.opts.Logger.Warn("store: closing an index", "agent", v.name, "index", t.label(), "error", err)
		}
	}
}

// littleNew tells whether what is unsaved is sooner applied again, when the
// indexes are next opened, than all records are written. A change costs some ten
// times as much to apply as a record to write, and may be applied several times; so
// does a vector to be linked.
func (v *agentViews) littleNew() bool {
	n := 0
	for _, t := range v.all {
		n = max(n, t.undone())
	}
	return n == 0 || n <= soonRedone && n*redoneShare <= v.rows()
}

const (
	soonRedone  = 1_000
	redoneShare = 64
)

// close frees the indexes. It saves them unless little is new in them, so that
// one edit does not cost the more the more records there are.
func (v *agentViews) close() error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.closed {
		return nil
	}
	var err error
	if !v.littleNew() {
		err = v.saveLocked()
	}
	v.closed = true
	for _, t := range v.all {
		err = errors.Join(err, t.close())
	}
	return err
}
