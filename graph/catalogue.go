package graph

import (
	"maps"
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/graph/internal/cypher"
	"github.com/lukasadb/lukasa/schema"
)

// Table describes a node or an edge table to people and shells.
type Table struct {
	Name       string
	Edge       bool
	From, To   string // of edges
	Key        string // of nodes: the primary key's name
	Properties []schema.GraphColumn
}

// Catalogue is what a statement may name.
type Catalogue struct {
	Tables    []Table  // nodes, then edges, as in the schema
	Functions []string // lower case, sorted
	Keywords  []string // upper case, sorted
}

// NewCatalogue returns the catalogue of every graph of this version. It is what
// a shell completes from; the engine's own list of functions can crash it.
func NewCatalogue() Catalogue {
	var c Catalogue
	for _, n := range schema.GraphNodes() {
		key := schema.GraphColumn{Name: n.Key, Type: schema.GraphString, Since: n.Since}
		c.Tables = append(c.Tables, Table{Name: n.Name, Key: n.Key, Properties: slices.Concat([]schema.GraphColumn{key}, n.Columns)})
	}
	for _, e := range schema.GraphEdges() {
		c.Tables = append(c.Tables, Table{Name: e.Name, Edge: true, From: e.From, To: e.To, Properties: storedColumns(e)})
	}
	for _, name := range slices.Sorted(maps.Keys(cypher.Functions())) {
		c.Functions = append(c.Functions, strings.ToLower(name))
	}
	c.Keywords = slices.Sorted(maps.Keys(cypher.Keywords()))
	return c
}
