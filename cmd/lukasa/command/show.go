package command

import (
	"bufio"
	"fmt"
	"iter"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa/cmd/lukasa/output"
	"github.com/lukasadb/lukasa/cmd/lukasa/terminal"
)

// view says how values of one type are shown as rows; programs get their JSON.
type view[T any] struct {
	columns []string
	row     func(T) []any
	graph   func(T) []any // nodes, edges and paths for the pictures, of a verb that is drawing; nil: none
	people  *view[T]      // what tables on a terminal show instead; nil: the same
}

// show writes values in the format asked for and returns how many there were.
func show[T any](f *factory, v view[T], values iter.Seq2[T, error]) (int, error) {
	format, err := f.format()
	if err != nil {
		return 0, err
	}
	defer f.page()()
	var n int
	switch format.Mode {
	case output.ModeJSON, output.ModeJSONL:
		n, err = output.Objects(f.streams.Out, format.Mode, values)
	case output.ModeDOT, output.ModeMermaid:
		if v.graph == nil {
			return 0, f.undrawn()
		}
		n, err = output.Write(f.streams.Out, v.table(values, v.graph), format)
	case output.ModeTable:
		if v.people != nil {
			v = *v.people
		}
		n, err = output.Write(f.streams.Out, v.table(values, v.row), format)
	default:
		n, err = output.Write(f.streams.Out, v.table(values, v.row), format)
	}
	if terminal.Gone(err) && f.streams.OutTTY {
		err = nil // the reader quit the pager
	}
	return n, err
}

// showOne writes one value: to people line by line.
func showOne[T any](f *factory, v view[T], value T) error {
	format, err := f.format()
	if err != nil {
		return err
	}
	switch format.Mode {
	case output.ModeJSON, output.ModeJSONL:
		_, err = output.Objects(f.streams.Out, output.ModeJSONL, one(value))
		return err
	case output.ModeTable:
		defer f.page()()
		lines := *f
		lines.mode, lines.json, lines.noPager = string(output.ModeLine), false, true
		_, err = show(&lines, v, one(value))
		return err
	}
	_, err = show(f, v, one(value))
	return err
}

// deed is what a verb did that has nothing to show, for programs that ask for JSON.
type deed struct {
	Did    string   `json:"did"`              // the verb
	Store  string   `json:"store,omitempty"`  // that was made
	Path   string   `json:"path,omitempty"`   // that was written
	Lines  int      `json:"lines,omitempty"`  // that were written there
	Views  string   `json:"views,omitempty"`  // that were made anew
	Block  string   `json:"block,omitempty"`  // of core memory
	Keys   []string `json:"keys,omitempty"`   // of the configuration, in order
	Purged bool     `json:"purged,omitempty"` // its history went as well
}

// did tells a program that asks for JSON what was done. In other modes the exit status
// tells it.
func (f *factory) did(what deed) error {
	format, err := f.format()
	if err != nil || !f.json && f.mode == "" {
		return err
	}
	switch format.Mode {
	case output.ModeJSON, output.ModeJSONL:
		_, err = output.Objects(f.streams.Out, output.ModeJSONL, one(what))
	}
	return err
}

func (v view[T]) table(values iter.Seq2[T, error], row func(T) []any) output.Table {
	return output.Table{Columns: v.columns, Rows: func(yield func([]any, error) bool) {
		for value, err := range values {
			var cells []any
			if err == nil {
				cells = row(value)
			}
			if !yield(cells, err) {
				return
			}
		}
	}}
}

// drawing says that answers of a verb are graphs, so that it can draw them. To the other
// verbs the pictures are a wrong --mode.
func drawing(cmd *cobra.Command) *cobra.Command {
	cmd.Annotations = map[string]string{"draws": "yes"}
	return cmd
}

func draws(cmd *cobra.Command) bool { return cmd.Annotations["draws"] != "" }

// answerable refuses a mode that is none, and one in which a verb cannot answer.
func (f *factory) answerable(cmd *cobra.Command) error {
	if !draws(cmd) {
		return f.undrawn()
	}
	_, err := f.format()
	return err
}

// undrawn refuses the pictures, for an answer that is no graph.
func (f *factory) undrawn() error {
	format, err := f.format()
	if err == nil && format.Mode.Picture() {
		err = usagef("--mode %s: this answer is no graph", format.Mode)
	}
	return err
}

func one[T any](value T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) { yield(value, nil) }
}

func each[T any](values []T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, v := range values {
			if !yield(v, nil) {
				return
			}
		}
	}
}

// attended tells whether a person is there who sees what is asked and can answer.
func (f *factory) attended() bool { return f.streams.InTTY && f.streams.ErrTTY }

// confirm asks a person, who is at a terminal, for a yes. No answer is no.
func (f *factory) confirm(format string, args ...any) bool {
	f.settle()
	fmt.Fprintf(f.streams.Err, format+" [y/N] ", args...)
	answer, _ := bufio.NewReader(f.streams.In).ReadString('\n')
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "y" || answer == "yes"
}

// tell says something that is no data, when nobody reads in the pager any more.
func (f *factory) tell(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	if f.reading != nil {
		f.unsaid = append(f.unsaid, line)
		return
	}
	fmt.Fprintln(f.streams.Err, line)
}
