package store

import (
	"context"
	"iter"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

type recordID = schema.ID

// change is a record as it now stands; Record is nil when it is gone.
type change struct {
	ID     recordID
	Record *schema.Experience
}

// projection is one index of one agent. It is driven by one goroutine at a time.
type projection interface {
	label() string
	// watermark is the ledger sequence of the snapshot it was opened from; 0
	// means that it is empty and must be rebuilt.
	watermark() uint64
	// clear empties it.
	clear() error
	// project makes it agree with the given records. The reader shows the
	// ledger as of the same moment.
	project(ctx context.Context, r *ledger.Reader, changes []change) error
	save(watermark uint64) error
	bytes() int64
	close() error
}

const (
	// batchSize is how many records are read and projected at a time: enough to
	// embed them together, few enough to hold in memory whatever their size.
	batchSize = 512
	// leastSaved is the size from which an agent's indexes are kept in files.
	// Below it remaking them takes a few milliseconds.
	leastSaved = 64
)

// changesAtOnce is how many changes are sifted for those of one record at a time.
// Together with the order that they came in they take some sixty bytes each, of
// millions after a large import.
const changesAtOnce = 1 << 16

// changedRecords yields the records of an agent that changed after a sequence, of so many
// changes at a time: each once among these, in the order of its last change there. A
// list is good until the next is asked for.
func changedRecords(r *ledger.Reader, agent string, after uint64, atOnce int) iter.Seq2[[]recordID, error] {
	return func(yield func([]recordID, error) bool) {
		var ids []recordID
		last := map[recordID]int{}
		for c, err := range r.AgentChanges(agent, after) {
			if err != nil {
				yield(nil, err)
				return
			}
			if c.Type != schema.TypeExperience {
				continue
			}
			id := recordID([]byte(c.Key))
			if at, seen := last[id]; seen {
				ids[at] = recordID{}
			}
			last[id] = len(ids)
			if ids = append(ids, id); len(ids) < atOnce {
				continue
			}
			if !yield(compact(ids), nil) {
				return
			}
			ids = ids[:0]
			clear(last)
		}
		if len(ids) > 0 {
			yield(compact(ids), nil)
		}
	}
}

// compact drops the zero ids, keeping the order of the others.
func compact(ids []recordID) []recordID {
	out := ids[:0]
	for _, id := range ids {
		if id != (recordID{}) {
			out = append(out, id)
		}
	}
	return out
}
