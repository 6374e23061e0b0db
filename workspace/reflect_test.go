package workspace_test

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/embed/static"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/schema"
	"github.com/lukasadb/lukasa/workspace"
	"github.com/lukasadb/lukasa/workspace/folder"
	"github.com/lukasadb/lukasa/workspace/markdown"
)

var ctx = context.Background()

func (d *desk) reflect(how workspace.Reflection) workspace.Reflected {
	d.t.Helper()
	if how.Since.IsZero() {
		how.Since = today.AddDate(0, -2, 0)
	}
	done, err := d.Reflect(ctx, how)
	require.NoError(d.t, err)
	return done
}

// outside removes Lukasa's regions from a page.
func outside(page string) string {
	src := []byte(page)
	var b strings.Builder
	at := 0
	for _, r := range markdown.Parse(src, markdown.Options{}).Regions {
		b.Write(src[at:r.Start])
		at = r.End
	}
	b.Write(src[at:])
	return strings.TrimRight(b.String(), "\n")
}

func opinionDays() map[string]string {
	return map[string]string{
		"memory/2025-11-20.md": "## Retain\n- O(c=0.80) @Peter: Likes short replies in the chat.\n- W @Peter: Moved to Bristol in May.\n",
		"memory/2025-11-21.md": "## Retain\n- B @Peter: Sent short replies in the chat and Peter thanked for them.\n- W @Peter: Moved to Bristol in May.\n",
		"memory/2025-11-22.md": "## Retain\n- W @Ana: Does not like short replies in the chat.\n",
		"memory/2025-11-23.md": "Peter has asked for the budget of the new kitchen again. It rained.\n\nI called Peter about the boiler in the evening.\n",
		"bank/opinions.md":     "# Opinions\n\nMine to edit.\n",
		"memory.md":            "# Memory\n\n- @Peter: Is the user.\n",
		"bank/entities/Ana.md": "---\nupdated: 2025-11-01\naliases: [Annie]\n---\n# Ana\n\nA friend of Peter.\n",
	}
}

// TestReflect writes pages of entities, opinions with evidence, and inferred
// bullets, each in its region, and proposes lines for memory.md (003-05, 003-16 to 003-20).
// The second time it changes nothing, and what a person wrote is as it was.
func TestReflect(t *testing.T) {
	files := opinionDays()
	d := newDesk(t, files)
	dry := d.reflect(workspace.Reflection{DryRun: true})
	require.NotEmpty(t, dry.Pages)
	for name, text := range files {
		require.Equal(t, text, d.read(name), "a dry run writes nothing")
	}

	done := d.reflect(workspace.Reflection{})
	require.Equal(t, 2, done.Inferred)
	require.Equal(t, 1, done.Opinions)
	for name, text := range files {
		require.Equal(t, strings.TrimRight(text, "\n"), outside(d.read(name)), name)
	}
	opinions := d.read("bank/opinions.md")
	require.Contains(t, opinions, "- O(c=0.83) @Peter: Likes short replies in the chat. — 2025-11-21; for [2025-11-21](../memory/2025-11-21.md#L2 ")
	require.NotContains(t, opinions, "2025-11-22", "Ana is not Peter")
	peter := d.read("bank/entities/Peter.md")
	require.Contains(t, peter, "- 2025-11-20 W: Peter: Moved to Bristol in May. ([memory/2025-11-20.md#L3](../../memory/2025-11-20.md#L3))\n")
	require.Contains(t, d.read("memory/2025-11-23.md"), "- B @Peter: I called Peter about the boiler in the evening.")
	require.Len(t, done.Proposed, 1)
	require.Contains(t, done.Proposed[0].Diff, "+- W @Peter: Moved to Bristol in May.")
	require.Equal(t, files["memory.md"], d.read("memory.md"))

	again := d.reflect(workspace.Reflection{})
	require.Empty(t, again.Pages, "twice changes nothing")
	require.Equal(t, done.Proposed, again.Proposed)

	accepted := d.reflect(workspace.Reflection{Accept: true})
	require.Len(t, accepted.Pages, 1)
	require.Equal(t, files["memory.md"]+"- W @Peter: Moved to Bristol in May.\n", d.read("memory.md"))
	require.Empty(t, d.reflect(workspace.Reflection{}).Proposed)
}

