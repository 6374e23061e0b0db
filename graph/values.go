package graph

// ID is the graph's internal name of a node or an edge. It is stable only
// within one answer.
type ID struct {
	Table  uint64
	Offset uint64
}

// Node is a node in an answer, with those of its properties that are not
// null, nor an empty text.
type Node struct {
	ID         ID
	Label      string
	Properties map[string]any
}

// Edge is an edge in an answer, from the node From to the node To, with those of
// its properties that are not null, nor an empty text.
type Edge struct {
	ID         ID
	From, To   ID
	Label      string
	Properties map[string]any
}

// Path is the part of an answer that a variable-length pattern matched: Nodes
// and Edges in order. As the graph engine reports them, Nodes are those between
// the pattern's two ends.
type Path struct {
	Nodes []Node
	Edges []Edge
}

// Entry is one pair of a map in an answer, in the map's order.
type Entry struct{ Key, Value any }

// Interval is a calendar interval in an answer.
type Interval struct {
	Months int
	Days   int
	Micros int64
}

// Row is one row of an answer, a value for each column. Values are nil, bool,
// int64, uint64, float64, string, time.Time (UTC), [Interval], uuid.UUID,
// *big.Int, [Decimal], []byte, [ID], [Node], [Edge], [Path], []any,
// map[string]any for structures and a slice of [Entry] for maps. Unions arrive
// as text.
type Row []any

// Decimal is an exact decimal number in its text form.
type Decimal string
