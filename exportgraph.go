package lukasa

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/query/exchange"
)

// GraphSize is how much of a graph was written.
type GraphSize = query.GraphSize

// ExportGraphML writes the agents' graph as one GraphML document. No agents means
// m's own. Text that XML cannot hold is written as a JSON string, and the
// element's data "json_quoted" names the properties that were.
func (m *Memory) ExportGraphML(ctx context.Context, w io.Writer, agents ...string) (GraphSize, error) {
	if w == nil {
		return GraphSize{}, missing("export", "w")
	}
	g, err := exchange.NewGraphML(w)
	if err != nil {
		return GraphSize{}, err
	}
	return m.exportGraph(ctx, agents, g)
}

// ExportNeo4j writes the agents' graph as CSV files for Neo4j's importer into a
// directory, which must not exist and is not within the memory's own, an
// [*InvalidError]. No agents means m's own.
func (m *Memory) ExportNeo4j(ctx context.Context, dir string, agents ...string) (GraphSize, error) {
	return m.exportTables(ctx, dir, agents, exchange.NewNeo4j)
}

// ExportParquet writes the agents' graph into a directory as of ExportNeo4j: a
// Parquet file for each table of nodes and of edges. No agents means m's own.
func (m *Memory) ExportParquet(ctx context.Context, dir string, agents ...string) (GraphSize, error) {
	return m.exportTables(ctx, dir, agents, exchange.NewParquet)
}

// exportTables leaves nothing behind where it fails.
func (m *Memory) exportTables(ctx context.Context, dir string, agents []string, begin func(string) *exchange.Tables) (GraphSize, error) {
	if dir == "" {
		return GraphSize{}, noMemory("dir")
	}
	if err := m.store.Outside("export", "dir", dir); err != nil {
		return GraphSize{}, err
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return GraphSize{}, fmt.Errorf("lukasa: export: %w", err)
	}
	size, err := m.exportGraph(ctx, agents, begin(dir))
	if err != nil {
		return GraphSize{}, errors.Join(err, os.RemoveAll(dir))
	}
	return size, nil
}

func (m *Memory) exportGraph(ctx context.Context, agents []string, w exchange.Writer) (GraphSize, error) {
	if len(agents) == 0 {
		agents = m.self()
	}
	return m.reader.ExportGraph(ctx, agents, w)
}
