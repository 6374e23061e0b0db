package exchange

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/graph/tablefile"
	"github.com/lukasadb/lukasa/schema"
)

// Tables writes a graph into a directory, a file for each table that has rows.
type Tables struct {
	shapes map[string]shape
	files  map[string]rows
	create func(s shape) (rows, error)
}

// rows is a file that rows are added to: of nodes the key and the columns, of
// edges the keys at both ends and the columns.
type rows interface {
	add(values []any) error
	close() error
}

// NewNeo4j begins the CSV files that "neo4j-admin database import" reads, named
// by table, with typed headers. Their texts may span lines: say
// --multiline-fields=true. The directory must exist.
func NewNeo4j(dir string) *Tables {
	return newTables(func(s shape) (rows, error) { return newCSV(filepath.Join(dir, s.name+".csv"), s) })
}

// NewParquet begins Parquet files, named by table. The directory must exist.
func NewParquet(dir string) *Tables {
	return newTables(func(s shape) (rows, error) { return newParquet(filepath.Join(dir, s.name+".parquet"), s) })
}

func newTables(create func(shape) (rows, error)) *Tables {
	_, byName := shapes()
	return &Tables{shapes: byName, files: map[string]rows{}, create: create}
}

// Node implements [Writer].
func (t *Tables) Node(e graph.Element) error { return t.row(e.Table, e.Values, e.ID) }

// Edge implements [Writer].
func (t *Tables) Edge(l graph.Link) error { return t.row(l.Edge, l.Values, l.From, l.To) }

func (t *Tables) row(table string, values graph.Values, keys ...any) (err error) {
	s := t.shapes[table]
	f := t.files[table]
	if f == nil {
		if f, err = t.create(s); err != nil {
			return err
		}
		t.files[table] = f
	}
	row := keys
	for _, c := range s.columns {
		row = append(row, values[c.Name])
	}
	return f.add(row)
}

// Close implements [Writer].
func (t *Tables) Close() (err error) {
	for _, f := range t.files {
		err = errors.Join(err, f.close())
	}
	return err
}

// csvFile is one CSV file of Neo4j's importer.
type csvFile struct {
	file *os.File
	out  *bufio.Writer
	csv  *csv.Writer
	last string // what the last column says of every row
}

func newCSV(path string, s shape) (*csvFile, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	out := bufio.NewWriterSize(file, 1<<16)
	f := &csvFile{file: file, out: out, csv: csv.NewWriter(out), last: s.name}
	header := []string{fmt.Sprintf("%s:ID(%s)", s.key, s.name)}
	if s.edge {
		header = []string{fmt.Sprintf(":START_ID(%s)", s.from), fmt.Sprintf(":END_ID(%s)", s.to)}
	}
	for _, c := range s.columns {
		header = append(header, c.Name+":"+neo4jType(c.Type))
	}
	if s.edge {
		header = append(header, ":TYPE")
	} else {
		header = append(header, ":LABEL")
	}
	return f, f.csv.Write(header)
}

func neo4jType(t schema.GraphType) string {
	switch t {
	case schema.GraphInt:
		return "long"
	case schema.GraphFloat:
		return "double"
	case schema.GraphBool:
		return "boolean"
	case schema.GraphTime:
		return "datetime"
	default:
		return "string"
	}
}

func (f *csvFile) add(values []any) error {
	row := make([]string, len(values), len(values)+1)
	for i, v := range values {
		if !absent(v) {
			row[i] = text(v)
		}
	}
	return f.csv.Write(append(row, f.last))
}

func (f *csvFile) close() error {
	f.csv.Flush()
	return errors.Join(f.csv.Error(), f.out.Flush(), f.file.Sync(), f.file.Close())
}

// parquetFile is one Parquet file.
type parquetFile struct{ *tablefile.File }

func newParquet(path string, s shape) (parquetFile, error) {
	columns := []tablefile.Column{{Name: s.key, Type: schema.GraphString}}
	if s.edge {
		columns = []tablefile.Column{{Name: "from", Type: schema.GraphString}, {Name: "to", Type: schema.GraphString}}
	}
	for _, c := range s.columns {
		columns = append(columns, tablefile.Column{Name: c.Name, Type: c.Type})
	}
	f, err := tablefile.New(path, columns)
	return parquetFile{f}, err
}

func (f parquetFile) add(values []any) error { return f.Add(func(i int) any { return values[i] }) }
func (f parquetFile) close() error           { return f.Finish() }
