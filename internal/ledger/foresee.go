package ledger

import (
	"bytes"
	"errors"
	"slices"

	"github.com/cockroachdb/pebble/v2"

	"github.com/lukasadb/lukasa/schema"
)

// fewForeseen is the number of records up to which foreseeing costs more than it
// saves: it opens an iterator.
const fewForeseen = 8

// Foresee finds out which of some records were never there, by the filters of the
// tables alone, so that reading and writing those in this transaction looks for
// them nowhere. It changes no answer. It is for many records of which most are new
// and whose ids are in no order: looked for one by one, each would have the lowest
// level, of which the engine asks no filters by itself, decode a block.
func (tx *Tx) Foresee(ids []schema.ID) error {
	if len(ids) <= fewForeseen {
		return nil
	}
	keys := make([]string, len(ids))
	for i, id := range ids {
		keys[i] = string(id[:])
	}
	_, err := tx.ForeseeObjects(schema.TypeExperience, keys)
	return err
}

// ForeseeNew is [Tx.Foresee] for records whose ids were just drawn, which are
// greater than nearly all there are: one look tells that of all of them.
func (tx *Tx) ForeseeNew(ids []schema.ID) error {
	if len(ids) <= fewForeseen {
		return nil
	}
	least := experienceKey(slices.MinFunc(ids, schema.CompareIDs))
	space := objectKey(schema.TypeExperience, "")
	it, err := tx.src.NewIterWithContext(tx.ctx, &pebble.IterOptions{LowerBound: least, UpperBound: keyAfter(space)})
	if err != nil {
		return err
	}
	if tx.absent == nil {
		tx.absent = make(map[string]bool, len(ids))
	}
	found := it.First()
	for _, id := range ids {
		if key := experienceKey(id); it.Error() == nil && (!found || bytes.Compare(key, it.Key()) < 0) {
			tx.absent[string(key)] = true
		}
	}
	return it.Close() // tells of errors too
}

// ForeseeObjects finds out which objects of a type there are now, by their keys,
// and like [Tx.Foresee] which there never were. It returns those that are there.
func (tx *Tx) ForeseeObjects(t schema.ObjectType, keys []string) (there map[string]bool, err error) {
	there = make(map[string]bool, len(keys))
	if len(keys) == 0 {
		return there, nil
	}
	keys = slices.Sorted(slices.Values(keys))
	it, err := tx.src.NewIterWithContext(tx.ctx, &pebble.IterOptions{
		LowerBound: objectKey(t, keys[0]), UpperBound: keyAfter(objectKey(t, keys[len(keys)-1])), UseL6Filters: true,
	})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, it.Close()) }()
	if tx.absent == nil {
		tx.absent = make(map[string]bool, len(keys))
	}
	for _, key := range keys {
		at := objectKey(t, key)
		if !it.SeekPrefixGE(at) {
			if err := it.Error(); err != nil {
				return nil, err
			}
			tx.absent[string(at)] = true
			continue
		}
		value, err := it.ValueAndErr()
		if err != nil {
			return nil, err
		}
		h, _, err := cutHead(value)
		if err != nil {
			return nil, corrupt(t, key, err)
		}
		there[key] = !h.deleted
	}
	return there, nil
}

// Said is what a record of an agent says, by the hash of its content.
type Said struct{ Agent, Hash string }

func (s Said) stretch() []byte {
	return slices.Concat(indexPrefix(nil, s.Agent), WithHash(s.Hash).stretches[0])
}

// ForeseeSaid finds out what no record of its agent says, through one iterator, so
// that scanning for it by [WithHash] in this transaction opens none. It changes no
// answer.
func (tx *Tx) ForeseeSaid(said []Said) error {
	if len(said) <= fewForeseen {
		return nil
	}
	stretches := make([][]byte, len(said))
	for i, s := range said {
		stretches[i] = s.stretch()
	}
	slices.SortFunc(stretches, bytes.Compare)
	it, err := tx.src.NewIterWithContext(tx.ctx, &pebble.IterOptions{
		LowerBound: stretches[0], UpperBound: keyAfter(stretches[len(stretches)-1]),
	})
	if err != nil {
		return err
	}
	if tx.vacant == nil {
		tx.vacant = make(map[string]bool, len(said))
	}
	for _, at := range stretches {
		if found := it.SeekGE(at) && bytes.HasPrefix(it.Key(), at); !found && it.Error() == nil {
			tx.vacant[string(at)] = true
		}
	}
	return it.Close() // tells of errors too
}

// occupy notes that a record now says what it says.
func (tx *Tx) occupy(obj schema.Object) {
	if e, ok := obj.(*schema.Experience); ok && len(tx.vacant) > 0 && e.Hash != "" {
		delete(tx.vacant, string(Said{e.Agent, e.Hash}.stretch()))
	}
}
