package workspace_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/workspace"
	"github.com/lukasadb/lukasa/workspace/markdown"
)

// TestRecall answers by words, entity, time and kind, with its sources, and keeps
// apart what was inferred (003-09 to 003-15).
func TestRecall(t *testing.T) {
	d := newDesk(t, opinionDays())
	d.reflect(workspace.Reflection{})
	d.sync()
	recall := func(q workspace.Query) *workspace.Answer {
		q.Floor = new(float64)
		answer, err := d.Recall(ctx, q)
		require.NoError(t, err)
		return answer
	}
	bristol := recall(workspace.Query{Text: "where does Peter live? Bristol"})
	require.Equal(t, "memory/2025-11-20.md#L3", bristol.Facts[0].Source)
	require.Equal(t, "2025-11-20", bristol.Facts[0].Timestamp)
	require.Equal(t, []string{"Peter"}, bristol.Facts[0].Entities)

	boiler := recall(workspace.Query{Text: "boiler"})
	require.NotEmpty(t, boiler.Facts, "the log itself tells it")
	for _, r := range boiler.Facts {
		require.NotContains(t, r.Source, "#L8", "a bullet that was inferred is no fact")
	}
	require.NotEmpty(t, boiler.Inferred)
	require.Equal(t, markdown.Experience, boiler.Inferred[0].Kind)

	for _, r := range recall(workspace.Query{Text: "replies", Entities: []string{"@Ana"}}).Facts {
		require.Contains(t, r.Entities, "Ana")
	}
	for _, r := range recall(workspace.Query{Text: "replies chat", When: "around Nov 22", Kinds: []markdown.Kind{markdown.World}}).Facts {
		require.Equal(t, markdown.World, r.Kind)
	}
	require.Empty(t, recall(workspace.Query{Text: "replies", Since: today.AddDate(2, 0, 0)}).Facts)

	text, err := bristol.Bundle(120)
	require.NoError(t, err)
	require.Contains(t, text, "Is the user", "memory.md comes first (003-24)")
	require.Less(t, len(text), 120*8)
	text, err = boiler.Bundle(2000)
	require.NoError(t, err)
	require.Contains(t, text, "inferred")

	view, err := d.Entity(ctx, "Ana", 0)
	require.NoError(t, err)
	require.Equal(t, "bank/entities/Ana.md", view.Page)
	require.NotEmpty(t, view.Facts)
}

// TestRecallByTime narrows what is found to a time in words, whose part is enough of what
// lasted, and to what was so at a moment; a question that tells a time itself has what fits it first (003-11).
func TestRecallByTime(t *testing.T) {
	d := newDesk(t, map[string]string{
		"memory/2025-10-02.md": "## Retain\n- W @Peter: Lives in London (Jan 2, 2020\u2013Oct 30, 2025).\n- B @Peter: Sold the boat.\n",
		"memory/2025-11-10.md": "## Retain\n- W @Peter: Lives in Bristol (Oct 30, 2025\u2013Jan 5, 2026).\n- B @Peter: Bought a bike.\n",
		"memory/2025-11-27.md": "## Retain\n- B @Peter: Mended the boiler.\n",
		"memory/2025-12-02.md": "## Retain\n- B @Peter: Painted the fence.\n",
	})
	d.sync()
	recall := func(q workspace.Query) (sources []string) {
		q.Floor = new(float64)
		answer, err := d.Recall(ctx, q)
		require.NoError(t, err)
		for _, r := range answer.Facts {
			sources = append(sources, r.Source)
		}
		return sources
	}
	const london, bristol = "memory/2025-10-02.md#L2", "memory/2025-11-10.md#L2"
	const bike, boiler, fence = "memory/2025-11-10.md#L3", "memory/2025-11-27.md#L2", "memory/2025-12-02.md#L2"
	for when, want := range map[string][]string{
		"around Nov 27": {boiler, bristol}, "since last week": {boiler, fence, bristol}, "in Nov 2025": {bike, boiler, bristol},
		"in Sep 2025": {london}, "in Dec 2019": nil,
	} {
		require.ElementsMatch(t, want, recall(workspace.Query{Text: "what did Peter do?", When: when}), when)
	}
	elsewhere := workspace.Query{Text: "what did Peter do?", When: "yesterday", Now: time.Date(2025, 11, 28, 1, 0, 0, 0, time.UTC)}
	require.ElementsMatch(t, []string{boiler, bristol}, recall(elsewhere), "by the calendar of who asks")
	require.ElementsMatch(t, []string{fence, bristol}, recall(workspace.Query{Text: "what did Peter do?", Since: time.Date(2025, 12, 2, 18, 0, 0, 0, time.UTC)}))
	then := func(month time.Month) []string {
		return recall(workspace.Query{Text: "where does Peter live?", TrueAt: time.Date(2025, month, 15, 0, 0, 0, 0, time.UTC)})
	}
	require.Contains(t, then(time.October), london)
	require.NotContains(t, then(time.October), bristol)
	require.Contains(t, then(time.November), bristol)
	require.NotContains(t, then(time.November), london)
	require.ElementsMatch(t, []string{bristol, boiler}, recall(workspace.Query{Text: "What happened around Nov 27?"})[:2])
}

// TestBundleWithoutComments leaves comments of memory.md out of a model's prompt, and all of it while
// nobody has told anything there.
func TestBundleWithoutComments(t *testing.T) {
	d := newDesk(t, map[string]string{"memory/2025-11-20.md": "## Retain\n- W @Peter: Lives in Bristol.\n"})
	_, err := workspace.Init(d.dir)
	require.NoError(t, err)
	bundle := func() string {
		d.sync()
		answer, err := d.Recall(ctx, workspace.Query{Text: "where does Peter live"})
		require.NoError(t, err)
		text, err := answer.Bundle(0)
		require.NoError(t, err)
		return text
	}
	text := bundle()
	require.Contains(t, text, "Bristol")
	require.NotContains(t, text, "memory.md")
	d.write(workspace.CorePage, "# Memory\n\n<!-- For\nevery session. -->\n\n- Peter is the user. <!-- by Ana -->\n")
	text = bundle()
	require.Contains(t, text, "Peter is the user.")
	require.NotContains(t, text, "every session")
}
