package workspace_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/embed/static"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/schema"
	"github.com/lukasadb/lukasa/workspace"
	"github.com/lukasadb/lukasa/workspace/folder"
	"github.com/lukasadb/lukasa/workspace/markdown"
)

const day27 = `# 2025-11-27

We walked through the souk.

## Retain
- W @Peter: Currently in Marrakech (Nov 27–Dec 1, 2025) for Andy’s birthday.
- B @warelay: I fixed the Baileys WS crash by wrapping connection.update handlers in try/catch (see memory/2025-11-27.md).
- O(c=0.95) @Peter: Prefers concise replies (&lt;1500 chars) on WhatsApp; long content goes into files.
- S @Peter @Andy: They know each other from school.
- broken
`

// TestRecords makes of each kind of bullet its kind of record, cited by path and
// line (003-01, 003-02, 003-06, 003-08, 003-11, 003-13).
func TestRecords(t *testing.T) {
	d := newDesk(t, map[string]string{
		"memory/2025-11-27.md":   day27,
		"bank/entities/Peter.md": "---\ntitle: Peter\nupdated: 2025-11-20\n---\nLives in Bristol.\n\n- Has two cats.\n",
		"memory.md":              "---\nupdated: 2025-11-01\n---\n- @Peter: Is the user.\n",
		"notes/other.md":         "Not part of the workspace unless asked for.\n",
	})
	done := d.sync()
	require.Equal(t, 3, done.Files)
	require.Equal(t, 9, done.Records)
	require.Equal(t, 9, done.New)
	require.Equal(t, 1, done.Problems)

	w := d.find("Marrakech")
	require.Equal(t, schema.KindFact, w.Kind)
	require.Equal(t, "Peter: Currently in Marrakech (Nov 27–Dec 1, 2025) for Andy’s birthday.", w.Content)
	require.Equal(t, "memory/2025-11-27.md#L6", query.Cite(&w))
	require.Equal(t, "2025-11-27 2025-12-02", w.Time.Format(time.DateOnly)+" "+w.TimeEnd.Format(time.DateOnly))
	require.Equal(t, w.Time, w.ValidFrom)
	require.Equal(t, schema.EntityKey("entity:peter"), w.Mentions[0].Entity)
	require.Equal(t, schema.RoleSubject, w.Mentions[0].Role)
	require.Equal(t, schema.KindEvent, d.find("Baileys").Kind)
	o := d.find("concise")
	require.Equal(t, schema.KindOpinion, o.Kind)
	require.InDelta(t, 0.95, o.Confidence, 1e-9)
	require.Contains(t, o.Content, "(<1500 chars)")
	require.Equal(t, schema.KindObservation, d.find("from school").Kind)
	require.Len(t, d.find("from school").Mentions, 2)
	told := d.find("souk")
	require.Equal(t, schema.KindObservation, told.Kind)
	require.Equal(t, "2025-11-27", told.Context)
	require.Equal(t, "Peter: Lives in Bristol.", d.find("Bristol").Content)
	require.Equal(t, schema.KindFact, d.find("cats").Kind)
	require.Equal(t, "2025-11-20", d.find("cats").Time.Format(time.DateOnly))
	require.Equal(t, 8, d.find("Is the user").Importance)
	require.Equal(t, schema.KindObservation, d.find("broken").Kind, "what is malformed is still found")
}

// TestDayInName takes the day of a page from its name, with hyphens or underscores, then from its
// front matter, then from its last change.
func TestDayInName(t *testing.T) {
	for name, want := range map[string]string{
		"memory/2025-11-20.md": "2025-11-20", "memory/2025-11-20 Met Ana.md": "2025-11-20", "memory/2025_11_20.md": "2025-11-20",
		"memory/2025_11-20.md": "2025-11-01", "memory/2025_13_20.md": "2025-11-01", "memory/20251120.md": "2025-11-01", "memory/Met Ana.md": "2025-11-01",
	} {
		d := newDesk(t, map[string]string{name: "---\ndate: 2025-11-01\n---\nTold here.\n"})
		d.sync()
		require.Equal(t, want, d.find("Told here").Time.Format(time.DateOnly), name)
	}
	d := newDesk(t, map[string]string{"memory/Met Ana.md": "Told here.\n"})
	d.sync()
	require.Equal(t, today.Format(time.DateOnly), d.find("Told here").Time.Format(time.DateOnly))
}

