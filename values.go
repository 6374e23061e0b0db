package lukasa

import "github.com/lukasadb/lukasa/graph"

// The values that the rows of a Cypher answer hold, beside those of Go: see
// [graph.Row].
type (
	// Row is one row of an answer, a value for each column.
	Row = graph.Row
	// Node is a node in an answer, with those of its properties that are not null.
	Node = graph.Node
	// Edge is an edge in an answer, from the node From to the node To, with those of its
	// properties that are not null.
	Edge      = graph.Edge
	Walk      = graph.Path // what a pattern of variable length matched
	ElementID = graph.ID   // of a node or an edge, within one answer
	// Entry is one pair of a map in an answer, in the map's order.
	Entry = graph.Entry
	// Interval is a calendar interval in an answer.
	Interval = graph.Interval
	// Decimal is an exact decimal number in its text form.
	Decimal = graph.Decimal
)
