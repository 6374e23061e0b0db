package ledger

import (
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/cockroachdb/pebble/v2"

	"github.com/lukasadb/lukasa/schema"
)

// AgentInfo is what the ledger knows of an agent (002-02).
type AgentInfo struct {
	Name       string                    `json:"name"`
	FirstSeen  time.Time                 `json:"first_seen,omitzero"`  // event time of its oldest record; zero if it has none
	LastActive time.Time                 `json:"last_active,omitzero"` // event time of its newest record
	Total      int                       `json:"total_experiences"`    // its current records
	Objects    map[schema.ObjectType]int `json:"objects,omitempty"`
	LastChange uint64                    `json:"last_change"` // the newest change to any of its objects
}

// Agents yields the agents that have any current object, by name.
func (r *Reader) Agents() iter.Seq2[AgentInfo, error] {
	return func(yield func(AgentInfo, error) bool) {
		for info, err := range r.Owners() {
			if err == nil && info.Name == "" {
				continue
			}
			if !yield(info, err) {
				return
			}
		}
	}
}

// Owners yields the agents and, first and under the name "", the store itself, if
// it has an object that belongs to no agent, such as a setting.
func (r *Reader) Owners() iter.Seq2[AgentInfo, error] {
	return func(yield func(AgentInfo, error) bool) {
		for kv, err := range r.keys([]byte{spaceAgent}, []byte{spaceAgent + 1}) {
			if err != nil {
				yield(AgentInfo{}, err)
				return
			}
			name, _, err := cutString(kv.key[1:])
			if err != nil {
				yield(AgentInfo{}, fmt.Errorf("%w: agent key %x", ErrCorrupt, kv.key))
				return
			}
			info, err := r.agentInfo(name, kv.value)
			if !yield(info, err) || err != nil {
				return
			}
		}
	}
}

// Agent returns what is known of one agent, or [ErrNotFound].
func (r *Reader) Agent(name string) (AgentInfo, error) {
	value, closer, err := r.src.Get(agentKey(name))
	if errors.Is(err, pebble.ErrNotFound) {
		return AgentInfo{}, ErrNotFound
	}
	if err != nil {
		return AgentInfo{}, err
	}
	defer closer.Close()
	return r.agentInfo(name, value)
}

// LastChange returns the newest change to any object of an agent, or
// [ErrNotFound] if it has no current object.
func (r *Reader) LastChange(agent string) (uint64, error) {
	value, closer, err := r.src.Get(agentKey(agent))
	if errors.Is(err, pebble.ErrNotFound) {
		return 0, ErrNotFound
	}
	if err != nil {
		return 0, err
	}
	defer closer.Close()
	_, last, err := decodeCounts(value)
	if err != nil {
		return 0, fmt.Errorf("%w: counts of agent %q", ErrCorrupt, agent)
	}
	return last, nil
}

func (r *Reader) agentInfo(name string, value []byte) (AgentInfo, error) {
	c, last, err := decodeCounts(value)
	if err != nil {
		return AgentInfo{}, fmt.Errorf("%w: counts of agent %q", ErrCorrupt, name)
	}
	info := AgentInfo{Name: name, Objects: map[schema.ObjectType]int{}, LastChange: last}
	for i, n := range c {
		if n > 0 {
			info.Objects[objectTypes[i]] = int(n)
		}
	}
	info.Total = info.Objects[schema.TypeExperience]
	for _, end := range []struct {
		s Scan
		t *time.Time
	}{{Scan{OldestFirst: true}, &info.FirstSeen}, {Scan{}, &info.LastActive}} {
		for e, err := range r.Scan(name, Everything(), end.s) {
			if err != nil {
				return info, err
			}
			*end.t = e.Time
			break
		}
	}
	return info, nil
}

// counts are an agent's current objects by type, in the order of objectTypes.
type counts [len(objectTypes)]int64

func (c *counts) add(t schema.ObjectType, n int64) { c[typeCode(t)-1] += n }

// decodeCounts reads an agent's last change and its counts.
func decodeCounts(value []byte) (c counts, last uint64, err error) {
	f := fields{rest: value}
	last = f.uvarint()
	for i := 0; i < len(c) && len(f.rest) > 0; i++ {
		c[i] = int64(f.uvarint())
	}
	return c, last, f.err
}

// count gives the changes of an agent's counts within this transaction.
func (tx *Tx) count(agent string) *counts {
	c := tx.counts[agent]
	if c == nil {
		c = new(counts)
		tx.counts[agent] = c
	}
	return c
}

// storeCounts adds to an agent's counts and notes its last change.
func (tx *Tx) storeCounts(agent string, delta *counts, last uint64) error {
	value, closer, err := tx.batch.Get(agentKey(agent))
	if err != nil && !errors.Is(err, pebble.ErrNotFound) {
		return err
	}
	var c counts
	if err == nil {
		c, _, err = decodeCounts(value)
		if err := errors.Join(err, closer.Close()); err != nil {
			return fmt.Errorf("%w: counts of agent %q", ErrCorrupt, agent)
		}
	}
	out := binary.AppendUvarint(nil, last)
	for i := range c {
		c[i] += delta[i]
		out = binary.AppendUvarint(out, uint64(c[i]))
	}
	if c == (counts{}) {
		return tx.batch.Delete(agentKey(agent), nil)
	}
	return tx.batch.Set(agentKey(agent), out, nil)
}
