package ledger

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/lukasadb/lukasa/schema"
)

// Problem is one disagreement that Check found.
type Problem struct {
	Invariant string // the one it breaks, from the package documentation: "L3"
	Object    string // what it is about, printable
	Detail    string
}

// String implements [fmt.Stringer].
func (p Problem) String() string { return p.Invariant + ": " + p.Object + ": " + p.Detail }

// Check verifies the ledger against its own rules (L3 to L6, L8) on one snapshot
// and yields each disagreement; an error ends it. A sound ledger yields nothing.
// The loop must not call the ledger.
func (l *Ledger) Check(ctx context.Context) iter.Seq2[Problem, error] {
	return func(yield func(Problem, error) bool) {
		err := l.View(ctx, func(r *Reader) error {
			c := &checker{Reader: r, yield: yield, counts: map[string]*counts{}}
			return c.run()
		})
		if err != nil && !errors.Is(err, errEnough) {
			yield(Problem{}, err)
		}
	}
}

var errEnough = errors.New("enough")

type checker struct {
	*Reader
	yield  func(Problem, error) bool
	head   feedHead
	counts map[string]*counts
	wanted keySum // of the index keys that current objects ask for, and their values
	set    keySet
}

func (c *checker) run() error {
	for _, step := range []func() error{c.checkHead, c.feed, c.agentFeeds, c.objects, c.orphans, c.uses, c.vectors, c.traces, c.totals, c.index} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// report yields a problem and returns errEnough if nobody wants more.
func (c *checker) report(invariant, object, format string, args ...any) error {
	if c.yield(Problem{invariant, object, fmt.Sprintf(format, args...)}, nil) {
		return nil
	}
	return errEnough
}

func (c *checker) checkHead() (err error) {
	c.head, err = readFeedHead(c.src)
	return err
}

// feed checks L4.
func (c *checker) feed() error {
	last, err := c.feedStart()
	if err != nil {
		return err
	}
	for kv, err := range c.keys([]byte{spaceChange}, []byte{spaceChange + 1}) {
		if err != nil {
			return err
		}
		ch, err := decodeChange(kv)
		if err != nil {
			if err := c.report("L4", "change", "%v", err); err != nil {
				return err
			}
			continue
		}
		if ch.Seq != last+1 {
			if err := c.report("L4", "feed", "change %d follows %d", ch.Seq, last); err != nil {
				return err
			}
		}
		last = ch.Seq
	}
	if last != c.head.seq {
		return c.report("L4", "feed", "ends at %d, the ledger at %d", last, c.head.seq)
	}
	return nil
}

// objects checks L3 and gathers what the index and the counts should be.
func (c *checker) objects() error {
	for kv, err := range c.keys([]byte{spaceObject}, []byte{spaceObject + 1}) {
		if err != nil {
			return err
		}
		t, key, err := splitObjectKey(kv.key)
		if err != nil {
			err = c.report("L3", fmt.Sprintf("key %x", kv.key), "%v", err)
		} else {
			err = c.object(t, key, kv.value)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) object(t schema.ObjectType, key string, value []byte) error {
	v, err := decodeVersion(t, key, value)
	if err != nil {
		return c.report("L3", name(t, key), "%v", err)
	}
	if v.Seq > c.head.seq {
		if err := c.report("L3", name(t, key), "written by change %d, the ledger is at %d", v.Seq, c.head.seq); err != nil {
			return err
		}
	}
	if err := c.chain(t, key, v); err != nil || v.Deleted {
		return err
	}
	if v.Object.ObjectKey() != key || v.Object.ObjectAgent() != v.Agent {
		if err := c.report("L6", name(t, key), "holds %s of agent %q", name(t, v.Object.ObjectKey()), v.Agent); err != nil {
			return err
		}
	}
	n := c.counts[v.Agent]
	if n == nil {
		n = new(counts)
		c.counts[v.Agent] = n
	}
	n.add(t, 1)
	c.wanted.addAll(c.keysOf(v.Object))
	return nil
}

// keysOf are the index keys an object asks for, each once, with their values.
func (c *checker) keysOf(obj schema.Object) map[string]string {
	c.set.reset()
	c.set.addObject(obj)
	keys := make(map[string]string, c.set.len())
	for i := range c.set.len() {
		keys[string(c.set.at(i))] = string(c.set.valueAt(i))
	}
	return keys
}

// chain checks that the versions before v go down without a gap to 1, or to the
// one whose past was purged.
func (c *checker) chain(t schema.ObjectType, key string, v Version) error {
	if v.Number == 1 {
		return nil // a history, if there is one, is found by orphans
	}
	next := v
	for old, err := range c.older(t, key, 0) {
		if err != nil {
			return c.report("L3", name(t, key), "%v", err)
		}
		if old.Number != next.Number-1 || old.Seq >= next.Seq || old.Stamp.After(next.Stamp) || old.Agent != v.Agent {
			err := c.report("L3", name(t, key), "version %d (change %d) follows version %d (change %d)",
				next.Number, next.Seq, old.Number, old.Seq)
			if err != nil {
				return err
			}
		}
		next = old
	}
	if next.Number != 1 && !next.start {
		return c.report("L3", name(t, key), "its history begins with version %d", next.Number)
	}
	return nil
}

// orphans finds versions without a successor.
func (c *checker) orphans() error {
	for kv, err := range c.keys([]byte{spaceHistory}, []byte{spaceHistory + 1}) {
		if err != nil {
			return err
		}
		t, key, seq, err := splitHistoryKey(kv.key)
		if err != nil {
			if err := c.report("L3", fmt.Sprintf("key %x", kv.key), "%v", err); err != nil {
				return err
			}
			continue
		}
		value, closer, err := c.src.Get(objectKey(t, key))
		h := head{}
		if err == nil {
			h, _, err = cutHead(value)
			err = errors.Join(err, closer.Close())
		}
		if err != nil || h.number == 1 || h.seq <= seq {
			if err := c.report("L3", name(t, key), "version of change %d has no successor", seq); err != nil {
				return err
			}
		}
	}
	return nil
}

// uses checks that counters belong to live records, and gathers access keys.
func (c *checker) uses() error {
	for kv, err := range c.keys([]byte{spaceUsage}, []byte{spaceUsage + 1}) {
		if err != nil {
			return err
		}
		var id schema.ID
		copy(id[:], kv.key[1:])
		u, err := decodeUsage(kv.value)
		if err != nil {
			if err := c.report("L5", id.String(), "usage: %v", err); err != nil {
				return err
			}
			continue
		}
		h, err := c.headOf(id)
		if err != nil || h.deleted {
			if err := c.report("L5", id.String(), "usage of a record that is not there"); err != nil {
				return err
			}
			continue
		}
		if !u.LastAccessed.IsZero() {
			c.wanted.add(accessKey(h.agent, u.LastAccessed, id), nil)
		}
	}
	return nil
}

func (c *checker) vectors() error {
	for kv, err := range c.keys([]byte{spaceVector}, []byte{spaceVector + 1}) {
		if err != nil {
			return err
		}
		_, id, err := splitVectorKey(kv.key)
		if err == nil {
			var h head
			if h, err = c.headOf(id); err == nil && !h.deleted {
				continue
			}
		}
		if err := c.report("L5", fmt.Sprintf("key %x", kv.key), "vector of a record that is not there"); err != nil {
			return err
		}
	}
	return nil
}

// traces checks that what is left of records which are not here can be read, and leads
// from no id that tells what was in one (L8).
func (c *checker) traces() error {
	for kv, err := range c.keys([]byte{spaceTrace}, []byte{spaceTrace + 1}) {
		if err != nil {
			return err
		}
		var id schema.ID
		copy(id[:], kv.key[1:])
		_, err := decodeTrace(kv.value)
		if err == nil && len(kv.key) == 1+len(id) && !madeOfContent(id) {
			continue
		}
		if err := c.report("L8", fmt.Sprintf("key %x", kv.key), "no trace of a record"); err != nil {
			return err
		}
	}
	return nil
}

// totals compares the counts of agents with what was counted.
func (c *checker) totals() error {
	for kv, err := range c.keys([]byte{spaceAgent}, []byte{spaceAgent + 1}) {
		if err != nil {
			return err
		}
		agent, _, err := cutString(kv.key[1:])
		if err != nil {
			return fmt.Errorf("%w: agent key %x", ErrCorrupt, kv.key)
		}
		stored, _, err := decodeCounts(kv.value)
		found := c.counts[agent]
		if err != nil || found == nil || *found != stored {
			if err := c.report("L5", fmt.Sprintf("agent %q", agent), "counts do not agree with its objects"); err != nil {
				return err
			}
		}
		delete(c.counts, agent)
	}
	for _, agent := range slices.Sorted(maps.Keys(c.counts)) {
		if err := c.report("L5", fmt.Sprintf("agent %q", agent), "has objects but no counts"); err != nil {
			return err
		}
	}
	return nil
}

// index checks L5: it compares a sum over all entries that should be there with
// one over those that are, and looks for the culprits only if they differ.
func (c *checker) index() error {
	var found keySum
	for kv, err := range c.keys([]byte{spaceIndex}, []byte{spaceIndex + 1}) {
		if err != nil {
			return err
		}
		found.add(kv.key, kv.value)
	}
	if found.sum == c.wanted.sum {
		return nil
	}
	if err := c.missing(); err != nil {
		return err
	}
	return c.surplus()
}

// keySum is a sum over SHA-256 prefixes: the same for the same set of keys, with
// their values, in any order.
type keySum struct {
	sum     [2]uint64
	scratch []byte
}

func (s *keySum) add(k, value []byte) {
	s.scratch = append(append(binary.AppendUvarint(s.scratch[:0], uint64(len(k))), k...), value...)
	h := sha256.Sum256(s.scratch)
	s.sum[0] += binary.LittleEndian.Uint64(h[:8])
	s.sum[1] += binary.LittleEndian.Uint64(h[8:16])
}

func (s *keySum) addAll(keys map[string]string) {
	for k, value := range keys {
		s.add([]byte(k), []byte(value))
	}
}

// name is how a problem or an error calls an object: without the bytes that keep the parts of
// its key apart.
func name(t schema.ObjectType, key string) string {
	if t == schema.TypeExperience && len(key) == 16 {
		return string(t) + " " + schema.ID([]byte(key)).String()
	}
	agent, own, ok := strings.Cut(key, "\x00")
	switch {
	case !ok:
		return fmt.Sprintf("%s %q", t, key)
	case len(own) == 16 && (t == schema.TypeConflict || t == schema.TypeMerge):
		own = schema.ID([]byte(own)).String()
	default:
		own = strconv.Quote(strings.ReplaceAll(own, "\x00", " "))
	}
	return fmt.Sprintf("%s %s of %q", t, own, agent)
}