// TestPeriods reads the time in brackets however people join its days, and takes
// nothing else for one: what it is not stays on the day of its page (003-11, 003-13).
func TestPeriods(t *testing.T) {
	const day = "2025-11-20 0001-01-01"
	for written, want := range map[string]string{
		"Nov 27\u2013Dec 1, 2025":   "2025-11-27 2025-12-02",
		"Nov 27-Dec 1, 2025":        "2025-11-27 2025-12-02",
		"Nov 27 - Dec 1, 2025":      "2025-11-27 2025-12-02",
		"Nov 27 to Dec 1, 2025":     "2025-11-27 2025-12-02",
		"Jan 2, 2020-Oct 30, 2025":  "2020-01-02 2025-10-31",
		"2025-11-27/2025-12-01":     "2025-11-27 2025-12-02",
		"2025-11-27 - 2025-12-01":   "2025-11-27 2025-12-02",
		"27/11/2025 đến 30/11/2025": "2025-11-27 2025-12-01",
		"27-30 Nov 2025":            "2025-11-27 2025-12-01",
		"2024-2025":                 "2024-01-01 2026-01-01",
		"Nov 2025":                  "2025-11-01 2025-12-01",
		"Dec 1, 2025-Nov 27, 2025":  day,
		"COVID-19":                  day,
		"5-10":                      day,
		"tel. 0511-3822-110":        day,
		"v0.11-2025":                day,
		"9:00-17:00":                day,
		"A/B, 50/50":                day,
		"since 2020-until 2025":     day,
	} {
		d := newDesk(t, map[string]string{"memory/2025-11-20.md": "## Retain\n- W @Peter: Was there (" + written + ") with Ana.\n"})
		d.sync()
		e := d.find("Was there")
		require.Equal(t, want, e.Time.Format(time.DateOnly)+" "+e.TimeEnd.Format(time.DateOnly), written)
	}
}

// TestIncremental reads what changed and nothing else, and changes the records
// that it bears on and no other.
func TestIncremental(t *testing.T) {
	files := map[string]string{}
	for i := range 20 {
		files[fmt.Sprintf("memory/2025-11-%02d.md", i+1)] = fmt.Sprintf("## Retain\n- W @a: Fact number %d\n- B @b: Did number %d\n", i, i)
	}
	d := newDesk(t, files)
	require.Equal(t, 40, d.sync().New)
	require.Zero(t, d.sync().Read)
	d.reopen(false)
	done := d.sync()
	require.Zero(t, done.Read, "the log of the index tells what is known")
	require.Zero(t, done.New+done.Changed+done.Gone)

	before := d.find("Fact number 4")
	d.write("memory/2025-11-05.md", "## Retain\n- B @b: Did number 4\n- W @a: Fact number 4\n- W @a: A new fact\n")
	done = d.sync()
	require.Equal(t, 1, done.Read)
	require.Equal(t, [3]int{1, 2, 0}, [3]int{done.New, done.Changed, done.Gone})
	after := d.find("Fact number 4")
	require.Equal(t, before.ID, after.ID, "moving a line keeps its identity")
	require.Equal(t, 3, after.Source.Line)

	d.remove("memory/2025-11-05.md")
	done = d.sync()
	require.Equal(t, 1, done.Removed)
	require.Equal(t, 3, done.Gone)
	history, err := d.memory.Reader.History(context.Background(), []string{"clawd"}, before.ID)
	require.NoError(t, err)
	require.Len(t, history, 3, "what was deleted has a history")
	require.True(t, history[0].Deleted)

	d.write("memory/2025-11-06.md", "## Retain\n- W @a: Fact number 4\n") // and comes back elsewhere
	require.Equal(t, 1, d.sync().New)
	require.Equal(t, before.ID, d.find("Fact number 4").ID)
}

