package workspace_test

import (
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"

	"github.com/lukasadb/lukasa/workspace"
)

// TestNamesAlike keeps all that pages tell whose names differ only in letter case or in how letters
// are composed, writes about their entity once, and lists them as a problem (003-03).
func TestNamesAlike(t *testing.T) {
	const composed = "bank/entities/Hương.md"
	decomposed := norm.NFD.String(composed)
	require.NotEqual(t, composed, decomposed)
	d := newDesk(t, map[string]string{
		composed:                 "- Likes phở on Mondays.\n",
		"bank/entities/Peter.md": "- Lives in Bristol.\n",
		"memory/2025-11-20.md": "## Retain\n- W @Hương: Opened a shop.\n- W @" + norm.NFD.String("Hương") + ": Closed it on Sundays.\n" +
			"- W @peter: Bought a boat.\n- W @Peter: Sold the car.\n",
	})
	_, alone, err := d.Problems(ctx)
	require.NoError(t, err)
	require.Empty(t, alone)
	d.write(decomposed, "- Sells flowers in Huế.\n")
	d.write("bank/entities/peter.md", "- Has two cats.\n")
	if d.read(composed) != "- Likes phở on Mondays.\n" || d.read("bank/entities/Peter.md") != "- Lives in Bristol.\n" {
		t.Skip("this file system takes the names for one")
	}
	require.Equal(t, 8, d.sync().Records)
	_, problems, err := d.Problems(ctx)
	require.NoError(t, err)
	require.Len(t, problems, 2)
	for _, p := range problems {
		require.Contains(t, p.Reason, "letter case")
		require.True(t, strings.EqualFold(norm.NFC.String(path.Base(p.Path)), "Hương.md") || p.Path == "bank/entities/peter.md", p.Path)
	}

	require.Len(t, d.reflect(workspace.Reflection{}).Pages, 2, "a page for each entity")
	require.Empty(t, d.reflect(workspace.Reflection{}).Pages)
	for _, name := range []string{"Hương", "PETER"} {
		about, err := d.Entity(ctx, name, 0)
		require.NoError(t, err)
		require.Len(t, about.Facts, 4, name)
	}
	want := asJSON(t, d.records())
	require.Len(t, d.records(), 8)
	d.reopen(true)
	d.sync()
	require.Equal(t, want, asJSON(t, d.records()))
}
