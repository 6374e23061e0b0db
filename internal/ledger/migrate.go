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
		if err := l.addKeys(r, t); err != nil {
			return err
		}
	}
	return l.db.Set(metaKey(metaFormat), binary.AppendUvarint(nil, formatVersion), pebble.Sync)
}

// migrateStep bounds the bytes written at once.
const migrateStep = 1 << 20

// addKeys writes every index key that the current objects of a type ask for.
// Those that are there already are written again as they are.
func (l *Ledger) addKeys(r *Reader, t schema.ObjectType) error {
	batch := l.db.NewBatch()
	defer func() { _ = batch.Close() }()
	var set keySet
	for obj, err := range r.Objects(t, "") {
		if err != nil {
			return err
		}
		if e, ok := obj.(*schema.Experience); ok && e.Statement == nil {
			continue
		}
		set.reset()
		set.addObject(obj)
		for i := range set.len() {
			if err := batch.Set(set.at(i), nil, nil); err != nil {
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