// TestSavedTwiceInASecond sees a change that leaves a page its size and, on a file system which keeps
// whole seconds, its time.
func TestSavedTwiceInASecond(t *testing.T) {
	d := newDesk(t, nil)
	second := time.Now().Truncate(time.Second).Add(time.Second)
	time.Sleep(time.Until(second) + 30*time.Millisecond) // as long ago as tells a change elsewhere
	for _, text := range []string{"- [ ] call Ana\n", "- [x] call Ana\n"} {
		d.write("memory/2025-11-01.md", text)
		require.NoError(t, os.Chtimes(filepath.Join(d.dir, "memory/2025-11-01.md"), second, second))
		d.sync()
	}
	d.find("[x] call Ana")
}

// TestTwiceTold keeps one record of what two files tell, cited where it was told
// first, and moves the citation when that place goes.
func TestTwiceTold(t *testing.T) {
	same := "## Retain\n- W @a: The same words\n"
	d := newDesk(t, map[string]string{"memory/2025-11-02.md": same, "memory/2025-11-01.md": "Text\n\n" + same, "memory/2025-11-03.md": same})
	require.Equal(t, 2, d.sync().New)
	cite := func() string {
		e := d.find("same words")
		return query.Cite(&e)
	}
	require.Equal(t, "memory/2025-11-01.md#L4", cite())
	d.write("memory/2025-11-01.md", "Text\n")
	require.Equal(t, 1, d.sync().Changed)
	require.Equal(t, "memory/2025-11-02.md#L2", cite())
	d.remove("memory/2025-11-02.md")
	d.remove("memory/2025-11-03.md")
	require.Equal(t, 1, d.sync().Gone)
}

// TestCopiedPage leaves records as they are that a copy of their page tells too, by whatever name a
// person or a program that keeps folders alike gives it.
func TestCopiedPage(t *testing.T) {
	const page = "## Retain\n- W @Ana: Sings.\n- W @Ana: Dances.\n"
	d := newDesk(t, map[string]string{"memory/2025-11-27.md": page, "bank/entities/Ana.md": "- Paints.\n"})
	d.sync()
	before := asJSON(t, d.records())
	for _, name := range []string{"memory/2025-11-27 copy", "memory/2025-11-27 (1)", "memory/2025-11-27.sync-conflict-20251128", "memory/2025-11-27-old", "memory/2025-11-27~"} {
		d.write(name+".md", page)
	}
	require.Equal(t, 5, d.sync().Read)
	require.Equal(t, before, asJSON(t, d.records()))
}

// TestStoreFollowsFiles is the law of the whole (I3, 003-02): after any edits, a
// store that followed them holds what a store made anew from the files holds.
func TestStoreFollowsFiles(t *testing.T) {
	names := []string{"memory/2025-11-01.md", "memory/2025-11-02.md", "bank/world.md", "bank/opinions.md", "memory.md", "bank/entities/Ana.md"}
	lines := []string{
		"", "# Day", "## Retain", "- W @Ana: one", "- B @Ana: did it (Nov 3, 2025)", "- O(c=0.4) @Bo: likes tea", "- O(c=0.9) @Bo: likes tea",
		"- S: seen", "told", "- listed", "  - nested", "```", "- W broken", "## Other", "> quoted",
	}
	d := newDesk(t, nil)
	rapid.Check(t, func(rt *rapid.T) {
		for range rapid.IntRange(1, 4).Draw(rt, "steps") {
			name := rapid.SampledFrom(names).Draw(rt, "file")
			if rapid.IntRange(0, 5).Draw(rt, "remove") == 0 {
				_ = os.Remove(filepath.Join(d.dir, name))
			} else {
				d.write(name, strings.Join(rapid.SliceOfN(rapid.SampledFrom(lines), 0, 8).Draw(rt, "lines"), "\n"))
			}
			if rapid.Bool().Draw(rt, "sync") {
				d.sync()
			}
			if rapid.IntRange(0, 9).Draw(rt, "reopen") == 0 {
				d.reopen(false)
			}
		}
		d.sync()
		followed := asJSON(rt, d.records())
		if rapid.IntRange(0, 3).Draw(rt, "anew") == 0 {
			d.reopen(true)
			d.sync()
			require.Equal(rt, asJSON(rt, d.records()), followed)
		}
	})
	followed := asJSON(t, d.records())
	d.reopen(true)
	d.sync()
	require.Equal(t, asJSON(t, d.records()), followed)
}