// TestInferredBullets: a recent day without a Retain section gets one of five bullets
// at most, of sentences that stand by themselves and name somebody who has a page; a
// day whose writer made one keeps that (003-05, 003-18).
func TestInferredBullets(t *testing.T) {
	prose := "Peter slept. Did Peter ask for the new keys again? It rained on all of us today.\n\n" +
		"Peter went" + strings.Repeat(" on and on", 20) + ".\n\n"
	for _, what := range []string{"boat", "bike", "boiler", "fence", "gate", "shed", "roof"} {
		prose += "Peter came to look at the " + what + ".\n\n"
	}
	d := newDesk(t, map[string]string{
		"bank/entities/Peter.md": "# Peter\n",
		"memory/2025-09-01.md":   prose,
		"memory/2025-11-23.md":   prose,
		"memory/2025-11-24.md":   prose + "## Retain\n- W @Peter: Is a builder.\n",
	})
	require.Equal(t, 5, d.reflect(workspace.Reflection{}).Inferred)
	require.Equal(t, prose, d.read("memory/2025-09-01.md"), "long ago")
	require.Equal(t, prose+"## Retain\n- W @Peter: Is a builder.\n", d.read("memory/2025-11-24.md"), "its writer's own")
	_, bullets, ok := strings.Cut(d.read("memory/2025-11-23.md"), "## Retain\n\n")
	require.True(t, ok)
	for _, what := range []string{"boat", "bike", "boiler", "fence", "gate"} {
		require.Contains(t, bullets, "- W @Peter: Peter came to look at the "+what+".\n")
	}
	require.Equal(t, 5, strings.Count(bullets, "- W"))

	require.Empty(t, d.reflect(workspace.Reflection{}).Pages, "twice changes nothing")
	d.write("memory/2025-11-25.md", prose)
	require.Zero(t, d.reflect(workspace.Reflection{NoInfer: true}).Inferred)
	require.Equal(t, prose, d.read("memory/2025-11-25.md"))
}

// TestInferredNames takes a word without a capital for no name that is written with one, unless it
// stands behind an @; names in small letters and of several words are known however they are written.
func TestInferredNames(t *testing.T) {
	d := newDesk(t, map[string]string{
		"bank/entities/Will.md": "# Will\n", "bank/entities/warelay.md": "", "bank/entities/Lantern-Shop.md": "---\naliases: [Mark]\n---\n",
		"memory/2025-11-23.md": "I will go to the market tomorrow morning.\n\nPlease mark the boxes in the cellar.\n\nI asked @will about the old boxes.\n\n" +
			"Warelay was down for most of today.\n\nThe lantern shop was closed on Monday.\n\nThen Will and Mark came for dinner.\n",
	})
	require.Equal(t, 4, d.reflect(workspace.Reflection{}).Inferred)
	_, bullets, _ := strings.Cut(d.read("memory/2025-11-23.md"), "## Retain\n\n")
	bullets, _, _ = strings.Cut(bullets, "<!--")
	require.Equal(t, "- B @Will: I asked @will about the old boxes.\n- W @warelay: Warelay was down for most of today.\n"+
		"- W @Lantern-Shop: The lantern shop was closed on Monday.\n- W @Lantern-Shop @Will: Then Will and Mark came for dinner.\n", bullets)
}

