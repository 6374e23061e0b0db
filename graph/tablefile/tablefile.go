package tablefile

import (
	"errors"
	"fmt"
	"os"

	"github.com/lukasadb/lukasa/schema"
)

// A file holds back rows before it writes them as a group: at most so many, and
// not many more bytes than those.
const (
	groupRows  = 32 << 10
	groupBytes = 64 << 20
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
	columns []column
	held    int // rows not written yet
	size    int // bytes of those, about
	offset  int64
	groups  []group
}

// New creates a file, which must not exist, whose rows have the given columns.
func New(path string, columns []Column) (*File, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	f := &File{Path: path, file: file, columns: make([]column, len(columns))}
	for i, c := range columns {
		f.columns[i].Column = c
	}
	if err := f.write([]byte(magic)); err != nil {
		f.Abandon()
		return nil, err
	}
	return f, nil
}

// Unnamed gives columns names that keep their order.
func Unnamed(types []schema.GraphType) []Column {
	columns := make([]Column, len(types))
	for i, t := range types {
		columns[i] = Column{fmt.Sprintf("c%03d", i), t}
	}
	return columns
}

// Add appends a row. Its values are null or of the Go type that the graph takes
// for the column's type.
func (f *File) Add(values func(column int) any) error {
	for i := range f.columns {
		c := &f.columns[i]
		before := len(c.values) + len(c.pages)
		c.add(values(i))
		f.size += len(c.values) + len(c.pages) - before
	}
	f.Rows++
	f.held++
	if f.held < groupRows && f.size < groupBytes {
		return nil
	}
	return f.endGroup()
}

// endGroup writes the rows that are held back.
func (f *File) endGroup() error {
	if f.held == 0 {
		return nil
	}
	g := group{rows: f.held}
	for i := range f.columns {
		c := &f.columns[i]
		c.endPage()
		g.chunks = append(g.chunks, chunk{f.offset, int64(len(c.pages)), c.total})
		if err := f.write(c.pages); err != nil {
			return err
		}
		c.pages, c.total = c.pages[:0], 0
	}
	f.groups = append(f.groups, g)
	f.held, f.size = 0, 0
	return nil
}

func (f *File) write(b []byte) error {
	n, err := f.file.Write(b)
	f.offset += int64(n)
	return err
}

// Finish completes the file.
func (f *File) Finish() error {
	err := f.endGroup()
	if err == nil {
		err = f.write(footer(f.columns, f.groups))
	}
	return errors.Join(err, f.file.Close())
}

// Abandon closes and deletes the file.
func (f *File) Abandon() { _ = errors.Join(f.file.Close(), os.Remove(f.Path)) }
