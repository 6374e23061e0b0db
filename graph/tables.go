package graph

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/schema"
)

// The tables that only the graph itself uses: its watermark and schema version,
// and what the owners of schema.OwnedByOther edges own.
const (
	metaTable  = "_Meta"
	ownerTable = "_Owner"
)

// originColumn says, on edges that belong to neither end, which object they
// belong to: a hash of its key.
const originColumn = "origin"

// tables is the schema with the statements that maintain it. It is made once
// and never changed.
type tables struct {
	nodes   map[string]*nodeTable
	edges   map[string]*edgeTable
	owners  []string
	ordered []*nodeTable // as in the schema
	links   []*edgeTable // as in the schema
}

type nodeTable struct {
	schema.GraphNode
	create, values, remove, exists, ids string
	existing, removeMany                string   // of all nodes that $ids names
	set                                 []string // one for each column
	update                              string   // all columns; empty where one is of texts, which are set one by one (K5)
	// owned deletes the edges that a node owns, and detach those at either end of
	// it, one statement for each edge table and direction. The engine's own
	// DETACH DELETE and deletions of several labels at once do not survive the
	// replay of its log: some of the edges come back.
	owned, detach []deletion
}

// deletion deletes edges of one table and returns the offsets of their ends.
type deletion struct {
	edge *edgeTable
	text string // of the node that $id names
	many string // of all nodes that $ids names
}

type edgeTable struct {
	schema.GraphEdge
	from, to     *nodeTable
	columns      []schema.GraphColumn // as stored, with those the graph fills in
	create, drop string               // drop: of OwnedByOther edges; as a deletion
	renew        [sides]string        // replaces an edge by its like; see thinned
}

func newTables(nodes []schema.GraphNode, edges []schema.GraphEdge, owners []string) *tables {
	t := &tables{nodes: map[string]*nodeTable{}, edges: map[string]*edgeTable{}, owners: owners}
	for _, n := range nodes {
		table := &nodeTable{GraphNode: n}
		t.nodes[n.Name] = table
		t.ordered = append(t.ordered, table)
	}
	for _, e := range edges {
		table := &edgeTable{GraphEdge: e, from: t.nodes[e.From], to: t.nodes[e.To], columns: storedColumns(e)}
		table.statements()
		t.edges[e.Name] = table
		t.links = append(t.links, table)
	}
	for _, n := range t.ordered {
		n.statements(t.links)
	}
	return t
}

// storedColumns adds the columns that the graph fills in by itself.
func storedColumns(e schema.GraphEdge) []schema.GraphColumn {
	columns := slices.Clone(e.Columns)
	if e.SourceID != "" {
		columns = append(columns, schema.GraphColumn{Name: e.SourceID, Type: schema.GraphUUID, Since: e.Since})
	}
	if e.Owner == schema.OwnedByOther {
		columns = append(columns, schema.GraphColumn{Name: originColumn, Type: schema.GraphInt, Since: e.Since})
	}
	return columns
}

// statements fills in the statements of a node table. Parameters are named by
// position, because some columns have the names of keywords.
func (n *nodeTable) statements(edges []*edgeTable) {
	match := fmt.Sprintf("MATCH (n:%s {%s: $id})", n.Name, n.Key)
	n.create = fmt.Sprintf("CREATE (:%s {%s: $id%s})", n.Name, n.Key, properties(n.Columns))
	n.values = match + " RETURN n." + n.Key + returned("n", n.Columns)
	assign := make([]string, len(n.Columns))
	texts := false
	for i, c := range n.Columns {
		n.set = append(n.set, match+" SET n."+c.Name+" = "+placeholder(0, c.Type))
		assign[i] = "n." + c.Name + " = " + placeholder(i, c.Type)
		texts = texts || c.Type == schema.GraphString || c.Type == schema.GraphStrings
	}
	if !texts && len(assign) > 0 {
		n.update = match + " SET " + strings.Join(assign, ", ") + " RETURN 1"
	}
	n.remove = match + " DELETE n"
	many := fmt.Sprintf("UNWIND $ids AS key MATCH (n:%s {%s: key})", n.Name, n.Key)
	n.existing, n.removeMany = many+" RETURN 1", many+" DELETE n"
	n.exists = match + " RETURN 1"
	n.ids = fmt.Sprintf("MATCH (n:%s) RETURN n.%s", n.Name, n.Key)
	for _, e := range edges {
		if e.From == n.Name {
			rest := "-[r:" + e.Name + "]->(m) DELETE r RETURN offset(id(n)), offset(id(m))"
			d := deletion{e, match + rest, many + rest}
			n.detach = append(n.detach, d)
			if e.Owner == schema.OwnedByFrom {
				n.owned = append(n.owned, d)
			}
		}
		if e.To == n.Name {
			rest := "<-[r:" + e.Name + "]-(m) DELETE r RETURN offset(id(m)), offset(id(n))"
			d := deletion{e, match + rest, many + rest}
			n.detach = append(n.detach, d)
			if e.Owner == schema.OwnedByTo {
				n.owned = append(n.owned, d)
			}
		}
	}
}

