package workspace_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/schema"
	"github.com/lukasadb/lukasa/workspace"
)

// TestReflectTwice changes nothing the second time (W3), whatever the first has done to the time
// of a page's last change: what a page without a day tells too is cited where a log tells it.
func TestReflectTwice(t *testing.T) {
	d := newDesk(t, map[string]string{
		"bank/entities/Peter.md": "- Has a cat.\n",
		"bank/opinions.md":       "- O(c=0.9) @Ana: Ana sails better than anyone.\n",
		"memory/2025-12-01.md":   "## Retain\n- W @Peter: Has a cat.\n- W @Peter: Has a dog.\n- O(c=0.4) @Ana: Ana sails better than anyone.\n",
		"memory/2025-12-02.md":   "## Retain\n- W @Ana: Ana sails better than anyone in town.\n",
	})
	old := today.AddDate(0, 0, -10)
	for _, name := range []string{"bank/entities/Peter.md", "bank/opinions.md"} {
		require.NoError(t, os.Chtimes(filepath.Join(d.dir, name), old, old))
	}
	first := d.reflect(workspace.Reflection{})
	require.Len(t, first.Pages, 3)
	require.Contains(t, d.read("bank/entities/Peter.md"), "- 2025-12-01 W: Peter: Has a cat. ([memory/2025-12-01.md#L2]")
	second := d.reflect(workspace.Reflection{})
	require.Empty(t, second.Pages)
	require.Equal(t, first.Proposed, second.Proposed)
}

// TestReflectOnEditedOpinions gives a person the opinions that the person has edited: the evidence
// that they end with is nothing that they say, and reflecting twice changes nothing.
func TestReflectOnEditedOpinions(t *testing.T) {
	d := newDesk(t, map[string]string{
		"memory/2025-11-30.md": "## Retain\n- O(c=0.7) @Peter: Likes coffee in the morning.\n",
		"memory/2025-12-01.md": "## Retain\n- W @Peter: Likes strong coffee in the morning.\n",
	})
	require.Equal(t, 1, d.reflect(workspace.Reflection{}).Opinions)
	d.write("bank/opinions.md", strings.Replace(d.read("bank/opinions.md"), "Likes coffee", "Loves coffee", 1))
	require.Equal(t, 1, d.reflect(workspace.Reflection{}).Opinions, "the person's rests on the same already")
	require.Equal(t, "Peter: Loves coffee in the morning.", d.find("Loves coffee").Content)
	require.Empty(t, d.reflect(workspace.Reflection{}).Pages)
}

// TestReflectOnAConfidenceOfAPersons takes a person's word for how an opinion stands, in place of
// the log's, whatever it rested on; what is told after that moves it from there. The last word
// counts, and a store made anew holds the same (003-03).
func TestReflectOnAConfidenceOfAPersons(t *testing.T) {
	d := newDesk(t, map[string]string{
		"memory/2025-11-29.md": "## Retain\n- O(c=0.7) @Peter: Likes coffee in the morning.\n",
		"memory/2025-11-30.md": "## Retain\n- W @Peter: Likes strong coffee in the morning.\n",
	})
	stands := func(confidence float64, grounds int) {
		t.Helper()
		d.reflect(workspace.Reflection{})
		require.Empty(t, d.reflect(workspace.Reflection{}).Pages)
		d.sync()
		require.InDelta(t, confidence, d.find("Likes coffee in the morning.").Confidence, 0.006)
		require.Len(t, d.find("Likes coffee in the morning.").Evidence, grounds)
		followed := asJSON(t, d.records())
		d.reopen(true)
		d.sync()
		require.Equal(t, followed, asJSON(t, d.records()))
	}
	edit := func(from, to string) {
		require.Contains(t, d.read("bank/opinions.md"), from)
		d.write("bank/opinions.md", strings.Replace(d.read("bank/opinions.md"), from, to, 1))
	}
	stands(0.74, 1)
	edit("c=0.74", "c=0.30")
	stands(0.30, 1)
	d.write("memory/2025-12-01.md", "## Retain\n- W @Peter: Likes coffee in the morning with milk.\n")
	stands(0.34, 2)
	edit("c=0.34", "c=0.90")
	stands(0.90, 2)
	require.Equal(t, 2, strings.Count(d.read("bank/opinions.md"), "- O("), "what is a person's stays, and is the last word")

	d.write("bank/opinions.md", "- O(c=0.2) @Peter: Likes coffee in the morning.\n")
	stands(0.27, 2)
}

// TestReflectOnAConflict leaves pages alone in which a merge of two reflections has left a conflict:
// what both wrote is not told anew, and is forgotten only by a person's hand. Resolved, to either
// side, they are written again (003-03).
func TestReflectOnAConflict(t *testing.T) {
	const page = "bank/entities/Peter.md"
	d := newDesk(t, map[string]string{"memory/2025-11-30.md": "## Retain\n- W @Peter: Has a cat.\n"})
	d.reflect(workspace.Reflection{})
	theirs := d.read(page)
	d.write("memory/2025-12-01.md", "## Retain\n- W @Peter: Has a boat.\n")
	d.reflect(workspace.Reflection{})
	ours := d.read(page)
	d.sync()
	records := asJSON(t, d.records())

	const end = "<!-- lukasa:end facts -->\n"
	conflict := "<<<<<<< HEAD\n" + strings.TrimSuffix(ours, end) + "=======\n" + strings.TrimSuffix(theirs, end) + ">>>>>>> other\n" + end
	d.write(page, conflict)
	d.write("memory/2025-12-02.md", "## Retain\n- W @Peter: Has a dog.\n")
	done := d.reflect(workspace.Reflection{})
	require.Equal(t, conflict, d.read(page))
	require.Len(t, done.Left, 1)
	require.Contains(t, done.Left[0].Reason, "line 1 begins a conflict")
	d.remove("memory/2025-12-02.md")
	d.sync()
	require.Equal(t, records, asJSON(t, d.records()))

	boat := d.find("boat").ID
	struck, err := d.Forget(ctx, []schema.ID{boat}, true, nil)
	require.NoError(t, err)
	require.Equal(t, []string{page + "#L5"}, struck.Left)

	d.write(page, theirs)
	require.Len(t, d.reflect(workspace.Reflection{}).Pages, 1)
	require.Equal(t, ours, d.read(page))
}

