package lukasa

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/query/exchange"
	"github.com/lukasadb/lukasa/schema"
)

// Import reads records, one a line, plain or gzipped, and retains them in
// batches: Lukasa's own export, JSON lines in the field names of the record, or
// a chat log. Records that name no agent become m's agent's. Lines that cannot
// be imported are reported and left out.
func (m *Memory) Import(ctx context.Context, input io.Reader, how Import) (Imported, error) {
	if input == nil {
		return Imported{}, missing("import", "input")
	}
	if how.Agent == "" {
		how.Agent = m.agent
	}
	return m.writer.Import(ctx, input, how)
}

// FieldMeant returns the field of a record that a field of another system is likely to be,
// as "timestamp" for "date", and "" for a name that is not known: what [Imported].Kept names
// may have been meant.
func FieldMeant(name string) string { return schema.Meant(name) }

// Export writes everything the agents have as it stands now, one JSON object a
// line, and returns the number of lines. No agents means m's own; see ExportAll.
func (m *Memory) Export(ctx context.Context, w io.Writer, agents ...string) (int, error) {
	if len(agents) == 0 {
		agents = m.self()
	}
	return m.export(ctx, w, agents)
}

// ExportAll is Export of every agent in the store: for its owner.
func (m *Memory) ExportAll(ctx context.Context, w io.Writer) (int, error) {
	return m.export(ctx, w, nil)
}

// Outside refuses a path within the memory's own directory, as an [*InvalidError] of what
// is to be written there and the field that names it: it would go with the memory, and a
// purge would leave what it holds. Backups and exports into directories ask it themselves.
func (m *Memory) Outside(what, field, path string) error {
	return m.store.Outside(schema.ObjectType(what), field, path)
}

func (m *Memory) export(ctx context.Context, w io.Writer, agents []string) (int, error) {
	if w == nil {
		return 0, missing("export", "w")
	}
	return m.reader.Export(ctx, agents, w)
}

// What an import takes and gives. See package experience.
type (
	// Import says how to read what is imported.
	Import = experience.Import
	// Imported tells how far an import has come.
	Imported = experience.Imported
	// LineError is a line that could not be imported.
	LineError = experience.LineError
	// ChatLog says which fields of a chat log's JSON lines are what.
	ChatLog = experience.ChatLog
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
