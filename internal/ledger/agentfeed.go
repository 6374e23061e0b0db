package ledger

import (
	"encoding/binary"
	"errors"
	"fmt"
	"iter"

	"github.com/cockroachdb/pebble/v2"
)

// Beside the feed, which tells all changes in their order, the changes of each
// agent are listed on their own: a view of one agent then reads what it missed
// without passing over what thousands of others did.

func agentChangeKey(agent string, seq uint64) []byte {
	return binary.BigEndian.AppendUint64(agentChangePrefix(agent), seq)
}

func agentChangePrefix(agent string) []byte {
	return appendString([]byte{spaceAgentChange}, agent)
}

func splitAgentChangeKey(k []byte) (agent string, seq uint64, err error) {
	if len(k) < 2 || k[0] != spaceAgentChange {
		return "", 0, errKey
	}
	agent, rest, err := cutString(k[1:])
	if err != nil || len(rest) != 8 {
		return "", 0, errKey
	}
	return agent, binary.BigEndian.Uint64(rest), nil
}

// AgentChanges yields the changes to one agent's objects behind a sequence,
// oldest first. Otherwise it is as [Reader.Changes].
func (r *Reader) AgentChanges(agent string, after uint64) iter.Seq2[Change, error] {
	return func(yield func(Change, error) bool) {
		if err := r.reaches(after); err != nil {
			yield(Change{}, err)
			return
		}
		if list, ok := r.remembered(after, &agent); ok {
			yieldAll(list, yield)
			return
		}
		list := changeList{r: r}
		defer func() { _ = list.close() }() // only frees memory
		for kv, err := range r.keys(agentChangeKey(agent, after+1), keyAfter(agentChangePrefix(agent))) {
			var c Change
			if err == nil {
				c, err = list.listed(kv.key)
			}
			if !yield(c, err) || err != nil {
				return
			}
		}
	}
}

// changeList reads the changes that an agent's list names, in their order: the
// first ones by themselves, the others through one iterator, since they lie near
// each other.
type changeList struct {
	r    *Reader
	read int
	rest *ascending
}

func (l *changeList) listed(k []byte) (Change, error) {
	if l.read++; l.read <= fewRecords {
		return l.r.listed(k)
	}
	agent, seq, err := splitAgentChangeKey(k)
	if err != nil {
		return Change{}, fmt.Errorf("%w: change key %x", ErrCorrupt, k)
	}
	if l.rest == nil {
		if l.rest, err = l.r.lookUp(changeKey(seq), []byte{spaceChange + 1}, false); err != nil {
			return Change{}, err
		}
	}
	value, err := l.rest.get(changeKey(seq))
	return changeAt(agent, seq, value, err)
}

func (l *changeList) close() error {
	if l.rest == nil {
		return nil
	}
	return l.rest.it.Close()
}

// reaches reports [ErrTrimmed] if the feed does not hold everything behind a
// sequence.
func (r *Reader) reaches(after uint64) error {
	if after >= r.l.trimmed.Load() {
		return nil
	}
	start, err := r.feedStart()
	if err == nil && after < start {
		err = fmt.Errorf("%w: up to %d; %d was wanted", ErrTrimmed, start, after+1)
	}
	return err
}

// listed returns the change that an agent's list names.
func (r *Reader) listed(k []byte) (Change, error) {
	agent, seq, err := splitAgentChangeKey(k)
	if err != nil {
		return Change{}, fmt.Errorf("%w: change key %x", ErrCorrupt, k)
	}
	value, closer, err := r.src.Get(changeKey(seq))
	if err == nil {
		defer closer.Close()
	} else if errors.Is(err, pebble.ErrNotFound) {
		err = ErrNotFound
	}
	return changeAt(agent, seq, value, err)
}

// changeAt decodes a change that an agent's list names, unless reading it failed.
func changeAt(agent string, seq uint64, value []byte, err error) (Change, error) {
	if errors.Is(err, ErrNotFound) {
		return Change{}, fmt.Errorf("%w: change %d of agent %q is listed but missing", ErrCorrupt, seq, agent)
	}
	if err != nil {
		return Change{}, err
	}
	return decodeChange(pair{changeKey(seq), value})
}

// trimAgents drops each agent's list up to and including upto.
func (tx *Tx) trimAgents(upto uint64) error {
	next := []byte{spaceAgentChange}
	for next != nil {
		first, err := tx.firstKey(next, []byte{spaceAgentChange + 1})
		if err != nil || first == nil {
			return err
		}
		agent, _, err := splitAgentChangeKey(first)
		if err != nil {
			return fmt.Errorf("%w: change key %x", ErrCorrupt, first)
		}
		if err := tx.batch.DeleteRange(agentChangePrefix(agent), agentChangeKey(agent, upto+1), nil); err != nil {
			return err
		}
		next = keyAfter(agentChangePrefix(agent))
	}
	return nil
}

// firstKey returns a copy of the first key in a range, nil if there is none.
func (r *Reader) firstKey(from, to []byte) ([]byte, error) {
	for kv, err := range r.keys(from, to) {
		if err != nil {
			return nil, err
		}
		return append([]byte(nil), kv.key...), nil
	}
	return nil, nil
}

// agentFeeds checks that the agents' lists hold each change of the feed once.
func (c *checker) agentFeeds() error {
	listed := 0
	for kv, err := range c.keys([]byte{spaceAgentChange}, []byte{spaceAgentChange + 1}) {
		if err != nil {
			return err
		}
		agent, seq, err := splitAgentChangeKey(kv.key)
		if err != nil {
			if err := c.report("L4", fmt.Sprintf("key %x", kv.key), "%v", err); err != nil {
				return err
			}
			continue
		}
		listed++
		ch, err := c.listed(kv.key)
		switch {
		case errors.Is(err, ErrCorrupt):
			err = c.report("L4", "feed of "+agent, "%v", err)
		case err == nil && ch.Agent != agent:
			err = c.report("L4", "feed of "+agent, "change %d is of %q", seq, ch.Agent)
		}
		if err != nil {
			return err
		}
	}
	start, err := c.feedStart()
	if err != nil {
		return err
	}
	if want := c.head.seq - start; uint64(listed) != want {
		return c.report("L4", "feed", "agents list %d changes, the feed has %d", listed, want)
	}
	return nil
}