// TestReflectOnADayThatIsNone takes a page for no log whose name begins with a day that never was:
// its day is another one whenever it is written.
func TestReflectOnADayThatIsNone(t *testing.T) {
	const name = "memory/2025-11-31.md"
	d := newDesk(t, map[string]string{name: "## Retain\n- W @Peter: Has a garden shed.\n"})
	require.Empty(t, d.reflect(workspace.Reflection{}).Pages)
	require.Contains(t, d.find("garden shed").Source.Path, name)
}

// TestReflectOnWhatIsToldNoMore takes out of the pages of entities what a person took out of the
// logs or moved, though nothing recent names them, and what is of another entity since a page was
// renamed.
func TestReflectOnWhatIsToldNoMore(t *testing.T) {
	d := newDesk(t, map[string]string{
		"memory/2025-10-01.md": "## Retain\n- W @Zed: Has a cat.\n- W @Bo: Has a boat.\n- W @Cy: Has a car.\n",
		"memory/2025-12-01.md": "## Retain\n- W @Ana: Has a dog.\n",
	})
	require.Len(t, d.reflect(workspace.Reflection{Since: today.AddDate(0, -3, 0)}).Pages, 4)
	d.write("memory/2025-10-01.md", "# A day\n\n## Retain\n- W @Bo: Has a boat.\n- W @Cy: Has a car.\n")
	require.NoError(t, os.Rename(filepath.Join(d.dir, "bank/entities/Cy.md"), filepath.Join(d.dir, "bank/entities/Cyrus.md")))
	week := workspace.Reflection{Since: today.AddDate(0, 0, -7)}
	require.Len(t, d.reflect(week).Pages, 3)
	require.NotContains(t, d.read("bank/entities/Zed.md"), "cat")
	require.NotContains(t, d.read("bank/entities/Cyrus.md"), "car")
	require.Contains(t, d.read("bank/entities/Bo.md"), "Has a boat. ([memory/2025-10-01.md#L4]")
	require.Empty(t, d.reflect(week).Pages)
}

// TestReflectOnNamesInTexts infers at once of whoever gets a page by this reflection, and so finds
// nothing to add the second time (W3, 003-18): who is named by an @ in what a bullet says or in
// running text, and who has the name that the page of another gives as an alias.
func TestReflectOnNamesInTexts(t *testing.T) {
	d := newDesk(t, map[string]string{
		"bank/entities/Abe.md": "---\naliases: [Zed]\n---\n",
		"memory/2025-11-30.md": "## Retain\n- W @Peter: Met @Bob and @Zed at the office.\n",
		"memory/2025-12-01.md": "Carl was not there at all today.\n\nI met @Carl at the boat yard.\n",
		"memory/2025-12-02.md": "Bob went to the market with his kids.\n\nZed stayed at home with a cold.\n",
	})
	d.reflect(workspace.Reflection{})
	for page, bullet := range map[string]string{
		"memory/2025-12-01.md": "- W @Carl: Carl was not there", "memory/2025-12-02.md": "- W @Bob: Bob went to the market",
		"bank/entities/Zed.md": "Zed: Zed stayed at home", "bank/entities/Carl.md": "Carl: I met @Carl at the boat yard.",
	} {
		require.Contains(t, d.read(page), bullet)
	}
	require.Empty(t, d.reflect(workspace.Reflection{}).Pages)
}

// TestReflectBelowARegion takes what a person wrote below a region for told, though the region says
// the same: it is cited where it was told and apart from what is inferred (W4, 003-14), and
// reflecting twice changes nothing.
func TestReflectBelowARegion(t *testing.T) {
	d := newDesk(t, map[string]string{
		"memory/2025-11-29.md": "## Retain\n- O(c=0.7) @Peter: Likes coffee in the morning.\n",
		"memory/2025-11-30.md": "## Retain\n- W @Peter: Likes strong coffee in the morning.\n",
		"memory/2025-12-01.md": "Peter came to look at the old boat.\n",
	})
	d.reflect(workspace.Reflection{})
	d.write("memory/2025-11-29.md", "A day without news.\n")
	for page, own := range map[string]string{
		"bank/opinions.md": "\n- O(c=0.8) @Peter: Likes coffee in the morning.\n", "memory/2025-12-01.md": "\n## Retain\n- W @Peter: Peter came to look at the old boat.\n",
	} {
		d.write(page, d.read(page)+own)
	}
	d.sync()
	for part, source := range map[string]string{"Likes coffee": "bank/opinions.md#L7", "old boat.": "memory/2025-12-01.md#L10"} {
		e := d.find(part)
		require.False(t, e.Source.Inferred, part)
		require.Equal(t, source, query.Cite(&e))
	}
	d.reflect(workspace.Reflection{})
	require.Empty(t, d.reflect(workspace.Reflection{}).Pages)
}
