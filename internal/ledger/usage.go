package ledger

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/cockroachdb/pebble/v2"

	"github.com/lukasadb/lukasa/schema"
)

// Touch is a use of a record.
type Touch struct {
	ID         schema.ID
	At         time.Time // when it was accessed; zero: it was not
	Accessed   int       // accesses to add
	Reinforced int       // retentions of the same content to add (I6)
}

// usage gathers touches until they are written.
type usage struct {
	mu      sync.Mutex
	pending map[schema.ID]Touch
	quit    chan struct{}
	done    sync.WaitGroup
	once    sync.Once
}

// pendingLimit is how many touched records may wait before they are written
// without waiting for the interval.
const pendingLimit = 1 << 16

func (u *usage) start(l *Ledger) {
	u.pending, u.quit = map[schema.ID]Touch{}, make(chan struct{})
	if l.opts.ReadOnly || l.opts.UsageInterval < 0 {
		return
	}
	u.done.Go(func() {
		tick := time.NewTicker(l.opts.UsageInterval)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				// A failure has poisoned the ledger, or will meet the next writer.
				_ = l.FlushUsage(context.Background())
			case <-u.quit:
				return
			}
		}
	})
}

func (u *usage) stop() {
	u.once.Do(func() { close(u.quit) })
	u.done.Wait()
}

// take empties what is pending.
func (u *usage) take() []Touch {
	u.mu.Lock()
	defer u.mu.Unlock()
	out := make([]Touch, 0, len(u.pending))
	for _, t := range u.pending {
		out = append(out, t)
	}
	clear(u.pending)
	slices.SortFunc(out, func(a, b Touch) int { return slices.Compare(a.ID[:], b.ID[:]) })
	return out
}

// add takes touches in and returns how many records wait.
func (u *usage) add(touches []Touch) int {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, t := range touches {
		p := u.pending[t.ID]
		p.ID = t.ID
		p.Accessed += t.Accessed
		p.Reinforced += t.Reinforced
		if t.At.After(p.At) {
			p.At = t.At
		}
		u.pending[t.ID] = p
	}
	return len(u.pending)
}

