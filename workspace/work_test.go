package workspace_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/embed/static"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/workspace"
	"github.com/lukasadb/lukasa/workspace/folder"
)

// tally counts the steps of a workspace by their names.
type tally struct {
	mu    sync.Mutex
	count map[string]int
}

func (c *tally) step(name string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.count[name]++
	return nil
}

func (c *tally) of(name string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.count[name]
}

// since returns what was counted since it was last asked.
func (c *tally) since() map[string]int {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := maps.Clone(c.count)
	clear(c.count)
	return out
}

// TestWorkFollowsTheEdit syncs after edits among few pages and among many: what is
// read and written follows from the edit, not from the pages nor from the opinions
// that stand in them (003-02). A sync by hand lists the pages; who watches them
// does not even do that.
func TestWorkFollowsTheEdit(t *testing.T) {
	for _, pages := range []int{10, 300} {
		t.Run(fmt.Sprint(pages), func(t *testing.T) {
			d, counted := deskOf(t, pages)
			d.write("memory/2024-01-03.md", "- one more line\n")
			rest()
			done := d.sync()
			require.Equal(t, [4]int{1, 1, 0, 1}, [4]int{done.Read, done.New, done.Changed, done.Gone})
			require.Equal(t, map[string]int{"list": 1, "look": 1, "append private": 1}, counted.since())

			d.write("memory/2025-11-21.md", "## Retain\n- W @Peter: Moved to Bristol in May.\n") // what spoke for the opinion goes
			rest()
			done = d.sync()
			require.Equal(t, 1, done.Read)
			require.Equal(t, map[string]int{"list": 1, "look": 2, "append private": 1}, counted.since(), "and the page of the opinion")

			done = d.watched("memory/2024-01-04.md", "- another line\n", counted)
			require.Equal(t, [4]int{1, 1, 0, 1}, [4]int{done.Read, done.New, done.Changed, done.Gone})
			require.Equal(t, map[string]int{"look": 1, "append private": 1}, counted.since())
			require.Equal(t, pages+len(opinionDays())+1, done.Files, "with the page that reflecting made")
		})
	}
}

// deskOf is a workspace with opinions, which stand as the opinions page says, and
// some pages besides. Its steps are counted from now on.
func deskOf(t *testing.T, pages int) (*desk, *tally) {
	d := &desk{t: t, dir: t.TempDir()}
	for name, text := range opinionDays() {
		d.write(name, text)
	}
	day := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range pages {
		d.write("memory/"+day.AddDate(0, 0, i).Format(time.DateOnly)+".md", fmt.Sprintf("- line of page %d\n", i))
	}
	counted := &tally{count: map[string]int{}}
	d.open(store.Options{Embedder: static.New()}, workspace.Options{Folder: folder.Options{Step: counted.step}})
	t.Cleanup(func() { d.close() })
	d.sync()
	require.Positive(t, d.reflect(workspace.Reflection{Since: today.AddDate(0, -2, 0)}).Opinions)
	require.Eventually(t, func() bool { return d.sync().Read == 0 }, time.Minute, time.Millisecond, "what was too fresh to tell is told")
	counted.since()
	return d, counted
}

// TestWatchListsWhereOnlyCaseChanges lists the folder when a page got its name in another letter case:
// where a file system takes the two names for one, who looks at each finds the page twice.
func TestWatchListsWhereOnlyCaseChanges(t *testing.T) {
	d, counted := deskOf(t, 1)
	done := d.watchedWhile(counted, func() {
		require.NoError(t, os.Rename(filepath.Join(d.dir, "bank/entities/Ana.md"), filepath.Join(d.dir, "bank/entities/ana.md")))
	})
	require.Equal(t, [2]int{1, 1}, [2]int{done.Read, done.Removed})
	require.Equal(t, 1, counted.of("list"))
	require.Equal(t, "bank/entities/ana.md", d.find("A friend of Peter").Source.Path)
}

// watched watches the files while an editor saves a page, and returns what was
// synced. What is counted begins with the edit.
func (d *desk) watched(name, text string, counted *tally) workspace.Synced {
	d.t.Helper()
	return d.watchedWhile(counted, func() { d.replace(name, text) })
}

func (d *desk) watchedWhile(counted *tally, edit func()) workspace.Synced {
	d.t.Helper()
	watched, stop := context.WithTimeout(ctx, time.Minute)
	defer stop()
	synced, ended := make(chan workspace.Synced, 10), make(chan error, 1)
	go func() {
		ended <- d.Watch(watched, workspace.WatchOptions{Debounce: time.Millisecond, Synced: func(done workspace.Synced, err error) {
			require.NoError(d.t, err)
			synced <- done
		}})
	}()
	require.Eventually(d.t, func() bool { return counted.of("list") == 2 }, time.Minute, time.Millisecond, "before and after watching began")
	_, err := d.Status(ctx) // waits for the second of these syncs
	require.NoError(d.t, err)
	counted.since()
	edit()
	var done workspace.Synced
	select {
	case done = <-synced:
	case <-watched.Done():
		require.Fail(d.t, "not seen")
	}
	stop()
	require.NoError(d.t, <-ended)
	return done
}

// replace saves a page as careful editors do: by one step that takes its name.
func (d *desk) replace(name, text string) {
	d.write(name+".new", text)
	require.NoError(d.t, os.Rename(filepath.Join(d.dir, name+".new"), filepath.Join(d.dir, name)))
}

// TestReflectionReadsOnce weighs many opinions against much that was told, and reads each of them once:
// what it allocates grows as they do, and not as all pairs of them.
func TestReflectionReadsOnce(t *testing.T) {
	work := func(lines int) float64 {
		var page strings.Builder
		page.WriteString("## Retain\n")
		for i := range lines {
			fmt.Fprintf(&page, "- O(c=0.7) @Peter: Likes boats of the colour c%dx and of the size s%dx.\n- W @Peter: Keeps a box of b%dx and a jar of j%dx on the shelf.\n", i, i, i, i)
		}
		d := newDesk(t, map[string]string{"memory/2025-11-20.md": page.String()})
		d.reflect(workspace.Reflection{})
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		d.reflect(workspace.Reflection{})
		runtime.ReadMemStats(&after)
		return float64(after.Mallocs - before.Mallocs)
	}
	require.Less(t, work(400)/work(100), 8.0)
}
