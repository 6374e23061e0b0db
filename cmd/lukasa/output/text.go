package output

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
)

func writeLine(w io.Writer, t Table) error {
	width := 0
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = visible(c, false)
		width = max(width, text.StringWidthWithoutEscSequences(names[i]))
	}
	first := true
	for row, err := range t.Rows {
		if err != nil {
			return err
		}
		var b strings.Builder
		if !first {
			b.WriteByte('\n')
		}
		first = false
		for i, v := range row {
			pad := strings.Repeat(" ", width-text.StringWidthWithoutEscSequences(names[i]))
			value := visible(Text(v), true)
			value = strings.ReplaceAll(value, "\n", "\n"+strings.Repeat(" ", width+3))
			fmt.Fprintf(&b, "%s%s = %s\n", pad, names[i], value)
		}
		if _, err := io.WriteString(w, b.String()); err != nil {
			return err
		}
	}
	return nil
}

func writeCSV(w io.Writer, t Table) error {
	cw := csv.NewWriter(w)
	if err := cw.Write(t.Columns); err != nil {
		return err
	}
	for row, err := range t.Rows {
		if err != nil {
			cw.Flush()
			return err
		}
		cells := make([]string, len(row))
		for i, v := range row {
			cells[i] = csvCell(v)
		}
		if err := cw.Write(cells); err != nil {
			return err
		}
	}
	cw.Flush()
	return cw.Error()
}

// csvCell writes composed values as JSON, the one form of them that other
// programs read.
func csvCell(v any) string {
	switch v.(type) {
	case []any, map[string]any, Node, Edge, Path:
		data, err := marshal(plain(v))
		if err == nil {
			return string(data)
		}
	}
	return Text(v)
}

func writeJSONL(w io.Writer, t Table) error { return jsonLines(w, objects(t)) }

func writeJSON(w io.Writer, t Table, f Format) error {
	if f.OneLine {
		return jsonArray(w, objects(t), arrayInLine)
	}
	return jsonArray(w, objects(t), arrayInLines)
}

// Objects writes values that know their own JSON: as one array in [ModeJSON],
// and one a line in [ModeJSONL], the default. It returns how many it wrote.
func Objects[T any](w io.Writer, mode Mode, values iter.Seq2[T, error]) (n int, err error) {
	encoded := func(yield func([]byte, error) bool) {
		for v, err := range values {
			var data []byte
			if err == nil {
				data, err = marshal(v)
				n++
			}
			if !yield(data, err) {
				return
			}
		}
	}
	if mode == ModeJSON {
		err = jsonArray(w, encoded, arrayInLines)
	} else {
		err = jsonLines(w, encoded)
	}
	return n, err
}

func objects(t Table) iter.Seq2[[]byte, error] {
	names := unique(t.Columns)
	return func(yield func([]byte, error) bool) {
		for row, err := range t.Rows {
			var data []byte
			if err == nil {
				data, err = object(names, row)
			}
			if !yield(data, err) {
				return
			}
		}
	}
}

func jsonLines(w io.Writer, values iter.Seq2[[]byte, error]) error {
	for data, err := range values {
		if err != nil {
			return err
		}
		if _, err := w.Write(append(data, '\n')); err != nil {
			return err
		}
	}
	return nil
}

// arrayShape is what stands before each value of an array, and behind the last.
type arrayShape struct{ before, end string }

var (
	arrayInLines = arrayShape{"\n  ", "\n]\n"}
	arrayInLine  = arrayShape{"", "]\n"}
)

// jsonArray ends an array whose values end early with an error as it ends any other, so that
// what came before can be read.
func jsonArray(w io.Writer, values iter.Seq2[[]byte, error], shape arrayShape) error {
	before := "["
	for data, err := range values {
		if err != nil {
			if before != "[" {
				_, unwritten := io.WriteString(w, shape.end)
				err = errors.Join(err, unwritten)
			}
			return err
		}
		if _, err := io.WriteString(w, before+shape.before+string(data)); err != nil {
			return err
		}
		before = ","
	}
	end := shape.end
	if before == "[" {
		end = "[]\n"
	}
	_, err := io.WriteString(w, end)
	return err
}

// object writes one row as a JSON object whose keys stand in the order of the
// columns.
func object(names []string, row []any) ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, v := range row {
		if i > 0 {
			b.WriteByte(',')
		}
		key, err := marshal(names[i])
		if err != nil {
			return nil, err
		}
		value, err := marshal(plain(v))
		if err != nil {
			return nil, fmt.Errorf("output: column %q: %w", names[i], err)
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// unique tells columns of one name apart: the second "x" becomes "x_2".
func unique(columns []string) []string {
	seen := make(map[string]bool, len(columns))
	names := make([]string, len(columns))
	for i, c := range columns {
		name := c
		for n := 2; seen[name]; n++ {
			name = c + "_" + strconv.Itoa(n)
		}
		seen[name] = true
		names[i] = name
	}
	return names
}

// marshal is json.Marshal without the escapes meant for web pages.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