func (u *usage) drop(ids []schema.ID) {
	if len(ids) == 0 {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, id := range ids {
		delete(u.pending, id)
	}
}

func (u *usage) of(id schema.ID) Touch {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.pending[id]
}

// Touch counts uses of records in memory. They are written in the background,
// every UsageInterval and on Close; a crash may lose those since. Touches of
// records that do not exist are dropped. What must not be lost goes through
// [Tx.Touch].
func (l *Ledger) Touch(touches ...Touch) error {
	ctx := context.Background()
	if err := l.enter(ctx); err != nil {
		return err
	}
	defer l.leave()
	if l.opts.ReadOnly {
		return nil // nobody to tell, and nothing worth failing a read for
	}
	if l.usage.add(touches) < pendingLimit {
		return nil
	}
	return l.flushUsage(ctx)
}

// FlushUsage writes the counters gathered so far.
func (l *Ledger) FlushUsage(ctx context.Context) error {
	if err := l.enter(ctx); err != nil {
		return err
	}
	defer l.leave()
	if l.opts.ReadOnly {
		return ErrReadOnly
	}
	return l.flushUsage(ctx)
}

func (l *Ledger) flushUsage(ctx context.Context) error {
	var taken []Touch
	c, err := l.transact(ctx, func(tx *Tx) error {
		taken = l.usage.take()
		for _, t := range taken {
			if err := tx.Touch(t); err != nil && !errors.Is(err, ErrNotFound) {
				return err
			}
		}
		return nil
	})
	if err != nil {
		l.usage.add(taken)
		return err
	}
	return l.settle(c)
}

// Touch adds to the counters of a record within the transaction, or returns
// [ErrNotFound]. The feed does not tell of it.
func (tx *Tx) Touch(t Touch) error {
	cur, err := tx.headOf(t.ID)
	if err != nil {
		return err
	}
	if cur.deleted {
		return ErrNotFound
	}
	u, err := tx.storedUsage(t.ID)
	if err != nil {
		return err
	}
	next := u.plus(t)
	if !next.LastAccessed.Equal(u.LastAccessed) {
		if err := tx.moveAccess(cur.agent, t.ID, u.LastAccessed, next.LastAccessed); err != nil {
			return tx.whole(err)
		}
	}
	return tx.whole(tx.batch.Set(usageKey(t.ID), appendUsage(nil, next), nil))
}

func (r *Reader) headOf(id schema.ID) (head, error) {
	key := string(id[:])
	value, closer, err := r.src.Get(objectKey(schema.TypeExperience, key))
	if errors.Is(err, pebble.ErrNotFound) {
		return head{}, ErrNotFound
	}
	if err != nil {
		return head{}, err
	}
	defer closer.Close()
	h, _, err := cutHead(value)
	if err != nil {
		return head{}, corrupt(schema.TypeExperience, key, err)
	}
	return h, nil
}

func accessKey(agent string, at time.Time, id schema.ID) []byte {
	return appendPosition(append(indexPrefix(nil, agent), idxAccess), at, id)
}

func (tx *Tx) moveAccess(agent string, id schema.ID, from, to time.Time) error {
	if !from.IsZero() {
		if err := tx.batch.Delete(accessKey(agent, from, id), nil); err != nil {
			return err
		}
	}
	if to.IsZero() {
		return nil
	}
	return tx.batch.Set(accessKey(agent, to, id), nil, nil)
}

func (tx *Tx) dropUsage(agent string, id schema.ID) error {
	u, err := tx.storedUsage(id)
	if err != nil || u == (counters{}) {
		return err
	}
	if err := tx.moveAccess(agent, id, u.LastAccessed, time.Time{}); err != nil {
		return err
	}
	return tx.batch.Delete(usageKey(id), nil)
}

// Usage returns the counters of a record, those still in memory included; the
// zero Usage if it was never used.
func (r *Reader) Usage(id schema.ID) (schema.Usage, error) {
	u, err := r.storedUsage(id)
	return r.usageOf(id, u), err
}

// usageOf adds what is still in memory to stored counters.
func (r *Reader) usageOf(id schema.ID, stored counters) schema.Usage {
	return schema.Usage(stored.plus(r.l.usage.of(id)))
}

func errUsage(id schema.ID) error { return fmt.Errorf("%w: usage of %s", ErrCorrupt, id) }

// counters are a [schema.Usage] as it is stored.
type counters schema.Usage

func (u counters) plus(t Touch) counters {
	u.AccessCount += t.Accessed
	u.Reinforced += t.Reinforced
	if at := t.At.UTC().Truncate(time.Microsecond); at.After(u.LastAccessed) {
		u.LastAccessed = at
	}
	return u
}

func appendUsage(dst []byte, u counters) []byte {
	dst = binary.AppendVarint(dst, int64(instantOf(u.LastAccessed)))
	dst = binary.AppendUvarint(dst, uint64(u.AccessCount))
	return binary.AppendUvarint(dst, uint64(u.Reinforced))
}

func decodeUsage(value []byte) (counters, error) {
	f := fields{rest: value}
	u := counters{LastAccessed: instant(f.varint()).time(), AccessCount: int(f.uvarint()), Reinforced: int(f.uvarint())}
	return u, f.err
}

func (r *Reader) storedUsage(id schema.ID) (counters, error) {
	value, closer, err := r.src.Get(usageKey(id))
	if errors.Is(err, pebble.ErrNotFound) {
		return counters{}, nil
	}
	if err != nil {
		return counters{}, err
	}
	u, err := decodeUsage(value)
	if err := cmp.Or(err, closer.Close()); err != nil {
		return counters{}, errUsage(id)
	}
	return u, nil
}
