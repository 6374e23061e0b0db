package ledger

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"

	"github.com/cockroachdb/pebble/v2"

	"github.com/lukasadb/lukasa/schema"
)

// Op says what happened to an object. Its values are part of the format.
type Op byte

// The operations.
const (
	OpPut    Op = iota + 1 // a version was appended
	OpDelete               // a tombstone was appended
	OpPurge                // every version was removed
)

// Change is one entry of the feed.
type Change struct {
	Seq   uint64
	Op    Op
	Type  schema.ObjectType
	Key   string
	Agent string
}

// Changes yields the feed behind a sequence, oldest first: after+1, after+2 and
// so on. A view applies them with the objects as they are in the same Reader,
// which may be newer than the change; applying is idempotent, so that does no
// harm. It yields [ErrTrimmed] if the feed does not reach back that far.
func (r *Reader) Changes(after uint64) iter.Seq2[Change, error] {
	return func(yield func(Change, error) bool) {
		if err := r.reaches(after); err != nil {
			yield(Change{}, err)
			return
		}
		if list, ok := r.remembered(after, nil); ok {
			yieldAll(list, yield)
			return
		}
		for kv, err := range r.keys(changeKey(after+1), []byte{spaceChange + 1}) {
			var c Change
			if err == nil {
				c, err = decodeChange(kv)
			}
			if !yield(c, err) || err != nil {
				return
			}
		}
	}
}

func yieldAll(list []Change, yield func(Change, error) bool) {
	for _, c := range list {
		if !yield(c, nil) {
			return
		}
	}
}

func decodeChange(kv pair) (Change, error) {
	seq, err := splitChangeKey(kv.key)
	if err != nil {
		return Change{}, fmt.Errorf("%w: change key %x", ErrCorrupt, kv.key)
	}
	f := fields{rest: kv.value}
	c := Change{Seq: seq, Op: Op(f.byte())}
	t, ok := codeType(f.byte())
	c.Type, c.Agent = t, f.sized()
	if f.err != nil || !ok {
		return Change{}, fmt.Errorf("%w: change %d", ErrCorrupt, seq)
	}
	c.Key = string(f.rest)
	return c, nil
}

// feedStart is the sequence up to which the feed was trimmed.
func (r *Reader) feedStart() (uint64, error) {
	value, closer, err := r.src.Get(metaKey(metaFeed))
	if errors.Is(err, pebble.ErrNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer closer.Close()
	seq, n := binary.Uvarint(value)
	if n <= 0 {
		return 0, fmt.Errorf("%w: start of the feed", ErrCorrupt)
	}
	return seq, nil
}

// TrimFeed forgets the changes up to and including upto, which every view must
// have applied. Asking for more than there is trims all; for less, nothing.
func (l *Ledger) TrimFeed(ctx context.Context, upto uint64) error {
	return l.Update(ctx, func(tx *Tx) error {
		start, err := tx.feedStart()
		if err != nil {
			return err
		}
		upto := min(upto, tx.head.seq)
		if upto <= start {
			return nil
		}
		if err := tx.batch.DeleteRange(changeKey(0), changeKey(upto+1), nil); err != nil {
			return err
		}
		if err := tx.trimAgents(upto); err != nil {
			return err
		}
		l.trimmed.Store(upto) // before anyone can see it
		return tx.batch.Set(metaKey(metaFeed), binary.AppendUvarint(nil, upto), nil)
	})
}
