package tablefile

import "encoding/binary"

// Types of the compact protocol of Thrift, in which Parquet writes what it says of
// itself (github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md).
const (
	thriftTrue   = 1
	thriftByte   = 3
	thriftInt    = 5 // of 32 bits
	thriftLong   = 6
	thriftText   = 8
	thriftList   = 9
	thriftStruct = 12
)

// thrift writes one structure. Fields come in ascending order of their ids.
type thrift struct {
	buf  []byte
	last []byte // the id of the field before, of each structure that is open
}

func (t *thrift) field(id, typ byte) {
	at := len(t.last) - 1
	t.buf = append(t.buf, (id-t.last[at])<<4|typ) // ids are never 15 apart
	t.last[at] = id
}

func (t *thrift) int(id byte, v int) {
	t.field(id, thriftInt)
	t.buf = binary.AppendVarint(t.buf, int64(v))
}

func (t *thrift) long(id byte, v int64) {
	t.field(id, thriftLong)
	t.buf = binary.AppendVarint(t.buf, v)
}

func (t *thrift) byte(id, v byte) {
	t.field(id, thriftByte)
	t.buf = append(t.buf, v)
}

func (t *thrift) yes(id byte) { t.field(id, thriftTrue) }

func (t *thrift) text(id byte, s string) {
	t.field(id, thriftText)
	t.element(s)
}

// element writes a text of a list.
func (t *thrift) element(s string) {
	t.buf = binary.AppendUvarint(t.buf, uint64(len(s)))
	t.buf = append(t.buf, s...)
}

// list begins a list, whose elements follow.
func (t *thrift) list(id, typ byte, n int) {
	const short = 15
	t.field(id, thriftList)
	if n < short {
		t.buf = append(t.buf, byte(n)<<4|typ)
		return
	}
	t.buf = append(t.buf, short<<4|typ)
	t.buf = binary.AppendUvarint(t.buf, uint64(n))
}

// within writes a structure as a field.
func (t *thrift) within(id byte, fields func()) {
	t.field(id, thriftStruct)
	t.structure(fields)
}

// structure writes a structure: the outermost, or an element of a list.
func (t *thrift) structure(fields func()) {
	t.last = append(t.last, 0)
	fields()
	t.last = t.last[:len(t.last)-1]
	t.buf = append(t.buf, 0)
}

func none() {}
