package ledger

import (
	"cmp"
	"slices"
	"sync"

	"github.com/cockroachdb/pebble/v2"

	"github.com/lukasadb/lukasa/schema"
)

// recent keeps the changes that were committed last in memory, because views read
// them a moment after they were written, each by itself. What it no longer has is
// read from the database. It is safe for concurrent use.
type recent struct {
	limit int // changes of each part; 0: mostRecent

	mu       sync.Mutex
	old, new feedPart // new begins where old ends
}

// mostRecent is two or three batches of a thousand records with what they
// mention; two such parts take some megabytes.
const mostRecent = 8_192

// feedPart is a part of the feed without a gap.
type feedPart struct {
	after   uint64              // the sequence before its first change
	changes []Change            // only ever appended to
	agents  map[string][]uint64 // the sequences of each agent's
}

func (p *feedPart) end() uint64 { return p.after + uint64(len(p.changes)) }

// start begins behind what was changed before the ledger was opened.
func (q *recent) start(seq uint64) {
	q.old, q.new = feedPart{after: seq}, feedPart{after: seq}
}

// add takes in the changes of a transaction, which follow those before without a
// gap. It is called before anyone can see them; readers ask for no more than they
// see.
func (q *recent) add(changes []Change) {
	q.mu.Lock()
	defer q.mu.Unlock()
	limit := cmp.Or(q.limit, mostRecent)
	if len(q.new.changes)+len(changes) > limit {
		q.old, q.new = q.new, feedPart{after: q.new.end()}
	}
	if len(changes) > limit { // more than is worth keeping
		end := q.new.end() + uint64(len(changes))
		q.old, q.new = feedPart{after: end}, feedPart{after: end}
		return
	}
	if q.new.agents == nil {
		q.new.agents = map[string][]uint64{}
	}
	q.new.changes = append(q.new.changes, changes...)
	for _, c := range changes {
		q.new.agents[c.Agent] = append(q.new.agents[c.Agent], c.Seq)
	}
}

// between returns the changes behind one sequence up to and including another,
// oldest first, of one agent or, without a name, of all; ok is false where some of
// them are not here.
func (q *recent) between(after, upto uint64, agent *string) (out []Change, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if after < q.old.after || upto > q.new.end() {
		return nil, false
	}
	for _, p := range []*feedPart{&q.old, &q.new} {
		from, to := max(after, p.after), min(upto, p.end())
		switch {
		case from >= to:
		case agent == nil:
			out = append(out, p.changes[from-p.after:to-p.after]...)
		default:
			seqs := p.agents[*agent]
			first, _ := slices.BinarySearch(seqs, from+1)
			for _, seq := range seqs[first:] {
				if seq > to {
					break
				}
				out = append(out, p.changes[seq-p.after-1])
			}
		}
	}
	return out, true
}

// without tells that none of an agent's changes behind a sequence is to an object; no
// where some of them are not here.
func (q *recent) without(agent string, after uint64, t schema.ObjectType, key string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if after < q.old.after {
		return false
	}
	for _, p := range []*feedPart{&q.old, &q.new} {
		seqs := p.agents[agent]
		first, _ := slices.BinarySearch(seqs, after+1)
		for _, seq := range seqs[first:] {
			if c := &p.changes[seq-p.after-1]; c.Type == t && c.Key == key {
				return false
			}
		}
	}
	return true
}

// remembered is the part of the feed that this state contains behind a sequence,
// if it is still in memory. A transaction asks the database, which knows what it
// has written itself.
func (r *Reader) remembered(after uint64, agent *string) ([]Change, bool) {
	if _, ok := r.src.(*pebble.Snapshot); !ok {
		return nil, false
	}
	seq, err := r.Seq()
	if err != nil {
		return nil, false // whoever reads on learns why
	}
	return r.l.recent.between(after, seq, agent)
}
