package ledger

import (
	"context"
	"encoding/binary"
	"fmt"

	"github.com/cockroachdb/pebble/v2"

	"github.com/lukasadb/lukasa/schema"
)

// migrate brings a ledger of an older format forward. Formats only ever add:
//
//   - 2 adds the indexes of claims, disputes and merged entities.
//   - 3 adds the score to the keys of what a record was found similar to.
//   - 4 adds the index of what lasted.
//
// What was begun and not finished is done again at the next open: writing a key
// that is there changes nothing, and the new format is noted last.
func (l *Ledger) migrate(from uint64) error {
	if l.opts.ReadOnly {
		return fmt.Errorf("ledger: format %d: open it once for writing, to bring it to format %d", from, formatVersion)
	}
	l.opts.Logger.Info("ledger: bringing the format forward", "from", from, "to", formatVersion)
	r := &Reader{ctx: context.Background(), l: l, src: l.db}
	for _, t := range []schema.ObjectType{schema.TypeExperience, schema.TypeEntity, schema.TypeConflict} {
		if err := l.addKeys(r, t, from); err != nil {
			return err
		}
	}
	return l.db.Set(metaKey(metaFormat), binary.AppendUvarint(nil, formatVersion), pebble.Sync)
}

// migrateStep bounds the bytes written at once.
const migrateStep = 1 << 20

// lacksKeys tells whether an older format may lack keys of a record.
func lacksKeys(e *schema.Experience, from uint64) bool {
	return e.Lasted() > 0 || from < 3 && len(e.Similar) > 0 || from < 2 && e.Statement != nil
}

// addKeys writes the index keys that the current objects of a type ask for: since
// format 2 those with a value, before it all. Those that are there already are
// written again as they are.
func (l *Ledger) addKeys(r *Reader, t schema.ObjectType, from uint64) error {
	batch := l.db.NewBatch()
	defer func() { _ = batch.Close() }()
	var set keySet
	for obj, err := range r.Objects(t, "") {
		if err != nil {
			return err
		}
		if e, ok := obj.(*schema.Experience); ok && !lacksKeys(e, from) {
			continue
		}
		set.reset()
		set.addObject(obj)
		for i := range set.len() {
			if from >= 2 && len(set.valueAt(i)) == 0 {
				continue
			}
			if err := batch.Set(set.at(i), set.valueAt(i), nil); err != nil {
				return err
			}
		}
		if batch.Len() < migrateStep {
			continue
		}
		if err := batch.Commit(pebble.NoSync); err != nil {
			return err
		}
		batch.Reset()
	}
	return batch.Commit(pebble.NoSync)
}
