package graph

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"github.com/lukasadb/lukasa/schema"
)

// contentsPage is the number of nodes whose rows are read at a time: answers are
// held in the page pool until they have been read.
const contentsPage = 50_000

// Nodes streams the nodes of a table with those of their values that are
// there, in no particular order. A change while it runs may or may not be seen.
func (g *Graph) Nodes(ctx context.Context, table string) iter.Seq2[Element, error] {
	node := g.tables.nodes[table]
	if node == nil {
		return failing[Element](fmt.Errorf("%w: no table %q", ErrInvalid, table))
	}
	text := fmt.Sprintf("MATCH (a:%s) WHERE offset(id(a)) >= $low AND offset(id(a)) < $high RETURN a.%s%s",
		table, node.Key, returned("a", node.Columns))
	return contents(ctx, g, table, text, func(row Row) Element {
		return Element{Key: Key{table, textOf(row[0])}, Values: stored(node.Columns, row[1:])}
	})
}

// Edges streams the edges of a table with those of their values that are
// there, in no particular order. A change while it runs may or may not be seen.
func (g *Graph) Edges(ctx context.Context, table string) iter.Seq2[Link, error] {
	edge := g.tables.edges[table]
	if edge == nil {
		return failing[Link](fmt.Errorf("%w: no edge table %q", ErrInvalid, table))
	}
	text := fmt.Sprintf("MATCH (a:%s)-[r:%s]->(b:%s) WHERE offset(id(a)) >= $low AND offset(id(a)) < $high RETURN a.%s, b.%s%s",
		edge.From, table, edge.To, edge.from.Key, edge.to.Key, returned("r", edge.Columns))
	return contents(ctx, g, edge.From, text, func(row Row) Link {
		return Link{Edge: table, From: textOf(row[0]), To: textOf(row[1]), Values: stored(edge.Columns, row[2:])}
	})
}

func failing[T any](err error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		yield(none, err)
	}
}

// contents runs a statement for one page after the other of a node table.
func contents[T any](ctx context.Context, g *Graph, table, text string, decode func(Row) T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		fail := func(err error) { failing[T](err)(yield) }
		top, err := g.read(ctx, "MATCH (a:"+table+") RETURN max(offset(id(a)))", nil)
		if err != nil {
			fail(err)
			return
		}
		last, filled := top[0][0].(int64)
		for low := int64(0); filled && low <= last; low += contentsPage {
			rows, err := g.read(ctx, text, map[string]any{"low": low, "high": low + contentsPage})
			if err != nil {
				fail(err)
				return
			}
			for _, row := range rows {
				if !yield(decode(row), nil) {
					return
				}
			}
		}
	}
}

func returned(variable string, columns []schema.GraphColumn) string {
	var b strings.Builder
	for _, c := range columns {
		fmt.Fprintf(&b, ", %s.%s", variable, c.Name)
	}
	return b.String()
}

// stored returns the values of a row that are there, in the types that [Values] has.
func stored(columns []schema.GraphColumn, row Row) Values {
	values := Values{}
	for i, c := range columns {
		switch v := row[i].(type) {
		case nil:
		case string:
			if v != "" { // as it is stored where there is none: see present
				values[c.Name] = v
			}
		case []any:
			list := make([]string, len(v))
			for j, item := range v {
				list[j] = textOf(item)
			}
			values[c.Name] = list
		default:
			values[c.Name] = v
		}
	}
	return values
}
