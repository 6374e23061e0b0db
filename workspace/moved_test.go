package workspace_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
	"github.com/lukasadb/lukasa/workspace"
)

// TestOwnWritesMoveNothing reflects into, and forgets on, pages that have no day but that of their last
// change: what a person told there stays of that day, at once and when the store is made anew. A new
// time of the file by other hands, as git gives it on checkout, moves it, the same in both (003-02).
func TestOwnWritesMoveNothing(t *testing.T) {
	const ana, opinions = "bank/entities/Ana.md", "bank/opinions.md"
	files := opinionDays()
	files[ana] = "A friend of Peter.\n\n- Keeps bees.\n- Keeps a parrot.\n"
	files[opinions] = "# Opinions\n\n- O(c=0.60) @Ana: Should keep fewer bees.\n"
	d := newDesk(t, files)
	old := time.Date(2025, 10, 5, 23, 59, 59, 5000, time.UTC)
	for _, name := range []string{ana, opinions, workspace.CorePage} {
		require.NoError(t, os.Chtimes(filepath.Join(d.dir, name), old, old))
	}
	days := func(day string) {
		t.Helper()
		for _, said := range []string{"Keeps bees", "friend of Peter", "fewer bees", "Is the user"} {
			require.Equal(t, day, d.find(said).Time.Format(time.DateOnly), said)
		}
	}
	d.sync()
	days("2025-10-05")
	require.NotEmpty(t, d.reflect(workspace.Reflection{Accept: true}).Pages)
	for _, name := range []string{ana, opinions, workspace.CorePage} {
		require.NotEqual(t, files[name], d.read(name), "it was written to")
	}
	d.sync()
	days("2025-10-05")
	_, err := d.Forget(ctx, []schema.ID{d.find("parrot").ID}, false, func() error { return nil })
	require.NoError(t, err)
	require.NotContains(t, d.read(ana), "parrot")
	days("2025-10-05")
	want := asJSON(t, d.records())
	d.reopen(true)
	d.sync()
	require.Equal(t, want, asJSON(t, d.records()))

	now := time.Date(2025, 12, 1, 8, 0, 0, 0, time.UTC)
	for _, name := range []string{ana, opinions, workspace.CorePage} {
		require.NoError(t, os.Chtimes(filepath.Join(d.dir, name), now, now))
	}
	d.sync()
	days("2025-12-01")
	want = asJSON(t, d.records())
	d.reopen(true)
	d.sync()
	require.Equal(t, want, asJSON(t, d.records()))
}

// TestOwnWriteOfTheSameSize sees a page that reflection changed without making it longer or shorter.
func TestOwnWriteOfTheSameSize(t *testing.T) {
	d := newDesk(t, opinionDays())
	old := time.Date(2025, 10, 5, 12, 0, 0, 5000, time.UTC)
	d.reflect(workspace.Reflection{})
	require.NoError(t, os.Chtimes(filepath.Join(d.dir, workspace.OpinionsPage), old, old))
	d.sync()
	before := d.read(workspace.OpinionsPage)
	d.write("memory/2025-11-20.md", "## Retain\n- O(c=0.70) @Peter: Likes short replies in the chat.\n- W @Peter: Moved to Bristol in May.\n")
	d.reflect(workspace.Reflection{})
	after := d.read(workspace.OpinionsPage)
	require.NotEqual(t, before, after)
	require.Len(t, after, len(before))
	require.InDelta(t, 0.74, d.find("Likes short").Confidence, 0.01)
}

// TestAcceptedMovesNothing takes a proposal over into a memory.md that says of which day it is, an
// earlier one: what the logs told stays told by them, on their days, and on the pages of whom it is
// about (W3, W6, 003-18).
func TestAcceptedMovesNothing(t *testing.T) {
	const cat = "Peter: Has a cat called Tom."
	d := newDesk(t, map[string]string{
		workspace.CorePage:     "---\ndate: 2025-11-01\n---\n# Memory\n\n- Likes tea.\n",
		"memory/2025-11-30.md": "## Retain\n- W @Peter: Has a cat called Tom.\n",
		"memory/2025-12-01.md": "## Retain\n- W @Peter: Has a cat called Tom.\n",
	})
	d.sync()
	told := asJSON(t, d.find(cat))
	require.Len(t, d.reflect(workspace.Reflection{Accept: true}).Pages, 2)
	require.Contains(t, d.read(workspace.CorePage), "Has a cat called Tom.")
	d.sync()
	require.Equal(t, told, asJSON(t, d.find(cat)))
	require.Empty(t, d.reflect(workspace.Reflection{Accept: true}).Pages)
	require.Contains(t, d.read("bank/entities/Peter.md"), cat)
	require.Equal(t, "2025-11-01", d.find("Likes tea.").Time.Format(time.DateOnly))
}
