package graph

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

// before returns the schema as it was at a version.
func before(version int) *tables {
	columns := func(all []schema.GraphColumn) []schema.GraphColumn {
		return slices.DeleteFunc(slices.Clone(all), func(c schema.GraphColumn) bool { return c.Since > version })
	}
	var nodes []schema.GraphNode
	for _, n := range schema.GraphNodes() {
		if n.Columns = columns(n.Columns); n.Since <= version {
			nodes = append(nodes, n)
		}
	}
	var edges []schema.GraphEdge
	for _, e := range schema.GraphEdges() {
		if e.Columns = columns(e.Columns); e.Since <= version {
			edges = append(edges, e)
		}
	}
	return newTables(nodes, edges, schema.GraphOwners())
}

// 002-14: from every older version the statements lead to the schema that a new
// graph has, what was written stays, and to run them twice changes nothing.
func TestMigrations(t *testing.T) {
	t.Parallel()
	require.Empty(t, newTables(schema.GraphNodes(), schema.GraphEdges(), nil).ddl(schema.GraphVersion))
	for old := 1; old < schema.GraphVersion; old++ {
		g, err := Open(t.Context(), t.TempDir(), Options{BufferPool: 32 << 20, BulkPool: 64 << 20})
		require.NoError(t, err)
		s, fresh := bare(t, g), g.current()
		require.NoError(t, run(s, before(old).ddl(0)))
		require.NotEqual(t, catalogue(t, fresh), catalogue(t, s))
		require.NoError(t, run(s, []string{
			"CREATE (:Experience {id: 'e'}), (:Entity {id: 'n'})",
			"MATCH (e:Experience), (n:Entity) CREATE (e)-[:MENTIONED {count: 3}]->(n)",
		}))
		for range 2 {
			require.NoError(t, s.migrate(g.tables, old))
			require.Equal(t, catalogue(t, fresh), catalogue(t, s))
			require.NoError(t, s.readFilled())
			require.Equal(t, old, s.filled, "what was there has no values for what is new")
		}
		rows := ask(t, s, "MATCH (:Experience)-[m:MENTIONED]->(:Entity) RETURN m.count, m.position")
		require.Equal(t, []Row{{int64(3), nil}}, rows)
		s.drain(nil)
		require.NoError(t, s.discard())
		require.NoError(t, g.Close())
	}
}

// bare opens a database without any table.
func bare(t *testing.T, g *Graph) *session {
	t.Helper()
	work, err := g.folder.Fresh()
	require.NoError(t, err)
	s, err := openSession(work, g.opts.BufferPool, g.opts.Readers)
	require.NoError(t, err)
	return s
}

func run(s *session, statements []string) error {
	return s.alone(func(c *conn) error {
		for _, text := range statements {
			if err := c.Exec(text); err != nil {
				return err
			}
		}
		return nil
	})
}

func ask(t *testing.T, s *session, text string) []Row {
	t.Helper()
	c, err := s.connect()
	require.NoError(t, err)
	defer c.close()
	rows, err := c.all(context.Background(), text, nil)
	require.NoError(t, err)
	return rows
}

// catalogue lists the tables and their columns, as the engine tells them, in an
// order of its own: columns that were added later stand last there.
func catalogue(t *testing.T, s *session) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	for _, table := range ask(t, s, "CALL show_tables() RETURN name") {
		name := table[0].(string)
		for _, c := range ask(t, s, "CALL table_info('"+name+"') RETURN name, type") {
			out[name] = append(out[name], c[0].(string)+" "+c[1].(string))
		}
		slices.Sort(out[name])
	}
	return out
}

// A graph that a large batch has copied, or that was published, has all that it
// had: nothing asks for it to be loaded again.
func TestFilledStays(t *testing.T) {
	t.Parallel()
	g, err := Open(t.Context(), t.TempDir(), Options{BufferPool: 32 << 20, BulkPool: 64 << 20, BulkThreshold: 2})
	require.NoError(t, err)
	require.True(t, g.Filled())
	for i, id := range []string{"a", "b", "c", "d"} {
		e := Element{Key: Key{Table: schema.NodeAgent, ID: id}}
		other := Element{Key: Key{Table: schema.NodeAgent, ID: id + id}}
		_, err := g.Apply(t.Context(), Batch{Watermark: uint64(i + 1), Put: []Element{e, other}})
		require.NoError(t, err)
		require.True(t, g.Filled(), "after a large batch")
	}
	require.NoError(t, g.Refresh(t.Context()))
	require.True(t, g.Filled(), "after a refresh")
	require.NoError(t, g.Close())
}
