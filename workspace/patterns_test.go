package workspace_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/embed/static"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/workspace"
	"github.com/lukasadb/lukasa/workspace/folder"
)

// TestPagesNamedByTheFolder reads the pages that the folder's own list names, for whoever opens it
// and whatever was deleted; a line that can name none is a problem, with its place (003-01).
func TestPagesNamedByTheFolder(t *testing.T) {
	d := newDesk(t, map[string]string{"memory/2025-11-01.md": "First.\n", "notes/a/b.md": "Deep.\n", "SOUL.md": "Be kind.\n"})
	require.Equal(t, 1, d.sync().Records)
	made, err := workspace.Init(d.dir, "notes/**/*.md")
	require.NoError(t, err)
	require.Contains(t, made, folder.PatternsFile)
	require.Equal(t, 2, d.sync().Records)
	require.NoError(t, os.WriteFile(filepath.Join(d.dir, folder.PatternsFile), []byte("# mine\r\n\r\nnotes/**/*.md\r\n../up.md\n[a.md"), 0o644))
	made, err = workspace.Init(d.dir, "SOUL.md", "notes/**/*.md")
	require.NoError(t, err)
	require.Equal(t, []string{folder.PatternsFile}, made)
	require.Equal(t, "# mine\r\n\r\nnotes/**/*.md\r\n../up.md\n[a.md\nSOUL.md\n", d.read(folder.PatternsFile))
	made, err = workspace.Init(d.dir, "SOUL.md")
	require.NoError(t, err)
	require.Empty(t, made)
	require.Equal(t, 3, d.sync().Records)
	_, problems, err := d.Problems(ctx)
	require.NoError(t, err)
	require.Len(t, problems, 2)
	require.Equal(t, folder.PatternsFile, problems[0].Path)
	require.Equal(t, 4, problems[0].Line)
	require.Equal(t, "[a.md", problems[1].Text)
	_, err = workspace.Init(d.dir, "notes")
	require.ErrorIs(t, err, workspace.ErrInvalid)
	require.ErrorContains(t, err, "notes/**/*.md")
	_, err = workspace.Open(d.dir, d.memory, workspace.Options{Include: []string{"../*.md"}})
	require.ErrorIs(t, err, workspace.ErrInvalid)

	want := asJSON(t, d.records())
	d.reopen(true)
	d.sync()
	require.Equal(t, want, asJSON(t, d.records()))
	require.NoError(t, os.Remove(filepath.Join(d.dir, folder.PatternsFile)))
	require.NoError(t, os.Symlink("/etc/passwd", filepath.Join(d.dir, folder.PatternsFile)))
	_, err = d.Sync(ctx)
	require.ErrorIs(t, err, folder.ErrRefused, "rather than forget what it names")
	require.Equal(t, want, asJSON(t, d.records()))
}

// TestPagesNotNamedAnyMore opens a workspace with other patterns than before: only the pages that
// these name in addition are read, those that they name no more leave and are counted, and all is
// as if it had never been otherwise.
func TestPagesNotNamedAnyMore(t *testing.T) {
	d := newDesk(t, map[string]string{"memory/2025-11-01.md": "First.\n", "notes/a.md": "Noted.\n", "other/b.md": "Other.\n"})
	open := func(include ...string) workspace.Synced {
		d.close()
		d.open(store.Options{Embedder: static.New()}, workspace.Options{Include: include})
		done := d.sync()
		require.Zero(t, d.sync().Read)
		done.Mirrored.Changed = 0
		return done
	}
	done := open()
	require.Equal(t, 1, done.Records)
	done = open("notes/*.md")
	require.Equal(t, 1, done.Read)
	require.Equal(t, 2, done.Records)
	require.Zero(t, done.Unnamed)
	done = open("other/*.md")
	require.Equal(t, 1, done.Read)
	require.Equal(t, 1, done.Removed)
	require.Equal(t, 1, done.Unnamed)
	require.Equal(t, 2, done.Records)
	want := asJSON(t, d.records())
	d.close()
	require.NoError(t, os.RemoveAll(filepath.Join(d.dir, ".memory")))
	require.Equal(t, 2, open("other/*.md").Records)
	require.Equal(t, want, asJSON(t, d.records()))
	d.remove("other/b.md")
	done = d.sync()
	require.Equal(t, 1, done.Removed)
	require.Zero(t, done.Unnamed, "it is not there")
}

// TestWatchTheList follows the folder's list of pages as it follows pages.
func TestWatchTheList(t *testing.T) {
	d := &desk{t: t, dir: t.TempDir()}
	d.write("memory/2025-11-01.md", "First.\n")
	d.write("notes/deep/a.md", "Noted.\n")
	f := follow(t, d.dir, workspace.WatchOptions{Debounce: 20 * time.Millisecond}, nil)
	f.until(1)
	d.write(folder.PatternsFile, "notes/**/*.md\n")
	f.until(2)
	d.write("notes/deep/b.md", "In a directory that was not watched before.\n")
	f.until(3)
	d.remove(folder.PatternsFile)
	f.until(1)
	f.end()
}
