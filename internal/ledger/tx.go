package ledger

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/cockroachdb/pebble/v2"

	"github.com/lukasadb/lukasa/schema"
)

// Tx is a transaction: a [Reader] that sees what it has written so far, and the
// writes. It is valid inside its function only and for one goroutine at a time.
type Tx struct {
	Reader
	batch  *pebble.Batch
	head   feedHead
	counts map[string]*counts
	last   map[string]*changed // the newest changes by agent

	changes   []Change           // as the feed will list them
	purged    [][]byte           // keys whose bytes Reclaim must get rid of
	forgotten []schema.ID        // records whose pending usage is void
	untraced  map[schema.ID]bool // purged records that no trace may name any more
	owing     map[string]bool    // agents of what was purged
	fresh     keySet             // scratch
	stale     keySet             // scratch
	scratch   []byte
	err       error // a write that failed half-way; the transaction must not commit
}

// Stamp is the time with which this transaction marks the versions it writes.
func (tx *Tx) Stamp() (micros int64) { return tx.head.stamp.time().UnixMicro() }

// StampAfter moves the stamp behind a moment, unless it is. It is called before anything is
// written.
func (tx *Tx) StampAfter(at time.Time) { tx.head.stamp = max(tx.head.stamp, instantOf(at)+1) }

// Put appends a version of obj and makes it the current one. It sets the
// object's Version and Updated and, where they are not set, its Recorded: to
// the first version's, or to now. The ledger keeps no reference to obj.
//
// It returns [ErrInvalid] for a type it does not know, a record without an id,
// an agent with a NUL byte, or a key that belongs to another agent.
func (tx *Tx) Put(obj schema.Object) error { return tx.put(obj, nil) }

// PutVersion is Put on the condition that the current version of the object is
// want, where 0 means that there is none; after a deletion, it is the version
// of the tombstone. Otherwise it returns a [*VersionError].
func (tx *Tx) PutVersion(obj schema.Object, want int) error { return tx.put(obj, &want) }

func (tx *Tx) put(obj schema.Object, want *int) error {
	if err := checkObject(obj); err != nil {
		return err
	}
	t, key, agent := obj.ObjectType(), obj.ObjectKey(), obj.ObjectAgent()
	old, err := tx.current(t, key)
	if err != nil {
		return err
	}
	if want != nil && *want != old.Number {
		return &VersionError{Type: t, Key: key, Have: old.Number, Want: *want}
	}
	if old.Number > 0 && old.Agent != agent {
		return fmt.Errorf("%w: %s belongs to another agent", ErrInvalid, name(t, key))
	}
	h := head{number: old.Number + 1, seq: tx.head.seq + 1, stamp: tx.head.stamp, agent: agent}
	recorded := h.stamp.time()
	if old.Object != nil {
		recorded = *keptIn(old.Object).recorded
	}
	assign(obj, h.number, h.stamp.time(), recorded)
	body, err := encodeObject(obj)
	if err != nil {
		return fmt.Errorf("%w: %s: %w", ErrInvalid, name(t, key), err)
	}
	return tx.whole(tx.supersede(&old, obj, key, h, body))
}

// supersede writes a version over the one before it, which may be none.
func (tx *Tx) supersede(old *stored, obj schema.Object, key string, h head, body []byte) error {
	t := obj.ObjectType()
	if err := tx.archive(old, t, key); err != nil {
		return err
	}
	tx.scratch = append(appendHead(tx.scratch[:0], h), body...)
	at := objectKey(t, key)
	delete(tx.absent, string(at))
	if err := tx.batch.Set(at, tx.scratch, nil); err != nil {
		return err
	}
	if err := tx.reindex(old.Object, obj); err != nil {
		return err
	}
	if old.Object == nil {
		tx.count(h.agent).add(t, 1)
	}
	return tx.change(OpPut, t, key, h.agent)
}

// whole remembers the error of a write that may have been half done, so that
// the transaction cannot commit even if its function ignores the error.
func (tx *Tx) whole(err error) error {
	if tx.err == nil {
		tx.err = err
	}
	return err
}

func checkObject(obj schema.Object) error {
	if e, ok := obj.(*schema.Experience); ok && e.ID == (schema.ID{}) {
		return fmt.Errorf("%w: experience: id: not set", ErrInvalid)
	}
	if typeCode(obj.ObjectType()) == 0 {
		return fmt.Errorf("%w: type %q", ErrInvalid, obj.ObjectType())
	}
	if strings.ContainsRune(obj.ObjectAgent(), 0) {
		return fmt.Errorf("%w: agent: contains NUL", ErrInvalid)
	}
	return nil
}

