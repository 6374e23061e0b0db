package ledger

import (
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
	ids = slices.SortedFunc(slices.Values(ids), schema.CompareIDs)
	it, err := tx.src.NewIterWithContext(tx.ctx, &pebble.IterOptions{
		LowerBound: experienceKey(ids[0]), UpperBound: keyAfter(experienceKey(ids[len(ids)-1])), UseL6Filters: true,
	})
	if err != nil {
		return err
	}
	if tx.absent == nil {
		tx.absent = make(map[string]bool, len(ids))
	}
	for _, id := range ids {
		if key := experienceKey(id); !it.SeekPrefixGE(key) && it.Error() == nil {
			tx.absent[string(key)] = true
		}
	}
	return it.Close() // tells of errors too
}
