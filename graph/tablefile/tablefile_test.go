package tablefile_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/graph/tablefile"
	"github.com/lukasadb/lukasa/schema"
)

// columns are one of each type.
var columns = []tablefile.Column{
	{Name: "id", Type: schema.GraphString},
	{Name: "list", Type: schema.GraphStrings},
	{Name: "int", Type: schema.GraphInt},
	{Name: "float", Type: schema.GraphFloat},
	{Name: "bool", Type: schema.GraphBool},
	{Name: "at", Type: schema.GraphTime},
	{Name: "uuid", Type: schema.GraphUUID},
}

// row draws a row, each value of which may be null.
func row(t *rapid.T, texts *rapid.Generator[string]) []any {
	values := []any{
		texts.Draw(t, "text"), rapid.SliceOfN(texts, 0, 4).Draw(t, "list"), rapid.Int64().Draw(t, "int"), rapid.Float64().Draw(t, "float"),
		rapid.Bool().Draw(t, "bool"), time.UnixMicro(rapid.Int64Range(-1<<60, 1<<60).Draw(t, "at")).UTC(),
		uuid.UUID([]byte(rapid.StringMatching("[a-z]{16}").Draw(t, "uuid"))),
	}
	for i := range values {
		if rapid.IntRange(0, 3).Draw(t, "null") == 0 {
			values[i] = nil
		}
	}
	return values
}

func write(t require.TestingT, path string, rows [][]any) {
	f, err := tablefile.New(path, columns)
	require.NoError(t, err)
	for _, r := range rows {
		require.NoError(t, f.Add(func(i int) any { return r[i] }))
	}
	require.NoError(t, f.Finish())
	require.Equal(t, len(rows), f.Rows)
}

// open opens a file with another library.
func open(path string) (*parquet.File, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
}

// read gives the rows of a file as another library reads them.
func read(t require.TestingT, path string) (rows [][]any) {
	file, err := open(path)
	require.NoError(t, err)
	r := parquet.NewReader(file)
	defer r.Close()
	buffer := make([]parquet.Row, 64)
	for {
		n, err := r.ReadRows(buffer)
		for _, row := range buffer[:n] {
			rows = append(rows, decoded(row))
		}
		if errors.Is(err, io.EOF) {
			require.Equal(t, file.NumRows(), int64(len(rows)))
			return rows
		}
		require.NoError(t, err)
	}
}

func decoded(row parquet.Row) []any {
	out := make([]any, len(columns))
	row.Range(func(i int, values []parquet.Value) bool {
		if columns[i].Type == schema.GraphStrings {
			if values[0].DefinitionLevel() == 0 {
				return true
			}
			list := []string{}
			for _, v := range values {
				if v.DefinitionLevel() == 3 {
					list = append(list, v.String())
				}
			}
			out[i] = list
			return true
		}
		if v := values[0]; !v.IsNull() {
			out[i] = value(columns[i].Type, v)
		}
		return true
	})
	return out
}

func value(typ schema.GraphType, v parquet.Value) any {
	switch typ {
	case schema.GraphInt:
		return v.Int64()
	case schema.GraphFloat:
		return v.Double()
	case schema.GraphBool:
		return v.Boolean()
	case schema.GraphTime:
		return time.UnixMicro(v.Int64()).UTC()
	case schema.GraphUUID:
		return uuid.MustParse(v.String())
	default:
		return v.String()
	}
}

// Another library reads what was written, whatever is null and however many pages
// there are (T1).
func TestFileRoundTrip(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.OneOf(rapid.String(), rapid.Map(rapid.IntRange(0, 90_000), func(n int) string { return strings.Repeat("é", n) }))
		rows := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) []any { return row(t, texts) }), 0, 40).Draw(t, "rows")
		path := filepath.Join(dir, "rows.parquet")
		write(t, path, rows)
		got := read(t, path)
		require.NoError(t, os.Remove(path))
		require.Len(t, got, len(rows))
		for i := range rows {
			require.Equal(t, rows[i], got[i])
		}
	})
}

// Rows beyond one row group come back in order (T1).
func TestFileRowGroups(t *testing.T) {
	const n = 70_000
	rows := make([][]any, n)
	for i := range rows {
		rows[i] = []any{"x", []string{"a", "b"}[:i%3], int64(i), float64(i), i%5 == 0, nil, nil}
	}
	path := filepath.Join(t.TempDir(), "rows.parquet")
	write(t, path, rows)
	got := read(t, path)
	require.Len(t, got, n)
	for i := range rows {
		if !reflect.DeepEqual(rows[i], got[i]) { // which is quicker than to require it of each
			require.Equal(t, rows[i], got[i], "row %d", i)
		}
	}
}

// Rows are written when there are many bytes of them, however few they are (T3).
func TestFileLargeRows(t *testing.T) {
	const n = 100
	rows := make([][]any, n)
	for i := range rows {
		rows[i] = make([]any, len(columns))
		rows[i][0] = strings.Repeat(string(rune('a'+i%26)), 1<<20)
	}
	path := filepath.Join(t.TempDir(), "rows.parquet")
	write(t, path, rows)
	require.Equal(t, rows, read(t, path))
	file, err := open(path)
	require.NoError(t, err)
	require.Len(t, file.RowGroups(), 2)
}

// A file that was not finished is not taken for one with fewer rows (T2).
func TestFileUnfinished(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows.parquet")
	f, err := tablefile.New(path, columns)
	require.NoError(t, err)
	for range 40_000 { // more than a row group, so that something was written
		require.NoError(t, f.Add(func(int) any { return nil }))
	}
	_, err = open(path)
	require.Error(t, err)
	f.Abandon()
}

// A file is never written over, and one that is abandoned is gone.
func TestFileAbandon(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows.parquet")
	f, err := tablefile.New(path, columns)
	require.NoError(t, err)
	_, err = tablefile.New(path, columns)
	require.ErrorIs(t, err, os.ErrExist)
	f.Abandon()
	require.NoFileExists(t, path)
}