// stored is a version as it was found, with the bytes to archive it by.
type stored struct {
	Version
	value []byte
}

// current finds the newest version of an object, a tombstone included; Number
// is 0 if there never was one.
func (tx *Tx) current(t schema.ObjectType, key string) (stored, error) {
	value, closer, err := tx.newest(t, key)
	if errors.Is(err, ErrNotFound) {
		return stored{}, nil
	}
	if err != nil {
		return stored{}, err
	}
	defer closer.Close()
	v, err := decodeVersion(t, key, value)
	return stored{v, bytes.Clone(value)}, err
}

// archive moves what was current into history, unchanged (L3).
func (tx *Tx) archive(old *stored, t schema.ObjectType, key string) error {
	if old.Number == 0 {
		return nil
	}
	return tx.batch.Set(historyKey(t, key, old.Seq), old.value, nil)
}

// reindex replaces the index keys of one version by those of the next (L5);
// either may be nil.
func (tx *Tx) reindex(old, obj schema.Object) error {
	tx.fresh.reset()
	if obj != nil {
		tx.occupy(obj)
		tx.fresh.addObject(obj)
	}
	if old == nil {
		return tx.setKeys(&tx.fresh, nil)
	}
	wanted := make(map[string]bool, tx.fresh.len())
	for i := range tx.fresh.len() {
		wanted[string(tx.fresh.at(i))] = true
	}
	tx.stale.reset()
	tx.stale.addObject(old)
	there := make(map[string]string, tx.stale.len())
	for i := range tx.stale.len() {
		k := tx.stale.at(i)
		there[string(k)] = string(tx.stale.valueAt(i))
		if wanted[string(k)] {
			continue
		}
		if err := tx.batch.Delete(k, nil); err != nil {
			return err
		}
	}
	return tx.setKeys(&tx.fresh, there)
}

// setKeys writes the keys of s that are not there yet, or with another value.
func (tx *Tx) setKeys(s *keySet, there map[string]string) error {
	for i := range s.len() {
		k, value := s.at(i), s.valueAt(i)
		if have, ok := there[string(k)]; ok && have == string(value) {
			continue
		}
		if err := tx.batch.Set(k, value, nil); err != nil {
			return err
		}
	}
	return nil
}

// change appends to the feed (L4).
func (tx *Tx) change(op Op, t schema.ObjectType, key, agent string) error {
	tx.head.seq++
	last := tx.last[agent]
	if last == nil {
		last = new(changed)
		tx.last[agent] = last
	}
	last[typeCode(t)-1] = tx.head.seq
	tx.changes = append(tx.changes, Change{tx.head.seq, op, t, key, agent})
	tx.scratch = append(tx.scratch[:0], byte(op), typeCode(t))
	tx.scratch = append(appendSized(tx.scratch, agent), key...)
	if err := tx.batch.Set(changeKey(tx.head.seq), tx.scratch, nil); err != nil {
		return err
	}
	return tx.batch.Set(agentChangeKey(agent, tx.head.seq), nil, nil)
}

// Announce appends a change to the feed without a new version, so that every
// view looks at a current object again: after its vector was kept, for
// instance. It returns [ErrNotFound] if there is no such object.
func (tx *Tx) Announce(t schema.ObjectType, key string) error {
	cur, err := tx.current(t, key)
	if err != nil {
		return err
	}
	if cur.Object == nil {
		return ErrNotFound
	}
	return tx.whole(tx.change(OpPut, t, key, cur.Agent))
}

// Delete appends a tombstone: the object is no longer current, its history
// stays. It returns [ErrNotFound] if there is no such object. Index keys, usage
// and vectors of a deleted record go at once.
func (tx *Tx) Delete(t schema.ObjectType, key string) error {
	old, err := tx.current(t, key)
	if err != nil {
		return err
	}
	if old.Object == nil {
		return ErrNotFound
	}
	return tx.whole(tx.bury(&old, t, key))
}

func (tx *Tx) bury(old *stored, t schema.ObjectType, key string) error {
	if err := tx.archive(old, t, key); err != nil {
		return err
	}
	h := head{deleted: true, number: old.Number + 1, seq: tx.head.seq + 1, stamp: tx.head.stamp, agent: old.Agent}
	if err := tx.batch.Set(objectKey(t, key), appendHead(nil, h), nil); err != nil {
		return err
	}
	if err := tx.forget(old, t); err != nil {
		return err
	}
	return tx.change(OpDelete, t, key, old.Agent)
}

