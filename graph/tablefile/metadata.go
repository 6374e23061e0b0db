package tablefile

import (
	"encoding/binary"

	"github.com/lukasadb/lukasa/schema"
)

// What Parquet calls its types and encodings
// (github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift).
const (
	magic = "PAR1"

	typeBoolean = 0
	typeInt64   = 2
	typeDouble  = 5
	typeBytes   = 6

	optional = 1
	repeated = 2

	encodingPlain = 0
	encodingRuns  = 3
)

// chunk says where the values of a column in one row group lie.
type chunk struct {
	offset, size int64
	levels       int
}

// group is a row group that was written.
type group struct {
	rows   int
	chunks []chunk // in the order of the columns
}

// pageHeader renders the header of a data page, of the first version.
func pageHeader(size, levels int) []byte {
	var t thrift
	t.structure(func() {
		t.int(1, 0) // a data page
		t.int(2, size)
		t.int(3, size) // compressed
		t.within(5, func() {
			t.int(1, levels)
			t.int(2, encodingPlain)
			t.int(3, encodingRuns)
			t.int(4, encodingRuns)
		})
	})
	return t.buf
}

// footer renders what stands at the end of a file.
func footer(columns []column, groups []group) []byte {
	rows, elements := 0, 1
	for _, g := range groups {
		rows += g.rows
	}
	for i := range columns {
		elements++
		if columns[i].list() {
			elements += 2
		}
	}
	var t thrift
	t.structure(func() {
		t.int(1, 1) // version
		t.list(2, thriftStruct, elements)
		t.structure(func() {
			t.text(4, "rows")
			t.int(5, len(columns))
		})
		for i := range columns {
			columns[i].describe(&t)
		}
		t.long(3, int64(rows))
		t.list(4, thriftStruct, len(groups))
		for _, g := range groups {
			g.describe(&t, columns)
		}
		t.text(6, "lukasa")
	})
	t.buf = binary.LittleEndian.AppendUint32(t.buf, uint32(len(t.buf)))
	return append(t.buf, magic...)
}

// describe writes the elements of the schema that make up a column.
func (c *column) describe(t *thrift) {
	if !c.list() {
		leaf(t, c.Name, c.Type)
		return
	}
	t.structure(func() {
		t.int(3, optional)
		t.text(4, c.Name)
		t.int(5, 1)
		t.int(6, 3) // LIST
		t.within(10, func() { t.within(3, none) })
	})
	t.structure(func() {
		t.int(3, repeated)
		t.text(4, "list")
		t.int(5, 1)
	})
	leaf(t, "element", schema.GraphString)
}

// leaf writes the element of the schema that has values.
func leaf(t *thrift, name string, typ schema.GraphType) {
	t.structure(func() {
		t.int(1, physical(typ))
		t.int(3, optional)
		t.text(4, name)
		switch typ {
		case schema.GraphInt:
			t.int(6, 18) // INT_64
			t.within(10, func() {
				t.within(10, func() {
					t.byte(1, 64)
					t.yes(2) // signed
				})
			})
		case schema.GraphTime:
			t.int(6, 10) // TIMESTAMP_MICROS
			t.within(10, func() {
				t.within(8, func() {
					t.yes(1) // UTC
					t.within(2, func() { t.within(2, none) })
				})
			})
		case schema.GraphFloat, schema.GraphBool:
		default: // UUIDs are written as their text
			t.int(6, 0) // UTF8
			t.within(10, func() { t.within(1, none) })
		}
	})
}

func physical(typ schema.GraphType) int {
	switch typ {
	case schema.GraphInt, schema.GraphTime:
		return typeInt64
	case schema.GraphFloat:
		return typeDouble
	case schema.GraphBool:
		return typeBoolean
	default:
		return typeBytes
	}
}

// describe writes where a row group lies.
func (g *group) describe(t *thrift, columns []column) {
	t.structure(func() {
		size := int64(0)
		t.list(1, thriftStruct, len(columns))
		for i := range columns {
			size += g.chunks[i].size
			columns[i].locate(t, g.chunks[i])
		}
		t.long(2, size)
		t.long(3, int64(g.rows))
	})
}

// locate writes where a column of a row group lies.
func (c *column) locate(t *thrift, at chunk) {
	path, typ := []string{c.Name}, c.Type
	if c.list() {
		path, typ = []string{c.Name, "list", "element"}, schema.GraphString
	}
	t.structure(func() {
		t.long(2, at.offset)
		t.within(3, func() {
			t.int(1, physical(typ))
			t.list(2, thriftInt, 2)
			t.buf = append(binary.AppendVarint(t.buf, encodingPlain), binary.AppendVarint(nil, encodingRuns)...)
			t.list(3, thriftText, len(path))
			for _, name := range path {
				t.element(name)
			}
			t.int(4, 0) // not compressed
			t.long(5, int64(at.levels))
			t.long(6, at.size)
			t.long(7, at.size) // compressed
			t.long(9, at.offset)
		})
	})
}