// TestRefusedPages keeps what a page said that may not be read for a while, goes on with
// the others, and forgets nothing that the page would tell again (003-02).
func TestRefusedPages(t *testing.T) {
	const page, link = "memory/2025-11-01.md", "elsewhere"
	d := newDesk(t, map[string]string{page: "## Retain\n- W @a: One\n", "memory/2025-11-02.md": "## Retain\n- W @a: Two\n"})
	d.sync()
	one := d.find("One")
	at := filepath.Join(d.dir, page)
	swap := func() {
		require.NoError(t, os.Rename(at, filepath.Join(d.dir, link)))
		require.NoError(t, os.Symlink(filepath.Join("..", link), at))
	}
	refused := func(said string) {
		d.write("memory/2025-11-02.md", said)
		done := d.sync()
		require.Len(t, done.Refused, 1)
		require.Equal(t, page, done.Refused[0].Path)
		require.Equal(t, [2]int{1, 0}, [2]int{done.New, done.Removed}, "the others go on")
		require.Equal(t, one, d.find("One"))
		status, err := d.Status(t.Context())
		require.NoError(t, err)
		require.Len(t, status.Refused, 1)
		require.Zero(t, status.Behind)
		_, problems, err := d.Problems(t.Context())
		require.NoError(t, err)
		require.Equal(t, []workspace.Problem{{Path: page, Problem: markdown.Problem{Reason: done.Refused[0].Reason}}}, problems)
	}

	swap()
	refused("## Retain\n- W @a: Three\n")
	_, err := d.Forget(t.Context(), []schema.ID{one.ID}, false, func() error { return errors.New("forgotten") })
	require.ErrorIs(t, err, folder.ErrRefused)
	require.NoError(t, os.Remove(filepath.Join(d.dir, ".memory", "files.log")))
	d.reopen(false)
	refused("## Retain\n- W @a: Four\n")

	require.NoError(t, os.Rename(filepath.Join(d.dir, link), at))
	require.Empty(t, d.sync().Refused)
	require.Equal(t, one, d.find("One"))

	d.close() // and when it turns only as it is read
	var once sync.Once
	d.open(store.Options{Embedder: static.New()}, workspace.Options{Folder: folder.Options{Step: func(name string) error {
		if name == "look" {
			once.Do(swap)
		}
		return nil
	}}})
	d.write(page, "## Retain\n- W @a: One\n\nmore\n")
	refused("## Retain\n- W @a: Five\n")
	d.remove(page)
	require.Equal(t, 1, d.sync().Removed)
	require.NotContains(t, asJSON(t, d.records()), "One")
}

// TestLinkedDirectory lists a link to a directory that may hold pages, and keeps what they said, as
// that of any page which may not be read; nothing is written by way of it. A link to a file that is
// no page is of no concern.
func TestLinkedDirectory(t *testing.T) {
	d := newDesk(t, map[string]string{"memory/2025-11-01.md": "## Retain\n- W @a: One\n", "bank/world.md": "# World\n", "scan.pdf": "no page"})
	require.NoError(t, os.Symlink("../scan.pdf", filepath.Join(d.dir, "bank/scan.pdf")))
	d.sync()
	one := d.find("One")
	memory := filepath.Join(d.dir, "memory")
	for name, moved := range map[string]string{"inside": filepath.Join(d.dir, "elsewhere"), "outside": filepath.Join(t.TempDir(), "elsewhere")} {
		require.NoError(t, os.Rename(memory, moved))
		to, err := filepath.Rel(d.dir, moved)
		require.NoError(t, err)
		require.NoError(t, os.Symlink(to, memory))
		done := d.sync()
		require.Equal(t, []*folder.RefusedError{{Path: "memory", Reason: "a link to a directory, which is not followed"}}, done.Refused, name)
		require.Zero(t, done.Gone, name)
		require.Equal(t, one, d.find("One"), name)
		_, err = d.Retain(t.Context(), workspace.Note{Text: "Goes nowhere.", Day: today})
		require.ErrorIs(t, err, folder.ErrRefused, name)
		require.NoFileExists(t, filepath.Join(moved, "2025-12-03.md"), name)

		require.NoError(t, os.Remove(memory))
		require.NoError(t, os.Rename(moved, memory))
		require.Empty(t, d.sync().Refused, name)
	}
}

