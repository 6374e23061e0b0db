package workspace_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
	"github.com/lukasadb/lukasa/workspace"
	"github.com/lukasadb/lukasa/workspace/markdown"
)

// TestDoneOnSeveralDays keeps apart what was done on several days, in the same words: each is found by
// its day and forgotten by itself, and all are one result of a question and one line of the entity's
// page, that of the last. A copy of a log tells nothing more (003-11).
func TestDoneOnSeveralDays(t *testing.T) {
	const log = "## Retain\n- B @web-3: Rotated the logs.\n- W @web-3: Runs nginx.\n"
	d := newDesk(t, map[string]string{"memory/2025-11-05.md": log, "memory/2025-11-27.md": log, "memory/2025-12-02.md": log})
	d.sync()
	recall := func(when string) (sources []string) {
		found, err := d.Recall(ctx, workspace.Query{Text: "were the logs of web-3 rotated?", When: when, Kinds: []markdown.Kind{markdown.Experience}})
		require.NoError(t, err)
		for _, r := range found.Facts {
			sources = append(append(sources, r.Source), r.Also...)
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
	require.Contains(t, page, "- 2025-12-02 B: web-3: Rotated the logs. ([memory/2025-12-02.md#L2]")
	require.Equal(t, 1, strings.Count(page, "Rotated"))
	again, err := d.Retain(ctx, workspace.Note{Kind: markdown.Experience, Text: "Rotated the logs.", Entities: []string{"web-3"}, Day: today.AddDate(0, 0, -1)})
	require.NoError(t, err)
	require.False(t, again[0].New, "the log of the day says so")

	struck, err := d.Forget(ctx, []schema.ID{again[0].ID}, false, func() error { return nil })
	require.NoError(t, err)
	require.NotContains(t, d.read("memory/2025-12-02.md"), "Rotated")
	require.Contains(t, struck.Left, "memory/2025-11-27.md#L2", "other days say the words still")
	require.Len(t, recall(""), 2)
}

// TestDoneEveryDay has room among few results for what was done once beside what was done daily.
func TestDoneEveryDay(t *testing.T) {
	files := map[string]string{}
	for i := range 30 {
		files[today.AddDate(0, 0, -i).Format("memory/2006-01-02.md")] = "## Retain\n- B @web-3: Ran the nightly backup.\n"
	}
	files["memory/2025-11-14.md"] += "- B @web-3: The backup failed because the disk was full.\n"
	d := newDesk(t, files)
	d.sync()
	found, err := d.Recall(ctx, workspace.Query{Text: "how did the backup of web-3 go?", K: 3, Floor: new(float64)})
	require.NoError(t, err)
	require.Len(t, found.Facts, 2)
	require.ElementsMatch(t, []string{"web-3: Ran the nightly backup.", "web-3: The backup failed because the disk was full."}, []string{found.Facts[0].Content, found.Facts[1].Content})
	require.Equal(t, 29, len(found.Facts[0].Also)+len(found.Facts[1].Also))

	found, err = d.Recall(ctx, workspace.Query{Text: "how did the backup of web-3 go?", Tokens: 150, Floor: new(float64)})
	require.NoError(t, err)
	require.Len(t, found.Facts, 2, "nor do they take the room of a context")
	text, err := found.Bundle(0)
	require.NoError(t, err)
	require.Contains(t, text, "disk was full")
	require.Equal(t, 1, strings.Count(text, "Ran the nightly backup."))
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
