package graph

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/lukasadb/lukasa/graph/tablefile"
	"github.com/lukasadb/lukasa/schema"
)

// loader collects rows in files and copies them into the tables of a session.
type loader struct {
	*tables
	dir     string
	nodes   map[*nodeTable]*tablefile.File
	links   map[*edgeTable]*tablefile.File
	owners  *tablefile.File
	applied Applied
}

func newLoader(t *tables, dir string) *loader {
	return &loader{tables: t, dir: dir, nodes: map[*nodeTable]*tablefile.File{}, links: map[*edgeTable]*tablefile.File{}}
}

// file begins the file of a table, whose columns have the given types, in order.
func (l *loader) file(table string, types []schema.GraphType) (*tablefile.File, error) {
	return tablefile.New(filepath.Join(l.dir, table+".parquet"), tablefile.Unnamed(types))
}

// abandon removes the files.
func (l *loader) abandon() {
	for _, f := range l.nodes {
		f.Abandon()
	}
	for _, f := range l.links {
		f.Abandon()
	}
	if l.owners != nil {
		l.owners.Abandon()
	}
}

func columnTypes(first []schema.GraphType, columns []schema.GraphColumn) []schema.GraphType {
	types := slices.Clone(first)
	for _, c := range columns {
		types = append(types, c.Type)
	}
	return types
}

// node adds an element's node.
func (l *loader) node(e *Element) (err error) {
	table := l.tables.nodes[e.Table]
	f := l.nodes[table]
	if f == nil {
		f, err = l.file(table.Name, columnTypes([]schema.GraphType{schema.GraphString}, table.Columns))
		if err != nil {
			return err
		}
		l.nodes[table] = f
	}
	return f.Add(func(column int) any {
		if column == 0 {
			return e.ID
		}
		return present(table.Columns[column-1], e.Values)
	})
}

// edges adds an element's edges and returns what its owner record must hold.
func (l *loader) edges(e *Element) (owned []string, err error) {
	for i := range e.Links {
		link := &e.Links[i]
		table := l.tables.edges[link.Edge]
		f := l.links[table]
		if f == nil {
			f, err = l.file(table.Name, columnTypes([]schema.GraphType{schema.GraphString, schema.GraphString}, table.columns))
			if err != nil {
				return nil, err
			}
			l.links[table] = f
		}
		values := table.stored(e.Key, link)
		err = f.Add(func(column int) any {
			switch column {
			case 0:
				return link.From
			case 1:
				return link.To
			}
			return present(table.columns[column-2], values)
		})
		if err != nil {
			return nil, err
		}
		if table.Owner == schema.OwnedByOther {
			owned = append(owned, link.Edge, link.From, link.To)
		}
	}
	return owned, nil
}

// owner adds an owner record.
func (l *loader) owner(k Key, links []string) (err error) {
	if len(links) == 0 {
		return nil
	}
	if l.owners == nil {
		l.owners, err = l.file(ownerTable, []schema.GraphType{schema.GraphString, schema.GraphStrings})
		if err != nil {
			return err
		}
	}
	return l.owners.Add(func(column int) any {
		if column == 0 {
			return ownerID(k)
		}
		return links
	})
}

// element adds an element that is new to the graph.
func (l *loader) element(e *Element) error {
	if l.tables.nodes[e.Table] != nil {
		if err := l.node(e); err != nil {
			return err
		}
	}
	owned, err := l.edges(e)
	if err != nil {
		return err
	}
	return l.owner(e.Key, owned)
}

// copyMemory is what a thread that copies needs: it fills groups of rows of its
// own, of every column. A quarter of it failed at a million records.
const copyMemory = 128 << 20

// copyInto copies the files into the tables, nodes before edges, where there are
// pool bytes for pages.
func (l *loader) copyInto(ctx context.Context, c *conn, pool uint64) error {
	defer c.watch(ctx)()
	c.SetThreads(min(runtime.GOMAXPROCS(0), max(2, int(pool/copyMemory)))) //nolint:gosec // memory is less than 2^63
	for _, table := range l.ordered {
		n, err := l.copyFile(ctx, c, l.nodes[table], table.Name, table.Key, table.Columns, "")
		if err != nil {
			return err
		}
		l.applied.Nodes += n
	}
	if _, err := l.copyFile(ctx, c, l.owners, ownerTable, "id", []schema.GraphColumn{{Name: "links"}}, ""); err != nil {
		return err
	}
	for _, table := range l.tables.links {
		f := l.links[table]
		n, err := l.copyFile(ctx, c, f, table.Name, "", table.columns, " (ignore_errors=true)")
		if err != nil {
			return err
		}
		l.applied.Edges += n
		if f != nil {
			l.applied.Dangling += f.Rows - n
		}
	}
	return nil
}

// copyFile copies one file into its table and returns the number of rows that
// went in.
func (l *loader) copyFile(ctx context.Context, c *conn, f *tablefile.File, table, key string, columns []schema.GraphColumn, options string) (int, error) {
	if f == nil {
		return 0, nil
	}
	if err := f.Finish(); err != nil {
		return 0, err
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	var names []string
	if key != "" {
		names = append(names, key)
	}
	for _, column := range columns {
		names = append(names, column.Name)
	}
	list := ""
	if len(names) > 0 {
		list = "(" + strings.Join(names, ", ") + ")"
	}
	r, err := c.Query(fmt.Sprintf("COPY %s%s FROM %s%s", table, list, quotePath(f.Path), options))
	if err != nil {
		return 0, fmt.Errorf("copy %s: %w", table, err)
	}
	defer r.Close()
	rows, err := decodeAll(r)
	if err != nil {
		return 0, err
	}
	return rowsCopied(rows), os.Remove(f.Path)
}

var copiedText = regexp.MustCompile(`^(\d+) tuples? ha`)

// rowsCopied reads how many rows went in from what COPY answers.
func rowsCopied(rows []Row) int {
	for _, row := range rows {
		text, _ := row[0].(string)
		if m := copiedText.FindStringSubmatch(text); m != nil {
			n, _ := strconv.Atoi(m[1])
			return n
		}
	}
	return 0
}

// quotePath renders a path as a string literal in which nothing is a pattern.
func quotePath(path string) string {
	var b strings.Builder
	b.WriteByte('\'')
	for _, r := range path {
		switch r {
		case '\'', '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case '*', '?', '[':
			b.WriteString("[" + string(r) + "]")
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('\'')
	return b.String()
}