// TestOpinionEvolves moves an opinion by small steps, and by a large one only when
// it is contradicted again and again (003-12, 003-17, 003-19, 003-20).
func TestOpinionEvolves(t *testing.T) {
	d := newDesk(t, map[string]string{"memory/2025-11-01.md": "## Retain\n- O(c=0.80) @Peter: Likes short replies in the chat.\n"})
	confidence := func(day, line string) float64 {
		d.write("memory/"+day+".md", "## Retain\n- W @Peter: "+line+"\n")
		d.reflect(workspace.Reflection{})
		d.sync()
		return d.find("Likes short replies in the chat.").Confidence
	}
	require.InDelta(t, 0.83, confidence("2025-11-02", "He likes the short replies in our chat"), 0.006)
	first := confidence("2025-11-03", "He does not like short replies in chat any more")
	require.InDelta(t, 0.80, first, 0.006)
	second := confidence("2025-11-04", "No short replies in the chat, he says he likes long ones")
	require.InDelta(t, 0.77, second, 0.006)
	third := confidence("2025-11-05", "He said he never liked the short replies in the chat")
	require.InDelta(t, 0.60, third, 0.006)

	answer, err := d.Recall(ctx, workspace.Query{Text: "short replies", Kinds: []markdown.Kind{markdown.Opinion}, Floor: new(float64)})
	require.NoError(t, err)
	require.Len(t, answer.Facts, 1)
	require.Equal(t, []string{"memory/2025-11-02.md#L2"}, answer.Facts[0].For)
	require.Len(t, answer.Facts[0].Against, 3)
	require.InDelta(t, 0.60, answer.Facts[0].Confidence, 0.006)

	d.remove("memory/2025-11-05.md") // evidence that goes takes its weight along
	d.reflect(workspace.Reflection{})
	d.sync()
	require.InDelta(t, second, d.find("Likes short replies in the chat.").Confidence, 0.001)
}

// TestOpinionToldAnew takes the last word of the logs for how sure an opinion is, and moves it by what
// was told since; the same word again changes nothing. The record stays the one it was (003-07, 003-17).
func TestOpinionToldAnew(t *testing.T) {
	const opinion = "Likes short replies in the chat."
	d := newDesk(t, map[string]string{
		"memory/2025-11-01.md": "## Retain\n- O(c=0.80) @Peter: " + opinion + "\n",
		"memory/2025-11-02.md": "## Retain\n- W @Peter: He likes the short replies in our chat\n",
	})
	stands := func(confidence float64, grounds int) {
		t.Helper()
		d.reflect(workspace.Reflection{})
		require.Empty(t, d.reflect(workspace.Reflection{}).Pages)
		d.sync()
		e := d.find(opinion)
		require.InDelta(t, confidence, e.Confidence, 0.006)
		require.Len(t, e.Evidence, grounds)
		require.Equal(t, "memory/2025-11-01.md", e.Source.Path)
		followed := asJSON(t, d.records())
		d.reopen(true)
		d.sync()
		require.Equal(t, followed, asJSON(t, d.records()))
	}
	retain := func(day int, confidence float64) workspace.Noted {
		t.Helper()
		noted, err := d.Retain(ctx, workspace.Note{
			Kind: markdown.Opinion, Text: opinion, Entities: []string{"Peter"}, Confidence: confidence, Rated: true,
			Day: time.Date(2025, 11, day, 0, 0, 0, 0, time.UTC),
		})
		require.NoError(t, err)
		return noted[0]
	}
	stands(0.83, 1)
	retain(3, 0.80)
	stands(0.83, 1)
	retain(4, 0.30)
	stands(0.30, 0)
	d.write("memory/2025-11-05.md", "## Retain\n- W @Peter: Still likes the short replies in our chat\n")
	stands(0.34, 1)
	require.True(t, retain(5, 0.60).New)
	require.True(t, retain(5, 0.50).New, "the day's log says otherwise")
	require.False(t, retain(5, 0.50).New)
	require.Equal(t, "memory/2025-11-05.md#L5", retain(5, 0.60).Source, "and otherwise again")
	d.remove("memory/2025-11-05.md")
	d.remove("memory/2025-11-04.md")
	stands(0.83, 1)
	for _, name := range []string{"memory/2025-11-03~.md", "memory/2025-11-03.sync-conflict-20251128.md", "memory/2025-11-03 copy.md"} {
		d.write(name, d.read("memory/2025-11-03.md"))
	}
	d.write("memory/2025-11-03.md", "## Retain\n- O(c=0.20) @Peter: "+opinion+"\n")
	stands(0.20, 0)
}

