package workspace_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/embed/static"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/workspace"
	"github.com/lukasadb/lukasa/workspace/folder"
)

// TestWatch follows the files, told by the system or by looking, into directories
// that are made meanwhile, and does nothing while nothing happens.
func TestWatch(t *testing.T) {
	for name, o := range map[string]workspace.WatchOptions{
		"told":    {Debounce: 20 * time.Millisecond},
		"looking": {Poll: 20 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, map[string]string{"memory/2025-11-01.md": "First.\n"})
			var syncs atomic.Int32
			synced := make(chan workspace.Synced, 100)
			o.Synced = func(done workspace.Synced, err error) {
				require.NoError(t, err)
				syncs.Add(1)
				synced <- done
			}
			watched, stop := context.WithCancel(ctx)
			ended := make(chan error, 1)
			go func() { ended <- d.Watch(watched, o) }()
			until := func(records int) {
				t.Helper()
				for deadline := time.After(30 * time.Second); ; {
					select {
					case done := <-synced:
						if done.Records == records {
							return
						}
					case <-deadline:
						require.Fail(t, "not seen")
					}
				}
			}
			until(1)
			d.write("memory/2025-11-02.md", "Second.\n")
			until(2)
			d.write("bank/entities/deep/New.md", "Third.\n") // in directories that were not there
			until(3)
			d.remove("memory/2025-11-02.md")
			until(2)
			before := int32(-1) // what is told of files may come after they were seen
			require.Eventually(t, func() bool {
				was := before
				before = syncs.Load()
				return was == before
			}, 30*time.Second, 500*time.Millisecond, "nothing happens")
			require.NoError(t, os.WriteFile(filepath.Join(d.dir, "memory/notes.txt"), []byte("no page"), 0o644))
			time.Sleep(200 * time.Millisecond)
			require.Equal(t, before, syncs.Load(), "nothing happened")
			stop()
			require.NoError(t, <-ended)
		})
	}
}

// TestWatchRenamedDirectory follows what is in a directory by its new name, also where that lies
// deeper: the system tells only of the directory itself.
func TestWatchRenamedDirectory(t *testing.T) {
	const deep = "deep/2025-11-01.md"
	d := newDesk(t, map[string]string{"memory/old/" + deep: "First.\n"})
	watched, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- d.Watch(watched, workspace.WatchOptions{Debounce: 20 * time.Millisecond}) }()
	until := func(source, said string) {
		t.Helper()
		require.Eventually(t, func() bool {
			records := d.records()
			return len(records) == 1 && records[0].Source.Path == source && records[0].Content == said
		}, 30*time.Second, 20*time.Millisecond)
	}
	until("memory/old/"+deep, "First.")
	require.NoError(t, os.Rename(filepath.Join(d.dir, "memory/old"), filepath.Join(d.dir, "memory/new")))
	until("memory/new/"+deep, "First.")
	d.write("memory/new/"+deep, "Second.\n")
	until("memory/new/"+deep, "Second.")
	stop()
	require.NoError(t, <-ended)
}

// TestWatchWithoutStore ends when the store was taken away, as by git clean, rather than write what
// nobody sees.
func TestWatchWithoutStore(t *testing.T) {
	d := newDesk(t, map[string]string{"memory/2025-11-01.md": "One.\n"})
	d.sync()
	watched := make(chan error, 1)
	go func() { watched <- d.Watch(ctx, workspace.WatchOptions{Poll: 10 * time.Millisecond}) }()
	here, away := filepath.Join(d.dir, ".memory"), filepath.Join(t.TempDir(), "memory")
	require.NoError(t, os.Rename(here, away))
	select {
	case err := <-watched:
		require.ErrorIs(t, err, workspace.ErrStoreGone)
	case <-time.After(10 * time.Second):
		require.Fail(t, "it goes on")
	}
	_, err := d.Sync(ctx)
	require.ErrorIs(t, err, workspace.ErrStoreGone)
	require.NoDirExists(t, here)
	require.NoError(t, os.Mkdir(here, 0o700))
	require.NoError(t, os.Mkdir(filepath.Join(here, "store"), 0o700))
	_, err = d.Sync(ctx)
	require.ErrorIs(t, err, workspace.ErrStoreGone, "another one is not this one")

	require.NoError(t, os.RemoveAll(here))
	require.NoError(t, os.Rename(away, here))
	d.sync()
}

