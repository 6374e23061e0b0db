package exchange

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/schema"
)

// Writer takes a graph: all its nodes, then all its edges. Close completes what
// was written; without it, it is worth nothing. It is not safe for concurrent use.
type Writer interface {
	Node(e graph.Element) error
	Edge(l graph.Link) error
	Close() error
}

// text writes a value that is no null as text.
func text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case []string:
		list, _ := json.Marshal(v) // a list of texts always encodes
		return string(list)
	case time.Time:
		return v.UTC().Format(time.RFC3339Nano)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case uuid.UUID:
		return v.String()
	}
	return fmt.Sprint(v)
}

// absent reports whether a value is a null.
func absent(v any) bool {
	list, is := v.([]string)
	return v == nil || is && list == nil
}

// shape is a table's name and columns, without the keys.
type shape struct {
	name     string
	edge     bool
	key      string // of nodes
	from, to string // node tables of edges
	columns  []schema.GraphColumn
}

// shapes lists the tables of the graph, nodes first, by name.
func shapes() (all []shape, byName map[string]shape) {
	for _, n := range schema.GraphNodes() {
		all = append(all, shape{name: n.Name, key: n.Key, columns: n.Columns})
	}
	for _, e := range schema.GraphEdges() {
		all = append(all, shape{name: e.Name, edge: true, from: e.From, to: e.To, columns: e.Columns})
	}
	byName = map[string]shape{}
	for _, s := range all {
		byName[s.name] = s
	}
	return all, byName
}
