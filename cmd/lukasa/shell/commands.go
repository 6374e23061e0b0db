package shell

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/cmd/lukasa/output"
)

// errQuit ends the shell.
var errQuit = errors.New("shell: quit")

// ErrCommand says that a ":" command was not understood.
var ErrCommand = errors.New("shell: bad command")

// command is what a line that begins with ":" may say.
type command struct {
	name, usage, about string
	arguments          func(Catalog) []Suggestion
	run                func(s *Shell, ctx context.Context, args string) error
}

// commands lists the commands, in the order of :help.
func commands() []command {
	return []command{
		{"help", ":help", "show this list", nil, (*Shell).help},
		{"schema", ":schema [LABEL]", "show labels, edge types and their properties", labelArguments, (*Shell).schema},
		{"params", ":params", "show the parameters", nil, (*Shell).showParams},
		{"param", ":param NAME VALUE", "set $NAME to a JSON value or to a text; without VALUE, forget it", nil, (*Shell).setParam},
		{"mode", ":mode [MODE]", "show or set how answers are written", modeArguments, (*Shell).setMode},
		{"timer", ":timer [on|off]", "tell how long each statement took", switchArguments, (*Shell).setTimer},
		{"explain", ":explain STATEMENT", "show the plan of a statement and do not run it", nil, (*Shell).explain},
		{"read", ":read FILE", "run a file of statements", nil, (*Shell).read},
		{"pager", ":pager [on|off]", "show long answers through a pager", switchArguments, (*Shell).setPager},
		{"quit", ":quit", "leave (so do :exit and Ctrl-D)", nil, (*Shell).quit},
		{"exit", "", "", nil, (*Shell).quit},
	}
}

func labelArguments(c Catalog) []Suggestion {
	var out []Suggestion
	for _, l := range slices.Concat(c.Nodes, c.Edges) {
		out = append(out, Suggestion{l.Name, "label", propertyNames(l)})
	}
	return out
}

func modeArguments(Catalog) []Suggestion {
	var out []Suggestion
	for _, m := range output.Modes() {
		out = append(out, Suggestion{string(m), "mode", ""})
	}
	return out
}

func switchArguments(Catalog) []Suggestion {
	return []Suggestion{{"on", "switch", ""}, {"off", "switch", ""}}
}

// command runs a line that begins with ":".
func (s *Shell) command(ctx context.Context, line string) error {
	name, args, _ := strings.Cut(strings.TrimPrefix(line, ":"), " ")
	for _, c := range commands() {
		if c.name == strings.ToLower(name) {
			return c.run(s, ctx, strings.TrimSpace(args))
		}
	}
	return fmt.Errorf("%w: :%s is not one, see :help", ErrCommand, name)
}

func (s *Shell) help(context.Context, string) error {
	var rows [][]any
	for _, c := range commands() {
		if c.usage != "" {
			rows = append(rows, []any{c.usage, c.about})
		}
	}
	rows = append(rows, []any{"STATEMENT;", "run Cypher, over as many lines as it takes"})
	return s.print(output.Table{Columns: []string{"command", "what it does"}, Rows: output.Rows(rows...)})
}

func (s *Shell) schema(ctx context.Context, name string) error {
	catalog, err := s.engine.Catalog(ctx)
	if err != nil {
		return err
	}
	var rows [][]any
	if name != "" {
		l, known := catalog.find(name)
		if !known {
			return fmt.Errorf("%w: no label or edge type is called %s", ErrCommand, name)
		}
		for _, p := range l.Properties {
			rows = append(rows, []any{p.Name, p.Type})
		}
		return s.print(output.Table{Columns: []string{"property", "type"}, Rows: output.Rows(rows...)})
	}
	for _, l := range catalog.Nodes {
		rows = append(rows, []any{"(:" + l.Name + ")", propertyNames(l)})
	}
	for _, l := range catalog.Edges {
		rows = append(rows, []any{fmt.Sprintf("(:%s)-[:%s]->(:%s)", l.From, l.Name, l.To), propertyNames(l)})
	}
	return s.print(output.Table{Columns: []string{"pattern", "properties"}, Rows: output.Rows(rows...)})
}