// TestWatchAfterFailure looks again soon after it failed, though nothing else changes.
func TestWatchAfterFailure(t *testing.T) {
	var failing atomic.Bool
	d := &desk{t: t, dir: t.TempDir()}
	d.write("memory/2025-11-01.md", "First.\n")
	d.open(store.Options{}, workspace.Options{Folder: folder.Options{Step: func(step string) error {
		if step == "look" && failing.CompareAndSwap(true, false) {
			return errors.New("just now")
		}
		return nil
	}}})
	watched, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	failed := make(chan error, 100)
	go func() {
		ended <- d.Watch(watched, workspace.WatchOptions{Debounce: 20 * time.Millisecond, Synced: func(_ workspace.Synced, err error) {
			if err != nil {
				failed <- err
			}
		}})
	}()
	require.Eventually(t, func() bool { return len(d.records()) == 1 }, 30*time.Second, 20*time.Millisecond)
	failing.Store(true)
	d.write("memory/2025-11-02.md", "Second.\n")
	require.ErrorContains(t, <-failed, "just now")
	require.Eventually(t, func() bool { return len(d.records()) == 2 }, 30*time.Second, 20*time.Millisecond)
	stop()
	require.NoError(t, <-ended)
	d.close()
}

// TestLadder searches on each rung: by words alone, by exact vectors too, and by a
// graph of vectors, with the same answer first (003-25, 003-04).
func TestLadder(t *testing.T) {
	files := opinionDays()
	var filler strings.Builder
	for i := range 600 { // more than a store keeps in memory alone
		fmt.Fprintf(&filler, "Weather of hour %d in the garden.\n\n", i)
	}
	files["memory/2025-10-01.md"] = filler.String()
	for _, rung := range []struct {
		name string
		o    store.Options
	}{
		{"words", store.Options{}},
		{"exact", store.Options{Embedder: static.New()}},
		{"hnsw", store.Options{Embedder: static.New(), ExactLimit: 300}},
		{"hnsw", store.Options{Embedder: static.New(), ExactLimit: 50}}, // fewer than are kept in files
	} {
		d := &desk{t: t, dir: t.TempDir()}
		for name, text := range files {
			d.write(name, text)
		}
		d.open(rung.o, workspace.Options{})
		d.sync()
		answer, err := d.Recall(ctx, workspace.Query{Text: "Moved to Bristol", Floor: new(float64)})
		require.NoError(t, err)
		require.Equal(t, "memory/2025-11-20.md#L3", answer.Facts[0].Source, rung.name)
		require.Equal(t, rung.name, d.searching(), rung.name)
		d.close()
	}
}

// TestOtherPages reads further pages when asked for, and tells what is refused.
func TestOtherPages(t *testing.T) {
	d := newDesk(t, map[string]string{"SOUL.md": "Be kind.\n", "notes/a/b.md": "Deep.\n", "notes/c.txt": "x", "memory.md": "- W @a: b\n"})
	require.Equal(t, 1, d.sync().Files)
	require.NoError(t, os.Symlink("/etc/passwd", filepath.Join(d.dir, "memory", "..", "bank.md")))
	d.close()
	d.open(store.Options{}, workspace.Options{Include: []string{"*.md", "notes/**/*.md"}})
	done := d.sync()
	require.Equal(t, 3, done.Files)
	require.Len(t, done.Refused, 1)
	status, err := d.Status(ctx)
	require.NoError(t, err)
	require.Equal(t, 3, status.Pages)
	require.Zero(t, status.Behind)
	d.write("SOUL.md", "Be kind, always.\n")
	status, err = d.Status(ctx)
	require.NoError(t, err)
	require.Equal(t, 1, status.Behind)
}
