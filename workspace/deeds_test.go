package workspace_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
	"github.com/lukasadb/lukasa/workspace"
	"github.com/lukasadb/lukasa/workspace/markdown"
)

// TestDoneOnSeveralDays keeps apart what was done on several days, in the same words: each is found by
// its day, listed on the entity's page, and forgotten by itself. A copy of a log tells nothing more (003-11).
func TestDoneOnSeveralDays(t *testing.T) {
	const log = "## Retain\n- B @web-3: Rotated the logs.\n- W @web-3: Runs nginx.\n"
	d := newDesk(t, map[string]string{"memory/2025-11-05.md": log, "memory/2025-11-27.md": log, "memory/2025-12-02.md": log})
	d.sync()
	recall := func(when string) (sources []string) {
		found, err := d.Recall(ctx, workspace.Query{Text: "were the logs of web-3 rotated?", When: when, Kinds: []markdown.Kind{markdown.Experience}})
		require.NoError(t, err)
		for _, r := range found.Facts {
			sources = append(sources, r.Source)
		}
		return sources
	}
	require.Equal(t, []string{"memory/2025-12-02.md#L2"}, recall("since yesterday"))
	require.Equal(t, []string{"memory/2025-11-27.md#L2"}, recall("on Nov 27"))
	require.Len(t, recall(""), 3)
	require.Len(t, d.records(), 4, "what is so is told once")

	d.write("memory/2025-11-27 copy.md", log)
	d.sync()
	require.Len(t, d.records(), 4)

	d.reflect(workspace.Reflection{})
	page := d.read("bank/entities/web-3.md")
	for _, day := range []string{"2025-11-05", "2025-11-27", "2025-12-02"} {
		require.Contains(t, page, fmt.Sprintf("- %s B: web-3: Rotated the logs. ([memory/%s.md#L2]", day, day))
	}
	again, err := d.Retain(ctx, workspace.Note{Kind: markdown.Experience, Text: "Rotated the logs.", Entities: []string{"web-3"}, Day: today.AddDate(0, 0, -1)})
	require.NoError(t, err)
	require.False(t, again[0].New, "the log of the day says so")

	struck, err := d.Forget(ctx, []schema.ID{again[0].ID}, false, func() error { return nil })
	require.NoError(t, err)
	require.NotContains(t, d.read("memory/2025-12-02.md"), "Rotated")
	require.Contains(t, struck.Left, "memory/2025-11-27.md#L2", "other days say the words still")
	require.Len(t, recall(""), 2)
}

// TestDoneOnADayOfItsOwn keeps as one what tells itself when it was done, whichever logs tell it.
func TestDoneOnADayOfItsOwn(t *testing.T) {
	const log = "## Retain\n- B @Ana: Sold the boat (Nov 3, 2025).\n"
	d := newDesk(t, map[string]string{"memory/2025-11-05.md": log, "memory/2025-11-27.md": log, "bank/experience.md": "- @Ana: Sold the boat (Nov 3, 2025).\n"})
	d.sync()
	require.Len(t, d.records(), 1)
	require.Equal(t, "2025-11-03", d.find("boat").Time.Format(time.DateOnly))
	require.NoError(t, os.Remove(filepath.Join(d.dir, "memory/2025-11-05.md")))
	require.Equal(t, 1, d.sync().Changed)
}
