package ledger

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/cockroachdb/pebble/v2"

	"github.com/lukasadb/lukasa/schema"
)

// Trace is all that a ledger knows of a record that it does not hold under its id:
// that it was purged, or that it came from another store and says what another
// record says. Another store may still have it, so this is how one that merges finds
// that it is nothing new. It is an id and a number, and tells no word of the content.
type Trace struct {
	Number int       // the last version that it speaks of
	As     schema.ID // the record that was here for it; nil where it was purged
}

// Known notes that a record of another store says, up to its version number, what
// the record as says. It notes nothing of an id that tells what is in its record.
func (tx *Tx) Known(id schema.ID, number int, as schema.ID) error {
	if madeOfContent(id) {
		return nil
	}
	return tx.trace(id, Trace{number, as})
}

// leaveTrace notes of a record that goes, up to its version number, that it was purged.
// An id that tells what was in it goes too, and with the end of the transaction from the
// traces that lead to it.
func (tx *Tx) leaveTrace(id schema.ID, number int) error {
	if !madeOfContent(id) {
		return tx.trace(id, Trace{Number: number})
	}
	if tx.untraced == nil {
		tx.untraced = map[schema.ID]bool{}
	}
	tx.untraced[id] = true
	return nil
}

// trace notes what is known of a record.
func (tx *Tx) trace(id schema.ID, t Trace) error {
	had, _, err := tx.Trace(id)
	if err != nil {
		return tx.whole(err)
	}
	t.Number = max(t.Number, had.Number) // a record that came back began its versions anew
	return tx.whole(tx.batch.Set(traceKey(id), t.encode(), nil))
}

// endTraces lets the traces that lead to records whose ids go with them say that what
// they speak of was purged. It looks through all traces: once a transaction, and for few
// of them, so that no key need lead from a record to its traces.
func (tx *Tx) endTraces() error {
	if len(tx.untraced) == 0 {
		return nil
	}
	for kv, err := range tx.keys([]byte{spaceTrace}, []byte{spaceTrace + 1}) {
		if err != nil {
			return err
		}
		t, err := decodeTrace(kv.value)
		if err != nil {
			return fmt.Errorf("%w: key %x", err, kv.key)
		}
		if !tx.untraced[t.As] {
			continue
		}
		key := slices.Clone(kv.key)
		if err := tx.eraseKey(key); err != nil {
			return err
		}
		if err := tx.batch.Set(key, Trace{Number: t.Number}.encode(), nil); err != nil {
			return err
		}
	}
	return nil
}

// madeOfContent tells whether an id may follow from what its record says, as a UUID
// of a name does. Such an id does not outlive the content: who guesses the words could
// make the id of them.
func madeOfContent(id schema.ID) bool {
	switch id.Version() {
	case 3, 5, 8:
		return true
	}
	return false
}

// Trace returns what is known of a record that is not here, and whether anything is.
func (r *Reader) Trace(id schema.ID) (t Trace, known bool, err error) {
	value, closer, err := r.src.Get(traceKey(id))
	if errors.Is(err, pebble.ErrNotFound) {
		return t, false, nil
	}
	if err != nil {
		return t, false, err
	}
	defer closer.Close()
	if t, err = decodeTrace(value); err != nil {
		return t, false, fmt.Errorf("%w of %s", err, id)
	}
	return t, true, nil
}

func (t Trace) encode() []byte {
	value := binary.AppendUvarint(nil, uint64(t.Number))
	if t.As != (schema.ID{}) {
		value = append(value, t.As[:]...)
	}
	return value
}

func decodeTrace(value []byte) (t Trace, err error) {
	number, n := binary.Uvarint(value)
	if n <= 0 || len(value) != n && len(value) != n+len(t.As) {
		return t, fmt.Errorf("%w: trace", ErrCorrupt)
	}
	t.Number = int(number)
	copy(t.As[:], value[n:])
	return t, nil
}

// Covers tells whether a trace speaks of the newest of some versions, newest first.
func (t Trace) Covers(versions []Version) bool {
	return len(versions) > 0 && versions[0].Number <= t.Number
}
