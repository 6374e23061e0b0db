package folder_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/workspace/folder"
	"github.com/lukasadb/lukasa/workspace/folder/foldertest"
	"github.com/lukasadb/lukasa/workspace/markdown"
)

// TestConcurrentEdits runs two processes, one that appends bullets and one that
// sets a region, against an editor that saves in place or by renaming, in a
// thousand interleavings, with deaths among them. No line that was saved or
// acknowledged is lost (003-03).
func TestConcurrentEdits(t *testing.T) {
	rounds := 1000
	if testing.Short() {
		rounds = 100
	}
	dir, err := foldertest.Dir(t.TempDir())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	for seed := range rounds {
		interleave(t, dir, uint64(seed))
	}
}

func interleave(t *testing.T, parent string, seed uint64) {
	dir, err := os.MkdirTemp(parent, "")
	require.NoError(t, err)
	at := filepath.Join(dir, "day.md")
	require.NoError(t, os.WriteFile(at, []byte("# Day\n\nfirst line\n"), 0o644))
	s := foldertest.NewSchedule(seed)
	var kept []string // lines that must be there in the end

	process := func(work func(f *folder.Folder, i int) (string, error)) {
		s.Start(seed%2 == 1, func(step func() error) {
			f, err := folder.Open(dir, folder.Options{Pause: time.Nanosecond, Step: func(string) error { return step() }})
			if err != nil {
				panic(err)
			}
			defer f.Close()
			for i := range 2 {
				line, err := work(f, i)
				if err == nil && line != "" {
					kept = append(kept, line)
				}
			}
		})
	}
	process(func(f *folder.Folder, i int) (string, error) {
		line := fmt.Sprintf("- W @a: retained %d", i)
		_, err := f.Rewrite("day.md", func(src []byte) ([]byte, error) { return markdown.Append(src, []string{line}) })
		return line, err
	})
	process(func(f *folder.Folder, i int) (string, error) {
		_, err := f.Rewrite("day.md", func(src []byte) ([]byte, error) { return markdown.Set(src, "made", fmt.Sprintf("- made %d\n", i)) })
		return "", err
	})
	s.Start(false, func(step func() error) {
		for i := range 3 {
			line := fmt.Sprintf("typed by a person %d", i)
			typed := func(text string) string { return strings.Replace(text, "first line\n", "first line\n"+line+"\n", 1) }
			for !foldertest.Save(at, (seed+uint64(i))%3 == 0, typed, step) {
			}
			kept = append(kept, line)
		}
	})
	s.Finish()

	f, err := folder.Open(dir, folder.Options{})
	require.NoError(t, err)
	defer f.Close()
	require.NoError(t, f.Recover())
	text, err := os.ReadFile(at)
	require.NoError(t, err)
	lines := strings.Split(string(text), "\n")
	for _, line := range append(kept, "first line") {
		require.Contains(t, lines, line, "seed %d", seed)
	}
}
