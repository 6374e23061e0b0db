package graph

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/graph/internal/kuzu"
)

// errRow is returned for bytes that are not rows. They come from the bridge or,
// for isolated queries, from a child process.
var errRow = errors.New("graph: malformed row")

// maxNesting bounds how deep lists and structures may nest in an answer.
const maxNesting = 256

// decoder reads values of the row format. The first malformed value fails it,
// and everything after that reads as zero.
type decoder struct {
	buf   []byte
	depth int
	err   error
}

// row decodes one row of n columns.
func (d *decoder) row(n int) (Row, error) {
	row := make(Row, n)
	for i := range row {
		row[i] = d.value()
	}
	return row, d.err
}

func (d *decoder) fail() { d.err, d.buf = errRow, nil }

func (d *decoder) take(n int) []byte {
	if n > len(d.buf) {
		d.fail()
		return make([]byte, min(n, 16))
	}
	b := d.buf[:n]
	d.buf = d.buf[n:]
	return b
}

func (d *decoder) byte() byte     { return d.take(1)[0] }
func (d *decoder) uint32() uint32 { return binary.NativeEndian.Uint32(d.take(4)) }
func (d *decoder) int64() int64   { return int64(binary.NativeEndian.Uint64(d.take(8))) }

func (d *decoder) text() string {
	n := int(d.uint32())
	if n > len(d.buf) {
		d.fail()
		return ""
	}
	return string(d.take(n))
}

// count reads the number of items to come, each at least one byte long.
func (d *decoder) count() int {
	n := int(d.uint32())
	if n > len(d.buf) {
		d.fail()
		return 0
	}
	return n
}

func (d *decoder) value() any {
	if d.depth++; d.depth > maxNesting {
		d.fail()
	}
	defer func() { d.depth-- }()
	switch tag := d.byte(); tag {
	case kuzu.TagNull:
		return nil
	case kuzu.TagBool:
		return d.byte() != 0
	case kuzu.TagInt:
		return d.int64()
	case kuzu.TagUint:
		return uint64(d.int64())
	case kuzu.TagDouble, kuzu.TagFloat:
		return math.Float64frombits(uint64(d.int64()))
	case kuzu.TagString, kuzu.TagOther:
		return d.text()
	case kuzu.TagTime:
		return time.UnixMicro(d.int64()).UTC()
	case kuzu.TagTimeNano:
		return time.Unix(0, d.int64()).UTC()
	case kuzu.TagDate:
		return time.Unix(0, 0).UTC().AddDate(0, 0, int(d.int64()))
	case kuzu.TagInterval:
		return Interval{Months: int(int32(d.uint32())), Days: int(int32(d.uint32())), Micros: d.int64()}
	case kuzu.TagID:
		return d.id()
	case kuzu.TagHuge, kuzu.TagUUID, kuzu.TagDecimal, kuzu.TagBlob:
		return d.parsed(tag)
	default:
		return d.composite(tag)
	}
}

func (d *decoder) id() ID { return ID{Table: uint64(d.int64()), Offset: uint64(d.int64())} }

// parsed reads a value that crosses as text.
func (d *decoder) parsed(tag byte) any {
	text := d.text()
	switch tag {
	case kuzu.TagHuge:
		if n, ok := new(big.Int).SetString(text, 10); ok {
			return n
		}
	case kuzu.TagUUID:
		if u, err := uuid.Parse(text); err == nil {
			return u
		}
	case kuzu.TagDecimal:
		return Decimal(text)
	case kuzu.TagBlob:
		if b, err := unescape(text); err == nil {
			return b
		}
	}
	d.fail()
	return nil
}

func (d *decoder) composite(tag byte) any {
	switch tag {
	case kuzu.TagList:
		list := make([]any, d.count())
		for i := range list {
			list[i] = d.value()
		}
		return list
	case kuzu.TagStruct:
		return d.fields()
	case kuzu.TagMap:
		entries := make([]Entry, d.count())
		for i := range entries {
			entries[i] = Entry{Key: d.value(), Value: d.value()}
		}
		return entries
	case kuzu.TagNode:
		return d.node()
	case kuzu.TagEdge:
		return d.edge()
	case kuzu.TagPath:
		return d.path()
	}
	d.fail()
	return nil
}

// fields reads named values.
func (d *decoder) fields() map[string]any {
	n := d.count()
	m := make(map[string]any, n)
	for range n {
		name := d.text()
		m[name] = d.value()
	}
	return m
}

// properties reads what a node or an edge has: null, or no text, means it has it not.
func (d *decoder) properties() map[string]any {
	m := d.fields()
	maps.DeleteFunc(m, func(_ string, v any) bool { return v == nil || v == any("") })
	return m
}

func (d *decoder) node() Node {
	id, _ := d.value().(ID)
	label, _ := d.value().(string)
	return Node{ID: id, Label: label, Properties: d.properties()}
}

func (d *decoder) edge() Edge {
	id, _ := d.value().(ID)
	from, _ := d.value().(ID)
	to, _ := d.value().(ID)
	label, _ := d.value().(string)
	return Edge{ID: id, From: from, To: to, Label: label, Properties: d.properties()}
}

func (d *decoder) path() Path {
	nodes, _ := d.value().([]any)
	edges, _ := d.value().([]any)
	p := Path{Nodes: make([]Node, 0, len(nodes)), Edges: make([]Edge, 0, len(edges))}
	for _, n := range nodes {
		if node, ok := n.(Node); ok {
			p.Nodes = append(p.Nodes, node)
		}
	}
	for _, e := range edges {
		if edge, ok := e.(Edge); ok {
			p.Edges = append(p.Edges, edge)
		}
	}
	return p
}

// unescape turns the library's text form of a blob back into its bytes: \xAB
// for a byte that is not printable, every other character for itself.
func unescape(text string) ([]byte, error) {
	out := make([]byte, 0, len(text))
	for text != "" {
		if !strings.HasPrefix(text, `\x`) {
			out = append(out, text[0])
			text = text[1:]
			continue
		}
		if len(text) < 4 {
			return nil, fmt.Errorf("%w: blob", errRow)
		}
		b, err := strconv.ParseUint(text[2:4], 16, 8)
		if err != nil {
			return nil, err
		}
		out = append(out, byte(b))
		text = text[4:]
	}
	return out, nil
}