// TestOpinionsThatRestOnEachOther lets a person write two opinions that are each
// the other's ground, one at a time. Neither counts for the other, whichever was
// there first: a store made anew holds the same (I3). Other grounds stay.
func TestOpinionsThatRestOnEachOther(t *testing.T) {
	d := newDesk(t, map[string]string{
		"memory/2025-11-20.md": "## Retain\n- O(c=0.5) @Ana: Likes tea.\n- O(c=0.5) @Ana: Likes cups.\n- B @Ana: Bought tea.\n",
	})
	d.sync()
	tea, cups, bought := d.find("Likes tea").ID, d.find("Likes cups").ID, d.find("Bought tea").ID
	lines := func(cupsRestOn ...markdown.Evidence) string {
		for i := range cupsRestOn {
			cupsRestOn[i].Path, cupsRestOn[i].Day = "memory/2025-11-20.md", today
		}
		rest := markdown.WriteEvidence(today, []markdown.Evidence{{ID: cups.String(), Path: "memory/2025-11-20.md", Day: today}})
		return "- O(c=0.6) @Ana: Likes tea." + rest + "\n- O(c=0.7) @Ana: Likes cups." + markdown.WriteEvidence(today, cupsRestOn) + "\n"
	}
	for _, tt := range []struct {
		body      string
		tea, cups []schema.ID // what they rest on
	}{
		{lines(), []schema.ID{cups}, nil},
		{lines(markdown.Evidence{ID: tea.String()}, markdown.Evidence{ID: bought.String()}), nil, []schema.ID{bought}},
		{lines(markdown.Evidence{ID: bought.String()}), []schema.ID{cups}, []schema.ID{bought}},
	} {
		page, err := markdown.Set(nil, "opinions", tt.body)
		require.NoError(t, err)
		d.write("bank/opinions.md", string(page))
		d.sync()
		require.Equal(t, tt.tea, groundsOf(d.find("Likes tea")), tt.body)
		require.Equal(t, tt.cups, groundsOf(d.find("Likes cups")), tt.body)
		followed := asJSON(t, d.records())
		d.reopen(true)
		d.sync()
		require.Equal(t, asJSON(t, d.records()), followed)
	}
}

func groundsOf(e schema.Experience) (ids []schema.ID) {
	for _, g := range e.Evidence {
		ids = append(ids, g.ID)
	}
	return ids
}

// TestReflectionSurvives gives the same records when .memory is deleted after
// reflecting (I3), and keeps what a person changes in a region.
func TestReflectionSurvives(t *testing.T) {
	d := newDesk(t, opinionDays())
	d.reflect(workspace.Reflection{})
	d.sync()
	before := asJSON(t, d.records())
	d.reopen(true)
	d.sync()
	require.Equal(t, before, asJSON(t, d.records()))

	edited := strings.Replace(d.read("bank/entities/Peter.md"), "Moved to Bristol in May.", "Moved to Bath in June.", 1)
	d.write("bank/entities/Peter.md", edited)
	d.reflect(workspace.Reflection{})
	require.Contains(t, d.read("bank/entities/Peter.md"), "Moved to Bath in June.", "what a person edits is the person's")
	require.Empty(t, d.reflect(workspace.Reflection{}).Pages)
}

// TestReflectBesidePagesThatTakeNothing writes the other pages and proposes lines for memory.md
// although one page ends in code, one may not be read, and memory.md ends with a heading, in
// code, or may not be read either (003-17, 003-18).
func TestReflectBesidePagesThatTakeNothing(t *testing.T) {
	const heading = "# Memory\n\n## Preferences\n"
	d := newDesk(t, opinionDays())
	d.write("memory.md", heading)
	d.write("bank/entities/Ana.md", "```\nopen\n")
	d.write("elsewhere", "# Opinions\n")
	opinions := filepath.Join(d.dir, "bank/opinions.md")
	require.NoError(t, os.Remove(opinions))
	require.NoError(t, os.Symlink("../elsewhere", opinions))
	done := d.reflect(workspace.Reflection{})
	require.Len(t, done.Proposed, 1)
	require.Contains(t, d.read("bank/entities/Peter.md"), "Moved to Bristol")
	require.Equal(t, "```\nopen\n", d.read("bank/entities/Ana.md"))
	left := map[string]string{}
	for _, p := range done.Left {
		left[p.Path] = p.Reason
	}
	require.Contains(t, left["bank/entities/Ana.md"], "line 1 begins has no end")
	require.Contains(t, left["bank/opinions.md"], "not a regular file")
	require.Len(t, left, 2)

	d.reflect(workspace.Reflection{Accept: true})
	require.Equal(t, heading+"\n- W @Peter: Moved to Bristol in May.\n", d.read("memory.md"))

	d.write("memory.md", "# Memory\n\n```\nopen\n")
	require.Empty(t, d.reflect(workspace.Reflection{}).Proposed)

	d.remove("memory.md")
	require.NoError(t, os.Symlink("elsewhere", filepath.Join(d.dir, "memory.md")))
	require.Empty(t, d.reflect(workspace.Reflection{}).Proposed)
	answer, err := d.Recall(ctx, workspace.Query{Text: "where does Peter live? Bristol", Floor: new(float64)})
	require.NoError(t, err)
	require.NotEmpty(t, answer.Facts)
}

