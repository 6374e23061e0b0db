package store

import (
	"context"

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

// changedRecords lists the records of an agent that changed after a sequence,
// each once, in the order of their last change.
func changedRecords(r *ledger.Reader, agent string, after uint64) ([]recordID, error) {
	var ids []recordID
	last := map[recordID]int{}
	for c, err := range r.AgentChanges(agent, after) {
		if err != nil {
			return nil, err
		}
		if c.Type != schema.TypeExperience {
			continue
		}
		id := recordID([]byte(c.Key))
		if at, seen := last[id]; seen {
			ids[at] = recordID{}
		}
		last[id] = len(ids)
		ids = append(ids, id)
	}
	return compact(ids), nil
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
