package lukasa

import "github.com/lukasadb/lukasa/graph"

// The values that the rows of a Cypher answer hold, beside those of Go: see
// [graph.Row].
type (
	Row       = graph.Row
	Node      = graph.Node
	Edge      = graph.Edge
	Walk      = graph.Path // what a pattern of variable length matched
	ElementID = graph.ID   // of a node or an edge, within one answer
	Entry     = graph.Entry
	Interval  = graph.Interval
	Decimal   = graph.Decimal
)
