package workspace_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
	"github.com/lukasadb/lukasa/workspace"
)

// TestFactsOfBothSides reads what is left on an entity's page of regions of facts, as where a person took
// both sides of a merge, as the lines of logs that it quotes: no record is another one, and none is new.
// What a person writes anew in such a line is told, and what is forgotten leaves it too (003-03).
func TestFactsOfBothSides(t *testing.T) {
	const page = "bank/entities/Peter.md"
	files := opinionDays()
	files["memory/2025-11-24.md"] = "## Retain\n- B @Peter, @Ana: Went home (Dec 1).\n- W: Note: no name here for @Peter.\n- B @Peter: Rang twice.\n"
	files["memory/2025-11-25.md"] = "## Retain\n- B @Peter: Rang twice.\n"
	d := newDesk(t, files)
	d.reflect(workspace.Reflection{})
	d.sync()
	want := asJSON(t, d.records())
	body := d.read(page)
	require.Contains(t, body, "(inferred)")
	for _, front := range []string{"", "---\nupdated: 2025-01-01\n---\n"} {
		d.write(page, front+strings.Replace(body, "## Recent\n", "## Recent\n\n<!-- lukasa:begin facts 0123456789abcdef -->\n", 1))
		d.sync()
		require.Equal(t, want, asJSON(t, d.records()), front)
		require.Len(t, d.reflect(workspace.Reflection{}).Pages, 1)
		require.Empty(t, d.reflect(workspace.Reflection{}).Pages)
		require.Equal(t, want, asJSON(t, d.records()), front)
	}
	d.write(page, strings.Replace(body, "Moved to Bristol in May.", "Moved to Bath in June.", 1))
	d.sync()
	bath := d.find("Moved to Bath")
	require.Equal(t, "Peter: Moved to Bath in June.", bath.Content)
	require.Equal(t, schema.KindFact, bath.Kind)
	require.Equal(t, page, bath.Source.Path)
	require.False(t, bath.Source.Inferred)

	_, err := d.Forget(ctx, []schema.ID{d.find("Went home").ID}, false, func() error { return nil })
	require.NoError(t, err)
	require.NotContains(t, d.read(page), "Went home")
}