// TestIndexIsACache cuts the log of the index short, as a process that dies while
// it appends does, and damages it: the next sync reads what it must, and finds
// the same (003-02).
func TestIndexIsACache(t *testing.T) {
	d := newDesk(t, map[string]string{"memory/2025-11-01.md": "## Retain\n- W @a: One\n- W @a: Two\n", "memory.md": "- W @b: Three\n"})
	d.sync()
	d.write("memory/2025-11-02.md", "## Retain\n- B @a: Four\n")
	d.sync() // appended
	want := asJSON(t, d.records())
	log := d.read(".memory/files.log")
	d.close()
	for cut := 0; cut < len(log); cut += 37 {
		for _, text := range []string{log[:cut], log[:cut] + string(log[cut]^1) + log[cut+1:]} {
			d.write(".memory/files.log", text)
			d.open(store.Options{Embedder: static.New()}, workspace.Options{})
			d.sync()
			require.Equal(t, want, asJSON(t, d.records()), "cut at %d", cut)
			d.close()
		}
	}
	d.open(store.Options{Embedder: static.New()}, workspace.Options{})
}

// TestInit makes the layout, and adopts what is there as it is (003-01).
func TestInit(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "memory.md"), []byte("mine\r\n"), 0o644))
	made, err := workspace.Init(dir)
	require.NoError(t, err)
	require.Equal(t, []string{"bank/world.md", "bank/experience.md", "bank/opinions.md"}, made)
	mine, err := os.ReadFile(filepath.Join(dir, "memory.md"))
	require.NoError(t, err)
	require.Equal(t, "mine\r\n", string(mine))
	ignored, err := os.ReadFile(filepath.Join(dir, ".memory/.gitignore"))
	require.NoError(t, err)
	require.Equal(t, "*\n", string(ignored))
	made, err = workspace.Init(dir)
	require.NoError(t, err)
	require.Empty(t, made)
}

// TestLongPaths reads pages whose paths are longer than the name of a session may be, as names
// of few letters are that take three bytes each.
func TestLongPaths(t *testing.T) {
	dir := "memory/" + strings.Repeat("\u65e5\u8a18\u65e5\u8a18/", 20)
	d := newDesk(t, map[string]string{dir + "2025-12-01.md": "Lit a fire.\n", dir + "2025-12-02.md": "Put it out.\n"})
	require.Zero(t, d.sync().Problems)
	fire, out := d.find("Lit a fire."), d.find("Put it out.")
	require.Equal(t, dir+"2025-12-01.md", fire.Source.Path)
	require.NotEqual(t, fire.Session, out.Session)
}

// TestOneSyncIsEnough has whoever checks or reflects told what the sync found that those begin with: no other comes before it.
func TestOneSyncIsEnough(t *testing.T) {
	d := newDesk(t, map[string]string{"memory/2025-11-20.md": "## Retain\n- W @Peter: Moved to Bristol.\n"})
	synced, problems, err := d.Problems(ctx)
	require.NoError(t, err)
	require.Empty(t, problems)
	require.Equal(t, [3]int{1, 1, 1}, [3]int{synced.Files, synced.Read, synced.New})
	d.write("memory/2025-11-21.md", "## Retain\n- W @Peter: Sold the boat.\n")
	synced = d.reflect(workspace.Reflection{DryRun: true}).Synced
	require.Equal(t, [3]int{2, 1, 1}, [3]int{synced.Files, synced.Read, synced.New})
}