func (s *Shell) showParams(context.Context, string) error {
	var rows [][]any
	for _, name := range slices.Sorted(maps.Keys(s.params)) {
		rows = append(rows, []any{"$" + name, s.params[name]})
	}
	return s.print(output.Table{Columns: []string{"parameter", "value"}, Rows: output.Rows(rows...)})
}

func (s *Shell) setParam(ctx context.Context, args string) error {
	name, value, has := strings.Cut(args, " ")
	name = strings.TrimPrefix(name, "$")
	if name == "" {
		return s.showParams(ctx, "")
	}
	if !has {
		delete(s.params, name)
		return nil
	}
	v, err := ParseParam(strings.TrimSpace(value))
	if err != nil {
		return fmt.Errorf("%w: %s: %w", ErrCommand, name, err)
	}
	s.params[name] = v
	return nil
}

// ParseParam reads the value of a parameter: JSON where it is JSON, and else the
// text as it stands. Whole numbers become int64, others float64.
func ParseParam(text string) (any, error) {
	if !json.Valid([]byte(text)) {
		return text, nil
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	return numbers(v)
}

func numbers(v any) (any, error) {
	switch v := v.(type) {
	case json.Number:
		if i, err := v.Int64(); err == nil {
			return i, nil
		}
		return v.Float64()
	case []any:
		for i := range v {
			n, err := numbers(v[i])
			if err != nil {
				return nil, err
			}
			v[i] = n
		}
	case map[string]any:
		for k := range v {
			n, err := numbers(v[k])
			if err != nil {
				return nil, err
			}
			v[k] = n
		}
	}
	return v, nil
}

func (s *Shell) setMode(_ context.Context, name string) error {
	if name == "" {
		s.tell("mode %s", s.mode)
		return nil
	}
	mode, err := output.ParseMode(name)
	if err == nil {
		s.mode = mode
	}
	return err
}

func (s *Shell) setTimer(_ context.Context, arg string) error { return s.flip("timer", &s.timer, arg) }

func (s *Shell) setPager(_ context.Context, arg string) error { return s.flip("pager", &s.paging, arg) }

// flip sets a switch, or turns it over where no argument says how.
func (s *Shell) flip(name string, on *bool, arg string) error {
	switch strings.ToLower(arg) {
	case "on":
		*on = true
	case "off":
		*on = false
	case "":
		*on = !*on
	default:
		return fmt.Errorf("%w: :%s wants on or off", ErrCommand, name)
	}
	if arg == "" {
		s.tell("%s %s", name, map[bool]string{true: "on", false: "off"}[*on])
	}
	return nil
}

func (s *Shell) explain(ctx context.Context, statement string) error {
	if statement == "" {
		return fmt.Errorf("%w: :explain wants a statement", ErrCommand)
	}
	return s.query(ctx, "EXPLAIN "+statement)
}

func (s *Shell) read(ctx context.Context, path string) error {
	if path == "" {
		return fmt.Errorf("%w: :read wants a file", ErrCommand)
	}
	if s.depth >= 16 {
		return fmt.Errorf("%w: :read: files read one another 16 deep", ErrCommand)
	}
	f, err := os.Open(unquote(path))
	if err != nil {
		return err
	}
	defer f.Close()
	s.depth++
	defer func() { s.depth-- }()
	return s.script(ctx, f, path)
}

func (s *Shell) quit(context.Context, string) error { return errQuit }

func unquote(path string) string {
	if plain, err := strconv.Unquote(path); err == nil {
		return plain
	}
	return path
}

func brief(v any) string {
	s := strings.Join(strings.Fields(output.Text(v)), " ")
	if r := []rune(s); len(r) > 40 {
		return string(r[:39]) + "…"
	}
	return s
}

func round(d time.Duration) time.Duration {
	switch {
	case d > 10*time.Second:
		return d.Round(100 * time.Millisecond)
	case d > 10*time.Millisecond:
		return d.Round(time.Millisecond)
	}
	return d.Round(10 * time.Microsecond)
}