// TestReflectBesideReadOnlyPages leaves a page that nobody may write, says so, and writes the others.
func TestReflectBesideReadOnlyPages(t *testing.T) {
	d := newDesk(t, opinionDays())
	require.NoError(t, os.Chmod(filepath.Join(d.dir, "bank/opinions.md"), 0o444))
	done := d.reflect(workspace.Reflection{})
	require.Equal(t, opinionDays()["bank/opinions.md"], d.read("bank/opinions.md"))
	require.Equal(t, []*folder.RefusedError{{Path: "bank/opinions.md", Reason: "read-only"}}, done.Left)
	require.Contains(t, d.read("bank/entities/Peter.md"), "Moved to Bristol")
	for _, p := range done.Pages {
		require.NotEqual(t, "bank/opinions.md", p.Path)
	}
}

// TestPageNamesWithSpaces takes the page of an entity whose name has a space for that of the
// entity which is written with a hyphen, and writes only lines that read back.
func TestPageNamesWithSpaces(t *testing.T) {
	d := newDesk(t, map[string]string{
		"bank/entities/Gai Media (VN).md": "- O(c=0.8): Delivers good films on time.\n",
		"memory/2025-11-20.md":            "## Retain\n- W @Gai-Media-VN: Delivers good films on time every week.\n",
		"memory/2025-11-21.md":            "Today we met Gai Media VN and signed the contract for films.\n",
	})
	done := d.reflect(workspace.Reflection{})
	require.Equal(t, [2]int{1, 1}, [2]int{done.Opinions, done.Inferred})
	_, problems, err := d.Problems(ctx)
	require.NoError(t, err)
	require.Empty(t, problems)
	require.Contains(t, d.read("bank/opinions.md"), " @Gai-Media-VN: Delivers good films on time. \u2014 ")
	require.Contains(t, d.read("memory/2025-11-21.md"), "- B @Gai-Media-VN: Today we met")
	require.Contains(t, d.read("bank/entities/Gai Media (VN).md"), "on time every week.")
	require.Empty(t, d.reflect(workspace.Reflection{}).Pages)
	for _, name := range []string{"Gai Media VN", "@gai-media-vn", "Gai Media (VN)"} {
		view, err := d.Entity(ctx, name, 0)
		require.NoError(t, err)
		require.Len(t, view.Facts, 3)
		require.Equal(t, "bank/entities/Gai Media (VN).md", view.Page)
	}
	view, err := d.Entity(ctx, "Ana", 0)
	require.NoError(t, err)
	require.Empty(t, view.Page)
}

// TestNamesOfOtherForms takes a name for the same whether its letters are composed, as a text has
// them, or not, as some systems write the names of files, and whatever its apostrophe.
func TestNamesOfOtherForms(t *testing.T) {
	const composed, decomposed = "Tr\u00ed", "Tri\u0301"
	d := newDesk(t, map[string]string{
		"bank/entities/" + decomposed + ".md": "- Likes tea.\n",
		"bank/entities/O'Brien.md":            "- Likes rain.\n",
		"memory/2025-12-01.md":                "## Retain\n- W @" + composed + ": Lives in Hue.\n- W @O\u2019Brien: Lives in Cork.\n",
	})
	for _, p := range d.reflect(workspace.Reflection{}).Pages {
		require.Contains(t, []string{"bank/entities/" + decomposed + ".md", "bank/entities/O'Brien.md"}, p.Path)
	}
	for _, name := range []string{composed, decomposed, "O'Brien", "O\u2019Brien"} {
		view, err := d.Entity(ctx, name, 0)
		require.NoError(t, err)
		require.Len(t, view.Facts, 2, name)
		require.NotEmpty(t, view.Page)
	}
}

