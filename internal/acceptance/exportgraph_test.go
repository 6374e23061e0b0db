package acceptance

import (
	"bytes"
	"context"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// TestExportGraph writes the graph for other tools (900-11): as many nodes and
// edges as the graph itself has, the same bytes each time, nothing of another
// agent (I5), and no edge to what was forgotten.
func TestExportGraph(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	first, second := lived("Ann asked"), lived("Ann asked again")
	first.Mentions, second.Mentions = []lukasa.Mention{{Entity: "person:ann"}}, []lukasa.Mention{{Entity: "person:ann"}}
	kept, err := m.RetainAll(ctx, []lukasa.Experience{first, second})
	require.NoError(t, err)
	derived := lived("what Ann wants")
	derived.Evidence = []lukasa.Evidence{{ID: kept[0].ID, Stance: "supports"}, {ID: kept[1].ID, Stance: "supports"}}
	_, err = m.Retain(ctx, derived)
	require.NoError(t, err)
	bob, err := m.As("bob")
	require.NoError(t, err)
	_, err = bob.Retain(ctx, lived("of bob alone"))
	require.NoError(t, err)
	_, err = m.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{kept[0].ID}})
	require.NoError(t, err)

	var one, two bytes.Buffer
	size, err := m.ExportGraphML(ctx, &one)
	require.NoError(t, err)
	_, err = m.ExportGraphML(ctx, &two)
	require.NoError(t, err)
	require.Equal(t, one.String(), two.String())
	require.NotContains(t, one.String(), "bob")
	require.Equal(t, lukasa.GraphSize{Nodes: 4, Edges: counted(t, m, "MATCH (a)-[r]->(b) WHERE a.agent_id = $me RETURN r")}, size)
	require.Equal(t, size.Nodes, counted(t, m, "MATCH (a) WHERE a.agent_id = $me RETURN a.agent_id"))
	require.Equal(t, size.Edges, strings.Count(one.String(), "<edge "))

	for name, export := range map[string]func(context.Context, string, ...string) (lukasa.GraphSize, error){
		"csv": m.ExportNeo4j, "parquet": m.ExportParquet,
	} {
		dir := filepath.Join(t.TempDir(), name)
		got, err := export(ctx, dir)
		require.NoError(t, err)
		require.Equal(t, size, got)
		_, err = export(ctx, dir)
		require.ErrorIs(t, err, fs.ErrExist)
	}
}

// TestExportOutside: no export goes into the memory's own directory, where it would go
// with it and keep what is purged.
func TestExportOutside(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	m, err := lukasa.Open(ctx, dir)
	require.NoError(t, err)
	defer func() { require.NoError(t, m.Close()) }()
	retain(t, m, lived("Ann asked"))
	for name, write := range map[string]func(string) error{
		"neo4j":   func(to string) error { _, err := m.ExportNeo4j(ctx, to); return err },
		"parquet": func(to string) error { _, err := m.ExportParquet(ctx, to); return err },
		"a file":  func(to string) error { return m.Outside("export", "dir", to) },
	} {
		for _, to := range []string{filepath.Join(dir, "out"), filepath.Join(dir, "ledger", "out")} {
			var invalid *lukasa.InvalidError
			require.ErrorAs(t, write(to), &invalid, name)
			require.Equal(t, "dir", invalid.Fields[0].Field)
			require.NoDirExists(t, to)
		}
		require.NoError(t, write(filepath.Join(t.TempDir(), "out")), name)
	}
}

// counted is how many rows a statement about m's agent has.
func counted(t *testing.T, m *lukasa.Memory, statement string) (n int) {
	t.Helper()
	rows, err := m.Cypher(context.Background(), statement, map[string]any{"me": m.Agent()}, lukasa.CypherOptions{})
	require.NoError(t, err)
	defer rows.Close()
	for _, err := range rows.Rows {
		require.NoError(t, err)
		n++
	}
	return n
}
