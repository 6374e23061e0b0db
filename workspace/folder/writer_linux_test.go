package folder_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/workspace/folder"
)

// TestOpenForWriting leaves a page alone that somebody has open for writing, as who appends to it all
// day: what they write yet is there, and when they are done, so is ours (F3, 003-03).
func TestOpenForWriting(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "day.md", "before\n")
	ours := func(src []byte) ([]byte, error) { return append(src, "ours\n"...), nil }
	writer, err := os.OpenFile(filepath.Join(dir, "day.md"), os.O_WRONLY|os.O_APPEND, 0)
	require.NoError(t, err)
	f := open(t, dir, folder.Options{})
	_, err = f.Rewrite("day.md", ours)
	require.ErrorIs(t, err, folder.ErrRefused)
	require.ErrorContains(t, err, "open for writing")
	_, err = writer.WriteString("theirs\n")
	require.NoError(t, err)
	require.NoError(t, writer.Close())
	_, err = f.Rewrite("day.md", ours)
	require.NoError(t, err)
	require.Equal(t, "before\ntheirs\nours\n", standing(filepath.Join(dir, "day.md")))
}

// TestSavedInPlace lets an editor empty a page and write it a while later, begun at each step of a
// write of ours: both texts are there in the end (F3, 003-03).
func TestSavedInPlace(t *testing.T) {
	for _, begun := range []string{"read", "prepare", "intent", "exchange"} {
		dir := t.TempDir()
		page := filepath.Join(dir, "day.md")
		write(t, dir, "day.md", "before\n")
		var editor *os.File
		reads := 0
		f := open(t, dir, folder.Options{Step: func(name string) error {
			if name == "read" {
				reads++
			}
			if name == begun && editor == nil {
				var err error
				editor, err = os.OpenFile(page, os.O_WRONLY|os.O_TRUNC, 0)
				require.NoError(t, err)
			}
			if name == "read" && reads == 4 {
				_, err := editor.WriteString("saved\n")
				require.NoError(t, err)
				require.NoError(t, editor.Close())
			}
			return nil
		}})
		_, err := f.Rewrite("day.md", func(src []byte) ([]byte, error) { return append(src, "ours\n"...), nil })
		require.NoError(t, err, begun)
		require.Equal(t, "saved\nours\n", standing(page), begun)
	}
}
