package output

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
)

// Mode names a way to write an answer.
type Mode string

// The modes.
const (
	ModeTable    Mode = "table"    // boxes, for people
	ModeLine     Mode = "line"     // one "column = value" a line
	ModeCSV      Mode = "csv"      // RFC 4180, with a header; nil is empty
	ModeJSON     Mode = "json"     // one array of objects
	ModeJSONL    Mode = "jsonl"    // one object a line
	ModeMarkdown Mode = "markdown" // a table of Markdown
	ModeDOT      Mode = "dot"      // the nodes and edges among the values, for Graphviz
	ModeMermaid  Mode = "mermaid"  // the same, for Mermaid
)

// Modes lists the modes.
func Modes() []Mode {
	return []Mode{ModeTable, ModeLine, ModeCSV, ModeJSON, ModeJSONL, ModeMarkdown, ModeDOT, ModeMermaid}
}

// Picture tells whether the mode draws a graph: DOT or Mermaid.
func (m Mode) Picture() bool { return m == ModeDOT || m == ModeMermaid }

// Errors of this package.
var (
	ErrMode    = errors.New("output: unknown mode")
	ErrNoGraph = errors.New("output: nothing to draw")
)

// ParseMode returns the mode of that name. The error wraps [ErrMode].
func ParseMode(name string) (Mode, error) {
	if m := Mode(strings.ToLower(name)); slices.Contains(Modes(), m) {
		return m, nil
	}
	names := make([]string, 0, len(Modes()))
	for _, m := range Modes() {
		names = append(names, string(m))
	}
	return "", fmt.Errorf("%w %q, want one of %s", ErrMode, name, strings.Join(names, ", "))
}

// Table is an answer: rows of values under named columns. An error ends it.
type Table struct {
	Columns []string
	Rows    iter.Seq2[[]any, error]
}

// Format says how to write a table.
type Format struct {
	Mode    Mode // default table
	Width   int  // columns of the terminal; 0: as wide as the values, never cut
	Colour  bool
	OneLine bool // the array of json is one line, for who writes several: they are JSON lines then
}

// Write renders the table and returns how many rows it had. It stops at the
// first error of the rows or of w. The two pictures fail with [ErrNoGraph] where
// there are rows, and no value is a node, an edge or a path.
func Write(w io.Writer, t Table, f Format) (rows int, err error) {
	t.Rows = counted(t.Rows, &rows)
	switch f.Mode {
	case ModeTable, "":
		err = writeTable(w, t, f)
	case ModeLine:
		err = writeLine(w, t)
	case ModeCSV:
		err = writeCSV(w, t)
	case ModeJSON:
		err = writeJSON(w, t, f)
	case ModeJSONL:
		err = writeJSONL(w, t)
	case ModeMarkdown:
		err = writeMarkdown(w, t)
	case ModeDOT, ModeMermaid:
		err = writePicture(w, t, f.Mode)
	default:
		_, err = ParseMode(string(f.Mode))
	}
	return rows, err
}

func counted(stream iter.Seq2[[]any, error], rows *int) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		for row, err := range stream {
			if err == nil {
				*rows++
			}
			if !yield(row, err) {
				return
			}
		}
	}
}

// Rows returns a stream of the rows given.
func Rows(rows ...[]any) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		for _, row := range rows {
			if !yield(row, nil) {
				return
			}
		}
	}
}
