package command

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/big"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/cmd/lukasa/output"
	"github.com/lukasadb/lukasa/cmd/lukasa/shell"
)

// engine answers the shell from an open store.
type engine struct {
	memory  *lukasa.Memory
	options lukasa.CypherOptions
	catalog shell.Catalog
}

func newEngine(m *lukasa.Memory, isolate bool, timeout time.Duration) *engine {
	return &engine{
		memory:  m,
		options: lukasa.CypherOptions{Isolated: isolate, Timeout: timeout, MaxRows: math.MaxInt},
		catalog: catalogOf(m.Catalogue()),
	}
}

// Cypher implements [shell.Engine].
func (e *engine) Cypher(ctx context.Context, statement string, params map[string]any) (*shell.Answer, error) {
	rows, err := e.memory.Cypher(ctx, statement, params, e.options)
	if err != nil {
		return nil, e.placed(err)
	}
	return &shell.Answer{
		Table: output.Table{Columns: rows.Columns, Rows: cells(rows.Rows)},
		Close: func() error { rows.Close(); return nil },
	}, nil
}

// placed tells the shell where in the statement an error is.
func (e *engine) placed(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("stopped after %v: --timeout gives a statement longer (%w)", e.options.Timeout, err)
	}
	var wrong *lukasa.CypherError
	if errors.As(err, &wrong) {
		return &shell.StatementError{Message: wrong.Message, Line: wrong.Line, Column: wrong.Column}
	}
	var blocked *lukasa.BlockedError
	if errors.As(err, &blocked) {
		message := "refused: " + blocked.Reason
		if blocked.Token != "" {
			message = fmt.Sprintf("refused: %q %s", blocked.Token, blocked.Reason)
		}
		return &shell.StatementError{Message: message, Line: blocked.Line, Column: blocked.Column}
	}
	return err
}

// Catalog implements [shell.Engine].
func (e *engine) Catalog(context.Context) (shell.Catalog, error) { return e.catalog, nil }

// catalogOf turns the store's catalogue into the shell's.
func catalogOf(c lukasa.Catalogue) shell.Catalog {
	out := shell.Catalog{Functions: c.Functions}
	for _, t := range c.Tables {
		l := shell.Label{Name: t.Name, From: t.From, To: t.To}
		for _, p := range t.Properties {
			l.Properties = append(l.Properties, shell.Property{Name: p.Name, Type: string(p.Type)})
		}
		if t.Edge {
			out.Edges = append(out.Edges, l)
		} else {
			out.Nodes = append(out.Nodes, l)
		}
	}
	return out
}

func cells(rows iter.Seq2[lukasa.Row, error]) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		for row, err := range rows {
			out := make([]any, len(row))
			for i, v := range row {
				out[i] = cell(v)
			}
			if !yield(out, err) {
				return
			}
		}
	}
}

// cell turns a value of the graph into one that output knows.
func cell(v any) any {
	switch v := v.(type) {
	case lukasa.Node:
		return node(v)
	case lukasa.Edge:
		return edge(v)
	case lukasa.Walk:
		return output.Path{Nodes: turned(v.Nodes, node), Edges: turned(v.Edges, edge)}
	case lukasa.ElementID:
		return elementID(v)
	case lukasa.Interval:
		return interval(v)
	case []byte:
		return "\\x" + hex.EncodeToString(v)
	case []any:
		return turned(v, cell)
	case map[string]any:
		return cellMap(v)
	case []lukasa.Entry:
		return cellEntries(v)
	case lukasa.Decimal:
		return json.Number(v)
	case *big.Int:
		return json.Number(v.String())
	case uuid.UUID:
		return v.String()
	}
	return v
}

func node(n lukasa.Node) output.Node {
	return output.Node{ID: elementID(n.ID), Label: n.Label, Properties: cellMap(n.Properties)}
}

func edge(e lukasa.Edge) output.Edge {
	return output.Edge{ID: elementID(e.ID), From: elementID(e.From), To: elementID(e.To), Label: e.Label, Properties: cellMap(e.Properties)}
}

func elementID(id lukasa.ElementID) string {
	return strconv.FormatUint(id.Table, 10) + ":" + strconv.FormatUint(id.Offset, 10)
}

// interval writes a calendar interval as ISO 8601 does.
func interval(i lukasa.Interval) string {
	seconds := strconv.FormatFloat(float64(i.Micros)/1e6, 'f', -1, 64) // it knows no exponents
	return fmt.Sprintf("P%dM%dDT%sS", i.Months, i.Days, seconds)
}

func cellMap(m map[string]any) map[string]any {
	out := make(map[string]any, len(m))
	for k, v := range m {
		out[k] = cell(v)
	}
	return out
}

// cellEntries keeps the order of a map's entries, which may have keys of any
// type, as a list of pairs.
func cellEntries(entries []lukasa.Entry) []any {
	out := make([]any, len(entries))
	for i, e := range entries {
		out[i] = map[string]any{"key": cell(e.Key), "value": cell(e.Value)}
	}
	return out
}

func turned[A, B any](list []A, turn func(A) B) []B {
	out := make([]B, len(list))
	for i, v := range list {
		out[i] = turn(v)
	}
	return out
}
