package ledger

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"unicode/utf8"

	"github.com/cockroachdb/pebble/v2"

	"github.com/lukasadb/lukasa/schema"
)

// migrate brings a ledger of an older format forward. Formats add:
//
//   - 2 adds the indexes of claims, disputes and merged entities.
//   - 3 adds the score to the keys of what a record was found similar to.
//   - 4 adds the index of what lasted.
//   - 5 has claims of texts under the form in which their marks are in one piece with
//     their letters. Those that were under another move. It adds the index of what several
//     sessions told, of which no older record knows any.
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
	if err := l.moveClaims(r); err != nil {
		return err
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

// moveClaims brings the claims of records that are under another form of their object
// to the one that they have now: those of a statement whose value is not of plain ASCII,
// or hides that behind escapes.
func (l *Ledger) moveClaims(r *Reader) error {
	batch := l.db.NewBatch()
	defer func() { _ = batch.Close() }()
	for obj, err := range r.Objects(schema.TypeExperience, "") {
		if err != nil {
			return err
		}
		e, ok := obj.(*schema.Experience)
		if !ok || e.Statement == nil || !e.Stands() || plainValue(e.Statement.Value) {
			continue
		}
		if err := moveClaim(r, batch, e); err != nil {
			return err
		}
	}
	return batch.Commit(pebble.NoSync)
}

func plainValue(value []byte) bool {
	return !bytes.ContainsFunc(value, func(c rune) bool { return c == '\\' || c >= utf8.RuneSelf })
}

// moveClaim puts a record's claim where it belongs, if it is elsewhere.
func moveClaim(r *Reader, batch *pebble.Batch, e *schema.Experience) error {
	var set keySet
	set.addClaim(e)
	belongs := set.at(0)
	if there, err := r.firstKey(belongs, keyAfter(belongs)); err != nil || there != nil {
		return err
	}
	claims := append(indexPrefix(nil, e.Agent), stretch(idxClaim, string(e.Statement.Subject), e.Statement.Predicate)...)
	for kv, err := range r.keys(claims, keyAfter(claims)) {
		if err != nil {
			return err
		}
		if bytes.HasSuffix(kv.key, e.ID[:]) {
			if err := batch.Delete(kv.key, nil); err != nil {
				return err
			}
		}
	}
	return batch.Set(belongs, nil, nil)
}
