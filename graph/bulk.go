package graph

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/lukasadb/lukasa/schema"
)

// loader collects rows in files and copies them into the tables of a session.
type loader struct {
	*tables
	dir     string
	nodes   map[*nodeTable]*tableFile
	links   map[*edgeTable]*tableFile
	owners  *tableFile
	applied Applied
}

func newLoader(t *tables, dir string) *loader {
	return &loader{tables: t, dir: dir, nodes: map[*nodeTable]*tableFile{}, links: map[*edgeTable]*tableFile{}}
}

// abandon removes the files.
func (l *loader) abandon() {
	for _, f := range l.nodes {
		f.abandon()
	}
	for _, f := range l.links {
		f.abandon()
	}
	if l.owners != nil {
		l.owners.abandon()
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
		f, err = newTableFile(filepath.Join(l.dir, table.Name+".parquet"),
			columnTypes([]schema.GraphType{schema.GraphString}, table.Columns))
		if err != nil {
			return err
		}
		l.nodes[table] = f
	}
	return f.add(func(column int) any {
		if column == 0 {
			return e.ID
		}
		return e.Values[table.Columns[column-1].Name]
	})
}

// edges adds an element's edges and returns what its owner record must hold.
func (l *loader) edges(e *Element) (owned []string, err error) {
	for i := range e.Links {
		link := &e.Links[i]
		table := l.tables.edges[link.Edge]
		f := l.links[table]
		if f == nil {
			f, err = newTableFile(filepath.Join(l.dir, table.Name+".parquet"),
				columnTypes([]schema.GraphType{schema.GraphString, schema.GraphString}, table.columns))
			if err != nil {
				return nil, err
			}
			l.links[table] = f
		}
		values := table.stored(e.Key, link)
		err = f.add(func(column int) any {
			switch column {
			case 0:
				return link.From
			case 1:
				return link.To
			}
			return values[table.columns[column-2].Name]
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
		l.owners, err = newTableFile(filepath.Join(l.dir, ownerTable+".parquet"),
			[]schema.GraphType{schema.GraphString, schema.GraphStrings})
		if err != nil {
			return err
		}
	}
	return l.owners.add(func(column int) any {
		if column == 0 {
			return ownerID(k)
		}
		return links
	})
}

// copyInto copies the files into the tables, nodes before edges.
func (l *loader) copyInto(ctx context.Context, c *conn) error {
	defer c.watch(ctx)()
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
			l.applied.Dangling += f.rows - n
		}
	}
	return nil
}

