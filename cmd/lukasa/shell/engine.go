package shell

import (
	"context"
	"strings"

	"github.com/lukasadb/lukasa/cmd/lukasa/output"
)

// Engine answers Cypher: a store opened by this process, or a child process
// that stands between it and a statement that might kill it.
type Engine interface {
	// Cypher runs one statement, read-only. The caller reads the answer once, and
	// closes it.
	Cypher(ctx context.Context, statement string, params map[string]any) (*Answer, error)

	// Catalog tells what there is to ask for.
	Catalog(ctx context.Context) (Catalog, error)
}

// Answer is a table whose rows are still to come.
type Answer struct {
	output.Table
	Close func() error
}

// Catalog lists what the names of a statement can stand for.
type Catalog struct {
	Nodes     []Label
	Edges     []Label
	Functions []string
}

// Label is a node label or an edge type.
type Label struct {
	Name       string
	From, To   string // of edge types: the labels they join
	Properties []Property
}

// Property is a property of a label.
type Property struct {
	Name, Type string
}

// find returns the label of that name, whatever its case.
func (c Catalog) find(name string) (Label, bool) {
	for _, labels := range [][]Label{c.Nodes, c.Edges} {
		for _, l := range labels {
			if strings.EqualFold(l.Name, name) {
				return l, true
			}
		}
	}
	return Label{}, false
}