// forget removes what hangs on a current object beside its versions.
func (tx *Tx) forget(old *stored, t schema.ObjectType) error {
	if err := tx.reindex(old.Object, nil); err != nil {
		return err
	}
	tx.count(old.Agent).add(t, -1)
	if e, ok := old.Object.(*schema.Experience); ok {
		tx.forgotten = append(tx.forgotten, e.ID)
		if err := tx.dropUsage(e.Agent, e.ID); err != nil {
			return err
		}
		return tx.DropVectorsOf(e.ID)
	}
	return nil
}

// Purge removes every version of an object, whether it is current or deleted,
// and all that hangs on it; it returns [ErrNotFound] if there is none. Readers
// do not see it from then on; its bytes leave the files with the next Reclaim
// (L8). The feed still names the key, until it is trimmed; of a record, a [Trace]
// stays.
func (tx *Tx) Purge(t schema.ObjectType, key string) error {
	cur, err := tx.current(t, key)
	if err != nil {
		return err
	}
	if cur.Number == 0 {
		return ErrNotFound
	}
	return tx.whole(tx.purge(&cur, t, key))
}

func (tx *Tx) purge(cur *stored, t schema.ObjectType, key string) error {
	if err := tx.erase(cur, t, key); err != nil {
		return err
	}
	if cur.Object != nil {
		if err := tx.forget(cur, t); err != nil {
			return err
		}
	}
	if err := tx.owe(cur.Agent); err != nil {
		return err
	}
	if t == schema.TypeExperience {
		if err := tx.leaveTrace(schema.ID([]byte(key)), cur.Number); err != nil {
			return err
		}
	}
	return tx.change(OpPurge, t, key, cur.Agent)
}

// erase deletes every key that any version of an object ever had. Those that
// went with an earlier version are deleted once more: an older table may still
// hold them, and a tombstone above makes compaction meet them.
func (tx *Tx) erase(cur *stored, t schema.ObjectType, key string) error {
	if err := tx.eraseKey(objectKey(t, key)); err != nil {
		return err
	}
	if err := tx.eraseKeysOf(cur.Object); err != nil {
		return err
	}
	for v, err := range tx.older(t, key, 0) {
		if err != nil {
			return err
		}
		if err := tx.eraseKeysOf(v.Object); err != nil {
			return err
		}
		if err := tx.eraseKey(historyKey(t, key, v.Seq)); err != nil {
			return err
		}
	}
	return nil
}

// PurgeHistory removes every version of an object but the current one, and all
// that hung on them alone, as Purge does; it returns [ErrNotFound] where there is
// no current one.
func (tx *Tx) PurgeHistory(t schema.ObjectType, key string) error {
	cur, err := tx.current(t, key)
	if err != nil {
		return err
	}
	if cur.Object == nil {
		return ErrNotFound
	}
	if err := tx.eraseHistory(&cur, t, key); err != nil {
		return tx.whole(err)
	}
	cur.value[0] |= flagStart
	if err := tx.batch.Set(objectKey(t, key), cur.value, nil); err != nil {
		return tx.whole(err)
	}
	return tx.whole(tx.owe(cur.Agent))
}

// owe notes that a Reclaim is owed for an agent.
func (tx *Tx) owe(agent string) error {
	if tx.owing == nil {
		tx.owing = map[string]bool{}
	}
	tx.owing[agent] = true
	return tx.batch.Set(metaKey(metaReclaim), []byte{1}, nil)
}

func (tx *Tx) eraseHistory(cur *stored, t schema.ObjectType, key string) error {
	var wanted keySet
	wanted.addObject(cur.Object)
	stays := make(map[string]bool, wanted.len())
	for i := range wanted.len() {
		stays[string(wanted.at(i))] = true
	}
	tx.purged = append(tx.purged, objectKey(t, key)) // older tables hold older values of it
	for v, err := range tx.older(t, key, 0) {
		if err != nil {
			return err
		}
		if err := tx.eraseKey(historyKey(t, key, v.Seq)); err != nil {
			return err
		}
		if v.Object == nil {
			continue
		}
		var s keySet
		s.addObject(v.Object)
		for i := range s.len() {
			if stays[string(s.at(i))] {
				continue
			}
			if err := tx.eraseKey(s.at(i)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (tx *Tx) eraseKeysOf(obj schema.Object) error {
	if obj == nil {
		return nil
	}
	var s keySet
	s.addObject(obj)
	if e, ok := obj.(*schema.Experience); ok {
		tx.purged = append(tx.purged, usageKey(e.ID), vectorPrefix(e.ID))
	}
	for i := range s.len() {
		if err := tx.eraseKey(s.at(i)); err != nil {
			return err
		}
	}
	return nil
}

func (tx *Tx) eraseKey(k []byte) error {
	tx.purged = append(tx.purged, k)
	return tx.batch.Delete(k, nil)
}
