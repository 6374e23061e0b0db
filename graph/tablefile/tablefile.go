package tablefile

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/parquet-go/parquet-go"

	"github.com/lukasadb/lukasa/schema"
)

const (
	// rowGroup is the number of rows that a file holds back before it writes
	// them.
	rowGroup = 32 << 10
	// rowBatch is the number of rows handed to the writer at a time.
	rowBatch = 128
)

// Column is a column of a file.
type Column struct {
	Name string
	Type schema.GraphType
}

// File is a file that is being written. It is not safe for concurrent use.
type File struct {
	Path    string
	Rows    int // added so far
	file    *os.File
	writer  *parquet.GenericWriter[any]
	columns []Column
	stored  []int // the file's order, which is by name, as indexes of columns
	pending []parquet.Row
}

// New creates a file, which must not exist, whose rows have the given columns.
func New(path string, columns []Column) (*File, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	group, stored := parquet.Group{}, make([]int, len(columns))
	for i, c := range columns {
		group[c.Name] = parquetNode(c.Type)
		stored[i] = i
	}
	slices.SortFunc(stored, func(a, b int) int { return strings.Compare(columns[a].Name, columns[b].Name) })
	w := parquet.NewGenericWriter[any](file, parquet.NewSchema("rows", group),
		parquet.DataPageVersion(1), parquet.MaxRowsPerRowGroup(rowGroup), parquet.PageBufferSize(64<<10))
	return &File{Path: path, file: file, writer: w, columns: columns, stored: stored}, nil
}

// Unnamed gives columns names that keep their order.
func Unnamed(types []schema.GraphType) []Column {
	columns := make([]Column, len(types))
	for i, t := range types {
		columns[i] = Column{fmt.Sprintf("c%03d", i), t}
	}
	return columns
}

func parquetNode(t schema.GraphType) parquet.Node {
	switch t {
	case schema.GraphStrings:
		return parquet.Optional(parquet.List(parquetNode(schema.GraphString)))
	case schema.GraphInt:
		return parquet.Optional(parquet.Encoded(parquet.Int(64), &parquet.Plain))
	case schema.GraphFloat:
		return parquet.Optional(parquet.Encoded(parquet.Leaf(parquet.DoubleType), &parquet.Plain))
	case schema.GraphBool:
		return parquet.Optional(parquet.Leaf(parquet.BooleanType))
	case schema.GraphTime:
		return parquet.Optional(parquet.Encoded(parquet.Timestamp(parquet.Microsecond), &parquet.Plain))
	default: // UUIDs are cast from their text
		return parquet.Optional(parquet.Encoded(parquet.String(), &parquet.Plain))
	}
}

// Add appends a row. Its values are null or of the Go type that the graph takes
// for the column's type.
func (f *File) Add(values func(column int) any) error {
	if f.pending == nil {
		f.pending = make([]parquet.Row, 0, rowBatch)
	}
	n := len(f.pending)
	f.pending = f.pending[:n+1]
	row := f.pending[n][:0]
	for i, c := range f.stored {
		row = appendValue(row, i, f.columns[c].Type, values(c))
	}
	f.pending[n] = row
	f.Rows++
	if len(f.pending) < rowBatch {
		return nil
	}
	return f.flush()
}

func (f *File) flush() error {
	_, err := f.writer.WriteRows(f.pending)
	f.pending = f.pending[:0]
	return err
}

// appendValue appends a column's value with its repetition and definition
// levels: 0 for null and 1 for a value; in lists 1 for an empty list and 3 for
// an element.
func appendValue(row parquet.Row, column int, typ schema.GraphType, v any) parquet.Row {
	if typ == schema.GraphStrings {
		return appendList(row, column, v)
	}
	if v == nil {
		return append(row, parquet.NullValue().Level(0, 0, column))
	}
	return append(row, parquetValue(v).Level(0, 1, column))
}

func appendList(row parquet.Row, column int, v any) parquet.Row {
	list, ok := v.([]string)
	switch {
	case !ok:
		return append(row, parquet.NullValue().Level(0, 0, column))
	case len(list) == 0:
		return append(row, parquet.NullValue().Level(0, 1, column))
	}
	for i, s := range list {
		row = append(row, parquet.ValueOf(s).Level(min(i, 1), 3, column))
	}
	return row
}

func parquetValue(value any) parquet.Value {
	switch v := value.(type) {
	case string:
		return parquet.ValueOf(value) // copies nothing
	case int:
		return parquet.Int64Value(int64(v))
	case int64:
		return parquet.Int64Value(v)
	case float64:
		return parquet.DoubleValue(v)
	case bool:
		return parquet.BooleanValue(v)
	case time.Time:
		return parquet.Int64Value(v.UnixMicro())
	case uuid.UUID:
		return parquet.ByteArrayValue([]byte(v.String()))
	}
	return parquet.NullValue()
}

// Finish completes the file.
func (f *File) Finish() error {
	return errors.Join(f.flush(), f.writer.Close(), f.file.Close())
}

// Abandon closes and deletes the file.
func (f *File) Abandon() { _ = errors.Join(f.file.Close(), os.Remove(f.Path)) }