// copyFile copies one file into its table and returns the number of rows that
// went in.
func (l *loader) copyFile(ctx context.Context, c *conn, f *tableFile, table, key string, columns []schema.GraphColumn, options string) (int, error) {
	if f == nil {
		return 0, nil
	}
	if err := f.finish(); err != nil {
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
	r, err := c.Query(fmt.Sprintf("COPY %s%s FROM %s%s", table, list, quotePath(f.path), options))
	if err != nil {
		return 0, fmt.Errorf("copy %s: %w", table, err)
	}
	defer r.Close()
	rows, err := decodeAll(r)
	if err != nil {
		return 0, err
	}
	return copied(rows), os.Remove(f.path)
}

var copiedText = regexp.MustCompile(`^(\d+) tuples? ha`)

// copied reads how many rows went in from what COPY answers.
func copied(rows []Row) int {
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

// Load replaces the whole graph by elements, which come in any order, each key
// once, and sets its watermark. Reads see the old graph until the new one is
// complete and is the clean generation. On an error the old graph stays.
func (g *Graph) Load(ctx context.Context, watermark uint64, elements iter.Seq2[Element, error]) (Applied, error) {
	g.write.Lock()
	defer g.write.Unlock()
	if _, err := g.writable(); err != nil && !errors.Is(err, ErrBroken) {
		return Applied{}, err
	}
	s, err := g.empty(g.opts.BulkPool)
	if err != nil {
		return Applied{}, fmt.Errorf("graph: load: %w", err)
	}
	applied, err := g.fill(ctx, s, watermark, elements)
	if err != nil {
		s.drain(true)
		return Applied{}, fmt.Errorf("graph: load: %w", errors.Join(err, s.discard()))
	}
	previous := g.watermark.Swap(watermark)
	if err := g.replace(ctx, s); err != nil {
		g.watermark.Store(previous)
		return Applied{}, err
	}
	g.broken = false
	return applied, nil
}

// fill copies elements into the empty session s.
func (g *Graph) fill(ctx context.Context, s *session, watermark uint64, elements iter.Seq2[Element, error]) (Applied, error) {
	l := newLoader(g.tables, s.work.Dir())
	defer l.abandon()
	for e, err := range elements {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = g.tables.check(&e)
		}
		if err == nil {
			err = l.element(&e)
		}
		if err != nil {
			return Applied{}, err
		}
	}
	c, err := s.connect()
	if err != nil {
		return Applied{}, err
	}
	defer c.close()
	if err := l.copyInto(ctx, c); err != nil {
		return Applied{}, ended(ctx, err)
	}
	return l.applied, (&writer{tables: g.tables, c: c}).meta(metaWatermark, watermark)
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

// applyBulk applies a large batch on a copy of the database, where nobody reads,
// and continues there. What exists is changed one by one; what is new is copied
// in from files.
func (g *Graph) applyBulk(ctx context.Context, s *session, b Batch) (Applied, error) {
	g.dropWriter()
	next, err := g.cloned(ctx, s, g.opts.BulkPool)
	if err != nil {
		return Applied{}, fmt.Errorf("graph: apply: %w", err)
	}
	next, applied, err := g.copyBatch(ctx, next, b)
	if err == nil {
		next, err = next.reopen(g.opts.BufferPool, g.opts.Readers)
	}
	if err != nil {
		return Applied{}, fmt.Errorf("graph: apply: %w", ended(ctx, err))
	}
	g.changed = true
	g.watermark.Store(b.Watermark)
	g.swap(next)
	return applied, nil
}

// copyBatch applies a batch to a session that nobody else uses and returns the
// session to go on with; on an error it is gone. Between the changes and the
// copies the database is checkpointed and opened anew: the engine mixes up rows
// that one transaction both creates and copies, and has crashed when it copied
// into tables with deletions in its log. That the batch is applied as a whole
// follows from nobody seeing the session before it is.
func (g *Graph) copyBatch(ctx context.Context, s *session, b Batch) (*session, Applied, error) {
	l := newLoader(g.tables, s.work.Dir())
	defer l.abandon()
	changed, err := g.changeKnown(ctx, s, l, b)
	if err == nil {
		err = s.checkpoint()
	}
	if err != nil {
		s.drain(true)
		return nil, Applied{}, errors.Join(err, s.discard())
	}
	if s, err = s.reopen(g.opts.BulkPool, g.opts.Readers); err != nil {
		return nil, Applied{}, err
	}
	err = s.alone(func(c *conn) error {
		if err := l.copyInto(ctx, c); err != nil {
			return err
		}
		return (&writer{tables: g.tables, c: c}).meta(metaWatermark, b.Watermark)
	})
	if err == nil {
		err = s.checkpoint()
	}
	if err != nil {
		return nil, Applied{}, errors.Join(err, s.discard())
	}
	l.applied.Nodes += changed.Nodes
	l.applied.Removed = changed.Removed
	return s, l.applied, nil
}

// changeKnown removes what a batch removes, changes what exists and leaves the
// rest of it to the loader.
func (g *Graph) changeKnown(ctx context.Context, s *session, l *loader, b Batch) (Applied, error) {
	w := &writer{tables: g.tables}
	err := s.alone(func(c *conn) error {
		w.c = c
		if err := transact(ctx, c, func() error { return w.removeAll(ctx, b.Remove) }); err != nil {
			return err
		}
		known, err := g.tables.known(ctx, c, b.Put)
		if err != nil {
			return err
		}
		return transact(ctx, c, func() error { return w.bulkPuts(ctx, l, known, b.Put) })
	})
	return w.applied, err
}

// alone runs fn on a connection of its own.
func (s *session) alone(fn func(*conn) error) error {
	c, err := s.connect()
	if err != nil {
		return err
	}
	defer c.close()
	return fn(c)
}

// bulkPuts changes the elements that exist and leaves the new ones, and all
// edges, to the loader.
func (w *writer) bulkPuts(ctx context.Context, l *loader, known map[uint64]struct{}, puts []Element) error {
	return forEach(ctx, len(puts), func(i int) error {
		e := &puts[i]
		var err error
		if _, exists := known[xxhash.Sum64String(ownerID(e.Key))]; exists {
			err = w.bulkPut(l, e)
		} else {
			err = l.element(e)
		}
		if err != nil {
			return fmt.Errorf("put %s %s: %w", e.Table, e.ID, err)
		}
		return nil
	})
}

func (w *writer) bulkPut(l *loader, e *Element) error {
	if err := w.putNode(e); err != nil {
		return err
	}
	owned, err := l.edges(e)
	if err != nil {
		return err
	}
	return w.own(e.Key, owned)
}

// known returns the hashes of the keys that the graph has in the tables of
// puts: nodes, and owners that have no node. A false positive costs time only.
func (t *tables) known(ctx context.Context, c *conn, puts []Element) (map[uint64]struct{}, error) {
	used := map[string]string{}
	for i := range puts {
		name := puts[i].Table
		if node := t.nodes[name]; node != nil {
			used[name] = node.ids
		} else {
			used[ownerTable] = "MATCH (o:" + ownerTable + ") RETURN o.id"
		}
	}
	known := map[uint64]struct{}{}
	for name, text := range used {
		err := c.each(ctx, text, nil, func(row Row) error {
			id, _ := row[0].(string)
			if name != ownerTable { // whose ids name their table already
				id = ownerID(Key{name, id})
			}
			known[xxhash.Sum64String(id)] = struct{}{}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return known, nil
}