func (e *edgeTable) statements() {
	ends := fmt.Sprintf("MATCH (a:%s {%s: $from}), (b:%s {%s: $to})", e.From, e.from.Key, e.To, e.to.Key)
	props := strings.TrimPrefix(properties(e.columns), ", ")
	e.create = fmt.Sprintf("%s CREATE (a)-[:%s {%s}]->(b) RETURN 1", ends, e.Name, props)
	if props == "" {
		e.create = fmt.Sprintf("%s CREATE (a)-[:%s]->(b) RETURN 1", ends, e.Name)
	}
	if e.Owner == schema.OwnedByOther {
		e.drop = fmt.Sprintf("MATCH (a:%s {%s: $from})-[r:%s]->(b:%s {%s: $to}) WHERE r.%s = $origin DELETE r RETURN offset(id(a)), offset(id(b))",
			e.From, e.from.Key, e.Name, e.To, e.to.Key, originColumn)
	}
	for side, end := range [sides]string{leaving: "a", arriving: "b"} {
		e.renew[side] = fmt.Sprintf("MATCH (a:%s)-[r:%s]->(b:%s) WHERE offset(id(%s)) >= $low AND offset(id(%[4]s)) < $high"+
			" WITH a, b, r LIMIT 1 CREATE (a)-[:%[2]s%[5]s]->(b) DELETE r", e.From, e.Name, e.To, end, copied(e.columns))
	}
}

// copied renders " {name: r.name, …}", which copies the properties of r.
func copied(columns []schema.GraphColumn) string {
	if len(columns) == 0 {
		return ""
	}
	list := make([]string, len(columns))
	for i, c := range columns {
		list[i] = c.Name + ": r." + c.Name
	}
	return " {" + strings.Join(list, ", ") + "}"
}

// properties renders ", name: $p0, …" for use inside a pattern.
func properties(columns []schema.GraphColumn) string {
	var b strings.Builder
	for i, c := range columns {
		fmt.Fprintf(&b, ", %s: %s", c.Name, placeholder(i, c.Type))
	}
	return b.String()
}

func placeholder(i int, typ schema.GraphType) string {
	if typ == schema.GraphUUID {
		return fmt.Sprintf("UUID($p%d)", i)
	}
	return fmt.Sprintf("$p%d", i)
}

// ddl returns the statements that bring a graph of schema version have to the
// current one. They are idempotent (002-14), and a graph of version 0 is empty.
func (t *tables) ddl(have int) []string {
	var out []string
	if have == 0 {
		out = append(out,
			"CREATE NODE TABLE IF NOT EXISTS "+metaTable+" (name STRING, value INT64, PRIMARY KEY (name))",
			"CREATE NODE TABLE IF NOT EXISTS "+ownerTable+" (id STRING, links STRING[], PRIMARY KEY (id))")
	}
	for _, n := range t.ordered {
		if n.Since > have {
			out = append(out, fmt.Sprintf("CREATE NODE TABLE IF NOT EXISTS %s (%s STRING%s, PRIMARY KEY (%s))",
				n.Name, n.Key, definitions(n.Columns), n.Key))
			continue
		}
		out = append(out, additions(n.Name, n.Columns, have)...)
	}
	for _, e := range t.links {
		if e.Since > have {
			out = append(out, fmt.Sprintf("CREATE REL TABLE IF NOT EXISTS %s (FROM %s TO %s%s)",
				e.Name, e.From, e.To, definitions(e.columns)))
			continue
		}
		out = append(out, additions(e.Name, e.columns, have)...)
	}
	return out
}

func definitions(columns []schema.GraphColumn) string {
	var b strings.Builder
	for _, c := range columns {
		fmt.Fprintf(&b, ", %s %s", c.Name, c.Type)
	}
	return b.String()
}

func additions(table string, columns []schema.GraphColumn, have int) []string {
	var out []string
	for _, c := range columns {
		if c.Since > have {
			out = append(out, fmt.Sprintf("ALTER TABLE %s ADD IF NOT EXISTS %s %s", table, c.Name, c.Type))
		}
	}
	return out
}
