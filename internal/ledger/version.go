package ledger

import (
	"encoding/binary"
	"fmt"
	"time"

	"github.com/lukasadb/lukasa/schema"
)

// Version is one version of an object.
type Version struct {
	Object  schema.Object // nil for a deletion
	Agent   string        // whose it is
	Number  int           // 1 for the first
	Seq     uint64        // the change that wrote it
	Stamp   time.Time     // when it was written, to the microsecond
	Deleted bool          // it is a tombstone

	start bool // what came before was purged
}

// head is what stands before the body of every stored version.
type head struct {
	deleted bool
	start   bool // what came before was purged
	number  int
	seq     uint64
	stamp   instant
	agent   string
}

// Flags of a head.
const (
	flagDeleted = 1
	flagStart   = 2
)

// appendHead encodes: flags, number, seq, stamp, length of agent, agent.
func appendHead(dst []byte, h head) []byte {
	dst = append(dst, boolByte(h.deleted)*flagDeleted|boolByte(h.start)*flagStart)
	dst = binary.AppendUvarint(dst, uint64(h.number))
	dst = binary.AppendUvarint(dst, h.seq)
	dst = binary.AppendVarint(dst, int64(h.stamp))
	return appendSized(dst, h.agent)
}

// cutHead decodes the head of a stored version and returns its body.
func cutHead(value []byte) (h head, body []byte, err error) {
	r := fields{rest: value}
	flags := r.byte()
	h.deleted, h.start = flags&flagDeleted != 0, flags&flagStart != 0
	h.number = int(r.uvarint())
	h.seq = r.uvarint()
	h.stamp = instant(r.varint())
	h.agent = r.sized()
	return h, r.rest, r.err
}

// decodeVersion decodes a stored version.
func decodeVersion(t schema.ObjectType, key string, value []byte) (Version, error) {
	h, body, err := cutHead(value)
	if err != nil {
		return Version{}, corrupt(t, key, err)
	}
	v := Version{Agent: h.agent, Number: h.number, Seq: h.seq, Stamp: h.stamp.time(), Deleted: h.deleted, start: h.start}
	if h.deleted {
		return v, nil
	}
	v.Object, err = decodeObject(t, body)
	if err != nil {
		return Version{}, corrupt(t, key, err)
	}
	return v, restore(v.Object, key, &v)
}

// restore fills in what the body of a version leaves out.
func restore(obj schema.Object, key string, v *Version) error {
	if e, ok := obj.(*schema.Experience); ok && copy(e.ID[:], key) != len(e.ID) {
		return corrupt(schema.TypeExperience, key, errKey)
	}
	k := keptIn(obj)
	*k.agent, *k.version, *k.updated = v.Agent, v.Number, v.Stamp
	return nil
}

// assign writes into obj what the ledger decides: its version, when it was
// written and, unless it says so itself, when it was first heard of.
func assign(obj schema.Object, number int, stamp, recorded time.Time) {
	k := keptIn(obj)
	*k.version, *k.updated = number, stamp
	if k.recorded.IsZero() {
		*k.recorded = recorded
	}
	*k.recorded = k.recorded.UTC().Truncate(time.Microsecond)
}

// kept are the fields of an object that the ledger keeps or decides.
type kept struct {
	agent             *string
	version           *int
	updated, recorded *time.Time
}

// keptIn finds them in an object of any type that a ledger holds.
func keptIn(obj schema.Object) kept {
	switch o := obj.(type) {
	case *schema.Experience:
		return kept{&o.Agent, &o.Version, &o.Updated, &o.Recorded}
	case *schema.Entity:
		return kept{&o.Agent, &o.Version, &o.Updated, &o.Recorded}
	case *schema.Alias:
		return kept{&o.Agent, &o.Version, &o.Updated, &o.Recorded}
	case *schema.Relation:
		return kept{&o.Agent, &o.Version, &o.Updated, &o.Recorded}
	case *schema.Rule:
		return kept{&o.Agent, &o.Version, &o.Updated, &o.Recorded}
	case *schema.Conflict:
		return kept{&o.Agent, &o.Version, &o.Updated, &o.Recorded}
	case *schema.Merge:
		return kept{&o.Agent, &o.Version, &o.Updated, &o.Recorded}
	case *schema.Block:
		return kept{&o.Agent, &o.Version, &o.Updated, &o.Recorded}
	case *schema.Setting:
		return kept{&o.Agent, &o.Version, &o.Updated, &o.Recorded}
	}
	return kept{new(string), new(int), new(time.Time), new(time.Time)}
}

func corrupt(t schema.ObjectType, key string, err error) error {
	return fmt.Errorf("%w: %s %x: %w", ErrCorrupt, t, key, err)
}

func appendSized(dst []byte, s string) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}

// fields reads the parts of a small binary value; the first error sticks.
type fields struct {
	rest []byte
	err  error
}

func (f *fields) byte() byte {
	if len(f.rest) == 0 {
		f.err = errKey
		return 0
	}
	b := f.rest[0]
	f.rest = f.rest[1:]
	return b
}

func (f *fields) uvarint() uint64 {
	v, n := binary.Uvarint(f.rest)
	if n <= 0 {
		f.err = errKey
		return 0
	}
	f.rest = f.rest[n:]
	return v
}

func (f *fields) varint() int64 {
	v, n := binary.Varint(f.rest)
	if n <= 0 {
		f.err = errKey
		return 0
	}
	f.rest = f.rest[n:]
	return v
}

func (f *fields) sized() string {
	n := f.uvarint()
	if f.err != nil || n > uint64(len(f.rest)) {
		f.err = errKey
		return ""
	}
	s := string(f.rest[:n])
	f.rest = f.rest[n:]
	return s
}