// TestCloseWhileReflecting closes a workspace in the midst of a reflection: both calls end.
func TestCloseWhileReflecting(t *testing.T) {
	d := newDesk(t, opinionDays())
	d.write("bank/entities/Peter.md", "```\nopen\n")
	d.close()
	closed := make(chan error, 1)
	heldUp := func() bool { // whether a new call waits for Close
		done := make(chan struct{})
		go func() {
			defer close(done)
			_, _ = d.Core()
		}()
		select {
		case <-done:
			return false
		case <-time.After(20 * time.Millisecond):
			return true
		}
	}
	var once sync.Once
	d.open(store.Options{Embedder: static.New()}, workspace.Options{Logger: slog.New(handler(func(slog.Record) {
		once.Do(func() {
			go func() { closed <- d.Workspace.Close() }()
			for !heldUp() {
			}
		})
	}))})
	reflected := make(chan error, 1)
	go func() {
		_, err := d.Reflect(ctx, workspace.Reflection{Since: today.AddDate(0, -2, 0)})
		reflected <- err
	}()
	for _, done := range []chan error{reflected, closed} {
		select {
		case err := <-done:
			if done == reflected {
				require.ErrorIs(t, err, workspace.ErrClosed)
			} else {
				require.NoError(t, err)
			}
		case <-time.After(10 * time.Second):
			require.Fail(t, "reflecting and closing wait for one another")
		}
	}
}

// handler is called with each line of a log.
type handler func(slog.Record)

func (h handler) Enabled(context.Context, slog.Level) bool { return true }

func (h handler) Handle(_ context.Context, r slog.Record) error {
	h(r)
	return nil
}

func (h handler) WithAttrs([]slog.Attr) slog.Handler { return h }

func (h handler) WithGroup(string) slog.Handler { return h }

// TestRetain adds bullets to the day's log, once, and refuses what is no bullet.
func TestRetain(t *testing.T) {
	d := newDesk(t, map[string]string{"memory/2025-12-03.md": "# Wednesday\n\nWords.\n"})
	note := workspace.Note{Kind: markdown.Opinion, Text: "Likes <tea> & \"quiet\"\nmornings.", Entities: []string{"The Castle"}, Confidence: 0.5, Rated: true}
	noted, err := d.Retain(ctx, note)
	require.NoError(t, err)
	require.True(t, noted[0].New && noted[0].Synced)
	require.Equal(t, "memory/2025-12-03.md#L6", noted[0].Source)
	require.Equal(t, "The-Castle: Likes <tea> & \"quiet\" mornings.", d.find("tea").Content)
	require.Equal(t, noted[0].ID, d.find("tea").ID)
	noted, err = d.Retain(ctx, note)
	require.NoError(t, err)
	require.False(t, noted[0].New)
	require.Equal(t, 1, strings.Count(d.read("memory/2025-12-03.md"), "tea"))
	noted, err = d.Retain(ctx, workspace.Note{Text: "Sings.", Entities: []string{"Ana", "@ana", "Peter's"}})
	require.NoError(t, err)
	require.Equal(t, "- S @Ana @Peter: Sings.", noted[0].Bullet)
	for _, bad := range []workspace.Note{
		{},
		{Text: " "},
		{Text: "x", Kind: "y"},
		{Text: "x", Rated: true, Confidence: 0.5},
		{Text: "x", Kind: markdown.Opinion, Rated: true, Confidence: 2},
		{Text: "x", Entities: []string{""}},
		{Text: "x", Entities: []string{"a:b"}},
		{Text: "a\x00b"},
		{Text: "x", Day: time.Date(1, 1, 2, 0, 0, 0, 0, time.UTC)},
	} {
		_, err := d.Retain(ctx, bad)
		require.ErrorIs(t, err, workspace.ErrInvalid, "%+v", bad)
	}
}
