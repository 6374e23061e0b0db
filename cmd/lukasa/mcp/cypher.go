package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"iter"
	"maps"
	"math"
	"slices"

	"github.com/lukasadb/lukasa/cmd/lukasa/output"
	"github.com/lukasadb/lukasa/cmd/lukasa/shell"
)

// Bounds of a statement and its answer.
const (
	maxStatement = 64 << 10 // bytes
	maxRows      = 1000
	maxAnswer    = 1 << 20 // bytes of JSON, but for the last row
	exactNumber  = 1 << 53 // what JSON readers keep of a whole number
)

func (s *server) addCypher() {
	add(s, tool{
		name: "cypher", title: "Cypher", hints: reading(),
		text: `Run one read-only Cypher statement on the graph of the whole store, all agents' part included. Call it to count,
or for connections that recall and entity cannot show; read the resource lukasa://schema first. What would change
the store or reach files is refused. Put values into parameters, never into the statement.`,
		bounds: []bound{{field: "limit", min: 1, max: maxRows, otherwise: 100}},
	}, s.cypher)
}

type cypherIn struct {
	Statement  string     `json:"statement" jsonschema:"one statement of openCypher, such as MATCH (e:Experience) WHERE e.importance >= $n RETURN e.id"`
	Parameters parameters `json:"parameters,omitempty" jsonschema:"values of the statement's $names"`
	Limit      int        `json:"limit,omitempty" jsonschema:"how many rows at most"`
}

// parameters are values by name, as they were written.
type parameters map[string]any

// table is an answer. Its rows are objects by column, written as the shell writes them.
type table struct {
	Columns []string          `json:"columns"`
	Rows    []json.RawMessage `json:"rows"`
	More    bool              `json:"more,omitempty"` // there are rows that are not shown
}

func (s *server) cypher(ctx context.Context, in cypherIn) (out any, said []string, err error) {
	if err := within("statement", in.Statement, maxStatement); err != nil {
		return nil, nil, err
	}
	params, err := in.Parameters.values()
	if err != nil {
		return nil, nil, err
	}
	answer, err := s.Engine.Cypher(ctx, in.Statement, params)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = answer.Close() }()
	t := table{Columns: answer.Columns, Rows: []json.RawMessage{}}
	var text bytes.Buffer
	answer.Rows = t.bounded(answer.Rows, &text, in.Limit)
	if _, err := output.Write(&text, answer.Table, output.Format{Mode: output.ModeJSONL}); err != nil {
		return nil, nil, err
	}
	for row := range bytes.Lines(text.Bytes()) {
		t.Rows = append(t.Rows, bytes.TrimSpace(row))
	}
	return t, nil, nil
}

// bounded ends rows where there are enough of them, or where they have become too long.
func (t *table) bounded(rows iter.Seq2[[]any, error], written *bytes.Buffer, limit int) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		n := 0
		for row, err := range rows {
			if err == nil && (n == limit || written.Len() > maxAnswer) {
				t.More = true
				return
			}
			n++
			if !yield(row, err) {
				return
			}
		}
	}
}

// values turns numbers into those of Cypher: whole ones stay whole.
func (p parameters) values() (map[string]any, error) {
	out := make(map[string]any, len(p))
	for name, value := range p {
		if rounded(value) {
			return nil, wrong("parameters", "%.64q has a whole number of more than 53 bits, which JSON does not keep: want a text", name)
		}
		text, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		if out[name], err = shell.ParseParam(string(text)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// rounded tells whether a value of JSON has a whole number that may have been another as it
// was written. From 1e21 on numbers have an exponent, and are meant to be about as large.
func rounded(value any) bool {
	switch v := value.(type) {
	case float64:
		return math.Abs(v) >= exactNumber && math.Abs(v) < 1e21
	case []any:
		return slices.ContainsFunc(v, rounded)
	case map[string]any:
		return slices.ContainsFunc(slices.Collect(maps.Values(v)), rounded)
	}
	return false
}
