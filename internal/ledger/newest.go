package ledger

import (
	"context"
	"slices"
	"sync"

	"github.com/lukasadb/lukasa/schema"
)

// newest remembers, in memory, the newest change of each agent to each type of
// object, so that whoever asks at every call whether an agent's names changed
// opens no snapshot to hear that they did not. It is safe for concurrent use.
type newest struct {
	mu     sync.Mutex
	floor  uint64 // of what changed up to here, nothing is remembered
	agents map[string]*changed
}

// changed is the newest change to each type of object, in the order of
// objectTypes; 0 for none that is remembered.
type changed [len(objectTypes)]uint64

// mostRemembered bounds the agents that are remembered.
const mostRemembered = 1 << 14

// start begins behind what was changed before the ledger was opened.
func (n *newest) start(seq uint64) { n.floor, n.agents = seq, map[string]*changed{} }

// add takes in what a transaction changed. It is called before anyone can see
// it, so that nobody misses what they could have seen.
func (n *newest) add(agents map[string]*changed) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.agents)+len(agents) > mostRemembered {
		n.forget(agents)
	}
	for agent, c := range agents {
		have := n.agents[agent]
		if have == nil {
			n.agents[agent] = c
			continue
		}
		for i, seq := range c {
			have[i] = max(have[i], seq)
		}
	}
}

// forget makes room: what is forgotten is said to have changed up to the newest
// change there is.
func (n *newest) forget(next map[string]*changed) {
	for _, all := range []map[string]*changed{n.agents, next} {
		for _, c := range all {
			n.floor = max(n.floor, slices.Max(c[:]))
		}
	}
	clear(n.agents)
}

func (n *newest) after(agent string, seq uint64, types []schema.ObjectType) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if seq < n.floor {
		return true
	}
	c := n.agents[agent]
	return c != nil && slices.ContainsFunc(types, func(t schema.ObjectType) bool { return c[typeCode(t)-1] > seq })
}

// ChangedAfter tells whether objects of these types of an agent may have changed
// behind a sequence. It says no only where they did not, in anything that was
// committed at the call; it may say yes where they did not, and does where
// nothing can be read any more, so that whoever then looks learns why.
func (l *Ledger) ChangedAfter(ctx context.Context, agent string, seq uint64, types ...schema.ObjectType) bool {
	if l.enter(ctx) != nil {
		return true
	}
	defer l.leave()
	return l.newest.after(agent, seq, types)
}
